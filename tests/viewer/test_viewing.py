"""The process beside the window: it answers, tells what cannot be built, and ends."""

from __future__ import annotations

import pytest

from geometry.scene import Scene
from layout.errors import InputError
from shegong.viewing import Beside, Order, build
from viewer.model import Request


def test_a_section_built_beside_and_what_cannot_be() -> None:
    beside = Beside()
    order = Order(lod=1)
    try:
        asked: list[str] = []

        def acted() -> Scene | None:
            asked.append("enacted")
            found: Scene | None = beside.ask("enacted", Request(), order, (2,))
            return found

        built = build(Request(), order, (2,), acted)
        assert asked
        assert [c.extras["section"] for c in built.scene.clips] == [2]
        assert built.measures["lane.length"] == 300.0
        assert built.why["lane.length"]
        assert {"platform", "guest"} <= {n.name for n in built.scene.nodes}
        with pytest.raises(InputError, match="zhou-xv"):
            beside.ask("enacted", Request("zhou-xv"), Order(), (2,))
        assert beside.ask("outline", Request("dashe"), order) == ()
        assert beside.ask("enacted", Request("dashe"), order, (2,)) is None
    finally:
        beside.close()


def test_after_closing_no_process_is_begun_for_who_waited() -> None:
    beside = Beside()
    beside.begin()
    process = beside._process
    beside.close()
    assert process is not None
    assert process.poll() is not None
    with pytest.raises(InputError, match="closed"):
        beside.ask("outline", Request("dashe"), Order(lod=1))
    assert beside._process is process


def test_a_reading_without_a_rite_has_its_ground() -> None:
    built = build(Request("dashe"), Order(lod=1), (2,), lambda: None)
    assert not built.scene.clips
    assert built.scene.nodes
