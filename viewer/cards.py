"""What is told about a thing or person that was asked for: name, measure, certainty, derivation; what he does and holds."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from geometry.scene import Scene
from viewer.labels import entry_line, result_line, title
from viewer.light import GRADES
from viewer.pack import node_grades
from viewer.quantities import told_measure
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
    """Makes the cards of a scene.

    `why` gives the derivation of each dimension in lines, as `shegong dimensions --why` prints them; `names` their 漢字,
    `names_en` their English.
    """

    def __init__(
        self,
        scene: Scene,
        why: Mapping[str, Sequence[str]] | None = None,
        names: Mapping[str, str] | None = None,
        names_en: Mapping[str, str] | None = None,
    ) -> None:
        self.scene = scene
        self.names, self.names_en = names or {}, names_en or {}
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
        measured = told_measure(node.extras, node.name, lang)
        if measured:
            rows.append(Row(say["card.measure"], measured))
        rows += self._evidence(node.extras, lang)
        if not rows:
            grade = self.grades[number]
            text = say[f"certainty.{GRADES[grade]}"] if grade < len(GRADES) else say["card.none"]
            rows.append(Row(say["card.certainty"], text, grade if grade < len(GRADES) else None))
        return Card(number, main, gloss, tuple(rows), person)

    def _evidence(self, extras: Mapping[str, Any], lang: str) -> list[Row]:
        """The evidence, one measure after another: what it comes to and how sure it is, then the steps down to the clauses."""
        say = words(lang)
        groups: dict[str, list[Mapping[str, Any]]] = {}
        for entry in extras.get("evidence") or ():
            groups.setdefault(str(entry.get("dimension") or ""), []).append(entry)
        # Where it stands comes after what it is.
        rows: list[Row] = []
        for key in sorted(groups, key=lambda k: not k):
            steps = groups[key]
            grades = [GRADES.index(e["certainty"]) for e in steps if e.get("certainty") in GRADES]
            grade = max(grades) if grades else None
            result = result_line(steps)
            name = self._named(key, lang) if key else say["card.stands"]
            sure = say[f"certainty.{GRADES[grade]}"] if grade is not None else ""
            rows.append(Row(name, "  ".join(x for x in (result if key else "", sure) if x), grade))
            told = self.why.get(key, ())
            rows += [Row("", graded(line, say), small=True) for line in told] if told else self._steps(steps)
        return rows

    def _named(self, key: str, lang: str) -> str:
        known = self.names if lang == "zh" else self.names_en
        return known.get(key) or key

    @staticmethod
    def _steps(steps: Sequence[Mapping[str, Any]]) -> list[Row]:
        rows = []
        for entry in steps:
            clause, passage = str(entry.get("clause") or ""), str(entry.get("passage") or entry.get("speaker") or "")
            line = entry_line(entry)
            text = " ".join(x for x in (f"「{clause}」" if clause else "", passage, line) if x)
            for key in ("working", "reason"):
                more = str(entry.get(key) or "")
                if more and more != clause:
                    text += f" — {more}"
            if text:
                rows.append(Row("", text, small=True))
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


def graded(line: str, say: Mapping[str, str]) -> str:
    """A line of a derivation with its degree of certainty, `[stated]`, in the language of the interface."""
    for grade in GRADES:
        line = line.replace(f"[{grade}]", f"[{say[f'certainty.{grade}']}]")
    return line


def summary(card: Card) -> str:
    """A card as plain text (for the clipboard and for tests)."""
    head = f"{card.title} {card.gloss}".strip()
    return "\n".join([head, *(f"{r.head}: {r.text}" if r.head else f"  {r.text}" for r in card.rows)])
