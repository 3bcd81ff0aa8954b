"""Finding a thing, a person or a section by 漢字, English, pinyin or id."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from typing import Any

from geometry.scene import Clip, Scene
from layout.data import asset, load_toml

NEVER = 18


@dataclass(frozen=True)
class Found:
    """Something that a search found: a node (index) or a section (`clip`, index); `whose` tells things of one name apart."""

    label: str
    label_en: str
    id: str
    node: int | None = None
    clip: int | None = None
    whose: str = ""
    whose_en: str = ""
    person: bool = False


@cache
def syllables() -> Mapping[str, str]:
    """Reading of each character that names use, without tones: `assets/labels/pinyin.toml`."""
    table: dict[str, str] = load_toml(asset("labels", "pinyin.toml"), dict[str, str])
    return {c: sound for sound, characters in table.items() for c in characters}


def pinyin(text: str) -> str:
    """Readings of 漢字 joined; other characters stay.

    >>> pinyin("司射")
    'sishe'
    """
    known = syllables()
    return "".join(known.get(c, c) for c in text)


def plain(text: str) -> str:
    """Lower case, without accents, spaces, hyphens and apostrophes: sī-shè → sishe."""
    bare = unicodedata.normalize("NFD", text.lower())
    return "".join(c for c in bare if not unicodedata.combining(c) and c not in " -'’_·")


class Index:
    """All names of a scene, searchable; `clips` where there are more sections than the scene has."""

    def __init__(self, scene: Scene, clips: Sequence[Clip] = ()) -> None:
        entries: list[Found] = []
        seen: set[tuple[str, str]] = set()
        people = {n.name: n.extras for n in scene.nodes if n.extras.get("kind") == "person"}
        for number, node in enumerate(scene.nodes):
            label, english = str(node.extras.get("label") or ""), str(node.extras.get("label_en") or "")
            own = str(node.extras.get("id") or node.name)
            if not (label or english) or (own, label) in seen:
                continue
            seen.add((own, label))
            person = node.name in people
            whose = ("", "") if person else _owner(own, people)
            entries.append(Found(label, english, own, number, None, *whose, person))
        for number, clip in enumerate(clips or scene.clips):
            title, english = str(clip.extras.get("title", "")), str(clip.extras.get("english", ""))
            entries.append(Found(f"{clip.extras.get('section', '')} {title}".strip(), english, clip.name, clip=number))
        alike = Counter((e.label, e.label_en) for e in entries)
        # What has a name of its own need not be told apart.
        self.entries = entries = [
            e if alike[e.label, e.label_en] > 1 else replace(e, whose="", whose_en="") for e in entries
        ]
        self._keys = [(plain(e.label), plain(pinyin(e.label)), plain(e.label_en), plain(e.id)) for e in entries]

    def find(self, query: str, most: int = 40) -> list[Found]:
        """The best matches: whole names first, then beginnings, then anything that contains the query; at each step names before
        ids, people before things and things before sections. Tones may be written as accents, as numbers or not at all."""
        found = self._find(plain(query), most)
        return found or self._find(plain(re.sub(r"(?<=[a-zü])[1-5]", "", query.lower())), most)

    def _find(self, wanted: str, most: int) -> list[Found]:
        if not wanted:
            return []
        scored = []
        for order, (entry, keys) in enumerate(zip(self.entries, self._keys, strict=True)):
            *names, own = keys
            score = min((2 * _score(key, wanted) for key in names if key), default=NEVER)
            score = min(score, 2 * _score(own, wanted) + 1)
            if score < NEVER:
                kind = 0 if entry.person else 2 if entry.node is None else 1
                scored.append((score, kind, len(entry.label), order, entry))
        out: list[Found] = []
        told: set[tuple[str, str, str]] = set()
        for score, _, _, _, entry in sorted(scored, key=lambda s: s[:4]):
            # What cannot be told apart is shown once, unless it was asked for by its id.
            names_of = (entry.label, entry.label_en, entry.whose_en)
            if not (entry.whose and names_of in told and score != 1):
                out.append(entry)
            told.add(names_of)
        return out[:most]


def _owner(own: str, people: Mapping[str, Mapping[str, Any]]) -> tuple[str, str]:
    """Whose a thing is: the person with whose id its own begins; in 漢字 and English."""
    parts = own.split("-")
    for k in range(len(parts) - 1, 0, -1):
        extras = people.get("-".join(parts[:k]))
        if extras is not None:
            return str(extras.get("label") or ""), str(extras.get("label_en") or "")
    return "", ""


def _score(key: str, wanted: str) -> int:
    if key == wanted:
        return 0
    if key.startswith(wanted):
        return 1
    return 2 if wanted in key else NEVER // 2
