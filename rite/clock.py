"""A small clock for things that happen at the same time: processes are generators that wait for times and signals.

A process yields a number of ms to wait, a `Signal` to wait for, or a list of signals of which all must have come. The order
of what happens at one instant is the order in which it was asked for, so that the same score gives the same rite.
"""

from __future__ import annotations

import heapq
from collections.abc import Generator, Sequence
from dataclasses import dataclass, field
from typing import Any, Union

Wait = Union[int, "Signal", Sequence["Signal"], None]
Process = Generator[Wait, Any, Any]


@dataclass(eq=False)
class Signal:
    """Something that comes to pass once; `at` is when."""

    name: str = ""
    at: int | None = None
    waiting: list[_Task] = field(default_factory=list)

    @property
    def fired(self) -> bool:
        """Whether it has come."""
        return self.at is not None


@dataclass(eq=False)
class _Task:
    process: Process
    done: Signal
    left: int = 0


class Clock:
    """Runs processes in the order of time (whole ms)."""

    def __init__(self) -> None:
        self.now = 0
        self._heap: list[tuple[int, int, _Task]] = []
        self._count = 0
        self._open: dict[int, _Task] = {}

    def start(self, process: Process, name: str = "") -> Signal:
        """Begin a process now; the signal comes when it has ended."""
        task = _Task(process, Signal(name))
        self._open[id(task)] = task
        self._push(self.now, task)
        return task.done

    def fire(self, signal: Signal) -> None:
        """Let a signal come now; a second time is nothing."""
        if signal.at is not None:
            return
        signal.at = self.now
        for task in signal.waiting:
            task.left -= 1
            if task.left == 0:
                self._push(self.now, task)
        signal.waiting.clear()

    def run(self) -> list[str]:
        """Run until nothing is left to happen; returns the names of processes that still wait (none when all is well)."""
        while self._heap:
            self.now, _, task = heapq.heappop(self._heap)
            self._step(task)
        return [task.done.name for task in self._open.values()]

    def _push(self, at: int, task: _Task) -> None:
        self._count += 1
        heapq.heappush(self._heap, (at, self._count, task))

    def _step(self, task: _Task) -> None:
        try:
            wait = next(task.process)
        except StopIteration:
            del self._open[id(task)]
            self.fire(task.done)
            return
        if wait is None:
            self._push(self.now, task)
        elif isinstance(wait, int):
            self._push(self.now + max(wait, 0), task)
        else:
            signals = [wait] if isinstance(wait, Signal) else list(wait)
            pending = [s for s in signals if not s.fired]
            task.left = len(pending)
            if not pending:
                self._push(self.now, task)
            for signal in pending:
                signal.waiting.append(task)
