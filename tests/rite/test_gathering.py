"""Arrows are gathered at the target without anybody's being run into, by figures that stand in a data file."""

from __future__ import annotations

from pathlib import Path

import pytest

from layout.choices import Choices, Company
from layout.data import asset
from layout.errors import DataError
from layout.evidence import derive
from layout.plan import lay_out
from rite import gathering
from rite.audit import audit
from rite.figures import load_manners
from rite.staging import scores_of, stage_with


def test_a_pupil_who_waits_stands_where_no_arrow_is_to_be_fetched() -> None:
    """With this company an arrow lies where the second pupil used to wait with his share."""
    company = Company(guests=6, grandees=0, pairs=4, host_shoots=False, seed=58)
    plan = lay_out(derive(Choices(reading="kaogong-foot")), company)
    rite = stage_with(plan, {n: s for n, s in scores_of(plan).items() if 14 <= n <= 23}, None, None)
    assert not audit(rite, plan).violations


def test_figures_come_from_the_file() -> None:
    table = gathering.load_gathering()
    assert table.chi["overhead"] == 7.4
    assert table.ms["pull"] == 1500
    assert table.chance["overlooked"] == 0.25


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ("[distance.together]", "[distance.togehter]", "distance.togehter: not used; known: together"),
        ("[time.next]", "[chance.next]", "time.next: is missing"),
        ('value = "3"', 'value = "three"', "three"),
        ("value = 2600", "value = 0", "expected more than nothing"),
        ("value = 0.25", "value = 1.25", "expected a chance"),
        ('certainty = "conjectured"', 'certainty = "sure"', "certainty"),
        (
            "[time.next]",
            '[time.slow]\nvalue = 1\nenglish = "x"\nreason = "x"\ncertainty = "stated"\n[time.next]',
            "not used",
        ),
    ],
)
def test_mistakes_in_the_file_are_named(
    old: str, new: str, says: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    bad = tmp_path / "gathering.toml"
    text = asset(gathering.FILE).read_text(encoding="utf-8")
    assert old in text
    bad.write_text(text.replace(old, new, 1), encoding="utf-8")
    monkeypatch.setattr(gathering, "asset", lambda *parts: bad)
    gathering.load_gathering.cache_clear()
    try:
        with pytest.raises(DataError, match=says) as caught:
            gathering.load_gathering()
        line = caught.value.line
        assert line is not None
        # A row that is missing would come after the last of its kind; everything else is told by its own line.
        if "missing" in says:
            assert bad.read_text(encoding="utf-8").splitlines()[line - 1] == "[time.take]"
        else:
            first = text.splitlines().index(old.splitlines()[0]) + 1
            assert line == first
    finally:
        gathering.load_gathering.cache_clear()


def test_figures_that_several_acts_share_stand_in_a_file() -> None:
    manners = load_manners()
    assert manners.chi["before-him"] == 2.4
    assert manners.ms["breath"] == round(4 * 60_000 / 66)
