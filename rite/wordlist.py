"""The tables of words as Markdown, for the docs and for `shegong rite --words`."""

from __future__ import annotations

from collections.abc import Iterator

from rite.words import Words


def word_tables(words: Words) -> Iterator[str]:
    """Lines of Markdown: people, things, acts, sides, branches and the places of the score's own table."""
    yield "### People and groups\n"
    yield "| word | id | English |"
    yield "|---|---|---|"
    for key, person in {**words.people.person, **words.people.variable}.items():
        yield f"| {' · '.join(person.words)} | {key} | {person.english} |"
    for key, group in words.people.group.items():
        yield f"| {' · '.join(group.words)} | {key} (group) | {group.english} |"
    yield "\n### Things\n"
    yield "| word | id | English | where he has it |"
    yield "|---|---|---|---|"
    for key, thing in words.things.items():
        yield f"| {' · '.join(thing.words)} | {key} | {thing.english} | {thing.slot} |"
    yield "\n### Acts\n"
    yield "| act | English | kind | takes | gesture |"
    yield "|---|---|---|---|---|"
    for verb, act in words.acts.items():
        needs = set(act.needs)
        takes = ", ".join(f"**{t}**" if t in needs else t for t in act.takes)
        yield f"| {verb} | {act.english} | {act.kind} | {takes} | {act.gesture} |"
    yield "\n### Facings and sides\n"
    yield " · ".join(f"{w} ({d:.0f}°)" for w, d in words.sides.facing.items())
    yield ""
    yield "X之" + " ".join(words.sides.beside) + ": beside a person, thing or place"
    yield "\n### Conditions\n"
    yield "| word | asks |"
    yield "|---|---|"
    for branch in words.branches.values():
        yield f"| {' · '.join(branch.words)} | {branch.english} |"
    yield "\n### Places of the score's own table\n"
    yield "| word | English | at | reason |"
    yield "|---|---|---|---|"
    for place in words.places.values():
        yield f"| {' · '.join(place.words)} | {place.english} | {place.at} {place.offset} | {place.reason} |"
