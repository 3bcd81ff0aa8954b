"""Figures: triangle budgets, shared meshes, closed and sound parts, the same seed the same people."""

from __future__ import annotations

import numpy as np
import pytest

from geometry.animate import cast_of, posed, variants
from geometry.figure.figure import build_figure, figure_materials, person, shown_triangles, wardrobe
from geometry.figure.hands import SHAPES
from geometry.figure.measure import HAND
from geometry.figure.shape import triangles
from geometry.figure.tree import JOINTS, people_nodes
from geometry.motion import quat
from geometry.motion.pierce import skin
from geometry.motion.poses import load_hands, load_poses
from geometry.motion.rehearsal import rehearse, role_of
from layout.errors import UnknownNameError
from rite.dress import load_dress

ROLES = [
    "host",
    "guest",
    "grandee-1",
    "guest-2",
    "usher",
    "archer-1-upper",
    "caller",
    "zither-1",
    "attendant-1",
    "nobody-else",
]
STANDING = {"upper-left": "bag", "upper-right": "bag", "fore-left": "bag", "fore-right": "bag"}


@pytest.mark.parametrize("role", ROLES)
@pytest.mark.parametrize(("lod", "most", "bared"), [("court", 1500, 1620), ("far", 650, 660)])
def test_triangles_shown(role: str, lod: str, most: int, bared: int) -> None:
    """Hands out and all, in the dearest form of each part: dressed, and stripped for shooting."""
    figure = build_figure(person(role), lod)
    assert 300 < shown_triangles(figure, STANDING) <= most

    def dearest(forms: tuple[str, ...]) -> int:
        return sum(
            max((triangles(figure.meshes[m]) for v, m in choices.items() if not v.startswith(forms)), default=0)
            for choices in figure.slots.values()
        )

    assert dearest(("bare", "guard", "ring")) <= most
    assert dearest(()) <= bared


def test_meshes_are_shared() -> None:
    nodes, meshes, _ = people_nodes([f"guest-{n}" for n in range(2, 30)])
    drawn = sum(node.mesh is not None for node in nodes)
    assert drawn > 6 * len(meshes)


@pytest.mark.parametrize("role", ROLES)
def test_parts_are_sound(role: str) -> None:
    figure = build_figure(person(role))
    materials = figure_materials()
    for mesh in figure.meshes.values():
        for part in mesh.primitives:
            assert part.material in materials
            assert np.isfinite(part.positions).all()
            assert np.allclose(np.linalg.norm(part.normals, axis=1), 1.0, atol=1e-3)
            assert part.faces.max() < len(part.positions)
            a, b, c = (part.positions[part.faces[:, k]].astype(float) for k in range(3))
            normal = np.cross(b - a, c - a)
            # Shading and winding agree: no face is lit from its back.
            mean = part.normals[part.faces].mean(axis=1)
            assert (np.einsum("ij,ij->i", normal, mean) > -1e-9).all(), mesh.id


def test_people_differ_and_repeat() -> None:
    many = [person(f"guest-{n}", seed=1) for n in range(2, 42)]
    assert many == [person(f"guest-{n}", seed=1) for n in range(2, 42)]
    assert many != [person(f"guest-{n}", seed=2) for n in range(2, 42)]
    looks = {(p.scale, p.beard, p.flesh, p.shade, p.hair) for p in many}
    assert len(looks) > 30
    heights = np.array([p.scale for p in many]) * 1.68
    assert 1.54 < heights.min() < heights.max() < 1.70


def test_nodes_follow_the_contract() -> None:
    nodes, meshes, _ = people_nodes(["host", "archer-1-upper"], labels={"host": ("主人", "host")})
    names = [n.name for n in nodes]
    assert len(set(names)) == len(names)
    for role in ("host", "archer-1-upper"):
        for wanted in (
            role,
            f"{role}-foot-left",
            f"{role}-foot-right",
            f"{role}-hand-left",
            f"{role}-hand-right",
            f"{role}-head",
        ):
            assert wanted in names
    known: set[str] = set()
    for node in nodes:
        assert node.parent is None or node.parent in known
        known.add(node.name)
        assert node.mesh is None or node.mesh in meshes
        assert min(node.scale) >= 0
    root = nodes[names.index("host")]
    assert root.extras["label"] == "主人"
    assert root.extras["kind"] == "person"
    assert len(JOINTS) == 12


