"""shegong measures: every measure phrase of a text, with its exact value."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Iterator
from typing import BinaryIO

import click

# Name and width of the columns of the table; widths are fixed so that a table of any length prints as it is found.
COLUMNS = {"start": 9, "text": 26, "kind": 11, "value": 12, "unit": 5, "chi": 12, "direction": 10, "speaker": 4}
KEYS = (
    "file", "start", "end", "text", "normal", "kind", "value", "chi", "unit", "direction", "parts", "subject", "relation",
    "alternatives", "damage", "speaker", "passage",
)  # fmt: skip
LARGE = 3_000_000
"""Bytes from which a file is shared between two processes."""


@click.command(epilog="Example:  echo 侯道五十弓，弓二寸以為侯中 | shegong measures --format json")
@click.argument("files", nargs=-1, metavar="[FILE…|-]", type=click.Path())
@click.option(
    "--format",
    "fmt",
    type=click.Choice(["table", "json", "csv"]),
    default="table",
    show_default=True,
    help="json is the stable interface",
)
@click.option("--kind", "kinds", multiple=True, help="only this kind (length, count, ratio …); repeatable")
def command(files: tuple[str, ...], fmt: str, kinds: tuple[str, ...]) -> None:
    """Find every measure in texts: span, exact value, unit, kind, who speaks.

    Reads UTF-8 files, or standard input with - or no FILE. Offsets count characters (code points) of the file.
    """
    import gc

    from layout.measures.files import open_text

    gc.disable()  # nothing here makes cycles, and the collector would look at every find again and again
    _check_kinds(kinds)
    names = files or ("-",)
    streams = [(name, open_text(None if name == "-" else name)) for name in names]
    sys.stdout.flush()
    write = sys.stdout.buffer.write
    write(_head(fmt))
    begun = False
    for name, stream in streams:
        with stream:
            for block in _blocks(name, stream, fmt, kinds):
                if block:
                    write(b",\n" if begun and fmt == "json" else b"")
                    write(block)
                    begun = True
    if fmt == "json":
        write(b"\n]\n" if begun else b"]\n")
    sys.stdout.buffer.flush()


def _check_kinds(kinds: tuple[str, ...]) -> None:
    from typing import get_args

    from layout.errors import UnknownNameError
    from layout.measures.model import Kind

    for kind in kinds:
        if kind not in get_args(Kind):
            raise UnknownNameError("kind", kind, get_args(Kind))


def _blocks(name: str, stream: BinaryIO, fmt: str, kinds: tuple[str, ...]) -> Iterator[bytes]:
    """The rows of a file, printed, piece by piece and in order; large files by two processes."""
    from layout.measures.files import pieces

    size = stream.seek(0, os.SEEK_END)
    stream.seek(0)

    def work(offset: int, text: str) -> bytes:
        return _block(name, offset, text, fmt, kinds)

    if size >= LARGE:
        import layout.measures.scan  # noqa: F401 (read once, before there are two)
        from layout.measures.halves import by_two, possible

        if possible():
            yield from by_two(stream, work)
            return
    for offset, text in pieces(stream):
        yield work(offset, text)


def _block(name: str, offset: int, text: str, fmt: str, kinds: tuple[str, ...]) -> bytes:
    """The rows of one piece as text of the format."""
    from layout.measures.export import json_rows, measure_row
    from layout.measures.scan import read_measures

    found = read_measures(text, offset=offset)
    if kinds:
        found = [measure for measure in found if measure.kind in kinds]
    if fmt == "json":
        return json_rows(found, name)
    rows = (measure_row(measure, name) for measure in found)
    if fmt == "csv":
        return _csv([_flat(row[key]) for key in KEYS] for row in rows)
    return "".join(_line(_flat(row[key]) for key in COLUMNS) for row in rows).encode()


def _head(fmt: str) -> bytes:
    if fmt == "json":
        return b"[\n"
    return _csv([KEYS]) if fmt == "csv" else _line(COLUMNS).encode()


def _csv(rows: Iterable[Iterable[str]]) -> bytes:
    import csv
    import io

    out = io.StringIO()
    csv.writer(out, lineterminator="\n").writerows(rows)
    return out.getvalue().encode()


def _line(cells: Iterable[str]) -> str:
    return " ".join(map(_pad, cells, COLUMNS.values())).rstrip() + "\n"


def _pad(text: str, width: int) -> str:
    text = "".join(text.split())
    return text + " " * max(0, width - len(text) - sum(ord(c) > 0x2E7F for c in text))


def _flat(value: object) -> str:
    if value is None:
        return ""
    if isinstance(value, list):
        return "; ".join(map(_flat, value))
    if isinstance(value, dict):
        return " ".join(map(_flat, value.values()))
    return str(value)
