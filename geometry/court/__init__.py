"""The court 庭: ground, paths, wall, gate with lodges, stele, trees."""

from geometry.court.enclosure import build_gate, build_house_gate, build_stele, build_wall_run
from geometry.court.plants import build_far_tree, build_shrub, build_tree, build_tuft, build_wood
from geometry.court.surface import build_path, build_surface, extent

__all__ = [
    "build_far_tree", "build_gate", "build_house_gate", "build_path", "build_shrub", "build_stele", "build_surface", "build_tree", "build_tuft",
    "build_wall_run", "build_wood", "extent",
]  # fmt: skip
