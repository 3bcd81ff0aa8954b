"""The viewer's renderer beside groups of `pyglet.model` drawing the same scene, in one run.

    python benchmarks/drawing.py [--people 40] [--frames 40] [--size 1280x720] [--real]

Both draw off-screen: every part is one node that moves every frame. Ours has sun, sky light, tone curve and (in the last rows)
ink and shadow; pyglet's groups have the plain shader that comes with it. `--real` draws the first shooting instead of figures of boxes.
"""

from __future__ import annotations

import argparse
import itertools
import resource
import sys
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np

from geometry.scene import Clip, Material, Mesh, Node, Primitive, Scene, Track
from viewer.context import is_software, off_screen
from viewer.keeping import SOON
from viewer.pack import pack
from viewer.presets import FIXED
from viewer.quality import FAST, View

PARTS = (  # size and place of the boxes of a figure: skirt, jacket, head, arms, hands, feet
    ((0.5, 0.9, 0.4), (0, 0, 0)), ((0.45, 0.55, 0.3), (0, 0.85, 0)), ((0.18, 0.24, 0.2), (0, 1.42, 0)),
    ((0.14, 0.5, 0.16), (-0.3, 0.85, 0)), ((0.14, 0.5, 0.16), (0.3, 0.85, 0)), ((0.1, 0.1, 0.1), (-0.3, 0.8, 0.1)),
    ((0.1, 0.1, 0.1), (0.3, 0.8, 0.1)), ((0.12, 0.08, 0.26), (-0.1, 0, 0.05)), ((0.12, 0.08, 0.26), (0.1, 0, 0.05)),
)  # fmt: skip


def boxes(size: tuple[float, float, float], detail: int = 4) -> Primitive:
    """A box whose sides are cut into squares, about as many triangles as a part of a figure has."""
    points: list[Any] = []
    normals: list[Any] = []
    faces: list[Any] = []
    grid = np.linspace(-1, 1, detail + 1)
    for axis in range(3):
        for sign in (-1, 1):
            a, b = np.eye(3)[(axis + 1) % 3], np.eye(3)[(axis + 2) % 3]
            normal = np.eye(3)[axis] * sign
            start = len(points)
            points += [normal + u * a + v * b for v in grid for u in grid]
            normals += [normal] * (detail + 1) ** 2
            for j in range(detail):
                for i in range(detail):
                    p = start + j * (detail + 1) + i
                    q = (p, p + 1, p + detail + 2), (p, p + detail + 2, p + detail + 1)
                    faces += [t if sign > 0 else t[::-1] for t in q]
    where = np.array(points) * np.array(size) / 2 + np.array([0, size[1] / 2, 0])
    return Primitive(where.astype(np.float32), np.array(normals, np.float32), np.array(faces, np.uint32), "cloth-black")


def stage(people: int) -> Scene:
    """A court with people of nine parts each, all walking."""
    meshes = {f"part-{n}": Mesh(f"part-{n}", (boxes(size),)) for n, (size, _) in enumerate(PARTS)}
    meshes["court"] = Mesh("court", (boxes((60.0, 0.1, 90.0), 20),))
    nodes = [Node("court", mesh="court", translation=(0, -0.1, 30), layer="ground")]
    tracks = []
    times = np.arange(0, 60_001, 2000)
    rng = np.random.default_rng(1)
    for k in range(people):
        spot = rng.uniform((-9, 0, 2), (9, 0, 20))
        way = np.cumsum(rng.normal(0, 0.5, (len(times), 3)) * (1, 0, 1), axis=0) + spot
        nodes.append(Node(f"p{k}", translation=tuple(spot), layer="people", extras={"kind": "person"}))
        tracks.append(Track(f"p{k}", "translation", times, way))
        for n, (_, place) in enumerate(PARTS):
            nodes.append(Node(f"p{k}-{n}", f"p{k}", f"part-{n}", place, layer="people"))
    materials = {"cloth-black": Material("cloth-black", (0.5, 0.46, 0.4))}
    return Scene(materials, meshes, tuple(nodes), (Clip("walk", 60_000, tuple(tracks)),))


def real() -> Scene:
    """The first shooting with everyone, in the coarse form that the window takes for software."""
    # A benchmark beside this one may bear the name of a package; packages come first.
    here = Path(__file__).resolve().parent
    sys.path[:] = [p for p in sys.path if Path(p or ".").resolve() != here]
    from shegong.build import build_plan, build_rite, build_scene

    plan = build_plan()
    return build_scene(plan, build_rite(plan, (18,)), lod=1)


def timed(draw: Callable[[int], None], finish: Callable[[], None], frames: int) -> tuple[float, float, float]:
    """Best time of a frame in ms, the best of all threads' CPU time for it, and that of Python's own thread.

    The CPU times mean something on a busy machine as well; all are of two frames, halved.
    """
    whole, all_cpu, own_cpu = [], [], []
    for n in range(frames):
        finish()
        begin, cpu, own = time.perf_counter(), time.process_time(), time.thread_time()
        draw(n)
        own_cpu.append(time.thread_time() - own)
        finish()
        whole.append(time.perf_counter() - begin)
        all_cpu.append(time.process_time() - cpu)
    # What is done at every other frame only counts by half.
    pairs = [(a + b) / 2 for a, b in itertools.pairwise(all_cpu)]
    walls = [(a + b) / 2 for a, b in itertools.pairwise(whole)]
    return min(walls) * 1000, min(pairs) * 1000, min(own_cpu) * 1000


