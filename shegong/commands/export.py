"""`shegong export`: the ground and the rite as a model that other programs open."""

from __future__ import annotations

from typing import Any

import click

from layout.choices import Choices, Company
from layout.errors import InputError
from shegong.options import check_output, company_options, counted, emit, ground_options

GLTF = (".glb", ".gltf")
ENDINGS = (*GLTF, ".obj", ".stl", ".ply")


@click.command("export", epilog="Example: shegong export rite.glb --sections 18-21 --cameras --sun")
@click.argument("out", metavar="OUT")
@click.option("--sections", metavar="18-21", help="only these sections of the rite")
@click.option("--still", is_flag=True, help="no animation: the ground, with people where --at puts them")
@click.option("--at", metavar="SECTION[+SECONDS]", help="a still scene at this moment")
@click.option(
    "--only", type=click.Choice(["people", "ground"]), help="people with what they carry, or the ground alone"
)
@click.option("--clips", type=click.Choice(["whole", "sections", "both"]), default="whole", show_default=True)
@click.option("--lod", type=click.IntRange(0, 1), default=0, show_default=True, help="1 for a coarser, smaller model")
@click.option("--cameras", is_flag=True, help="add cameras: hall, range, archer's eye, caller, plan")
@click.option("--sun", is_flag=True, help="add a sun (KHR_lights_punctual)")
@click.option("--report", is_flag=True, help="list what is in the file")
@ground_options
@company_options
def command(
    out: str,
    sections: str | None,
    still: bool,
    at: str | None,
    only: str | None,
    clips: Any,
    lod: int,
    cameras: bool,
    sun: bool,
    report: bool,
    choices: Choices,
    company: Company,
) -> None:
    """Write OUT: .glb or .gltf (animated), .obj .stl .ply (a still scene)."""
    path = check_output(out, ENDINGS)
    gltf = path.suffix.lower() in GLTF
    animated = gltf and not still and at is None
    _refuse_contradictions(path, gltf, animated, sections, at, only, clips, cameras, sun)
    from geometry.export.cameras import SUN, standard_cameras
    from geometry.export.gltf import write_glb, write_gltf
    from geometry.export.report import report_rows, still_rows, told
    from geometry.export.still import at_moment, write_still
    from geometry.sizes import check_sizes
    from shegong.build import build_plan, build_rite, build_scene, clip_at, parse_moment, parse_sections

    moment = parse_moment(at) if at is not None else None
    wanted = (moment.section,) if moment else parse_sections(sections)
    plan = build_plan(choices, company)
    check_sizes(plan.ground)
    rite = None
    if only != "ground" and (animated or moment):
        rite = build_rite(plan, wanted)
    scene = build_scene(plan, rite, lod=lod, only=only)
    if not animated:
        scene = at_moment(scene, clip_at(scene, moment) if moment and rite else None, moment.t if moment else 0)
    try:
        if gltf:
            write = write_glb if path.suffix.lower() == ".glb" else write_gltf
            write(scene, path, clips=clips, cameras=standard_cameras(plan) if cameras else (), sun=SUN if sun else None)
        else:
            write_still(scene, path)
    except OSError as bad:
        # Without this a full disk would be reported without the name of the file.
        raise InputError(f"{path}: {bad.strerror or bad}; nothing is written") from bad
    size = sum(
        p.stat().st_size for p in ((path, path.with_suffix(".bin")) if path.suffix.lower() == ".gltf" else (path,))
    )
    moving = f", {counted(len(scene.clips), 'section')}" if animated and scene.clips else ""
    click.echo(f"{path}: {size / 1e6:.2f} MB, {len(scene.nodes)} nodes{moving}")
    if report:
        emit(told(report_rows(path) if gltf else still_rows(scene, path)), "table")


def _refuse_contradictions(
    path: Any,
    gltf: bool,
    animated: bool,
    sections: str | None,
    at: str | None,
    only: str | None,
    clips: str,
    cameras: bool,
    sun: bool,
) -> None:
    """InputError where an option could only be passed over in silence."""
    if at and sections:
        raise InputError(f"--at {at} names its section itself; leave out --sections {sections}")
    if only == "ground":
        for given, option in (
            (sections, f"--sections {sections}"),
            (clips != "whole", f"--clips {clips}"),
            (at, f"--at {at}"),
        ):
            if given:
                raise InputError(f"--only ground: the ground alone does not move; leave out {option}")
    if sections and not animated:
        raise InputError(
            f"--sections {sections} chooses what moves, and {path.name} is a still scene; use --at for a moment"
        )
    if clips != "whole" and not animated:
        raise InputError(f"--clips {clips}: a still scene has no clips")
    if only == "people" and not animated and not at:
        raise InputError("--only people: a still scene has people only at a moment; add --at SECTION+SECONDS")
    if (cameras or sun) and not gltf:
        raise InputError(
            f"{'--cameras' if cameras else '--sun'}: {path.suffix} holds neither cameras nor lights; write .glb or .gltf"
        )
