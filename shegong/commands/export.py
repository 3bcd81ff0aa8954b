"""`shegong export`: the ground and the rite as a model that other programs open."""

from __future__ import annotations

from typing import Any

import click

from layout.choices import Choices, Company
from shegong.options import check_output, company_options, console, ground_options

ENDINGS = (".glb", ".gltf", ".obj", ".stl", ".ply")


@click.command("export", epilog="Example: shegong export out/rite.glb --sections 18-21 --cameras --sun")
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
    from geometry.export.cameras import SUN, standard_cameras
    from geometry.export.gltf import write_glb, write_gltf
    from geometry.export.report import report_rows
    from geometry.export.still import at_moment, write_still
    from shegong.build import build_plan, build_rite, build_scene, clip_at, parse_moment, parse_sections

    moment = parse_moment(at) if at else None
    wanted = (moment.section,) if moment else parse_sections(sections)
    plan = build_plan(choices, company)
    animated = path.suffix.lower() in (".glb", ".gltf") and not still and moment is None
    rite = None
    if only != "ground" and (animated or moment):
        rite = build_rite(plan, wanted)
    scene = build_scene(plan, rite, lod=lod, only=only)
    if not animated:
        scene = at_moment(scene, clip_at(scene, moment) if moment else None, moment.t if moment else 0)
    if path.suffix.lower() in (".glb", ".gltf"):
        write = write_glb if path.suffix.lower() == ".glb" else write_gltf
        write(scene, path, clips=clips, cameras=standard_cameras(plan) if cameras else (), sun=SUN if sun else None)
    else:
        write_still(scene, path)
    size = path.stat().st_size
    click.echo(f"{path}: {size / 1e6:.2f} MB, {len(scene.nodes)} nodes, {len(scene.clips)} sections")
    if report:
        from rich.table import Table

        table = Table(show_header=False, show_edge=False)
        for key, value in report_rows(scene, path):
            table.add_row(key, value)
        console().print(table)
