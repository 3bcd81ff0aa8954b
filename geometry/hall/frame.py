"""The lines of the hall in metres: where purlins, frames, walls and roof run. All its carpentry is cut to these.

x east, y north of the hall's south edge, heights above the court. A hall of five purlins 五架: front 庪, front 楣, 棟, and
the two behind mirrored about the ridge. The chamber of a 庠 lies behind the rear lintel, under the last bay.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

from geometry.sizes import Sizes
from geometry.solids import Point
from layout.errors import GroundError
from layout.evidence.model import Ground


@dataclass(frozen=True)
class Frame:
    """Lines of the hall, metres. `purlins` are the five y of the purlins, front to back; `frames` the x of the cross-frames."""

    width: float
    inner: float
    floor: float
    purlins: tuple[float, ...]
    slope: float
    eave: float
    overhang: float
    purlin_radius: float
    pillar_x: float
    pillar_y: float
    side_wall_x: float
    gable_x: float
    wall: float
    wall_south: float
    partition_y: float
    rear_y: float
    platform_x: float
    platform_north: float
    chamber: bool
    hipped: bool
    tiled: bool

    @property
    def ridge(self) -> float:
        """y of the ridge purlin."""
        return self.purlins[2]

    def height(self, y: float) -> float:
        """Height above the court of the line through the middles of the purlins."""
        return self.floor + self.eave + self.slope * (self.ridge - self.purlins[0] - abs(y - self.ridge))

    def under(self, y: float) -> float:
        """Height of the underside of a purlin at y: what posts and beams reach up to."""
        return self.height(y) - self.purlin_radius

    def roof(self, y: float) -> float:
        """Height of the line on which the rafters lie (the upper tangent of the purlins)."""
        return self.height(y) + self.purlin_radius * math.hypot(1.0, self.slope)

    @property
    def ridge_half(self) -> float:
        """Half the length of the ridge: the full width, or what two hips of the same slope leave of it."""
        return (
            max(self.width - (self.ridge - self.purlins[0] + self.overhang), self.width * 0.15)
            if self.hipped
            else self.width
        )

    def cover(self, x: float, y: float) -> float:
        """Height of the rafters above a point: as `roof`, but under the hips of a hipped roof as low as they come."""
        high = self.roof(y)
        if not self.hipped:
            return high
        eave = self.roof(self.purlins[0] - self.overhang)
        steep = (self.roof(self.ridge) - eave) / (self.width - self.ridge_half)
        return min(high, eave + steep * (self.width - abs(x)))

    @property
    def frames(self) -> tuple[float, ...]:
        """x of the cross-frames: two free ones over the pillars, two in the side walls, two in the gables."""
        return (-self.gable_x, -self.side_wall_x, -self.pillar_x, self.pillar_x, self.side_wall_x, self.gable_x)


def at(x: float, y: float, height: float) -> Point:
    """Plan metres (x east, y north) and height to the frame of the scene (+Y up, +Z south)."""
    return (x, height, -y)


def measure(ground: Ground) -> Frame:
    """Read the hall's lines from the dimensions of a ground; GroundError where they contradict each other."""
    size = Sizes(ground)
    options = ground.options
    chamber = options.get("chamber", "none") == "yes"
    eave_y, lintel_y, ridge_y = size("hall.eave-purlin-y"), size("hall.lintel-y"), size("hall.ridge-y")
    if not eave_y < lintel_y < ridge_y:
        raise GroundError(
            f"hall: purlins must follow each other northward: 庪 {eave_y:.3f}, 楣 {lintel_y:.3f}, 棟 {ridge_y:.3f} m "
            "(hall.eave-purlin-y, hall.lintel-y, hall.ridge-y)"
        )
    purlins = (eave_y, lintel_y, ridge_y, 2 * ridge_y - lintel_y, 2 * ridge_y - eave_y)
    wall = size("wall-inner.thickness")
    inner, width = size("hall.inner-width") / 2, size("hall.width") / 2
    verge = size("roof.verge")
    side = inner + wall / 2
    gable = width - verge - wall / 2
    pillar_x = size("hall.pillar-gap") / 2
    if not 0 < pillar_x < inner:
        raise GroundError("hall: pillars stand outside the side walls (hall.pillar-gap, hall.inner-width)")
    if gable < side + wall:
        raise GroundError("hall: no room between side walls and roof ends (hall.width, hall.inner-width)")
    pitch = size.number("hall.roof-pitch")
    depth = size("hall.depth")
    if depth <= size("wall.y-south"):
        raise GroundError("hall: the side walls begin behind its rear wall (wall.y-south, hall.depth)")
    # The rear wall's inner face is the end of the depth of the hall 堂深; behind a chamber it stands under the last purlin.
    rear = (purlins[4] if chamber else depth) + wall / 2
    platform_x = max(size("platform.width") / 2, gable + wall / 2 + 0.05)
    return Frame(
        width=width, inner=inner, floor=size("platform.height"), purlins=purlins, slope=2 * pitch,
        eave=size("hall.eave-purlin-height"), overhang=size("hall.front-overhang"),
        purlin_radius=size("purlin.diameter") / 2, pillar_x=pillar_x, pillar_y=size("hall.pillar-y"),
        side_wall_x=side, gable_x=gable, wall=wall,
        wall_south=size("wall.y-south"), partition_y=depth + wall / 2, rear_y=rear,
        platform_x=platform_x, platform_north=max(size("platform.depth"), rear + wall / 2 + 0.05), chamber=chamber,
        # 李如圭: officers' halls have two slopes 兩下, from a lord upward four 四注.
        hipped=options.get("rank", "shi") in ("zhuhou", "tianzi"), tiled=options.get("roof", "thatch") == "tile",
    )  # fmt: skip
