"""From behind the target is plain cloth: no paint comes through it, however coarsely it is drawn."""

from __future__ import annotations

import numpy as np
import pytest

from geometry.range.target import build_target
from layout.choices import Choices
from layout.evidence import derive


def faces(meshes, x, y):
    """Where lines along z through (x, y) enter and leave what is drawn: least and greatest z."""
    found = []
    for mesh in meshes:
        a, b, c = (np.asarray(mesh.vertices)[mesh.faces[:, k]] for k in range(3))
        area = (b[:, 0] - a[:, 0]) * (c[:, 1] - a[:, 1]) - (c[:, 0] - a[:, 0]) * (b[:, 1] - a[:, 1])
        with np.errstate(divide="ignore", invalid="ignore"):
            v = ((b[:, 0] - a[:, 0]) * (y - a[:, 1]) - (x - a[:, 0]) * (b[:, 1] - a[:, 1])) / area
            u = ((x - a[:, 0]) * (c[:, 1] - a[:, 1]) - (c[:, 0] - a[:, 0]) * (y - a[:, 1])) / area
            inside = (u >= 0) & (v >= 0) & (u + v <= 1) & (np.abs(area) > 1e-9)
            z = a[:, 2] + u * (b[:, 2] - a[:, 2]) + v * (c[:, 2] - a[:, 2])
        found.append(z[inside])
    along = np.concatenate(found)
    return along.min(), along.max()


@pytest.mark.parametrize("sets", [(), ("paint=beasts",)])
@pytest.mark.parametrize("lod", [0, 1])
def test_paint_does_not_come_through_the_cloth(lod, sets):
    solids = {solid.id: solid.mesh for solid in build_target(derive(Choices(sets=sets)), lod)}
    cloth = [mesh for name, mesh in solids.items() if name.startswith("target-center")]
    painted = [mesh for name, mesh in solids.items() if name.startswith("bullseye")]
    (west, low, _), (east, high, _) = solids["bullseye"].bounds
    for x in np.linspace(west + 0.013, east - 0.01, 9):
        for y in np.linspace(low + 0.013, high - 0.01, 9):
            (behind, before), (back, front) = faces(cloth, x, y), faces(painted, x, y)
            assert behind < back, (x, y)
            # From before it lies on the cloth, not in it.
            assert before < front, (x, y)
