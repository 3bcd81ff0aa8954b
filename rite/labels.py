"""What people and things are called on screen: 漢字 and English by id, for any company."""

from __future__ import annotations

import re

from rite.words import load_words

# Names that are titles rather than words of the score, or that the score shares between several people.
_PEOPLE = {
    "grandee": ("大夫", "grandee"),
    "guest": ("眾賓", "guest"),
    "pupil": ("弟子", "pupil"),
    "attendant": ("贊者", "attendant"),
    "zither": ("工（瑟）", "zither player"),
    "singer": ("工（歌）", "singer"),
    "leader": ("相者", "guide"),
    "piper": ("笙", "piper"),
}
# Kinds that have no word of their own in the score: each guest's dishes are "the dishes".
_KINDS = {
    "dishes": ("薦", "dishes"),
    "meat": ("俎", "meat-stand"),
    "target-cord": ("綱", "cord of the target"),
    "arrow": ("矢", "arrow"),
    "mouth-organ": ("笙", "mouth-organ"),
    "mallet": ("椎", "mallet of the chimes"),
    "water-ladle": ("枓", "water ladle"),
    "ladle": ("勺", "ladle"),
}
_PAIRS = {"1": "上耦", "2": "次耦", "3": "下耦"}
_SIDES = {"upper": ("上射", "upper archer"), "lower": ("下射", "lower archer")}


def person_label(person: str) -> tuple[str, str]:
    """漢字 and English of a person.

    >>> person_label("archer-2-upper")
    ('次耦上射', 'upper archer of pair 2')
    >>> person_label("guest-5")
    ('眾賓五', 'guest 5')
    """
    archer = re.fullmatch(r"archer-(\d)-(upper|lower)", person)
    if archer:
        side, english = _SIDES[archer[2]]
        return f"{_PAIRS[archer[1]]}{side}", f"{english} of pair {archer[1]}"
    if person == "usher":
        return "司正·司馬", "controller, marshal"
    numbered = re.fullmatch(r"([a-z]+)-(\d+)", person)
    if numbered and numbered[1] in _PEOPLE:
        from layout.measures.numerals import to_words

        name, english = _PEOPLE[numbered[1]]
        return f"{name}{to_words(int(numbered[2]))}", f"{english} {numbered[2]}"
    entry = load_words().people.person.get(person)
    if entry is not None:
        return entry.words[0], entry.english.removeprefix("the ")
    return person, person.replace("-", " ")


def thing_label(thing: str, kind: str) -> tuple[str, str]:
    """漢字 and English of a thing: of itself where it has a word of its own, else of its kind.

    >>> thing_label("water-ladle", "ladle")
    ('枓', 'water ladle')
    >>> thing_label("arrow-guest-2-1", "arrow")
    ('矢', 'arrow')
    """
    things = load_words().things
    for key in (thing, re.sub(r"-\d+.*$", "", thing), kind):
        if key in things:
            entry = things[key]
            return entry.words[0], entry.english.removeprefix("the ")
    for key in (thing, kind):
        if key in _KINDS:
            return _KINDS[key]
    return kind, thing.replace("-", " ")
