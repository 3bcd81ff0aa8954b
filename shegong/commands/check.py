"""shegong check: every arithmetic claim of a text recomputed, with its working; --ground checks a reading's ground."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import click

from layout.choices import Choices
from shegong.options import emit, format_option, ground_options

if TYPE_CHECKING:
    from layout.measures.units import Units

DEFAULT = "zhou-xu"
WORDS = {"agrees": "合", "differs": "不合", "undecided": "未詳"}


@click.command(epilog="Example:  echo 凡鄉侯用布十七丈 | shegong check -")
@click.argument("files", nargs=-1, metavar="[FILE…|-]", type=click.Path())
@click.option("--ground", is_flag=True, help="check the ground of a reading as a whole instead of a text")
@ground_options
@format_option
def command(files: tuple[str, ...], ground: bool, choices: Choices, fmt: str) -> int:
    """Recompute every calculation in a text and say whether it agrees (合), differs (不合) or cannot be decided (未詳).

    Without FILE: the received text of 鄉射禮 with its commentary and the works quoted beside it. Exit code 1 when something differs.
    """
    rows = _ground(choices) if ground else _text(files, _units(choices))
    if fmt == "table":
        shown = [row | {"verdict": WORDS.get(row["verdict"], row["verdict"])} for row in rows]
        emit(shown, fmt, ["verdict", "speaker", "text", "computed", "stated", "working"])
        counts = {word: sum(row["verdict"] == key for row in rows) for key, word in WORDS.items()}
        click.echo("　".join(f"{word} {count}" for word, count in counts.items()))
    else:
        emit(rows, fmt, ["id", "verdict", "speaker", "passage", "text", "computed", "stated", "working"])
    return 1 if any(row["verdict"] == "differs" for row in rows) else 0


def _units(choices: Choices) -> Units:
    """The units of a reading with the user's changes."""
    from layout.measures.units import Units

    if choices.reading == DEFAULT and not choices.sets:
        return Units()
    from layout.evidence.compiled import compiled
    from layout.evidence.resolve import resolve

    return Units(resolve(compiled().rules, replace(choices, says=())).options)


def _text(files: Sequence[str], units: Units) -> list[dict[str, Any]]:
    from layout.measures.claims import check_claims, check_received
    from layout.measures.export import claim_row
    from layout.measures.files import open_text, pieces

    if not files:
        return [claim_row(claim) for claim in check_received(units)]
    rows: list[dict[str, Any]] = []
    for stream in [open_text(None if name == "-" else name) for name in files]:
        with stream:
            for _, text in pieces(stream, 2_000_000):
                rows += [claim_row(claim) for claim in check_claims(text, units=units)]
    return rows


def _ground(choices: Choices) -> list[dict[str, Any]]:
    """The checks on the ground of a reading."""
    from layout.evidence.checks import check_ground
    from layout.evidence.derive import derive

    return [dict(check.row()) for check in check_ground(derive(choices))]
