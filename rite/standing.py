"""What those who stand block for a walker: people in a file or a rank, closer than one can pass between them, are one block.

The blocks are kept from one question to the next; when somebody stirs, only his old file, his new one and the ranks of both are
joined anew.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence, Set
from typing import TYPE_CHECKING

from rite.route import Block, Point

if TYPE_CHECKING:
    from rite.world import Actor

Key = tuple[float, float]
"""The two sides of a block along which it may be joined with others: its west and east for a file, south and north for a rank."""

LONG, DEEP = 5, 3
"""So many dishes and more in a file are a row, so many rows and more a throng's."""
STEP, CLOSE = 1.7, 0.45
"""Rows of dishes have no wider gaps than the first, 尺; between the ranks of a throng one walks as near to their middle as the second."""


class Standing:
    """Where everybody stands (or will stand, after the walk he is on), as blocks; in the court and on the hall, which begins
    above `level`. Whoever changes his place, or is seen or hidden, must be told of (`stirred`)."""

    def __init__(self, actors: Mapping[str, Actor], level: float) -> None:
        self._actors, self._level = actors, level
        self._at: dict[str, tuple[float, float, bool]] = {}
        self._ranks: dict[tuple[bool, float], _Ranks] = {}
        self._known = False

    def clear(self) -> None:
        """Forget everything: it is looked up anew at the next question."""
        self._at.clear()
        self._ranks.clear()
        self._known = False

    def stirred(self, a: Actor) -> None:
        """Somebody has left his place for the one where he is now, or is seen or hidden from now on."""
        if not self._known:
            return
        old = self._at.pop(a.id, None)
        new = None if a.posture == "hidden" else (a.x, a.y, a.z > self._level)
        if new is not None:
            self._at[a.id] = new
        if old == new:
            return
        for (hall, _), ranks in self._ranks.items():
            if old is not None and old[2] == hall:
                ranks.remove(a.id)
            if new is not None and new[2] == hall:
                ranks.add(a.id, new[0], new[1])

    def blocks(self, hall: bool, side: float, out: Set[str], ends: Sequence[Point] = ()) -> list[Block]:
        """The blocks of all on a level but those who are in `out`, each person being a square of which half a side is `side`, 尺.

        Files that meet where one of the `ends` of a way lies are not joined.
        """
        if not self._known:
            self._known = True
            for a in self._actors.values():
                if a.posture != "hidden":
                    self._at[a.id] = (a.x, a.y, a.z > self._level)
        ranks = self._ranks.get((hall, side))
        if ranks is None:
            ranks = self._ranks[hall, side] = _Ranks(side)
            for name, (x, y, above) in self._at.items():
                if above == hall:
                    ranks.add(name, x, y)
        found: list[Block] = []
        for b in ranks.blocks(out):
            inside = [p for p in ends if b.holds(p)]
            parts = ranks.parts(b, out) if inside else []
            # One who stands on the line where two files meet is in neither of them.
            found += parts if any(not any(k.holds(p) for k in parts) for p in inside) else [b]
        return found


