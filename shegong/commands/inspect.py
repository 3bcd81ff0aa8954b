"""`shegong inspect`: what is in a model file, part by part."""

from __future__ import annotations

import click

from shegong.options import emit, format_option


@click.command("inspect", epilog="Example: shegong inspect rite.glb")
@click.argument("file", metavar="FILE")
@format_option
def command(file: str, fmt: str) -> None:
    """List what FILE (.glb or .gltf, ours or another's) holds: sizes by part, nodes, triangles, clips, evidence."""
    from geometry.export.report import report_rows, told

    rows = report_rows(file)
    emit(told(rows) if fmt == "table" else rows, fmt)
