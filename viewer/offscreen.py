"""Pictures without a window: one moment of a scene, or a few objects by themselves.

image = render(scene, clip=0, t=0, camera="range", size=(1280, 720))        # numpy (720, 1280, 3) uint8
photo = picture(nodes, meshes, materials)                                   # PIL image of a thing on white
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from geometry.scene import Material, Mesh, Node, Primitive, Scene
from layout.errors import GroundError, InputError
from viewer import cache
from viewer.camera import Camera
from viewer.context import off_screen
from viewer.keeping import SOON
from viewer.pack import Packed, pack, rest_matrices
from viewer.presets import camera_of, fit
from viewer.quality import FINE, Quality, View
from viewer.skygrid import DIRECTIONS, SkyGrid
from viewer.stirring import Stirring

if TYPE_CHECKING:
    from PIL.Image import Image


FLOOR = "floor-of-the-sheet"
WHITE = (1.0, 1.0, 1.0)
LARGEST = 8192


class Studio:
    """A scene on the card, for any number of pictures: films, contact sheets.

    `keep` takes the light of the sky from the user's cache, and leaves it there. Raises NoGraphicsError where there is no
    OpenGL 3.3.
    """

    def __init__(self, scene: Scene, quality: Quality | None = None, bake: bool = True, keep: bool = False) -> None:
        off_screen()
        # The renderer speaks OpenGL as soon as it is imported; so it comes after the context.
        from viewer.renderer import Renderer

        self.scene = scene
        self.packed: Packed = pack(scene)
        self.sampler = sampler(scene)
        self.renderer = Renderer(self.packed, quality or FINE)
        self._bake = bake
        self._keep = keep
        self._baked: tuple[str, ...] | None = None
        self._stirring = Stirring(scene) if self.renderer.quality.keep else None

    def world(self, clip: int = 0, t: int = 0) -> NDArray[np.float32]:
        """World matrices (n_nodes, 4, 4) at `t` ms of a clip; at rest where there is none."""
        if not self.scene.clips:
            return rest_matrices(self.scene.nodes)
        return np.asarray(self.sampler.world(clip, t), np.float32)

    def shoot(
        self,
        camera: Camera,
        clip: int = 0,
        t: int = 0,
        size: tuple[int, int] = (1280, 720),
        hide: Iterable[str] = (),
        light: str = "morning",
        evidence: bool = False,
        backdrop: tuple[float, float, float] | None = None,
        ink: bool = True,
        world: NDArray[np.float32] | None = None,
    ) -> NDArray[np.uint8]:
        """One picture (height, width, 3). `world` saves sampling the moment again."""
        check_size(size, self.renderer.quality.grain)
        world = self.world(clip, t) if world is None else world
        hide = tuple(hide)
        hidden = self.packed.hidden(hide) if hide else None
        if self._bake and self._baked != hide:
            self._light(world, hidden)
            self._baked = hide
        soon = (lambda: self._soon(clip, t)) if self._stirring else None
        view = View(camera, size, light, evidence, backdrop, hidden, ink=ink, soon=soon)
        return self.renderer.draw(world, view).read()

    def depth(self) -> NDArray[np.float32]:
        """Depth (height, width) of the picture that was shot last at grain 1, first row at the bottom."""
        return self.renderer.target("scene").read_depth()

    def _light(self, world: NDArray[np.float32], hidden: NDArray[np.bool_] | None) -> None:
        asked = ("sky", DIRECTIONS, self.renderer.form(world, hidden)) if self._keep and cache.folder() else None
        known = cache.find(asked, SkyGrid) if asked else None
        if known is None:
            self.renderer.bake_sky(world, hidden)
            if asked:
                cache.keep(asked, self.renderer.sky)
            return
        self.renderer.set_sky(known)
        if not self.renderer.quality.fine:
            self.renderer.bake_light(world)

    def _soon(self, clip: int, t: int) -> NDArray[np.bool_]:
        assert self._stirring
        return self._stirring.nodes(clip, t, t + SOON)[self.packed.node]

    def render(
        self,
        clip: int = 0,
        t: int = 0,
        camera: Camera | str = "range",
        size: tuple[int, int] = (1280, 720),
        hide: Iterable[str] = (),
        labels: str | None = None,
        light: str = "morning",
        evidence: bool = False,
    ) -> NDArray[np.uint8]:
        """As the function `render`; many pictures of one scene cost less by one studio."""
        world = self.world(clip, t)
        chosen = camera if isinstance(camera, Camera) else camera_of(camera, self.scene, world)
        image = self.shoot(chosen, clip, t, size, hide, light, evidence, world=world)
        if labels:
            from viewer.annotate import label_picture

            names = acting(self.scene, clip, t)
            image = label_picture(image, self.packed, world, chosen, labels, evidence, hide, names)
        return image

    def close(self) -> None:
        """Free the card."""
        self.renderer.delete()

    def __enter__(self) -> Studio:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def check_size(size: tuple[int, int], grain: int = 1) -> None:
    """InputError unless a picture of this size can be drawn."""
    if min(size) < 16 or max(size) * grain > 2 * LARGEST:
        raise InputError(f"size {size[0]}x{size[1]}: expected 16 to {LARGEST} pixels a side")


def sampler(scene: Scene) -> Any:
    """The sampler of a scene's tracks, or None where nothing moves."""
    if not scene.clips:
        return None
    try:
        from geometry.sampler import Sampler
    except ImportError:
        raise GroundError("this scene moves, but geometry.sampler is not installed") from None
    # A track of what is not in this scene moves nothing here; the check of exports tells of it.
    names = {n.name for n in scene.nodes}
    if any(t.node not in names for c in scene.clips for t in c.tracks):
        clips = tuple(replace(c, tracks=tuple(t for t in c.tracks if t.node in names)) for c in scene.clips)
        scene = replace(scene, clips=clips)
    return Sampler(scene)