def ours(scene: Scene, size: tuple[int, int], frames: int, begin: int = 0) -> list[tuple[str, float, float, float]]:
    """Rows of our renderer at rising quality, from a moment on; the last with a camera that rests."""
    from viewer import gl
    from viewer.gl import GL
    from viewer.offscreen import sampler as make_sampler
    from viewer.renderer import Renderer
    from viewer.stirring import Stirring

    packed, sampler = pack(scene), make_sampler(scene)
    rows = []
    moments = Stirring(scene)
    for name, shadows, ink, keep in (
        ("ours", False, False, False),
        ("ours, ink", False, True, False),
        ("ours, ink and shadows", True, True, False),
        ("camera at rest: ink", False, True, True),
        ("camera at rest: ink, shadows", True, True, True),
    ):
        renderer = Renderer(packed, replace(FAST, shadows=shadows, map_size=1536, shadow_every=2, keep=keep))
        renderer.bake_sky(sampler.world(0, 0))
        view = View(FIXED["court"], size, ink=ink)
        now = [0]

        def soon(now: list[int] = now) -> Any:
            return moments.nodes(0, now[0], now[0] + SOON)[packed.node]

        view = replace(view, soon=soon)

        def draw(n: int, renderer: Any = renderer, view: View = view, now: list[int] = now) -> None:
            now[0] = begin + n * 40
            renderer.draw(sampler.world(0, now[0]), view)

        whole, cpu, _ = timed(draw, GL.glFinish, frames)
        # The driver computes corners in the thread that calls it: our own share is what is left when it is given none.
        drawing, gl.draw_instances = gl.draw_instances, lambda *_: None
        own = timed(draw, GL.glFinish, frames)[2]
        gl.draw_instances = drawing
        rows.append((name, whole, cpu, own))
        renderer.delete()
    return rows


def theirs(scene: Scene, size: tuple[int, int], frames: int) -> tuple[str, float, float, float]:
    """The same parts as `pyglet.model` models, one group each, matrices set every frame."""
    import pyglet
    from pyglet.graphics import Batch
    from pyglet.math import Mat4
    from pyglet.model import BaseMaterialGroup, MaterialGroup, Model, SimpleMaterial, get_default_shader

    from viewer.gl import GL, Target
    from viewer.offscreen import sampler as make_sampler

    sampler, packed = make_sampler(scene), pack(scene)
    window, batch, program = off_screen(), Batch(), get_default_shader()
    del BaseMaterialGroup
    models = []
    for i, number in enumerate(packed.node):
        shape = packed.shapes[packed.first_shape[i]]
        faces = np.concatenate([shape.faces, shape.faces_double]).ravel()
        group = MaterialGroup(SimpleMaterial(f"m{i}"), program)
        points = shape.vertices["position"].astype(np.float32)
        normals = shape.vertices["normal"][:, :3].astype(np.float32) / 32767
        colours = shape.vertices["colour"].astype(np.float32) / 255
        colours[:, 3] = 1
        part = program.vertex_list_indexed(
            len(points),
            pyglet.gl.GL_TRIANGLES,
            faces.tolist(),
            batch,
            group,
            POSITION=("f", points.ravel().tolist()),
            NORMAL=("f", normals.ravel().tolist()),
            COLOR_0=("f", colours.ravel().tolist()),
        )
        models.append((int(number), Model([part], [group], batch)))
    camera = FIXED["court"]
    target = Target(*size)

    def draw(n: int) -> None:
        world = sampler.world(0, n * 40)
        columns = world.transpose(0, 2, 1).reshape(len(world), 16)
        for number, model in models:
            model.matrix = Mat4(*columns[number].tolist())
        target.bind()
        window.viewport = (0, 0, *size)
        target.bind()
        window.projection = Mat4(*camera.projection(size[0] / size[1]).T.ravel().tolist())
        window.view = Mat4(*camera.view().T.ravel().tolist())
        GL.glEnable(GL.GL_DEPTH_TEST)
        GL.glClear(GL.GL_COLOR_BUFFER_BIT | GL.GL_DEPTH_BUFFER_BIT)
        batch.draw()

    return ("pyglet.model groups", *timed(draw, GL.glFinish, frames))


def main() -> None:
    """Run both and print a table."""
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--people", type=int, default=40)
    options.add_argument("--frames", type=int, default=30)
    options.add_argument("--size", default="1280x720")
    options.add_argument("--real", action="store_true")
    given = options.parse_args()
    width, _, height = given.size.partition("x")
    size = (int(width), int(height))
    window = off_screen()
    scene = real() if given.real else stage(given.people)
    packed = pack(scene)
    triangles = sum(len(packed.shapes[f].faces) + len(packed.shapes[f].faces_double) for f in packed.first_shape)
    name = window.context.get_info().get_renderer()
    print(
        f"{name}{' (software)' if is_software() else ''}, {size[0]} × {size[1]}, {len(packed.node)} parts, {triangles} triangles"
    )
    rows = ours(scene, size, given.frames, 300_000 if given.real else 0)
    rows.append(theirs(scene, size, given.frames))
    print(f"{'':30s} {'ms a frame':>10s} {'frames/s':>9s} {'cpu, all':>10s} {'cpu, python':>12s}")
    for label, whole, cpu, own in rows:
        print(f"{label:30s} {whole:10.1f} {1000 / whole:9.0f} {cpu:7.1f} ms {own:9.1f} ms")
    print(f"memory at most {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024:.0f} MB")


if __name__ == "__main__":
    main()
