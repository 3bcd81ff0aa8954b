"""What people have with them though no clause names it: the pipers' mouth-organs (笙), without which nobody could blow them;
the mallet of him who strikes the stones; the ladles with which wine and water are poured.

An instrument is in its player's hands whenever he is seen. Before he goes to drink or to the drum he lays it on the ground beside him.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace

from geometry.motion.ladles import Ladle, with_ladles
from geometry.motion.zithers import zithers_aside
from rite.model import PersonActs, RootKey, StagedSection, ThingActs, ThingKey

PLAYER, KIND, MALLET = "piper-", "mouth-organ", "mallet"
BESIDE, HIGH = 1.1, 0.38
"""How far to his left it is laid, and how high the middle of its bowl then is, in 尺."""
PAUSE = 700
"""ms after the last breath before it leaves his hands."""


def equipped(section: StagedSection, ladles: Sequence[Ladle] = ()) -> StagedSection:
    """The section with an instrument for every player who is seen in it (ids `mouth-organ-1` …), unless the score gives him one, and
    with the ladles of its jars (see `geometry.motion.ladles`)."""
    section = zithers_aside(_zithers_laid(_zithers_given(with_ladles(section, ladles) if ladles else section)))
    own = {}
    for id, acts in section.people.items():
        if not id.startswith(PLAYER) or not acts.root or not _seen(acts):
            continue
        name = f"{KIND}-{id.removeprefix(PLAYER)}"
        given = any(t.kind == KIND and any(k.holder == id for k in t.keys) for t in section.things.values())
        if name not in section.things and not given:
            own[name] = ThingActs(name, KIND, _keys(acts))
    for id, acts in section.people.items():
        if any(g.gesture == "strike" for g in acts.gestures):
            own[f"{MALLET}-{id}"] = ThingActs(f"{MALLET}-{id}", MALLET, (ThingKey(0, id, "right-hand"),))
    return replace(section, things={**section.things, **own}) if own else section


def _zithers_given(section: StagedSection) -> StagedSection:
    """A zither is taken up in both hands before it is laid on the shoulder, and comes into both again as soon as he begins to hand it
    over."""
    own: dict[str, ThingActs] = {}
    for id, thing in section.things.items():
        keys: list[ThingKey] = []
        for n, key in enumerate(thing.keys):
            giver = section.people.get(key.holder or "")
            if thing.kind != ZITHER or key.slot != ON_SHOULDER or giver is None:
                keys.append(key)
                continue
            end = thing.keys[n + 1].t if n + 1 < len(thing.keys) else section.duration
            made = {g.gesture: g.start for g in reversed(giver.gestures) if key.t < g.start < end}
            lifted, given = made.get(LIFTING, end), made.get(GIVING)
            if lifted - key.t >= SOON:
                lifted = next((g.end for g in giver.gestures if g.start <= key.t < g.end), end)
            if lifted - key.t < SOON and lifted + 50 < end:
                # Taken up in both hands first.
                keys += [replace(key, slot="both-hands"), replace(key, t=lifted + 50)]
            else:
                keys.append(key)
            if given is not None:
                keys.append(replace(key, t=given, slot="give"))
        if len(keys) != len(thing.keys):
            own[id] = ThingActs(id, thing.kind, tuple(keys))
    return replace(section, things={**section.things, **own}) if own else section


ON_SHOULDER, LIFTING, GIVING = "shoulder-left", "shoulder-zither", "hand-zither"
"""The slot of a zither that is carried, and the gestures with which it is shouldered and handed over."""
SOON = 3000
"""ms after it was taken in which it is shouldered."""
ZITHER, BEFORE = "zither", 1.5
"""Kind, and how far before a player his zither lies, in 尺."""


def _zithers_laid(section: StagedSection) -> StagedSection:
    """A zither that its player has in his hands while he plays it lies before him: he has set it down without a word."""
    own: dict[str, ThingActs] = {}
    for id, thing in section.things.items():
        if thing.kind != ZITHER:
            continue
        keys = []
        for n, key in enumerate(thing.keys):
            end = thing.keys[n + 1].t if n + 1 < len(thing.keys) else section.duration
            player = section.people.get(key.holder or "")
            plays = player is not None and any(
                g.gesture == "play-zither" and key.t <= g.start < end for g in player.gestures
            )
            keys.append(_before(player, key) if player is not None and plays else key)
        if tuple(keys) != thing.keys:
            own[id] = ThingActs(id, thing.kind, tuple(keys))
    return replace(section, things={**section.things, **own}) if own else section


def _before(player: PersonActs, key: ThingKey) -> ThingKey:
    root = next((k for k in reversed(player.root) if k.t <= key.t), player.root[0])
    way = math.radians(root.facing)
    x, y = root.x + BEFORE * math.sin(way), root.y + BEFORE * math.cos(way)
    return replace(key, holder=None, slot="", x=x, y=y, z=root.z, facing=root.facing, lie="flat", pitch=0.0)


def _seen(acts: PersonActs) -> bool:
    return not acts.postures or any(key.posture != "hidden" for key in acts.postures)


def _keys(acts: PersonActs) -> tuple[ThingKey, ...]:
    """When he has it and where it lies: the moments at which he comes into sight or goes, and that at which he lays it down."""
    down = _laid(acts)
    keys: list[ThingKey] = []
    for posture in acts.postures:
        seen = posture.posture != "hidden"
        if down is not None and posture.t >= down.t:
            break
        if not keys or keys[-1].visible != seen:
            keys.append(ThingKey(posture.t, acts.id, "both-hands", visible=seen))
    if not keys:
        keys.append(ThingKey(0, acts.id, "both-hands"))
    if keys[0].t > 0:
        keys.insert(0, replace(keys[0], t=0))
    return (*keys, down) if down is not None else tuple(keys)


def _laid(acts: PersonActs) -> ThingKey | None:
    """Where it lies from the end of his music on, if he has to do with a cup after it."""
    breaths = [g.end for g in acts.gestures if g.gesture == "blow"]
    last = max(breaths, default=0)
    if not any(g.start >= last and g.gesture in ("receive", "take", "hand-over", "drum") for g in acts.gestures):
        return None
    at = last + PAUSE if breaths else 0
    root = next((k for k in reversed(acts.root) if k.t <= at), acts.root[0])
    return _ground(at, root)


def _ground(t: int, root: RootKey) -> ThingKey:
    left = math.radians(root.facing - 90.0)
    x, y = root.x + BESIDE * math.sin(left), root.y + BESIDE * math.cos(left)
    return ThingKey(t, None, "", x, y, root.z + HIGH, root.facing + 60.0, "flat", 88.0)
