"""A view as a short string that can be copied, cited and restored: camera, moment, what is shown.

v1;eye=17.40,5.70,22.60;at=0.75,2.00,-0.60;fov=47;t=18+42.5;hide=roof;certainty;reading=zhou-xu
"""

from __future__ import annotations

from dataclasses import dataclass, field

from layout.errors import InputError, nearest
from viewer.camera import Camera
from viewer.light import looks

KEYS = (
    "eye", "at", "fov", "flat", "cut", "t", "hide", "certainty", "light", "with", "reading", "set", "say",
    "show", "drop", "names", "of",
)  # fmt: skip


@dataclass(frozen=True)
class View:
    """All that a view string holds.

    `follow` is a role whose place the camera keeps to, or `ROLE:eyes`; `show` what is shown that mostly is not (grid, sights, the
    roof even where it hides something), `drop` what is not shown that mostly is (paths, shadows); `names` none, people or all;
    `chosen` the thing or person whose card is open.
    """

    camera: Camera
    section: int | None = None
    seconds: float = 0.0
    hide: tuple[str, ...] = ()
    certainty: bool = False
    follow: str = ""
    reading: str = ""
    sets: tuple[str, ...] = ()
    says: tuple[str, ...] = field(default=())
    light: str = ""
    show: tuple[str, ...] = ()
    drop: tuple[str, ...] = ()
    names: str = ""
    chosen: str = ""


def write_view(view: View) -> str:
    """The string of a view."""
    camera = view.camera
    parts = ["v1", f"eye={_three(camera.eye)}", f"at={_three(camera.target)}", f"fov={camera.fov:.5g}"]
    if camera.flat is not None:
        parts.append(f"flat={camera.flat:.4g}")
    if camera.cut:
        parts.append(f"cut={camera.cut:.4g}")
    if view.section is not None:
        parts.append(f"t={view.section}+{view.seconds:g}")
    if view.hide:
        parts.append("hide=" + ",".join(view.hide))
    if view.certainty:
        parts.append("certainty")
    if view.light:
        parts.append(f"light={view.light}")
    if view.follow:
        parts.append(f"with={view.follow}")
    parts += [f"{key}={','.join(what)}" for key, what in (("show", view.show), ("drop", view.drop)) if what]
    parts += [f"{key}={what}" for key, what in (("names", view.names), ("of", view.chosen)) if what]
    if view.reading:
        parts.append(f"reading={view.reading}")
    parts += [f"set={item}" for item in view.sets] + [f"say={item}" for item in view.says]
    return ";".join(parts)


def parse_view(text: str) -> View:
    """The view of a string; InputError that names the part that cannot be read."""
    head, *parts = text.strip().split(";")
    if head != "v1":
        raise InputError(f"--view {text[:40]!r}: a view begins with v1; copy one with Ctrl+C in the window")
    found: dict[str, str] = {}
    sets: list[str] = []
    says: list[str] = []
    for part in parts:
        key, _, value = part.partition("=")
        if key not in KEYS:
            near = nearest(key, KEYS)
            raise InputError(f"--view: unknown part {key!r}" + (f"; nearest: {', '.join(near)}" if near else ""))
        {"set": sets, "say": says}.get(key, []).append(value)
        found[key] = value
    try:
        camera = Camera(
            _read_three(found["eye"]),
            _read_three(found["at"]),
            float(found.get("fov", 45)),
            float(found["flat"]) if "flat" in found else None,
            float(found.get("cut", 0)),
        )
        section, _, seconds = found.get("t", "").partition("+")
        return View(
            camera,
            int(section) if section else None,
            float(seconds or 0),
            tuple(h for h in found.get("hide", "").split(",") if h),
            "certainty" in found,
            found.get("with", ""),
            found.get("reading", ""),
            tuple(sets),
            tuple(says),
            _read_light(found.get("light", "")),
            tuple(h for h in found.get("show", "").split(",") if h),
            tuple(h for h in found.get("drop", "").split(",") if h),
            found.get("names", ""),
            found.get("of", ""),
        )
    except KeyError as bad:
        raise InputError(f"--view: the part {bad.args[0]}= is missing") from None
    except ValueError as bad:
        raise InputError(f"--view: cannot be read: {bad}") from None


def _read_light(name: str) -> str:
    if name:
        looks().lamp(name)
    return name


def _three(values: tuple[float, float, float]) -> str:
    # A millimetre: no pixel of a copied view lies elsewhere when it is restored.
    return ",".join(f"{v:.3f}" for v in values)


def _read_three(text: str) -> tuple[float, float, float]:
    parts = [float(v) for v in text.split(",")]
    if len(parts) != 3 or not all(abs(v) < 1e5 for v in parts):
        raise ValueError(f"{text!r}: expected three numbers")
    return (parts[0], parts[1], parts[2])