def test_grandee_shows_an_under_robe_where_others_show_skin() -> None:
    grandee, plain = build_figure(person("grandee-1")), build_figure(person("archer-1-upper"))
    assert "under-red" in grandee.slots["upper-left"]["bare"]
    assert "under-red" not in plain.slots["upper-left"]["bare"]


def test_unknown_names_are_refused() -> None:
    with pytest.raises(UnknownNameError, match="chaofu"):
        person("host", "chaofoo")
    with pytest.raises(UnknownNameError, match="level of detail"):
        build_figure(person("host"), "courtly")


def test_sleeves_of_a_grandee_are_wider() -> None:
    outfits = load_dress().outfits
    assert outfits["chaofu-wide"].sleeve > outfits["chaofu"].sleeve

    def depth(role: str) -> float:
        figure = build_figure(person(role))
        mesh = figure.meshes[figure.slots["fore-left"]["bag"]]
        return float(-min(p.positions[:, 1].min() for p in mesh.primitives))

    assert depth("grandee-1") > 1.2 * depth("host")


@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("lod", ["near", "court", "far"])
def test_hands_differ_and_stay_small(shape: str, lod: str) -> None:
    """Every shape is its own, no longer than a hand, and a fist leaves room for what it is closed about."""
    figure = build_figure(person("host"), lod)
    corners = {
        v: np.vstack([p.positions[p.faces.ravel()] for p in figure.meshes[m].primitives])
        for v, m in figure.slots["hand-left"].items()
    }
    points = corners.pop(shape)
    assert 0.06 < np.ptp(points[:, 0]) < 0.16
    assert 0.09 < points[:, 2].max() < 0.20
    if lod != "far":
        assert all(np.abs(other - points).max() > 0.01 for other in corners.values())
    if shape == "fist" and lod != "far":
        assert np.hypot(points[:, 1], points[:, 2] - HAND).min() > 0.006


def test_shapes_of_hands_belong_to_poses_that_there_are() -> None:
    assert set(load_hands()) <= set(load_poses())
    assert load_hands()["hold-cup"] == ("cup", "cup")


def test_a_hand_that_holds_a_bow_is_closed() -> None:
    section = rehearse("draw-shoot")
    body = posed(section, cast_of([section]))["archer-1-upper"]
    assert set(body.shown["hand-left"].tolist()) == {"fist"}
    assert {"ring-fist", "ring-open"} <= set(body.shown["hand-right"].tolist())


def test_hands_within_sleeves_are_hidden_by_a_node_of_their_own() -> None:
    """Of one who only salutes no hand is ever seen; his scene, built of what occurs, has a node whose scale can say so."""
    section = rehearse("salute")
    people = cast_of([section])
    seen = variants([section], people)["guest"]["hand-left"]
    assert seen == {"open", ""}
    nodes, _, _ = people_nodes(["guest"], only={"guest": {"hand-left": seen}})
    by_name = {n.name: n for n in nodes}
    assert by_name["guest-hand-left"].mesh is None
    assert by_name["guest-hand-left-open"].mesh is not None


@pytest.mark.parametrize("name", ["rise", "kneel", "take"])
def test_feet_stay_under_the_hem_behind(name: str) -> None:
    """While he kneels down and rises no toe comes out behind the skirt that is worn."""
    section = rehearse(name)
    role = role_of(name)
    body = posed(section, cast_of([section]))[role]
    figure = wardrobe(role)
    for side in ("left", "right"):
        foot = skin(figure, f"foot-{side}", "shoe")
        for k in range(len(body.times)):
            at = quat.rotate(np.broadcast_to(body.rotation[f"foot-{side}"][k], (len(foot), 4)), foot)
            back = float((at + body.translation[f"foot-{side}"][k])[:, 2].min())
            hem = skin(figure, "skirt", str(body.shown["skirt"][k])) * body.scale["skirt"][k]
            hem = quat.rotate(np.broadcast_to(body.rotation["skirt"][k], (len(hem), 4)), hem)
            assert back > float(hem[:, 2].min() + body.translation["skirt"][k][2]) - 0.03, int(body.times[k])
