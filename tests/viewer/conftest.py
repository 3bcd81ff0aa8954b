"""A small stage for tests of the viewer: ground, a hall with a roof, a target, things, and people who walk."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np
import pytest

from geometry.scene import Clip, Material, Mesh, Node, Primitive, Scene, Track
from viewer.model import Built, Choice, Hooks, Model, Request

# No test may leave anything in the cache of who runs it, nor find anything there.
os.environ["SHEGONG_CACHE"] = "off"

STEPS = [
    {
        "text": f"上射揖進{n}",
        "gloss": f"The upper archer bows and goes forward, {n}.",
        "start": n * 2000,
        "end": n * 2000 + 1500,
        "who": ["archer-1-upper"] if n % 2 == 0 else ["guest"],
        "notes": [("注", "揖者以進退為節")],
    }
    for n in range(5)
]


def box(size: tuple[float, float, float], material: str, base: float = 0.0) -> Primitive:
    """A box standing on `base` with split normals; x, y, z extents."""
    points, normals, faces = [], [], []
    for axis in range(3):
        for sign in (-1, 1):
            normal = np.zeros(3)
            normal[axis] = sign
            a, b = np.eye(3)[(axis + 1) % 3], np.eye(3)[(axis + 2) % 3]
            start = len(points)
            points += [normal + u * a + v * b for u, v in ((-1, -1), (1, -1), (1, 1), (-1, 1))]
            normals += [normal] * 4
            quad = [(0, 1, 2), (0, 2, 3)] if sign > 0 else [(0, 2, 1), (0, 3, 2)]
            faces += [tuple(start + i for i in face) for face in quad]
    where = np.array(points) * np.array(size) / 2 + (0, base + size[1] / 2, 0)
    return Primitive(where.astype(np.float32), np.array(normals, np.float32), np.array(faces, np.uint32), material)


def make_stage(sections: int = 2) -> Scene:
    """The stage. Two people: the guest stands at (4, 0, 6), the archer walks from (−4, 0, 10) north, 1 m in 2 s."""
    materials = {
        "earth": Material("earth", (0.74, 0.67, 0.54)),
        "lime": Material("lime", (0.85, 0.81, 0.73)),
        "thatch": Material("thatch", (0.72, 0.65, 0.48)),
        "black": Material("black", (0.20, 0.19, 0.21)),
        "skin": Material("skin", (0.75, 0.58, 0.45)),
        "target-cloth": Material("target-cloth", (0.81, 0.77, 0.67), double_sided=True),
        "bronze": Material("bronze", (0.65, 0.52, 0.29), 0.4, 1.0),
    }
    meshes = {
        "court": Mesh("court", (box((60, 0.2, 110), "earth", -0.2),)),
        "platform": Mesh("platform", (box((20, 0.7, 10), "earth"),)),
        "wall": Mesh("wall", (box((18, 3.2, 0.3), "lime", 0.7),)),
        "roof": Mesh("roof", (box((22, 0.4, 12), "thatch", 4.2),)),
        "target": Mesh("target", (box((4, 4, 0.04), "target-cloth", 0.3),)),
        "body": Mesh("body", (box((0.5, 1.4, 0.3), "black"),), (Mesh("body-far", (box((0.5, 1.4, 0.3), "black"),)),)),
        "head": Mesh("head", (box((0.2, 0.24, 0.2), "skin"),)),
        "jar": Mesh("jar", (box((0.5, 0.7, 0.5), "bronze"),)),
    }
    evidence = [
        {
            "dimension": "target.width",
            "clause": "侯道五十弓",
            "speaker": "記",
            "passage": "鄉射禮·記",
            "chi": "300",
            "metres": 69.3,
            "certainty": "stated",
        },
        {
            "dimension": "target.width",
            "clause": "弓二寸以為侯中",
            "speaker": "記",
            "passage": "鄉射禮·記",
            "chi": "10",
            "metres": 2.31,
            "certainty": "glossed",
        },
    ]
    nodes = [
        Node("court", mesh="court", translation=(0, 0, 35), layer="ground", extras={"label": "庭", "label_en": "court", "id": "court"}),
        Node("hall", layer="hall", extras={"label": "堂", "label_en": "hall", "id": "hall", "certainty": "glossed"}),
        Node("platform", "hall", "platform", (0, 0, -5), layer="platform", extras={"label": "堂基", "label_en": "platform", "id": "platform", "certainty": "stated"}),
        Node("wall", "hall", "wall", (0, 0, -9.5), layer="walls", extras={"label": "牆", "label_en": "wall", "id": "wall", "certainty": "conjectured"}),
        Node("roof", "hall", "roof", (0, 0, -5), layer="roof", extras={"label": "屋", "label_en": "roof", "id": "roof", "certainty": "inferred"}),
        Node("target", mesh="target", translation=(0, 0, 69.3), layer="range", extras={"label": "侯", "label_en": "target", "id": "target", "evidence": evidence}),
        Node("mark-upper", translation=(-0.7, 0.7, -5), layer="hall", extras={"id": "mark-upper"}),
        Node("jar", mesh="jar", translation=(6, 0, 4), extras={"label": "罍", "label_en": "water-jar", "id": "water-jar"}),
        Node("cup", mesh="jar", translation=(4.2, 1.0, 6), scale=(0.1, 0.1, 0.1), extras={"label": "爵", "label_en": "cup", "id": "cup"}),
    ]  # fmt: skip
    for role, zh, en, spot in (
        ("guest", "賓", "guest", (4, 0, 6)),
        ("archer-1-upper", "上射", "upper archer", (-4, 0, 10)),
    ):
        extras = {"kind": "person", "role": role, "id": role, "label": zh, "label_en": en}
        nodes.append(Node(role, None, None, spot, layer="people", extras=extras))
        nodes.append(Node(f"{role}-body", role, "body", layer="people"))
        nodes.append(Node(f"{role}-head", role, "head", (0, 1.4, 0), layer="people"))
        nodes.append(Node(f"{role}-hand-right", role, None, (0.2, 1.0, 0), layer="people"))
    times = np.array([0, 10_000], np.int64)
    walk = Track("archer-1-upper", "translation", times, np.array([[-4.0, 0, 10], [-4.0, 0, 5]]))
    clips = tuple(
        Clip(
            f"section-{18 + n}",
            10_000,
            (walk,),
            {"section": 18 + n, "title": "初射", "english": "first shooting", "steps": STEPS},
        )
        for n in range(sections)
    )
    return Scene(materials, meshes, tuple(nodes), clips)


@pytest.fixture(scope="session")
def stage() -> Scene:
    """The stage with two sections of ten seconds."""
    return make_stage()


@pytest.fixture(scope="session")
def model(stage: Scene) -> Model:
    """The stage ready for the window."""
    return Model(
        Built(
            stage,
            Request("zhou-xu"),
            {"target.width": ["∵ 「弓二寸以為侯中」50 × 2 寸"]},
            {"lane": 300.0},
            {"lane": "侯道", "target.width": "侯中"},
        )
    )


@pytest.fixture
def hooks(stage: Scene) -> Hooks:
    """What a command would give: two readings, the second with a wider target lane."""

    def build(request: Request, tick: Callable[[str, float], None]) -> Built:
        tick("ground", 0.5)
        lane = 300.0 if request.reading == "zhou-xu" else 420.0
        scene = make_stage()
        if lane != 300.0:
            moved = tuple(
                n
                if n.name != "target"
                else Node("target", None, "target", (0, 0, 97.0), layer="range", extras=n.extras)
                for n in scene.nodes
            )
            scene = Scene(scene.materials, scene.meshes, moved, scene.clips)
        return Built(scene, request, {}, {"lane": lane}, {"lane": "侯道"})

    return Hooks(
        build, (Choice(Request("zhou-xu"), "州序", "district"), Choice(Request("seventy"), "七十弓", "seventy"))
    )


@pytest.fixture(scope="session")
def display() -> Iterator[str]:
    """A screen in memory, for tests of the window; skips where there is no Xvfb."""
    if not shutil.which("Xvfb"):
        pytest.skip("no Xvfb here")
    read, write = os.pipe()
    server = subprocess.Popen(
        ["Xvfb", "-displayfd", str(write), "-screen", "0", "1000x700x24", "-nolisten", "tcp"],
        pass_fds=(write,),
        stderr=subprocess.DEVNULL,
    )
    os.close(write)
    with os.fdopen(read) as pipe:
        number = pipe.readline().strip()
    if not number:
        server.kill()
        pytest.skip("Xvfb does not start here")
    yield f":{number}"
    server.terminate()
    server.wait(10)


@pytest.fixture
def golden() -> Path:
    """The folder of pictures to compare with."""
    return Path(__file__).parent / "golden"
