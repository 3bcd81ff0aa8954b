"""Films: a stretch of the rite as .mp4, .gif or .webp, its clauses burnt in and beside it as .srt and .vtt."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from queue import Queue
from threading import Thread
from typing import Any

import numpy as np
from numpy.typing import NDArray

from geometry.scene import Scene
from layout.errors import GroundError, InputError
from layout.files import atomic
from viewer.subtitles import Cue, srt, vtt
from viewer.wording import Wording, step_number

ENDINGS = (".mp4", ".gif", ".webp")
Frame = NDArray[np.uint8]
_WAITING = 3
"""Frames drawn and not yet encoded."""
MOST_HELD = 3_000_000_000
"""Bytes of frames that a .gif or .webp may hold: both are put together in memory."""


@dataclass(frozen=True)
class Shot:
    """One frame to draw: clip and ms in it, and the ms of the film at which it shows."""

    clip: int
    t: int
    at: int


def shots(scene: Scene, first: tuple[int, int], last: tuple[int, int], fps: float, speed: float = 1.0) -> list[Shot]:
    """The frames from (clip, ms) to (clip, ms) at `fps`, the rite running `speed` times as fast.

    InputError when the end does not come after the beginning.
    """
    if not 0 < fps <= 120:
        raise InputError(f"--fps {fps:g}: expected 1 to 120")
    if not 0 < speed < math.inf:
        raise InputError(f"--speed {speed:g}: expected a number above 0")
    if last <= first:
        raise InputError("the film ends before it begins: --to must come after --from")
    starts = [0]
    for section in scene.clips:
        starts.append(starts[-1] + section.duration)
    begin, end = starts[first[0]] + first[1], starts[last[0]] + last[1]
    count = max(1, int((end - begin) / 1000 / speed * fps))
    out = []
    clip = first[0]
    for n in range(count):
        at = begin + round(n * 1000 * speed / fps)
        while clip + 1 < len(scene.clips) and at >= starts[clip + 1]:
            clip += 1
        out.append(Shot(clip, at - starts[clip], round(n * 1000 / fps)))
    return out


def check_film(path: str | Path, count: int, size: tuple[int, int]) -> None:
    """InputError when a film of so many frames cannot be put together in its format; GroundError without PyAV for .mp4."""
    ending = Path(path).suffix.lower()
    if ending == ".mp4":
        _av()
        if size[0] < 32 or size[1] < 32:
            raise InputError(f"{path}: a film in .mp4 is at least 32x32 pixels, not {size[0]}x{size[1]}")
    elif count * size[0] * size[1] * 3 > MOST_HELD:
        least = MOST_HELD // (size[0] * size[1] * 3)
        raise InputError(
            f"{path}: {count} frames of {size[0]}x{size[1]} are too many for {ending} (at most {least}): "
            "write .mp4, or a shorter, smaller or faster film"
        )


def _av() -> Any:
    try:
        import av
    except ImportError:
        raise GroundError(
            "films in .mp4 need PyAV: pip install 'shegong[film]' (or write .gif or .webp instead)"
        ) from None
    return av


def write_film(path: str | Path, frames: Iterator[Frame], fps: float, size: tuple[int, int]) -> int:
    """Write frames (height, width, 3) to .mp4, .gif or .webp; returns how many. Atomic: nothing half-written stays.

    GroundError where a .mp4 is asked for and PyAV is not installed.
    """
    path = Path(path)
    with atomic(path) as temporary:
        if path.suffix.lower() == ".mp4":
            return _write_mp4(temporary, frames, fps, size)
        return _write_pictures(temporary, frames, fps)


def _write_mp4(path: Path, frames: Iterator[Frame], fps: float, size: tuple[int, int]) -> int:
    av = _av()
    width, height = (n - n % 2 for n in size)
    with av.open(str(path), "w", options={"movflags": "+faststart"}) as box:
        stream: Any = box.add_stream("libx264", rate=Fraction(fps).limit_denominator(1000))
        stream.width, stream.height, stream.pix_fmt = width, height, "yuv420p"
        stream.options = {"crf": "19", "preset": "veryfast", "threads": "1"}

        def encode(image: Frame) -> None:
            picture = av.VideoFrame.from_ndarray(np.ascontiguousarray(image[:height, :width]), format="rgb24")
            box.mux(stream.encode(picture))

        count = beside(frames, encode)
        box.mux(stream.encode())
    return count


def beside(frames: Iterator[Frame], use: Callable[[Frame], None]) -> int:
    """Use each frame in a thread of its own while the next is drawn, in order; returns how many. What fails there fails here."""
    waiting: Queue[Frame | None] = Queue(_WAITING)
    trouble: list[BaseException] = []

    def work() -> None:
        while (image := waiting.get()) is not None:
            if not trouble:
                try:
                    use(image)
                except BaseException as bad:
                    trouble.append(bad)

    thread = Thread(target=work, name="film")
    thread.start()
    count = 0
    try:
        for image in frames:
            if trouble:
                break
            waiting.put(image)
            count += 1
    finally:
        waiting.put(None)
        thread.join()
    if trouble:
        raise trouble[0]
    return count


def _write_pictures(path: Path, frames: Iterator[Frame], fps: float) -> int:
    from PIL import Image

    gif = path.suffix.lower() == ".gif"
    pictures: list[Any] = [Image.fromarray(image) for image in frames]
    if gif and pictures:
        # One palette for the whole film, from frames spread over it: no flicker, and no colour that comes late is lost.
        step = max(1, len(pictures) // 10)
        spread = np.concatenate([np.asarray(p.resize((160, 90))) for p in pictures[::step]])
        palette = Image.fromarray(spread).quantize(255, method=Image.Quantize.MEDIANCUT, dither=Image.Dither.NONE)
        pictures = [p.quantize(palette=palette, dither=Image.Dither.NONE) for p in pictures]
    if not pictures:
        raise InputError(f"{path.name}: no frame to write")
    pace = max(round(1000 / fps), 20 if gif else 1)
    how: dict[str, Any] = {"save_all": True, "append_images": pictures[1:], "duration": pace, "loop": 0}
    how |= {"optimize": False} if gif else {"quality": 80, "method": 2}
    pictures[0].save(path, format="GIF" if gif else "WEBP", **how)
    return len(pictures)


def cues(scene: Scene, frames: list[Shot], speed: float = 1.0, wording: Wording | None = None) -> list[Cue]:
    """The clauses that sound during the film, on its own clock (ms)."""
    out: list[Cue] = []
    wording = wording or Wording(scene)
    pace = frames[1].at - frames[0].at if len(frames) > 1 else 1000
    for shot in frames:
        said = wording.at(shot.clip, shot.t)
        if said is None:
            continue
        if out and (out[-1].text, out[-1].gloss) == said and out[-1].end >= shot.at:
            out[-1] = Cue(out[-1].start, shot.at + pace, *said)
        else:
            out.append(Cue(shot.at, shot.at + pace, *said))
    return out


def step_at(scene: Scene, clip: int, t: int) -> dict[str, Any] | None:
    """The step of the rite at a moment: the last one that has begun and not ended."""
    number = step_number(scene, clip, t)
    return None if number is None else dict(scene.clips[clip].extras["steps"][number])


def write_subtitles(path: Path, lines: list[Cue]) -> list[Path]:
    """`.srt` and `.vtt` beside a film; returns their paths.

    Players look for film.srt beside film.mp4; those of a .gif or .webp bear its whole name, so that films of one name in
    several formats do not share them.
    """
    out = []
    stem = path if path.suffix.lower() in (".gif", ".webp") else path.with_suffix("")
    for ending, make in ((".srt", srt), (".vtt", vtt)):
        beside = stem.with_name(stem.name + ending)
        with atomic(beside) as temporary:
            temporary.write_text(make(lines), encoding="utf-8")
        out.append(beside)
    return out


def frames_of(
    take: Callable[[Shot], Frame], plan: list[Shot], tick: Callable[[int, int], None] | None = None
) -> Iterator[Frame]:
    """The frames of a plan one after another; `tick(done, all)` after each."""
    for n, shot in enumerate(plan):
        yield take(shot)
        if tick:
            tick(n + 1, len(plan))
