"""Plates and strokes: what is left out by its box does not change what is found free."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from viewer.anchors import crosses, cuts, free

whole = st.integers(0, 24).map(float)
points = st.tuples(whole, whole)
boxes = st.tuples(whole, whole, st.integers(1, 8).map(float), st.integers(1, 8).map(float)).map(
    lambda b: (b[0], b[1], b[0] + b[2], b[1] + b[3])
)
strokes = st.tuples(points, points)


@given(boxes, strokes, st.lists(boxes, max_size=4), st.lists(strokes, max_size=4))
def test_a_plate_is_free_when_nothing_lies_on_it_or_on_its_stroke(
    plate: tuple[float, float, float, float],
    stroke: tuple[tuple[float, float], tuple[float, float]],
    plates: list[tuple[float, float, float, float]],
    others: list[tuple[tuple[float, float], tuple[float, float]]],
) -> None:
    left, top, right, low = plate
    taken = any(left < b[2] and b[0] < right and top < b[3] and b[1] < low for b in plates)
    crossed = any(cuts(*stroke, b) for b in plates)
    under = any(cuts(*other, plate) or crosses(*stroke, *other) for other in others)
    assert free(plate, stroke, plates, others) == (not taken and not crossed and not under)
