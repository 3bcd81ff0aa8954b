"""What is told about a thing or person that was asked for: name, measure, certainty, derivation; what he does and holds."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from geometry.scene import Scene
from viewer.labels import measure_line, title
from viewer.light import GRADES
from viewer.pack import node_grades
from viewer.words import words

BEARINGS = {
    "zh": ["北", "東北", "東", "東南", "南", "西南", "西", "西北"],
    "en": ["north", "north-east", "east", "south-east", "south", "south-west", "west", "north-west"],
}
REACH = 0.42
PARTS = ("-foot-", "-hand-", "-head", "-arm", "-leg", "-skirt", "-body", "-torso")


@dataclass(frozen=True)
class Row:
    """A line of a card: a heading (may be empty), text, and the certainty that its colour shows (None: none)."""

    head: str
    text: str
    grade: int | None = None
    small: bool = False


@dataclass(frozen=True)
class Card:
    """All that is told."""

    node: int
    title: str
    gloss: str
    rows: tuple[Row, ...]
    person: bool


class Cards:
    """Makes the cards of a scene. `why` gives further derivation lines by id, as `shegong dimensions --why` prints them."""

    def __init__(self, scene: Scene, why: Mapping[str, Sequence[str]] | None = None) -> None:
        self.scene = scene
        self.why = why or {}
        self.grades = node_grades(scene.nodes)
        self._children: dict[str, list[int]] = {}
        for i, node in enumerate(scene.nodes):
            if node.parent:
                self._children.setdefault(node.parent, []).append(i)
        self._index = {n.name: i for i, n in enumerate(scene.nodes)}
        self._things = [
            i
            for i, n in enumerate(scene.nodes)
            if n.layer == "things" and (n.extras.get("label") or n.extras.get("label_en"))
        ]

    def card(self, number: int, world: NDArray[np.floating], step: Mapping[str, Any] | None, lang: str) -> Card:
        """The card of a node at a moment."""
        node = self.scene.nodes[number]
        say = words(lang)
        main, gloss = title(node.extras, "both" if lang == "zh" else "en", node.name)
        rows: list[Row] = []
        person = node.extras.get("kind") == "person"
        if person:
            rows += self._person(number, world, step, lang)
        measured = measure_line(node.extras)
        if measured:
            rows.append(Row(say["card.measure"], measured))
        rows += self._evidence(node.extras, lang)
        for line in self.why.get(str(node.extras.get("id", node.name)), ()):
            rows.append(Row("", line, small=True))
        if not rows:
            grade = self.grades[number]
            text = say[f"certainty.{GRADES[grade]}"] if grade < len(GRADES) else say["card.none"]
            rows.append(Row(say["card.certainty"], text, grade if grade < len(GRADES) else None))
        return Card(number, main, gloss, tuple(rows), person)

    def _evidence(self, extras: Mapping[str, Any], lang: str) -> list[Row]:
        say = words(lang)
        rows: list[Row] = []
        for entry in extras.get("evidence") or ():
            grade = GRADES.index(entry["certainty"]) if entry.get("certainty") in GRADES else None
            who = "·".join(str(entry[k]) for k in ("passage",) if entry.get(k)) or str(entry.get("speaker", ""))
            head = say[f"certainty.{entry['certainty']}"] if grade is not None else str(entry.get("speaker", ""))
            clause = str(entry.get("clause", ""))
            rows.append(Row(head, f"「{clause}」" if clause else str(entry.get("reason", "")), grade))
            if who:
                rows.append(Row("", who, small=True))
            for key in ("working", "reason"):
                text = str(entry.get(key) or "")
                if text and text != clause and (key == "working" or clause):
                    rows.append(Row("", text, small=True))
            if entry.get("metres") is not None and entry.get("chi") is not None and len(extras["evidence"]) > 1:
                rows.append(Row("", measure_line({"evidence": [entry]}), small=True))
        return rows

    def _person(self, number: int, world: NDArray[np.floating], step: Mapping[str, Any] | None, lang: str) -> list[Row]:
        say = words(lang)
        node = self.scene.nodes[number]
        rows = []
        role = str(node.extras.get("role", node.name))
        if step and role in step.get("who", ()):
            rows.append(Row(say["card.doing"], str(step.get("text", ""))))
            if step.get("gloss"):
                rows.append(Row("", str(step["gloss"]), small=True))
        held = self.held(number, world)
        if held:
            names = (title(self.scene.nodes[i].extras, lang, self.scene.nodes[i].name)[0] for i in held)
            rows.append(Row(say["card.holds"], ("、" if lang == "zh" else ", ").join(dict.fromkeys(names))))
        facing = np.asarray(world[number][:3, 2], float)
        bearing = float(np.degrees(np.arctan2(facing[0], -facing[2]))) % 360
        rows.append(Row(say["card.faces"], BEARINGS[lang][round(bearing / 45) % 8]))
        spot = np.asarray(world[number][:3, 3], float) / self.scene.metres_per_chi
        east, north = float(spot[0]), float(-spot[2])
        if lang == "zh":
            text = (
                f"{'東' if east >= 0 else '西'} {abs(east):.1f} 尺,{'北' if north >= 0 else '南'} {abs(north):.1f} 尺"
            )
        else:
            text = f"{abs(east):.1f} 尺 {'east' if east >= 0 else 'west'}, {abs(north):.1f} 尺 {'north' if north >= 0 else 'south'}"
        rows.append(Row(say["card.stands"], text, small=True))
        return rows

    def held(self, number: int, world: NDArray[np.floating]) -> list[int]:
        """Things within reach of a person's hands that are shown: what he holds."""
        name = self.scene.nodes[number].name
        hands = [self._index[h] for h in (f"{name}-hand-left", f"{name}-hand-right") if h in self._index]
        if not hands or not self._things:
            return []
        things = np.array(self._things)
        matrices = np.asarray(world, float)[things]
        shown = np.abs(matrices[:, :3, :3]).max(axis=(1, 2)) > 1e-4
        spots = matrices[:, :3, 3]
        near = np.zeros(len(things), bool)
        for hand in hands:
            near |= np.linalg.norm(spots - np.asarray(world[hand][:3, 3], float), axis=1) < REACH
        return [int(i) for i in things[near & shown]][:6]


def summary(card: Card) -> str:
    """A card as plain text (for the clipboard and for tests)."""
    head = f"{card.title} {card.gloss}".strip()
    return "\n".join([head, *(f"{r.head}: {r.text}" if r.head else f"  {r.text}" for r in card.rows)])