def render(
    scene: Scene,
    clip: int = 0,
    t: int = 0,
    camera: Camera | str = "range",
    size: tuple[int, int] = (1280, 720),
    hide: Iterable[str] = (),
    labels: str | None = None,
    light: str = "morning",
    evidence: bool = False,
    quality: Quality | None = None,
) -> NDArray[np.uint8]:
    """One moment of a scene as a picture (height, width, 3) uint8, first row on top.

    `camera` is a `Camera`, the name of a preset, or a role (`archer-1-upper`; `archer-1-upper:eyes` looks through his eyes).
    `hide` names layers; `labels` zh, en or both writes names on it; `evidence` colours by certainty.
    Raises NoGraphicsError without OpenGL 3.3, UnknownNameError for an unknown camera or light.
    """
    with Studio(scene, quality) as studio:
        return studio.render(clip, t, camera, size, hide, labels, light, evidence)


def acting(scene: Scene, clip: int, t: int) -> tuple[str, ...]:
    """Who acts in the clause of a moment."""
    from viewer.film import step_at

    step = step_at(scene, clip, t)
    return tuple(step.get("who", ())) if step else ()


def picture(
    nodes: Sequence[Node],
    meshes: Mapping[str, Mesh],
    materials: Mapping[str, Material],
    camera: Camera | None = None,
    size: tuple[int, int] = (800, 800),
    light: str = "studio",
    backdrop: tuple[float, float, float] | None = WHITE,
    ground: bool = True,
    evidence: bool = False,
) -> Image:
    """A picture of a few nodes at rest, on white; without a camera, from the front left and above, filling the frame.

    `ground` lays a pale floor under the lowest point, for the shadow.
    """
    from PIL import Image as Images

    scene = still(nodes, meshes, materials, ground)
    with Studio(scene) as studio:
        low, high = bounds(studio.packed, studio.world(), skip=FLOOR)
        chosen = camera or fit(low, high, size[0] / size[1])
        image = studio.shoot(chosen, size=size, light=light, backdrop=backdrop, evidence=evidence)
    return Images.fromarray(image)


def still(
    nodes: Sequence[Node], meshes: Mapping[str, Mesh], materials: Mapping[str, Material], ground: bool = True
) -> Scene:
    """A scene of nodes at rest, on a pale floor when asked for."""
    scene = Scene(materials=dict(materials), meshes=dict(meshes), nodes=tuple(nodes))
    return on_floor(scene, *bounds(pack(scene), rest_matrices(scene.nodes))) if ground else scene


def on_floor(scene: Scene, low: NDArray[np.floating], high: NDArray[np.floating]) -> Scene:
    """The scene on a wide pale floor just under the lowest corner of a box."""
    reach = float(np.max(np.asarray(high) - low)) * 40.0
    x, z, y = float(low[0] + high[0]) / 2, float(low[2] + high[2]) / 2, float(low[1]) - 0.001
    points = [
        [x - reach, y, z - reach],
        [x - reach, y, z + reach],
        [x + reach, y, z + reach],
        [x + reach, y, z - reach],
    ]
    part = Primitive(
        np.array(points, np.float32),
        np.tile(np.array([0, 1, 0], np.float32), (4, 1)),
        np.array([[0, 1, 2], [0, 2, 3]], np.uint32),
        FLOOR,
    )
    return replace(
        scene,
        materials={**scene.materials, FLOOR: Material(FLOOR, (0.93, 0.92, 0.90))},
        meshes={**scene.meshes, FLOOR: Mesh(FLOOR, (part,))},
        nodes=(*scene.nodes, Node(FLOOR, mesh=FLOOR, layer="backdrop")),
    )


def bounds(
    packed: Packed, world: NDArray[np.floating], skip: str = ""
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Lowest and highest corner (3,) of all that is shown, leaving out one node."""
    low, high = np.full(3, np.inf), np.full(3, -np.inf)
    for i, number in enumerate(packed.node):
        node = packed.scene.nodes[number]
        shape = packed.shapes[packed.first_shape[i]]
        matrix = np.asarray(world[number], float)
        if node.name == skip or not len(shape.vertices) or np.abs(matrix[:3, :3]).max() < 1e-4:
            continue
        points = shape.vertices["position"] @ matrix[:3, :3].T + matrix[:3, 3]
        low, high = np.minimum(low, points.min(axis=0)), np.maximum(high, points.max(axis=0))
    if not np.isfinite(low).all():
        return np.zeros(3), np.ones(3)
    return low, high
