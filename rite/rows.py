"""Who stands in line with whom: the people of the ground in their columns (one x) and ranks (one y)."""

from __future__ import annotations

from bisect import bisect_left, insort

Standing = tuple[float, str]
"""How far along his column or rank somebody stands, and who."""


class Rows:
    """Columns and ranks, to the 寸 that two who stand in one line may be out of it, kept in order as people come and go."""

    def __init__(self) -> None:
        self._at: dict[str, tuple[float, float]] = {}
        self._lines: tuple[dict[float, list[Standing]], dict[float, list[Standing]]] = ({}, {})

    def put(self, name: str, x: float, y: float) -> None:
        """Somebody stands here now, and no longer where he stood."""
        old = self._at.get(name)
        if old == (x, y):
            return
        self._at[name] = (x, y)
        for axis, lines in enumerate(self._lines):
            if old is not None:
                line = lines[round(old[axis], 2)]
                del line[bisect_left(line, (old[1 - axis], name))]
            at = (x, y)
            insort(lines.setdefault(round(at[axis], 2), []), (at[1 - axis], name))

    def line(self, name: str, axis: int) -> tuple[list[Standing], int]:
        """The column (axis 0) or rank (axis 1) in which somebody stands, in order, and his place in it."""
        at = self._at[name]
        line = self._lines[axis][round(at[axis], 2)]
        return line, bisect_left(line, (at[1 - axis], name))
