"""The ground of a plan as nodes and meshes: court, hall, range and what stands still in them, each hideable by its layer."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from functools import cache
from typing import Any

import numpy as np

from geometry import court, hall
from geometry import range as the_range
from geometry.catalogue import CATALOGUE
from geometry.finish import to_mesh
from geometry.scene import IDENTITY, Mesh, Node, Quat, Vec3, facing_quaternion, to_world
from geometry.sizes import Sizes, check_sizes, evidence, evidence_row
from geometry.solids import Solid, copies, frame
from layout.evidence.model import Evidence
from layout.plan.model import Footprint, Plan

STILL = ("mat", "wine-stand", "jar", "basket", "basin", "water-jar", "chimes", "mark", "screen")
"""Kinds of footprint that stay where they are during the rite; rack, tally-holder and cup-stand are carried in."""


class _Scene:
    """Collects nodes and shared meshes while the ground is put together."""

    def __init__(self, plan: Plan, lod: int) -> None:
        self.plan, self.ground, self.lod = plan, plan.ground, lod
        self.size = Sizes(plan.ground)
        self.unit = float(plan.ground.metres_per_chi)
        self.nodes: list[Node] = []
        self.meshes: dict[str, Mesh] = {}
        self._dimensions: dict[str, tuple[str, ...]] = {}

    def shape(self, name: str, solids: Sequence[Solid]) -> str:
        """A mesh under a name, built once."""
        if name not in self.meshes:
            self.meshes[name] = to_mesh(solids, name)
            self._dimensions[name] = tuple(dict.fromkeys(d for s in solids for d in s.dimensions))
        return name

    def made(self, name: str, mesh: Mesh, dimensions: tuple[str, ...]) -> str:
        """A mesh that is there already."""
        self.meshes[name] = mesh
        self._dimensions[name] = dimensions
        return name

    def add(
        self, name: str, label: str, label_en: str, layer: str, mesh: str | None, at: Vec3 = (0.0, 0.0, 0.0),
        rotation: Quat = IDENTITY, parent: str | None = None, scale: float = 1.0, steps: Iterable[Evidence] = (),
        dimensions: tuple[str, ...] = (), kind: str = "",
    ) -> None:  # fmt: skip
        """One node, with its labels and evidence."""
        names = dimensions or self._dimensions.get(mesh or "", ())
        rows = [evidence_row(step, self.unit) for step in steps] + evidence(self.ground, names)
        extras: dict[str, Any] = {"id": name, "label": label, "label_en": label_en}
        if kind:
            extras["kind"] = kind
        if rows:
            extras["evidence"] = rows
        self.nodes.append(Node(name, parent, mesh, at, rotation, (scale, scale, scale), layer, extras))

    def built(
        self, name: str, label: str, label_en: str, solids: Sequence[Solid], layer: str | None = None, **more: Any
    ) -> None:
        """A node with a mesh of its own, in the frame of the scene unless placed."""
        if solids:
            self.add(name, label, label_en, layer or solids[0].layer, self.shape(name, solids), **more)


def build_ground(plan: Plan, lod: int = 0) -> tuple[list[Node], dict[str, Mesh]]:
    """Everything that stands still, placed by the plan: (nodes, parents first; meshes by id).

    `lod` 0 is full detail, 1 the coarse form for drawing in software. Layers: ground, landscape, platform, hall, walls, roof,
    court, range, things. Carried things come from `geometry.catalogue`. GroundError naming the dimension where one is absurdly great.
    """
    check_sizes(plan.ground)
    scene = _Scene(plan, lod)
    _court(scene)
    _hall(scene)
    _range(scene)
    _things(scene)
    return scene.nodes, scene.meshes


def _court(scene: _Scene) -> None:
    ground, lod, unit = scene.ground, scene.lod, scene.unit
    spots = [(float(p.x) * unit, float(p.y) * unit, 0.9) for p in scene.plan.places.values() if p.level == 0]
    scene.built("court", "庭", "court", court.build_surface(ground, spots, lod))
    run = scene.size.number("step.count") * scene.size("step.tread")
    path = scene.shape("path", court.build_path(ground, lod))
    for name, label, english, side in (
        ("path-east", "東堂塗", "east path", 1),
        ("path-west", "西堂塗", "west path", -1),
    ):
        scene.add(name, label, english, "court", path, (side * scene.size("stairs.x"), 0.0, run))
    gate_z = -scene.size("court.gate-y")
    labels = {
        "gate": ("門", "gate"),
        "lodge-east": ("東塾", "east lodge"),
        "lodge-west": ("西塾", "west lodge"),
        "gate-roof": ("門屋", "roof of the gate"),
    }
    for name, parts in court.build_gate(ground, lod).items():
        scene.built(name, *labels[name], parts, at=(0.0, 0.0, gate_z))
    house = court.build_house_gate(ground, lod)
    for name, label, english in (
        ("guest-gate", "賓門", "gate of the guest's house"),
        ("host-gate", "主人門", "gate of the host's house"),
    ):
        at = to_world(float(ground.chi(f"{name}.x")), float(ground.chi(f"{name}.y")), 0, unit)
        scene.add(name, label, english, "court", scene.shape("house-gate", house), at)
    if ground.options.get("stele") == "on" or "stele" in scene.plan.footprints:
        mark = scene.plan.footprints.get("stele")
        at = to_world(float(mark.x), float(mark.y), 0, unit) if mark else (0.0, 0.0, -scene.size("stele.y"))
        scene.built("stele", "碑", "stele", court.build_stele(ground, lod), at=at, steps=mark.evidence if mark else ())
    _walls(scene)
    _trees(scene)


def _walls(scene: _Scene) -> None:
    """The court wall where the reading has one; else only a length of it on each side of the lodges."""
    size, edge = scene.size, court.extent(scene.ground)
    gate_z = -size("court.gate-y")
    inner = size("gate.width") / 2 + size("lodge.width")
    if scene.ground.options.get("walls") == "walled":
        north = size("platform.depth") + 12 * scene.unit
        east = edge.court_x + size("wall.thickness") / 2
        spans = {
            "court-wall-north": (0.0, -north, 2 * east, 0.0),
            "court-wall-east": (east, (gate_z - north) / 2, gate_z + north, 90.0),
            "court-wall-west": (-east, (gate_z - north) / 2, gate_z + north, 90.0),
            "court-wall-gate-east": ((east + inner) / 2, gate_z, max(east - inner, 1.0), 0.0),
            "court-wall-gate-west": (-(east + inner) / 2, gate_z, max(east - inner, 1.0), 0.0),
        }
    else:
        long = 16 * scene.unit
        spans = {
            f"court-wall-gate-{k}": (s * (inner + long / 2), gate_z, long, 0.0) for k, s in (("east", 1), ("west", -1))
        }
    for name, (x, z, long, yaw) in spans.items():
        key = f"court-wall-{round(long * 1000)}"
        shape = scene.shape(key, court.build_wall_run(scene.ground, long, scene.lod, 3))
        half = math.radians(yaw) / 2
        scene.add(name, "牆", "court wall", "court", shape, (x, 0.0, z), (0.0, math.sin(half), 0.0, math.cos(half)))


_TREE = ("scenery.tree",)


@cache
def _tree(seed: int, lod: int, height: float, name: str) -> Mesh:
    """The mesh of a tree: the same on every ground."""
    return to_mesh(court.build_tree(seed, lod, height), name)


@cache
def _far_tree(seed: int, lod: int) -> Mesh:
    """The mesh of a tree in the distance."""
    return to_mesh(court.build_far_tree(seed + 3, 8.0 + 0.8 * seed, lod), f"tree-woods-{seed}")


@cache
def _wood(seed: int, lod: int) -> Mesh:
    """The mesh of a stretch of wood: the same on every ground."""
    return to_mesh(court.build_wood(seed + 11, lod), f"wood-{seed}")


def _trees(scene: _Scene) -> None:
    """Trees along the court and in the fields, never on court, lane or gates; bushes on its edge; grass where nobody walks."""
    edge, lod = court.extent(scene.ground), scene.lod
    rng = np.random.default_rng(29)
    near = [scene.made(f"tree-{k}", _tree(k, lod, 6.4 + 1.1 * k, f"tree-{k}"), _TREE) for k in range(3)]
    far = near
    if lod == 0:
        far = [scene.made(f"tree-far-{k}", _tree(k, 1, 6.6 + 1.2 * k, f"tree-far-{k}"), _TREE) for k in range(2)]
    gates = [
        to_world(float(scene.ground.chi(f"{g}-gate.x")), float(scene.ground.chi(f"{g}-gate.y")), 0, scene.unit)
        for g in ("guest", "host")
    ]

    def plant(name: str, label: str, english: str, shape: str, x: float, z: float, low: float, high: float) -> bool:
        turn = float(rng.random()) * math.pi
        scale = low + (high - low) * float(rng.random())
        if any(math.hypot(x - gx, z - gz) < 13.0 for gx, _, gz in gates):
            return False
        at = (x, -0.1, z)
        scene.add(name, label, english, "ground", shape, at, (0.0, math.sin(turn), 0.0, math.cos(turn)), scale=scale)
        return True

    # A loose row on each side of the court, and a stand behind the hall.
    number = 0
    long = -edge.court_south + edge.court_north
    rows = 5 if lod == 0 else 4
    for side in (-1, 1):
        for k in range(rows):
            z = -edge.court_north + long * (k + 0.5) / rows * 0.92 + float(rng.normal(0, 2.2))
            x = side * (edge.court_x + 5.5 + 3.5 * float(rng.random()))
            if side < 0 and z > 25.0:
                continue  # the south-west stays open: from there the whole range is seen
            number += plant(f"tree-at-{number + 1}", "樹", "tree", near[k % 3], x, z, 0.85, 1.2)
    behind = 10 if lod == 0 else 5
    for k in range(behind):
        x = (k - (behind - 1) / 2) / behind * 1.5 * edge.field_x + float(rng.normal(0, 2.0))
        z = -edge.court_north - 6.0 - 9.0 * float(rng.random())
        number += plant(f"tree-at-{number + 1}", "樹", "tree", far[k % len(far)], x, z, 0.9, 1.3)
    _woods(scene, number, plant)
    bush = scene.shape("shrub", court.build_shrub(5, lod))
    for k in range(8):
        side = 1 if k % 2 else -1
        z = -edge.court_north + long * float(rng.random())
        plant(
            f"shrub-at-{k + 1}",
            "灌木",
            "bush",
            bush,
            side * (edge.court_x + 2.0 + 2.5 * float(rng.random())),
            z,
            0.7,
            1.3,
        )
    spots: list[np.ndarray] = []
    busy = [(float(p.x) * scene.unit, -float(p.y) * scene.unit) for p in scene.plan.places.values()]
    count = 150 if lod == 0 else 48
    while len(spots) < count:
        x, z = float(rng.uniform(-1, 1)) * (edge.court_x + 9), float(rng.uniform(5.0, -edge.court_south + 6))
        if len(spots) > count * 0.45:
            # Grass seeds itself: half of the tufts stand beside an older one.
            mother = spots[int(rng.integers(int(count * 0.45)))]
            x, z = (float(mother[k, 3]) + float(rng.normal(0, 0.8)) for k in (0, 2))
        if (
            abs(x) < 3.4
            or abs(abs(x) - scene.size("stairs.x")) < 1.6
            or any(abs(x - bx) + abs(z - bz) < 2.2 for bx, bz in busy)
        ):
            continue
        spots.append(frame((x, 0.0, z), float(rng.random() * 360), 0, 0, 0.7 + 0.7 * float(rng.random())))
    tuft = court.build_tuft(3)[0]
    many = Solid(
        "tufts",
        copies(tuft.mesh, np.array(spots)),
        tuft.material,
        ("scenery.grass",),
        "ground",
        np.tile(np.asarray(tuft.colors), (len(spots), 1)),
        bulge=(0.0, -60.0, 30.0),
    )
    scene.built("tufts", "草", "tufts of grass", [many])


def _woods(scene: _Scene, number: int, plant: Callable[..., bool]) -> None:
    """A loose belt of distant trees north and east of the court and beyond the gate: what the eye rests on behind the hall and target."""
    edge, lod = court.extent(scene.ground), scene.lod
    shapes = [scene.made(f"tree-woods-{k}", _far_tree(k, lod), _TREE) for k in range(3)]
    rng = np.random.default_rng(43)
    spots = [(-0.95 + 0.19 * k, -edge.court_north - 20.0, 0.0) for k in range(11)]
    spots += [(0.0, 0.0, 0.08 + 0.2 * k) for k in range(5)]
    spots += [(-0.8 + 0.32 * k, -edge.court_south + 26.0, 0.0) for k in range(6)]
    for k, (across, z, along) in enumerate(spots):
        x = across * edge.field_x + float(rng.normal(0, 4.0))
        z += float(rng.uniform(-10.0, 10.0))
        if along:
            x, z = edge.court_x + 17.0 + 12.0 * float(rng.random()), z - edge.court_south * along
        number += plant(f"tree-at-{number + 1}", "樹", "tree", shapes[k % 3], x, z, 0.85, 1.35)
    _belt(scene)


_BELT = (
    (-80, 176, 1.2), (-56, 205, 1.4), (-31, 178, 1.25), (-12, 160, 1.1), (3, 196, 1.35), (17, 158, 1.15), (31, 188, 1.3),
    (46, 158, 1.15), (61, 190, 1.3), (79, 166, 1.2), (103, 185, 1.3), (146, 205, 1.3), (186, 215, 1.4),
)  # fmt: skip
"""Stretches of wood round the range: bearing in degrees from north by east and distance in metres from the middle of the lane, size."""


def _belt(scene: _Scene) -> None:
    """Woods in the middle distance, behind the hall, on both sides and beyond the gate; open to the south-west, from where one looks."""
    shapes = [scene.made(f"wood-{k}", _wood(k, scene.lod), _TREE) for k in range(2)]
    for k, (bearing, far, scale) in enumerate(_BELT):
        angle = math.radians(bearing)
        at = (far * math.sin(angle), -0.1, 40.0 - far * math.cos(angle))
        # Each stretch lies across the line of sight, now with this side to the viewer, now with that.
        half = math.radians((180.0 if k % 4 > 1 else 0.0) - bearing + 9.0 * math.sin(2.4 * k)) / 2
        turn = (0.0, math.sin(half), 0.0, math.cos(half))
        scene.add(f"wood-at-{k + 1}", "林", "wood", "landscape", shapes[k % 2], at, turn, scale=scale)


def _hall(scene: _Scene) -> None:
    ground, lod = scene.ground, scene.lod
    lines = hall.measure(ground)
    plan = scene.plan.footprints
    scene.add("hall", "堂", "hall", "hall", None, dimensions=("hall.width", "hall.depth", "hall.inner-width"))

    def steps(name: str) -> tuple[Evidence, ...]:
        return plan[name].evidence if name in plan else ()

    scene.built(
        "platform",
        "堂基",
        "platform of the hall",
        hall.build_platform(ground, lod),
        parent="hall",
        steps=steps("platform"),
    )
    flight = scene.shape("stairs", hall.build_stairs(ground, lod))
    pillar = scene.shape("pillar", hall.build_pillar(ground, lod))
    for side, sign, stair, post in (("east", 1, "阼階", "東楹"), ("west", -1, "西階", "西楹")):
        scene.add(
            f"stairs-{side}",
            stair,
            f"{side} stairs",
            "platform",
            flight,
            (sign * scene.size("stairs.x"), 0.0, 0.0),
            parent="hall",
            steps=steps(f"stairs-{side}"),
        )
        scene.add(
            f"pillar-{side}",
            post,
            f"{side} pillar",
            "hall",
            pillar,
            (sign * lines.pillar_x, lines.floor, -lines.pillar_y),
            parent="hall",
            steps=steps(f"pillar-{side}"),
        )
    purlins = (
        ("eave-purlin", "庪", "front eave purlin"),
        ("lintel", "楣", "front lintel"),
        ("ridge", "棟", "ridge"),
        ("lintel-rear", "後楣", "rear lintel"),
        ("eave-purlin-rear", "後庪", "rear eave purlin"),
    )
    for k, (name, label, english) in enumerate(purlins):
        scene.built(name, label, english, hall.build_purlin(ground, k, lod), parent="hall")
    scene.built("frames", "梁架", "cross-frames", hall.build_frames(ground, lod), parent="hall")
    scene.built("rafters", "椽", "rafters", hall.build_rafters(ground, lod), parent="hall")
    scene.built("roof", "屋", "roof", hall.build_roof(ground, lod), "roof-cover", parent="hall", steps=steps("roof"))
    for side, east, wall, end in (("east", True, "東序", "東榮"), ("west", False, "西序", "西榮")):
        scene.built(f"eaves-{side}", end, f"{side} end of the roof", hall.build_eaves(ground, east, lod), parent="hall")
        scene.built(
            f"wall-{side}",
            wall,
            f"{side} wall of the hall",
            hall.build_side_wall(ground, east, lod),
            parent="hall",
            steps=steps(f"wall-{side}"),
        )
        scene.built(f"gable-{side}", "山牆", f"{side} gable wall", hall.build_gable(ground, east, lod), parent="hall")
    scene.built(
        "wall-rear", "北墉", "rear wall", hall.build_rear_wall(ground, lod), parent="hall", steps=steps("wall-rear")
    )
    scene.built("chamber", "室房", "chamber and side rooms", hall.build_chamber(ground, lod), parent="hall")


_PARTS = {
    "center": ("中", "middle of the target"), "body-upper": ("上躬", "upper body"), "body-lower": ("下躬", "lower body"),
    "tongue-upper": ("上舌", "upper tongue"), "tongue-lower": ("下舌", "lower tongue"), "post-east": ("東植", "east post"),
    "post-west": ("西植", "west post"), "cord-upper": ("上綱", "upper cord"), "cord-lower": ("下綱", "lower cord"),
    "cord-left": ("左下綱", "lower left cord"), "loops": ("縜", "loops"), "stays": ("維", "stays"), "seams": ("縫", "seams"),
    "bullseye": ("正", "bullseye"),
}  # fmt: skip
_LOWER = ("tongue-lower", "cord-lower", "cord-left", "loops", "stays")


def _range(scene: _Scene) -> None:
    """The targets where the plan has them; of three, the nearest is called `target` as in the district rite."""
    great = scene.ground.options.get("range") == "dashe"
    for mark in scene.plan.footprints.values():
        if mark.kind == "target":
            kind = "target-near" if great and mark.id == "target" else mark.id
            _one_target(scene, mark, kind)


def _one_target(scene: _Scene, mark: Footprint, kind: str) -> None:
    """A target whose parts are nodes of their own; the lower left end in both states (…-folded is scaled to nothing)."""
    root = mark.id
    at = to_world(float(mark.x), float(mark.y), 0, scene.unit)
    turn = facing_quaternion(float(mark.facing))
    # 大侯九十，參七十，干五十: beside the two others the nearest has a name of its own.
    name, english = ("干侯", "the near target") if kind == "target-near" else (mark.name, mark.name_en)
    scene.add(root, name, english, "range", None, at, turn, steps=mark.evidence, kind="target")
    groups: dict[str, list[Solid]] = {}
    for solid in the_range.build_target(scene.ground, scene.lod, kind):
        groups.setdefault(_part(solid, kind), []).append(solid)
    scene.add(
        f"{root}-lower", "下个", "lower strip, cord tied", "range", None, parent=root, dimensions=("target.bottom",)
    )
    scene.add(
        f"{root}-lower-folded",
        "中掩束之",
        "lower strip, left end folded over and bound",
        "range",
        None,
        parent=root,
        scale=0.0,
        dimensions=("target.fold",),
    )
    for part, solids in groups.items():
        parent = f"{root}-lower" if part in _LOWER else root
        scene.built(f"{root}-{part}", *_PARTS[part], solids, parent=parent)
    for solid in the_range.build_target(scene.ground, scene.lod, kind, "folded"):
        part = _part(solid, kind)
        if part in _LOWER:
            scene.built(f"{root}-{part}-folded", *_PARTS[part], [solid], parent=f"{root}-lower-folded")


def _part(solid: Solid, kind: str) -> str:
    part = solid.id.removeprefix(kind + "-")
    if part.startswith("center"):
        return "center"
    return "bullseye" if part.startswith(("bullseye", "deer", "boar")) else part


def _things(scene: _Scene) -> None:
    for mark in scene.plan.footprints.values():
        kind = _kind(scene, mark)
        if mark.kind in STILL and kind in CATALOGUE:
            at = to_world(float(mark.x), float(mark.y), float(mark.base), scene.unit)
            solids = CATALOGUE[kind](scene.ground, scene.lod) if kind not in scene.meshes else ()
            shape = scene.shape(kind, solids)
            layer = "hall" if kind == "mark" else "range" if kind == "screen" else "things"
            turn = facing_quaternion(float(mark.facing))
            scene.add(mark.id, mark.name, mark.name_en, layer, shape, at, turn, steps=mark.evidence, kind=mark.kind)
    _ladles(scene)


_LADLES = {
    "wine-jar": ("wine-ladle", "勺", "ladle of the wine"),
    "dark-wine-jar": ("dark-wine-ladle", "勺", "ladle of the dark wine"),
    "water-jar": ("water-ladle", "枓", "ladle of the water"),
}


def _ladles(scene: _Scene) -> None:
    """皆加勺: a ladle stands in each jar, its handle toward whoever comes to it from the south."""
    placed = {node.name for node in scene.nodes}
    tilt = math.radians(-54.0) / 2
    for jar, (name, label, english) in _LADLES.items():
        if jar not in placed:
            continue
        kind = "water-jar" if jar == "water-jar" else "wine-jar"
        shape = scene.shape("ladle", () if "ladle" in scene.meshes else CATALOGUE["ladle"](scene.ground, scene.lod))
        high, long = scene.size(f"{kind}.height"), scene.size("ladle.length")
        # The handle leaves over the front of the rim; half of the ladle is inside.
        at = (0.0, high + long * 0.10, scene.size(f"{kind}.mouth") * 0.16)
        scene.add(
            name,
            label,
            english,
            "things",
            shape,
            at,
            (math.sin(tilt), 0.0, 0.0, math.cos(tilt)),
            parent=jar,
            kind="ladle",
        )


def _kind(scene: _Scene, mark: Footprint) -> str:
    """Which builder makes the thing of a footprint: jars by id, mats by length and layers."""
    if mark.kind == "jar":
        return mark.id if mark.id in CATALOGUE else "wine-jar"
    if mark.kind == "mat":
        xs, ys = [x for x, _ in mark.ring], [y for _, y in mark.ring]
        length = max(max(xs) - min(xs), max(ys) - min(ys))
        if length == scene.size.chi("mat-long.length") != scene.size.chi("mat.length"):
            return "mat-long"
        high = 0 if mark.top is None else mark.top - mark.base
        return "mat-double" if high > scene.size.chi("mat.thickness") * Fraction(3, 2) else "mat"
    return mark.kind
