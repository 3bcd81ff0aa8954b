"""`shegong page`: the rite as one file for a browser, offline."""

from __future__ import annotations

import click

from layout.choices import Choices, Company
from shegong.options import check_output, company_options, counted, ground_options


@click.command("page", epilog="Example: shegong page rite.html --sections 18-21")
@click.argument("out", metavar="OUT.html")
@click.option("--sections", metavar="18-21", help="only these sections of the rite")
@click.option("--lang", type=click.Choice(["zh", "en"]), help="language at first (default: the browser's)")
@click.option("--lod", type=click.IntRange(0, 1), default=1, show_default=True, help="0 for a finer, larger model")
@ground_options
@company_options
def command(
    out: str,
    sections: str | None,
    lang: str | None,
    lod: int,
    choices: Choices,
    company: Company,
) -> None:
    """Write one self-contained page: model, time, text and evidence inside; works from disk without a network."""
    path = check_output(out, (".html", ".htm"))
    from layout.plan.draw import Request, draw
    from layout.plan.draw.svg import to_svg
    from shegong.build import build_plan, build_rite, build_scene, parse_sections
    from viewer.page.build import write_page

    wanted = parse_sections(sections)
    plan = build_plan(choices, company)
    rite = build_rite(plan, wanted)
    scene = build_scene(plan, rite, lod=lod)
    drawing = draw(plan, "range", Request("both", "", plan.ground.reading))
    write_page(scene, plan, path, plan_svg=_inline(to_svg(drawing)), lang=lang, rite=rite)
    click.echo(f"{path}: {path.stat().st_size / 1e6:.2f} MB, {counted(len(scene.clips), 'section')}")


def _inline(svg: str) -> str:
    """An SVG as an element of a page: without the XML declaration that may only stand at the head of a file."""
    return svg[svg.index("<svg") :]
