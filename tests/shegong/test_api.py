"""The public face: everything that it promises is there, and nothing heavy is imported before it is used."""

from __future__ import annotations

import subprocess
import sys
from fractions import Fraction

import shegong


def test_every_promised_name_is_there():
    for name in shegong.__all__:
        assert getattr(shegong, name) is not None


def test_importing_is_light():
    code = (
        "import sys, shegong; print([m for m in ('numpy', 'trimesh', 'pyglet', 'shapely', 'rich') if m in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_a_restated_lane_changes_what_depends_on_it():
    ground = shegong.build_ground(shegong.Choices(says=("侯道七十弓",)))
    assert ground.chi("target.center") == 14
    assert ground.chi("target.cloth") == 252
    assert ground.chi("screen.north") == 140
    assert shegong.build_ground().chi("target.cloth") == Fraction(160)
