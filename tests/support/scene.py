"""A small scene with everything that an export must carry: tree, shared meshes, hidden things, two sections, evidence."""

from __future__ import annotations

import base64
import math
from fractions import Fraction

import numpy as np

from geometry.scene import Clip, Material, Mesh, Node, Primitive, Scene, Track, facing_quaternion


def box(material: str = "cloth", size: float = 1.0) -> Primitive:
    import trimesh

    mesh = trimesh.creation.box((size, size, size))
    mesh.unmerge_vertices()
    return Primitive(
        mesh.vertices.astype(np.float32),
        mesh.vertex_normals.astype(np.float32),
        mesh.faces.astype(np.uint32),
        material,
        np.full((len(mesh.vertices), 3), 0.8, dtype=np.float32),
    )


def turn(degrees: list[float]) -> np.ndarray:
    """Quaternions of a turn about the vertical, with no flip between neighbours."""
    half = np.radians(degrees) / 2
    return np.column_stack([np.zeros_like(half), np.sin(half), np.zeros_like(half), np.cos(half)])


def sample_scene() -> Scene:
    evidence = [
        {
            "clause": "中十尺",
            "speaker": "記",
            "passage": "鄉射禮·記",
            "chi": Fraction(10),
            "metres": 2.31,
            "certainty": "stated",
        }
    ]
    nodes = (
        Node(
            "target",
            mesh="box",
            translation=(0.0, 1.0, 69.3),
            extras={"label": "侯", "label_en": "target", "evidence": evidence},
        ),
        Node("guest", extras={"role": "guest", "kind": "person", "label": "賓"}, rotation=facing_quaternion(180)),
        Node("guest-head", parent="guest", mesh="box", translation=(0.0, 1.6, 0.0), scale=(0.2, 0.2, 0.2)),
        Node("guest-hand-left", parent="guest", mesh="box", translation=(0.3, 1.0, 0.1), scale=(0.1, 0.1, 0.1)),
        Node("cup", mesh="box", scale=(0.0, 0.0, 0.0)),
    )
    first = Clip(
        "section-18",
        4000,
        (
            Track("guest", "translation", np.array([0, 1000, 4000]), np.array([[0, 0, 0], [1, 0, 0], [1, 0, 3.0]])),
            Track("guest", "rotation", np.array([0, 1500, 3000]), turn([0, 170, 340])),
            Track("cup", "scale", np.array([0, 2000]), np.array([[0, 0, 0], [1, 1, 1.0]]), step=True),
        ),
        {"section": 18, "title": "初射", "steps": [{"text": "上耦揖進", "start": 0, "end": 4000}]},
    )
    second = Clip(
        "section-19",
        2500,
        (Track("guest-head", "rotation", np.array([0, 1250, 2500]), turn([0, 40, -20])),),
        {"section": 19, "title": "取矢", "steps": []},
    )
    return Scene(
        {"cloth": Material("cloth", (0.8, 0.75, 0.6), double_sided=True)},
        {"box": Mesh("box", (box(),))},
        nodes,
        (first, second),
        {"reading": "zhou-xu", "seed": 1, "metres_per_chi": 0.231, "version": "0"},
    )


def world_frames(result: dict, scene: Scene) -> dict[str, np.ndarray]:
    """What tests/tools/world.mjs prints, as one (nodes, 4, 4) array a time, in the order of the scene's nodes."""
    index = {name: n for n, name in enumerate(result["names"])}
    order = [index[node.name] for node in scene.nodes]
    return {
        t: np.frombuffer(base64.b64decode(text), np.float32).reshape(-1, 4, 4).transpose(0, 2, 1)[order]
        for t, text in result["frames"].items()
    }


def angles_between(a: np.ndarray, b: np.ndarray) -> np.ndarray:
    """Degrees between the rotations of two rows of (n, 3, 3) matrices."""
    far = np.linalg.norm(a.astype(np.float64) - b, axis=(1, 2)) / (2 * math.sqrt(2))
    angles: np.ndarray = np.degrees(2 * np.arcsin(np.minimum(1.0, far)))
    return angles


def angle_between(a: np.ndarray, b: np.ndarray) -> float:
    """Degrees between the rotations of two (3, 3) matrices."""
    # The arc sine of the distance is exact for small angles, where the arc cosine of the trace is not.
    return math.degrees(2 * math.asin(min(1.0, float(np.linalg.norm(a - b)) / (2 * math.sqrt(2)))))
