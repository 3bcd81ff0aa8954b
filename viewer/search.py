"""Finding a thing, a person or a section by 漢字, English, pinyin or id."""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache

from geometry.scene import Clip, Scene
from layout.data import asset, load_toml


@dataclass(frozen=True)
class Found:
    """Something that a search found: a node (index) or a section (`clip`, index)."""

    label: str
    label_en: str
    id: str
    node: int | None = None
    clip: int | None = None


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
        for number, node in enumerate(scene.nodes):
            label, english = str(node.extras.get("label") or ""), str(node.extras.get("label_en") or "")
            own = str(node.extras.get("id") or node.name)
            if not (label or english) or (own, label) in seen:
                continue
            seen.add((own, label))
            entries.append(Found(label, english, own, node=number))
        for number, clip in enumerate(clips or scene.clips):
            title, english = str(clip.extras.get("title", "")), str(clip.extras.get("english", ""))
            entries.append(Found(f"{clip.extras.get('section', '')} {title}".strip(), english, clip.name, clip=number))
        self.entries = entries
        self._keys = [(plain(e.label), plain(pinyin(e.label)), plain(e.label_en), plain(e.id)) for e in entries]

    def find(self, query: str, most: int = 12) -> list[Found]:
        """The best matches: whole names first, then beginnings, then anything that contains the query."""
        wanted = plain(query)
        if not wanted:
            return []
        scored = []
        for order, (entry, keys) in enumerate(zip(self.entries, self._keys, strict=True)):
            score = min((_score(key, wanted) for key in keys if key), default=9)
            if score < 9:
                scored.append((score, len(entry.label), order, entry))
        return [s[3] for s in sorted(scored, key=lambda s: s[:3])[:most]]


def _score(key: str, wanted: str) -> int:
    if key == wanted:
        return 0
    if key.startswith(wanted):
        return 1
    return 2 if wanted in key else 9
