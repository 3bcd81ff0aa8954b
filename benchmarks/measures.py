"""How fast measures are found, beside two libraries that read numbers or quantities, in one run on the same texts.

    python benchmarks/measures.py

cn2an.transform turns Chinese numerals into digits; quantulum3 finds quantities in English. Neither knows classical units: the
comparison is of speed on the same characters, and the last column shows what each makes of a few of them. A library that is
slow is given the head of the text only, as much as it reads in its share of time, and its speed is told per MB. Speeds
are per second of processor time on one core, so that other programs on the machine do not count.
"""

from __future__ import annotations

import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from layout.measures.claims import check_claims
from layout.measures.scan import read_measures

SEEDS = Path(__file__).parents[1] / "tests" / "data" / "seeds"
SHARE = 4.0
"""Seconds that a slow library gets for each text."""
SAMPLES = ("侯道五十弓弓二寸以為侯中", "三耦拾取矢", "一丈五寸少半寸", "三尺半")


def texts() -> dict[str, str]:
    """The seeds that are present, and a text of 5 MB made of them."""
    seeds = {path.name[:3]: path.read_text(encoding="utf-8") for path in sorted(SEEDS.glob("*.txt"))}
    joined = "\n".join(seeds.values())
    whole = joined * (5_000_000 // len(joined.encode()) + 1)
    return seeds | {"5 MB": whole}


def ours(text: str) -> int:
    """Measures in a text."""
    return len(read_measures(text))


def claims(text: str) -> int:
    """Claims in a text."""
    return len(check_claims(text))


def cn2an_reader() -> Callable[[str], int] | None:
    """cn2an.transform over a text, counting what it changed; None where it is not installed."""
    try:
        import cn2an
    except ImportError:
        return None

    def read(text: str) -> int:
        return int(cn2an.transform(text, "cn2an") != text)

    return read


def quantulum_reader() -> Callable[[str], int] | None:
    """quantulum3 over a text, counting quantities; None where it is not installed."""
    try:
        from quantulum3 import parser
    except ImportError:
        return None

    def read(text: str) -> int:
        return len(parser.parse(text))

    return read


def speed(read: Callable[[str], int], text: str, piece: int) -> tuple[float, float]:
    """MB of UTF-8 read and seconds taken, in pieces of `piece` characters until the text or its share of time is over."""
    size, begun = 0, time.process_time()
    for at in range(0, len(text), piece):
        part = text[at : at + piece]
        try:
            read(part)
        except Exception as bad:
            print(f"  ({type(bad).__name__} on a piece: {str(bad)[:60]!r})", file=sys.stderr)
        size += len(part.encode())
        if time.process_time() - begun > SHARE:
            break
    return size / 1e6, time.process_time() - begun


def command(text: str, size: int) -> tuple[float, float]:
    """Seconds by the clock and of processor of `shegong measures` on the first `size` bytes, from start to end: best of three."""
    clock = processor = 1e9
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "text.txt"
        path.write_bytes(text.encode()[:size].decode("utf-8", "ignore").encode())
        words = [
            sys.executable,
            "-c",
            "from shegong.cli import main; main()",
            "measures",
            str(path),
            "--format",
            "json",
        ]
        for _ in range(3):
            begun, before = time.perf_counter(), resource.getrusage(resource.RUSAGE_CHILDREN)
            subprocess.run(words, check=True, stdout=subprocess.DEVNULL)
            after = resource.getrusage(resource.RUSAGE_CHILDREN)
            clock = min(clock, time.perf_counter() - begun)
            processor = min(processor, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)
    return clock, processor


def main() -> None:
    """Print the table."""
    known = texts()
    readers: dict[str, tuple[Callable[[str], int] | None, int]] = {
        "shegong measures": (ours, 10**9),
        "shegong check": (claims, 10**9),
        "cn2an.transform": (cn2an_reader(), 2000),
        "quantulum3": (quantulum_reader(), 200),
    }
    ours("侯道五十弓")  # patterns are compiled once
    claims("侯道五十弓")
    print("| text | " + " | ".join(f"{name} MB/s" for name in readers) + " |")
    print("|---|" + "---|" * len(readers))
    for title, text in known.items():
        cells = []
        for read, piece in readers.values():
            if read is None:
                cells.append("not installed")
                continue
            size, taken = speed(read, text, piece)
            part = "" if size >= len(text.encode()) / 1e6 - 0.001 else f" (first {size:.3f} MB)"
            cells.append(f"{size / taken:.3f}{part}")
        print(f"| {title} ({len(text.encode()) / 1e6:.3f} MB) | " + " | ".join(cells) + " |")
    print("\nAs a command, start-up and output included (large files are shared between two processes):")
    for size in (500_000, 5_000_000):
        clock, processor = command(known["5 MB"], size)
        print(f"- {size / 1e6:.1f} MB: {clock:.2f} s by the clock, {processor:.2f} s of processor")
    try:
        import cn2an

        print("\nWhat is read:")
        for sample in SAMPLES:
            found = ", ".join(f"{m.text} = {m.value} {m.unit or ''}".strip() for m in read_measures(sample))
            print(f"- {sample}: shegong {found or 'nothing'}; cn2an {cn2an.transform(sample, 'cn2an')}")
    except ImportError:
        pass


if __name__ == "__main__":
    main()
