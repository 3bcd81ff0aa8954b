"""Shader programs made ready before there is anything to draw.

The driver compiles a program when it first draws with it, and in software that takes half a second for all of them: time in
which the ground is still being built. So a scene of a few triangles of each kind is drawn as the real one will be.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from geometry.scene import Material, Mesh, Node, Primitive, Scene
from viewer.camera import Camera
from viewer.pack import pack, rest_matrices
from viewer.quality import Quality, View
from viewer.renderer import Renderer
from viewer.skygrid import open_sky

SIZE = (64, 64)
WALKER = "walker"


def _scene() -> Scene:
    corners = np.array([[-1, 0, 0], [1, 0, 0], [0, 1, 0]], np.float32)
    normals = np.tile(np.array([[0, 0, 1]], np.float32), (3, 1))
    faces = np.array([[0, 1, 2]], np.uint32)
    materials = {
        "earth": Material("earth", (0.7, 0.6, 0.5)),
        "cloth": Material("target-cloth", (0.8, 0.8, 0.7), double_sided=True),
        "bronze": Material("bronze", (0.6, 0.5, 0.3), 0.3, 1.0),
        "foil": Material("foil", (0.6, 0.5, 0.3), 0.3, 1.0, double_sided=True),
    }
    meshes = {name: Mesh(name, (Primitive(corners, normals, faces, name),)) for name in materials}
    nodes = [Node(name, mesh=name, translation=(0.4 * n, 0.0, 0.0)) for n, name in enumerate(materials)]
    # Of these there are two each: what stands alone of its kind is lit beforehand, and has programs of its own.
    nodes += [
        Node(f"{name}-more", mesh=name, translation=(0.4 * n, 0.0, 1.0)) for n, name in enumerate(materials) if n % 2
    ]
    nodes.append(Node(WALKER, mesh="earth", translation=(0.0, 0.0, 2.0), layer="people"))
    nodes.append(Node("alone", mesh="lone", translation=(0.0, 0.0, -1.0)))
    meshes["lone"] = Mesh("lone", (Primitive(corners, normals, faces, "cloth"),))
    meshes["stone"] = Mesh("stone", (Primitive(corners, normals, faces, "earth"),))
    nodes.append(Node("stone", mesh="stone", translation=(0.0, 0.0, -2.0)))
    return Scene(materials, meshes, tuple(nodes))


def warming(quality: Quality) -> Iterator[Renderer]:
    """Draw the few triangles, frame by frame; each time the renderer that did it, whose programs are good for others."""
    scene = _scene()
    packed = pack(scene)
    world = np.asarray(rest_matrices(scene.nodes), np.float32)
    live = np.array([scene.nodes[n].name == WALKER for n in packed.node], bool)
    packed.moving[:] = live
    renderer = Renderer(packed, quality)
    yield renderer
    for _ in renderer.baking_sky(world, None, 1):
        yield renderer
    renderer.set_sky(open_sky())
    camera = Camera((0.0, 1.0, 6.0), (0.0, 0.5, 0.0))
    for frame in range(5):
        view = View(camera if frame else camera.orbit(5.0, 0.0), SIZE, soon=lambda: live, draft=frame == 0)
        world[packed.node[live], 0, 3] += np.float32(0.1)
        renderer.draw(world, view)
        yield renderer
