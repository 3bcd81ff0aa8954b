"""Mouse and keys: what they hit, and what is done about it."""

from __future__ import annotations

import math
from dataclasses import replace

from geometry.scene import Vec3
from viewer import movement
from viewer.accompanying import Accompanying
from viewer.keymap import HELD, action_of
from viewer.model import GHOST
from viewer.picking import Hit, owner, snap
from viewer.ruler import distance
from viewer.state import Zone


class Pointing(Accompanying):
    """Takes the mouse and the keyboard."""

    _on_panel = False
    _scrub_track: object = None
    _pivot: Vec3 | None = None

    def hit(self, x: float, y: float) -> Hit | None:
        """What lies under a point of the picture."""
        width, height = self.size
        origin, way = self.camera.ray(x / width, 1 - y / height, width / height)
        hidden = self.model.packed.hidden(self.hidden() | {GHOST})
        return self.model.picker.pick(self.world, origin, way, hidden, self.camera.planes()[0])

    def _owner_at(self, x: float, y: float) -> int | None:
        found = self.hit(x, y)
        return None if found is None else self.owner(found.node)

    def owner(self, number: int) -> int:
        """The named thing or person that a node belongs to."""
        return owner(self.model.scene.nodes, self.model.packed.index.__getitem__, number)

    def zone_at(self, x: float, y: float) -> Zone | None:
        """The topmost part of the interface at a point."""
        return next((z for z in reversed(self.zones) if z.holds(x, y)), None)

    def motion(self, x: float, y: float) -> None:
        """The pointer moved."""
        self.pointer = (x, y)
        if self.zone_at(x, y):
            self.hovered, self._hover_due = None, False
        else:
            self._hover_due = True

    def press(self, x: float, y: float, button: str = "left") -> None:
        """A button went down."""
        self.pointer, self._dragging = (x, y), False
        zone = self.zone_at(x, y)
        self._scrub = bool(zone and zone.action == "scrub" and button == "left")
        self._scrub_track = zone.arg if zone else None
        self._on_panel = zone is not None
        if self._scrub and zone:
            self._scrub_to(zone, x)
        self._pivot = None if zone or self.mode != "orbit" else self._pivot_at(x, y)

    def _pivot_at(self, x: float, y: float) -> Vec3 | None:
        found = self.hit(x, y)
        return found.point if found and found.distance < 400 else None

    def _scrub_to(self, zone: Zone, x: float) -> None:
        share = min(max((x - zone.x) / max(zone.w, 1), 0.0), 1.0)
        if zone.arg == "section":
            self.timeline.seek(self.timeline.clip, share * self.timeline.duration)
        else:
            self.timeline.seek_overall(share * self.timeline.total)

    def drag(self, x: float, y: float, dx: float, dy: float, button: str = "left", shift: bool = False) -> None:
        """The pointer moved with a button down; dy grows downward."""
        self._dragging = self._dragging or math.hypot(x - self.pointer[0], y - self.pointer[1]) > 3
        if self._scrub:
            zone = next((z for z in self.zones if z.action == "scrub" and z.arg == self._scrub_track), None)
            if zone:
                self._scrub_to(zone, x)
            return
        if self._on_panel or not self._dragging:
            return
        if self.through_eyes:
            self.look_aside(dx, dy)
            return
        self._flight = None
        self.camera = movement.dragged(self, dx, dy, button, shift, self._pivot)

    @property
    def turning(self) -> bool:
        """Whether the camera is being dragged."""
        return self._dragging and not (self._scrub or self._on_panel)

    def release(self, x: float, y: float, button: str = "left") -> None:
        """A button went up: a click, where the pointer stayed."""
        clicked = not self._dragging and not self._scrub
        self._dragging = self._scrub = False
        if clicked and button == "left":
            self.click(x, y)

    def click(self, x: float, y: float) -> None:
        """Ask what is there, or press a button of the interface."""
        zone = self.zone_at(x, y)
        if zone:
            if zone.action and zone.action != "scrub":
                self.do(zone.action, zone.arg)
            return
        if self.panel in ("search", "help"):
            self.panel = None
        found = self.hit(x, y)
        if self.measuring:
            self._measure(found)
            return
        number = None if found is None else self.owner(found.node)
        self.selected, self.card_rows = number, 0

    def double(self, x: float, y: float) -> None:
        """Go to what is there."""
        if self.zone_at(x, y) or self.measuring:
            return
        found = self.hit(x, y)
        if found:
            self.fly_to(movement.approach(self.camera, found.point))

    def wheel(self, x: float, y: float, amount: float) -> None:
        """The wheel turned: nearer to what is under the pointer (amount > 0) or away from it."""
        zone = self.zone_at(x, y)
        if zone and zone.arg == "card":
            self.card_rows = max(0, self.card_rows - round(amount * 2))
            return
        if zone:
            self.scroll_rows = max(0, self.scroll_rows - round(amount * 3))
            return
        self._flight = None
        if self.through_eyes or (self.mode != "orbit" and self.camera.flat is None):
            self.camera = replace(self.camera, fov=min(max(self.camera.fov * 0.92**amount, 12.0), 100.0))
            return
        # Who is followed stays where he is in the picture.
        pivot = self.following_point() if self.following else self._pivot_at(x, y)
        self.camera = self.camera.zoom(0.86**amount, pivot)

    def _measure(self, found: Hit | None) -> None:
        if found is None:
            return
        # Snapping reaches 12 pixels around the pointer, whatever the distance.
        per_pixel = 2 * self.camera.half_height / self.size[1] * (1 if self.camera.flat is not None else found.distance)
        point, snapped = snap(found, 12 * per_pixel)
        node = self.model.scene.nodes[self.owner(found.node)]
        name = str(node.extras.get("label" if self.lang == "zh" else "label_en") or "") if snapped else ""
        if len(self.points) >= 2:
            self.points = []
        self.points.append((point, name))
        if len(self.points) == 1:
            self.tell(self.say("measure.second"), 30)
        else:
            told = distance(self.points[0][0], self.points[1][0], self.model.scene.metres_per_chi).told()
            self.tell(self.say("measure.result", **told) + "    " + self.say("measure.level", **told), 60)

    def key(self, name: str, ctrl: bool = False, shift: bool = False) -> bool:
        """A key went down; returns whether it meant something."""
        self.running = shift
        name = name.lower().lstrip("_")
        if self.panel == "search" and name in ("return", "enter", "up", "down", "escape", "backspace"):
            self._search_key(name)
            return True
        if self.panel == "search" and not ctrl:
            return True
        action = action_of(name, ctrl, shift)
        if action is None:
            return False
        if action in HELD and not ctrl:
            self.held.add(action)
            self._flight = None
        else:
            self.do(action)
        return True

    def key_up(self, name: str, shift: bool = False) -> None:
        """A key went up."""
        self.running = shift
        action = action_of(name)
        if action:
            self.held.discard(action)

    def typed(self, text: str) -> None:
        """Characters typed (an input method may bring several at once)."""
        if self.panel != "search":
            return
        if text == "/" and not self.query:
            return
        self.query += "".join(c for c in text if c.isprintable())
        self._search()

    def _search_key(self, name: str) -> None:
        if name == "escape":
            self.panel = None
        elif name == "backspace":
            self.query = self.query[:-1]
            self._search()
        elif name in ("up", "down"):
            self.cursor = min(max(self.cursor + (1 if name == "down" else -1), 0), max(len(self.results) - 1, 0))
        elif self.results:
            self.do("found", self.cursor)

    def _search(self) -> None:
        self.results = self.model.index.find(self.query)
        self.cursor = self.scroll_rows = 0
