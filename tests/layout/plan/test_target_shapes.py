"""The target under every outline that the readers give it: number, drawing, cloth and mesh say the same."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

import pytest

from layout.plan import Plan
from layout.plan.draw import Request, draw
from layout.plan.draw.elevation import target_shape
from layout.plan.draw.fonts import text_width
from layout.plan.draw.model import Path, Text

PlanMaker = Callable[..., Plan]
SHAPES = ("zheng", "xianzheng", "liuchang", "haojing")


@pytest.mark.parametrize("shape", SHAPES)
def test_number_drawing_and_mesh_agree(plan_of: PlanMaker, shape: str) -> None:
    """What the ground says of height and cloth is what the sheet draws and the mesh is built to."""
    from geometry.range.target import build_target

    g = plan_of(sets=(f"shape={shape}",)).ground
    drawn = target_shape(g)
    assert drawn.top - drawn.bottom == g.chi("target.height")
    assert drawn.top == g.chi("target.top")
    assert sum((p.strips * p.width for p in drawn.panels), Fraction(0)) == g.chi("target.cloth")
    parts = {s.id: s.mesh.vertices for s in build_target(g, lod=1)}
    metre = float(g.metres_per_chi)
    assert parts["target-tongue-upper"][:, 1].max() / metre == pytest.approx(float(drawn.top), abs=1e-3)
    centre = next(p for p in drawn.panels if p.name == "中")
    middle = [v for name, v in parts.items() if name.startswith("target-center")]
    assert min(v[:, 1].min() for v in middle) / metre == pytest.approx(float(centre.low), abs=1e-3)
    assert max(v[:, 1].max() for v in middle) / metre == pytest.approx(float(centre.high), abs=1e-3)
    eye = parts["bullseye"][:, 1]
    assert (eye.min() + eye.max()) / 2 / metre == pytest.approx(float(drawn.middle), abs=0.02)


@pytest.mark.parametrize("shape", SHAPES)
def test_sum_of_the_commentaries_only_where_it_is_the_sum(plan_of: PlanMaker, shape: str) -> None:
    plan = plan_of(sets=(f"shape={shape}",))
    drawing = draw(plan, "target", Request("zh"))
    text = next(i.text for i in drawing.items if isinstance(i, Text) and i.text.startswith("按數據所出"))
    assert ("非此圖" in text) == (plan.ground.chi("target.cloth") != 160)
    assert ("十六丈也" in text) <= (shape == "zheng")


@pytest.mark.parametrize("labels", ["zh", "en", "both"])
@pytest.mark.parametrize("sets", [*((f"shape={s}",) for s in SHAPES), *((f"fold={f}",) for f in ("5/2", "10", "15"))])
def test_target_names_keep_off_posts_and_fold(plan_of: PlanMaker, sets: tuple[str, ...], labels: str) -> None:
    drawing = draw(plan_of(sets=sets), "target", Request(labels))
    lines = [i for i in drawing.items if isinstance(i, Path) and i.id in ("target-post", "fold")]
    assert len(lines) == 3
    for item in drawing.items:
        if not isinstance(item, Text) or item.layer != "names":
            continue
        width = text_width(item.text, item.size)
        left = item.x - {"start": 0.0, "middle": width / 2, "end": width}[item.anchor]
        top, bottom = item.y - item.size * 0.75, item.y
        for line in lines:
            for (ax, ay), (bx, by) in zip(line.points, line.points[1:], strict=False):
                steps = [n / 60 for n in range(61)]
                inside = [(ax + (bx - ax) * s, ay + (by - ay) * s) for s in steps]
                crossed = any(left < x < left + width and top < y < bottom for x, y in inside)
                assert not crossed, (item.text, line.id)
