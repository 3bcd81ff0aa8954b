"""The plans of a section's page show what is set down before people, and leave out what lies in a basket."""

from __future__ import annotations

import pytest

from rite.facts import Facts
from shegong.pages.build import plates_of
from shegong.pages.html import venue_words
from shegong.pages.served import served_at
from shegong.pages.walks import clause_at, walks_of
from support.rites import staged


@pytest.mark.parametrize(
    ("section", "there", "not_there"),
    [
        (8, {"guest-dishes", "guest-meat", "host-meat", "goblet-toast", "cup"}, {"goblet-raised"}),
        (10, {"goblet-toast", "goblet-raised"}, {"cup"}),
        (34, {"goblet-guest", "goblet-grandee", "guest-relish"}, {"guest-meat", "host-meat"}),
    ],
)
def test_what_is_served_at_the_end(section: int, there: set[str], not_there: set[str]) -> None:
    rite, plan = staged()
    acts = Facts(rite, plan).section(section)
    shown = {s.id for s in served_at(acts, plan, acts.duration)}
    assert there <= shown
    assert not not_there & shown


def test_plates_draw_it() -> None:
    rite, plan = staged()
    plate = plates_of(plan, rite, Facts(rite, plan).section(12))[-1]
    drawn = {item.id for d in plate.drawings for item in d.items if item.layer == "served"}
    assert {"grandee-dishes", "grandee-meat", "host-dishes", "host-meat", "goblet-toast", "cup"} <= drawn


def test_school_is_named_by_its_hall() -> None:
    assert [venue_words("school", hall)[0] for hall in ("xu", "xiang")] == ["州序", "鄉庠"]
    assert venue_words("guest-gate", "xiang")[0] == "賓門外"


def test_way_bears_the_number_of_the_clause_in_hand() -> None:
    """無算樂 lasts from the first goblet to the end of § 34; who fetches the goblets meanwhile does so by other clauses."""
    acts = Facts(*staged()).section(34)
    music = next(n for n, s in enumerate(acts.steps, 1) if s.text == "無算樂")
    start, last = acts.steps[music - 1].start, max(s.start for s in acts.steps if s.text != "無算樂")
    numbers = {w.clause for w in walks_of(acts) if start < w.start < last}
    assert len(numbers) > 5
    assert music not in numbers
    assert clause_at(acts, acts.duration - 1, "attendant-1") == music