class _Ranks:
    """The people of one level as squares of one size, joined in files, and these in ranks."""

    def __init__(self, side: float) -> None:
        self._side = side
        self._place: dict[str, Key] = {}
        self._files: dict[Key, dict[str, Block]] = {}
        self._joined: dict[Key, list[Block]] = {}
        self._rows: dict[Key, dict[Key, list[Block]]] = {}
        self._blocks: dict[Key, list[Block]] = {}
        self._stale: dict[Key, None] = {}

    def add(self, name: str, x: float, y: float) -> None:
        """Somebody comes to stand at (x, y)."""
        side = self._side
        block = Block(x - side, y - side, x + side, y + side, name)
        key = self._place[name] = west_east(block)
        self._files.setdefault(key, {})[name] = block
        self._stale[key] = None

    def remove(self, name: str) -> None:
        """Somebody goes."""
        key = self._place.pop(name)
        del self._files[key][name]
        self._stale[key] = None

    def blocks(self, out: Set[str]) -> list[Block]:
        """The blocks of all but those who are in `out`."""
        self._freshen()
        files = dict.fromkeys(self._place[name] for name in out if name in self._place)
        if not files:
            return [b for row in self._blocks.values() for b in row]
        # The files in which one of those left out stands, and the ranks of which these are part, without him.
        fresh = {key: in_files(b for name, b in self._files[key].items() if name not in out) for key in files}
        rows = dict.fromkeys(south_north(b) for key in files for b in (*self._joined[key], *fresh[key]))
        found = [b for row, blocks in self._blocks.items() if row not in rows for b in blocks]
        for row in rows:
            rest = [b for key, blocks in self._rows.get(row, {}).items() if key not in files for b in blocks]
            found += in_ranks([*rest, *(b for blocks in fresh.values() for b in blocks if south_north(b) == row)])
        return found

    def parts(self, block: Block, out: Set[str]) -> list[Block]:
        """The files of which a block is made, without those who are in `out`."""
        found: list[Block] = []
        for (west, east), people in self._files.items():
            if block.x0 - 0.01 <= west and east <= block.x1 + 0.01:
                file = (b for name, b in people.items() if name not in out)
                found += in_files(b for b in file if block.y0 <= b.y0 and b.y1 <= block.y1)
        return found

    def _freshen(self) -> None:
        """Join anew where somebody has come or gone."""
        rows: dict[Key, None] = {}
        for key in self._stale:
            for b in self._joined.pop(key, ()):
                row = south_north(b)
                self._rows[row].pop(key, None)
                rows[row] = None
            people = self._files[key]
            if not people:
                del self._files[key]
                continue
            self._joined[key] = in_files(people.values())
            for b in self._joined[key]:
                row = south_north(b)
                self._rows.setdefault(row, {}).setdefault(key, []).append(b)
                rows[row] = None
        self._stale.clear()
        for row in rows:
            self._blocks.pop(row, None)
            if self._rows[row]:
                self._blocks[row] = in_ranks(b for blocks in self._rows[row].values() for b in blocks)
            else:
                del self._rows[row]


def west_east(b: Block) -> Key:
    """The two sides that blocks of one file have in common."""
    return (round(b.x0, 2), round(b.x1, 2))


def south_north(b: Block) -> Key:
    """The two sides that blocks of one rank have in common."""
    return (round(b.y0, 2), round(b.y1, 2))


def in_files(blocks: Iterable[Block], gap: float = 0.0) -> list[Block]:
    """Blocks as wide as each other and one behind the other, no more than `gap` apart, as one block each."""
    joined: list[Block] = []
    for b in sorted(blocks, key=lambda b: b.y0):
        last = joined[-1] if joined else None
        if last is not None and b.y0 <= last.y1 + gap:
            joined[-1] = Block(last.x0, last.y0, max(last.x1, b.x1), max(last.y1, b.y1), last.id)
        else:
            joined.append(b)
    return joined


def in_ranks(blocks: Iterable[Block]) -> list[Block]:
    """Blocks as long as each other that stand side by side and touch, as one block each."""
    joined: list[Block] = []
    for b in sorted(blocks, key=lambda b: b.x0):
        last = joined[-1] if joined else None
        if last is not None and b.x0 <= last.x1:
            joined[-1] = Block(last.x0, last.y0, max(last.x1, b.x1), max(last.y1, b.y1), last.id)
        else:
            joined.append(b)
    return joined


def in_rows(dishes: list[Block], beside: float) -> list[Block]:
    """What is set down, as it stands in the way: where rows of it stand one behind the other, one walks along them, close by, and
    not across. `beside` is half the side of one alone."""
    files: dict[tuple[float, float], list[Block]] = {}
    for b in dishes:
        files.setdefault(west_east(b), []).append(b)
    rows = [file for file in files.values() if len(file) >= LONG]
    if len(rows) < DEEP:
        return dishes
    found = [b for file in files.values() if len(file) < LONG for b in file]
    for file in rows:
        for b in in_files(file, STEP):
            near = beside - CLOSE if b.y1 - b.y0 > 2 * beside else 0.0
            found.append(Block(b.x0 + near, b.y0, b.x1 - near, b.y1))
    return found
