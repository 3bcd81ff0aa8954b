"""The process beside the window: it answers, tells what cannot be built, and ends."""

from __future__ import annotations

import pytest

from layout.errors import InputError
from shegong.viewing import Beside, Order
from viewer.model import Request


def test_a_section_built_beside_and_what_cannot_be() -> None:
    beside = Beside()
    try:
        built = beside.ask("build", Request(), Order(lod=1), (2,))
        assert [c.extras["section"] for c in built.scene.clips] == [2]
        assert built.measures["lane.length"] == 300.0
        assert built.why["lane.length"]
        with pytest.raises(InputError, match="zhou-xv"):
            beside.ask("build", Request("zhou-xv"), Order(), (2,))
        assert beside.ask("outline", Request("dashe"), Order(lod=1)) == ()
    finally:
        beside.close()
