"""How coarsely a picture is drawn while the camera moves, so that moving stays smooth where drawing is slow. Pure Python."""

from __future__ import annotations

from dataclasses import dataclass

from viewer.camera import Camera

SHARES = (1.0, 0.8, 0.65, 0.52)
"""Sides of the picture drawn, as parts of those shown."""
LONG, SHORT = 28.0, 15.0
"""Milliseconds of a frame above which it is drawn more coarsely, and below which it may be finer."""
REST = 0.16
"""Seconds after which a camera that did not move is at rest."""
CALM = 20
"""Frames in a row that must be short before finer ones are tried."""


@dataclass(eq=False)
class Pace:
    """Watches the camera and how long frames take. `step` is the place in SHARES that moving begins with."""

    step: int = 0
    _camera: Camera | None = None
    _moved: float = -1e9
    _short: int = 0
    _coarse: bool = False

    def share(self, camera: Camera, now: float) -> float:
        """Part of the size at which to draw the next frame, at a moment in seconds: 1 when the camera rests."""
        if camera != self._camera:
            # The first picture of all is no movement.
            self._moved = now if self._camera is not None else -1e9
            self._camera = camera
        self._coarse = now - self._moved < REST and self.step > 0
        return SHARES[self.step] if self._coarse else 1.0

    @property
    def moving(self) -> bool:
        """Whether the last frame was one of a camera that moves."""
        return self._coarse

    def due(self, now: float) -> bool:
        """Whether the last frame was coarse and the camera has come to rest since."""
        return self._coarse and now - self._moved >= REST

    def took(self, milliseconds: float, now: float) -> None:
        """Tell how long the last frame took."""
        if now - self._moved >= REST:
            return
        if milliseconds > LONG:
            self._short = 0
            self.step = min(self.step + 1, len(SHARES) - 1)
        elif milliseconds < SHORT:
            self._short += 1
            if self._short > CALM:
                self._short, self.step = 0, max(self.step - 1, 0)
        else:
            self._short = 0
