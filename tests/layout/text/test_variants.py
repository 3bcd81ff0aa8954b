"""The tables of variants: sound in themselves, and in step with the library that the simplified forms come from."""

from __future__ import annotations

from pathlib import Path

import pytest

from layout.data import asset
from layout.errors import DataError
from layout.text import variants
from layout.text.variants import tables


def rows(name: str) -> list[list[str]]:
    lines = asset("text", name).read_text(encoding="utf-8").split("\n")
    return [line.split("\t") for line in lines if line and not line.startswith("#")]


def test_folds_end_where_they_lead() -> None:
    known = tables()
    for kind, old, new in rows("variants.tsv"):
        if kind == "fold":
            for a, b in zip(old, new, strict=True):
                assert a != b
                assert known.traditional[ord(a)] == ord(b)
                assert known.traditional[ord(b)] == ord(b), f"{a} leads to {b}, which is itself a variant"


def test_every_table_is_settled() -> None:
    known = tables()
    for table in (known.traditional, known.simplified):
        told = {ord(c) for name in ("variants.tsv", "simplified.tsv") for row in rows(name) for c in "".join(row[1:])}
        forms = {point for start, end in variants.COMPATIBLE for point in range(start, end)}
        ends = {table[point] for point in told | forms}
        unsettled = [chr(c) for c in ends if c > 3 and table[c] != c]
        assert len(unsettled) < 4, unsettled


def test_numerals_and_units_are_left_alone() -> None:
    known = tables()
    for c in "拾干乾里斗升几云后个〇一二三十百千萬尺寸丈步弓尋常仞武筵雉":
        assert known.traditional[ord(c)] == ord(c), c
    for c in "拾干里斗升几云后个杠扑":
        assert known.simplified[ord(c)] == ord(c), c


def test_simplified_forms_agree_with_opencc() -> None:
    opencc = pytest.importorskip("opencc")
    convert = opencc.OpenCC("s2t").convert
    pairs = [(a, b) for _, old, new in rows("simplified.tsv") for a, b in zip(old, new, strict=True)]
    theirs = convert("\n".join(a for a, _ in pairs)).split("\n")
    differ = [(a, b, c) for (a, b), c in zip(pairs, theirs, strict=True) if b != c]
    # Dictionaries are corrected from release to release; a table that has gone stale differs widely.
    assert len(pairs) > 2500
    assert len(differ) < 25, differ


def test_a_bad_row_names_its_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    bad = tmp_path / "variants.tsv"
    bad.write_text("# head\nfold\t賔賔\t賓\n", encoding="utf-8")
    good = asset("text", "simplified.tsv")
    monkeypatch.setattr(variants, "asset", lambda *parts: bad if parts[-1] == "variants.tsv" else good)
    with pytest.raises(DataError, match=r"variants\.tsv:2"):
        tables.__wrapped__()
