"""A scene as a sheet draws it: everything in its finest form, thin rods stouter than they are, or they would be a hair line."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import numpy as np

from geometry.scene import Material, Mesh, Scene

STOUT: Mapping[str, float] = {"switch": 1.9}
"""Kind of a rod along +Y → how many times as thick its sheet draws it. The switch is 13 mm thick, 2 pixels of a picture in which a man is
whole; at twice that its edges and its bark are seen. Length, place and how it is held stay as they are; the rite draws it as it is."""
DARK = 0.55
"""And so much darker, against pale skirts and floors."""


def stout(scene: Scene) -> Scene:
    """The scene for a sheet: thin rods stouter, and nobody without eyes because he is drawn small."""
    meshes: dict[str, Mesh] = {id: replace(mesh, lod=()) for id, mesh in scene.meshes.items()}
    materials: dict[str, Material] = dict(scene.materials)
    for kind, times in STOUT.items():
        if kind not in meshes:
            continue
        parts = []
        for part in meshes[kind].primitives:
            old = materials[part.material]
            own = f"{part.material}-{kind}"
            materials[own] = replace(old, id=own, rgb=(old.rgb[0] * DARK, old.rgb[1] * DARK, old.rgb[2] * DARK))
            wider = (part.positions * np.array([times, 1.0, times])).astype(np.float32)
            parts.append(replace(part, positions=wider, material=own))
        meshes[kind] = Mesh(kind, tuple(parts))
    return replace(scene, meshes=meshes, materials=materials)
