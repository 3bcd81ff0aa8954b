"""Claims with right and with wrong numbers put in: the verdict, and the value that should stand."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from layout.measures.claims import check_claims

TABLES = sorted((Path(__file__).parents[2] / "data" / "gold").glob("unseen-claims*.tsv"))
ROWS = [tuple(line.split("\t")) for table in TABLES for line in table.read_text(encoding="utf-8").splitlines()[1:]]


BESIDE = (TABLES[0].parent / "no-claims.txt").read_text(encoding="utf-8").splitlines()


@pytest.mark.parametrize("form", ["punctuated", "unpunctuated"])
def test_sizes_side_by_side_never_differ(form: str) -> None:
    for text in BESIDE:
        said = re.sub("[，。]", "", text) if form == "unpunctuated" else text
        assert "differs" not in [claim.verdict for claim in check_claims(said)], text


def test_no_true_claim_differs_without_punctuation() -> None:
    for text, verdict, _ in ROWS:
        if verdict != "differs":
            got = [claim.verdict for claim in check_claims(re.sub("[，。]", "", text))]
            assert "differs" not in got, text


@pytest.mark.parametrize(("text", "verdict", "right"), ROWS, ids=[row[0] for row in ROWS])
def test_verdict_and_right_value(text: str, verdict: str, right: str) -> None:
    claims = check_claims(text)
    if verdict != "differs":
        assert "differs" not in [claim.verdict for claim in claims]
    if verdict in ("agrees", "differs"):
        assert verdict in [claim.verdict for claim in claims]
    if verdict == "none":
        assert not claims
    if verdict == "undecided":
        assert any(claim.verdict == "undecided" and right in claim.working for claim in claims)
    elif right:
        assert any(right in claim.working.rpartition("當云")[2] for claim in claims if claim.verdict == "differs")


@pytest.mark.parametrize(
    "text",
    [
        "壇十有二尋，深四尺。",
        "去侯三步，五尺之木在焉。",
        "二尺二寸，旁削一寸，則二尺。",
        "東西九筵，南北七筵，堂崇一筵。",
        "釜十則鍾。",
        "主人之席五尺，賓之席六尺。",
        "車秉有五籔，二百四十斗。",
        "一丈去三尺外，五尺立一人。",
    ],
)
def test_lengths_side_by_side_are_no_claim(text: str) -> None:
    assert "differs" not in [claim.verdict for claim in check_claims(text)]
