"""The command `shegong`: finds the subcommand, turns every known error into one line and exit code 2."""

from __future__ import annotations

import importlib
import os
import pkgutil
import signal
import sys
from contextlib import suppress
from types import FrameType
from typing import Any

import click

from layout.errors import ShegongError, nearest
from shegong import commands


class LazyGroup(click.Group):
    """Subcommands live one to a module in `shegong.commands` and are imported only when asked for."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return sorted(m.name for m in pkgutil.iter_modules(commands.__path__))

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in self.list_commands(ctx):
            return None
        module = importlib.import_module(f"{commands.__name__}.{cmd_name}")
        command = module.command
        assert isinstance(command, click.Command)
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        if args and args[0] not in self.list_commands(ctx) and not args[0].startswith("-"):
            near = nearest(args[0], self.list_commands(ctx))
            raise click.UsageError(f"no command {args[0]!r}" + (f"; nearest: {', '.join(near)}" if near else ""))
        return super().resolve_command(ctx, args)


@click.group(cls=LazyGroup, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100})
@click.version_option(package_name="shegong", prog_name="shegong")
def group() -> None:
    """射宮: 《儀禮·鄉射禮》 from its words to a ground that people walk on."""


def _ended(number: int, _: FrameType | None) -> None:
    """Leave as after an interrupt, by way of everything that takes half-written files away."""
    sys.exit(128 + number)


def _no_more() -> None:
    """Nothing more can be printed: what is held back would be tried again, in vain, at the end."""
    with suppress(OSError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def main(argv: list[str] | None = None) -> int:
    """Run the command line; returns the exit code (0 done, 1 a check found something wrong, 2 bad input)."""
    if argv is None:
        signal.signal(signal.SIGTERM, _ended)
    try:
        result: Any = group.main(args=argv, prog_name="shegong", standalone_mode=False)
        code = result if isinstance(result, int) else 0
        sys.stdout.flush()
    except click.exceptions.Exit as stop:
        code = stop.exit_code
    except click.ClickException as bad:
        click.echo(f"shegong: {bad.format_message()}", err=True)
        code = 2
    except click.Abort:
        click.echo("shegong: interrupted", err=True)
        code = 130
    except ShegongError as bad:
        click.echo(f"shegong: {bad}", err=True)
        code = 2
    except SystemExit as stop:
        # click and rich leave with 1 when the reader of a pipe has gone; nothing else leaves so.
        code = 0 if stop.code == 1 else int(stop.code or 0)
    except BrokenPipeError:
        # The reader (head, less) has gone: that is no error.
        _no_more()
        code = 0
    except OSError as bad:
        click.echo(f"shegong: {bad.filename or 'standard output'}: {bad.strerror or bad}", err=True)
        code = 2
        if not bad.filename:
            _no_more()
    if argv is None:
        sys.exit(code)
    return code
