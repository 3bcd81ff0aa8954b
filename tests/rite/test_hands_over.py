"""What is handed back when the shooting is over, and the goblet that is filled only while somebody is to drink."""

from __future__ import annotations

from rite.model import StagedSection
from support.rites import staged


def _section(number: int) -> StagedSection:
    rite, _ = staged()
    return next(s for s in rite.sections if s.number == number)


def test_everybody_below_hands_bow_and_arrows_to_those_in_charge() -> None:
    """不反位 遂授有司于堂西: nobody leans his own bow; who took it leans it where it belongs, with four arrows beside it."""
    section, (rite, _) = _section(30), staged()
    archers = [a for a, p in section.people.items() if any(g.gesture == "hand-bow" for g in p.gestures)]
    assert sorted(archers) == sorted(
        a for a in rite.sections[0].people if f"bow-{a}" in section.things and a not in _MASTERS
    )
    for archer in archers:
        bow = section.things[f"bow-{archer}"]
        holders = [k.holder for k in bow.keys if k.holder]
        assert holders[-1] != archer
        assert holders[-1].startswith(("pupil-", "attendant-"))
        assert bow.keys[-1].lie == "leaning"
        arrows = [section.things[f"arrow-{archer}-{n}"].keys[-1] for n in (1, 2, 3, 4)]
        assert all(k.holder is None and k.lie == "flat" for k in arrows)


_MASTERS = ("archery-master", "usher")


def test_goblet_is_not_filled_after_the_last_has_drunk() -> None:
    """每者輒酌以至於徧: as often filled as emptied, and taken away empty."""
    for number in (24, 29):
        keys = _section(number).things["goblet-penalty"].keys
        assert keys[-1].state != "full"
        gestures = [g.gesture for p in _section(number).people.values() for g in p.gestures]
        assert gestures.count("pour") == sum(gestures.count(g) for g in ("drink-penalty", "drink-standing"))
