"""射宮 shegong: the public face of the library. What other programs need is re-exported here, and imported when it is used.

>>> from shegong import build_ground
>>> build_ground().chi("lane.length")
Fraction(300, 1)
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    __version__: str
    from geometry.export.gltf import write_glb, write_gltf
    from geometry.sampler import Sampler
    from layout.choices import Choices, Company
    from layout.errors import ShegongError
    from layout.measures.claims import check_claims
    from layout.measures.scan import read_measures
    from layout.measures.statements import read_statement
    from layout.text import load_text
    from shegong.build import build_ground, build_plan, build_rite, build_scene

_HOME = {
    "Choices": "layout.choices",
    "Company": "layout.choices",
    "Sampler": "geometry.sampler",
    "ShegongError": "layout.errors",
    "build_ground": "shegong.build",
    "build_plan": "shegong.build",
    "build_rite": "shegong.build",
    "build_scene": "shegong.build",
    "check_claims": "layout.measures.claims",
    "load_text": "layout.text",
    "read_measures": "layout.measures.scan",
    "read_statement": "layout.measures.statements",
    "write_glb": "geometry.export.gltf",
    "write_gltf": "geometry.export.gltf",
}

__all__ = [
    "Choices",
    "Company",
    "Sampler",
    "ShegongError",
    "__version__",
    "build_ground",
    "build_plan",
    "build_rite",
    "build_scene",
    "check_claims",
    "load_text",
    "read_measures",
    "read_statement",
    "write_glb",
    "write_gltf",
]


def __getattr__(name: str) -> Any:
    # A program that only reads measures should not wait for trimesh to load.
    if name in _HOME:
        return getattr(importlib.import_module(_HOME[name]), name)
    if name == "__version__":
        from geometry.assemble import version

        return version()
    raise AttributeError(f"module 'shegong' has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted(__all__)
