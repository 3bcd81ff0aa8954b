"""The hall 堂: platform, stairs, timber, walls, roof; one function a kind of part, all cut to `geometry.hall.frame`."""

from geometry.hall.carpentry import build_frames, build_pillar, build_purlin, build_rafters
from geometry.hall.frame import Frame, measure
from geometry.hall.platform import build_platform, build_stairs
from geometry.hall.roof import build_eaves, build_roof
from geometry.hall.walls import build_chamber, build_gable, build_rear_wall, build_side_wall

__all__ = [
    "Frame", "build_chamber", "build_eaves", "build_frames", "build_gable", "build_pillar", "build_platform",
    "build_purlin", "build_rafters", "build_rear_wall", "build_roof", "build_side_wall", "build_stairs", "measure",
]  # fmt: skip
