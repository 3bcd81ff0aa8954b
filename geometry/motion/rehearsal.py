"""A gesture by itself, as a small staged section: for the sheets of gestures and for tests.

One person (two where the gesture needs a partner) south of the hall on level ground, facing south, with what the gesture needs.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from geometry.motion.footwork import LEAD as LEAD
from geometry.motion.footwork import moved
from geometry.motion.ladles import with_ladles
from geometry.motion.others import ASKED, COMPANIONS, LISTENERS
from geometry.motion.scenery import HANDLED, LADLES_ABOUT, SCENERY, Prop, Step
from geometry.motion.vessels import FULL
from rite.dress import BARE, GUARD, RING, SHOES_OFF, load_dress
from rite.gestures import FILES, Gesture, gesture, load_gestures
from rite.model import (
    DressKey,
    Flight,
    Footfall,
    GestureAct,
    PersonActs,
    PostureKey,
    RootKey,
    StagedSection,
    ThingActs,
    ThingKey,
)

ANSWERS = 500
"""ms of a gesture that answers during which he who asks still speaks."""
AWAY = 1.9
"""From a person to what lies before him, in 尺."""
FARTHER_OFF = 5.8
"""How far before him, in 尺, those stand who are beckoned in or given the way: his hands go out to them."""
FARTHER = 2.6
"""The same of what stands on a table, clear of his sleeves."""
LEANED = 79.0
"""How steeply a bow leans on its wall, in degrees."""

_ROLES: Mapping[str, str] = {
    "take-banner": "caller", "lean-banner": "caller", "back-to-target": "caller", "assent": "caller",
    "lower-banner": "caller", "raise-banner": "caller", "call-hit": "caller", "take-tallies": "scorer",
    "fill-holder": "scorer", "lay-tally": "scorer", "count-tallies": "scorer", "gather-tallies": "scorer",
    "play-zither": "zither-1", "sing": "singer-1", "blow": "piper-1", "strike": "pupil-3", "drum": "attendant-1",
    "play": "zither-1", "shoulder-zither": "leader-1", "hand-zither": "leader-1", "zither-aside": "zither-1",
    "guide": "leader-1", "pour-water": "attendant-1", "spread-mat": "attendant-1", "serve-dishes": "attendant-1",
    "raise-bow-order": "usher", "push-bow-order": "usher", "pat-arrows": "usher", "switch-in-belt": "archery-master",
    "switch-off": "archery-master", "switch-take": "archery-master", "untie-cloth": "pupil-1", "tie-cord": "pupil-1",
    "search": "pupil-1", "pull-arrow": "pupil-1", "lay-arrows": "pupil-1", "hand-arrows": "pupil-1",
}  # fmt: skip
_PROPS: Mapping[str, tuple[tuple[str, str], ...]] = {
    "play-zither": (("zither", ""),),
    "play": (("zither", ""),),
    "blow": (("mouth-organ", "both-hands"),),
    "hold": (("cup", "both-hands"),),
}
_CUP = (
    "drink-kneeling",
    "drink-standing",
    "sip",
    "offer-wine",
    "wash",
    "pour",
    "offer",
)
_CUP_LEFT = ("offer-dried-meat",)


def role_of(name: str) -> str:
    """The person who makes a gesture on its sheet."""
    if name in _ROLES:
        return _ROLES[name]
    return "archer-1-upper" if gesture(name) in _archery() else "guest"


def _archery() -> list[Gesture]:
    table = list(load_gestures().values())
    first = next(n for n, g in enumerate(table) if g.id == "bare-arm")
    last = next(n for n, g in enumerate(table) if g.id == "switch-take")
    return table[first : last + 1]


def rehearse(name: str, role: str = "", x: float = 0.0, y: float = -20.0) -> StagedSection:
    """A staged section in which one gesture is made once. Raises UnknownNameError for a gesture that is not in the table."""
    entry = gesture(name)
    role = role or role_of(entry.id)
    kneeling = "stand" not in entry.before or (
        entry.id in ("take", "set-down", "put-on", "praise-wine", "take-banner", "offer") and "kneel" in entry.before
    )
    duration = entry.duration + 2 * LEAD
    bow = entry.hands == "bow" or entry.id in (
        "raise-bow-order",
        "push-bow-order",
        "drink-penalty",
        "lean-bow",
        "hand-bow",
        "step-on-mark",
        "feet-together",
    )
    states = frozenset({BARE, RING, GUARD}) if bow and entry.id not in ("drink-penalty", "slacken-bow") else frozenset()
    things: dict[str, ThingActs] = {}
    contact = LEAD + (entry.contact_ms or 0)
    target: tuple[float, float, float] | None = None
    thing = None

    def carry(id: str, kind: str, slot: str, state: str = "") -> None:
        things[id] = ThingActs(id, kind, (ThingKey(0, role, slot, state=state),))

    if bow and entry.id not in ("take-bow",):
        slack = entry.id in ("drink-penalty", "slacken-bow", "string-bow")
        carry("bow-1", "bow", "left-hand", "slack" if slack else "")
        if entry.id == "string-bow":
            strung = (ThingKey(0, role, "left-hand", state="slack"), ThingKey(contact, role, "left-hand"))
            things["bow-1"] = ThingActs("bow-1", "bow", strung)
        if entry.id in ("draw-shoot", "step-on-mark", "feet-together"):
            carry("arrow-1", "arrow", "string")
        if entry.id == "draw-shoot":
            things["arrow-1"] = ThingActs(
                "arrow-1", "arrow", (ThingKey(0, role, "string"), ThingKey(contact, None, "", x, y - 60, 1.0, 180))
            )
    if entry.id == "drink-penalty":
        drained = (ThingKey(0, role, "right-hand", state=FULL), ThingKey(contact, role, "right-hand"))
        things["goblet-1"] = ThingActs("goblet-1", "goblet", drained)
    if entry.id in _CUP:
        empties = entry.id.startswith("drink")
        first = "" if entry.id in ("wash", "pour") else FULL
        last = "" if empties or entry.id == "wash" else FULL
        cup = (ThingKey(0, role, "both-hands", state=first), ThingKey(contact, role, "both-hands", state=last))
        things["cup-1"] = ThingActs("cup-1", "cup", cup if first != last else cup[:1])
    elif entry.id in _CUP_LEFT:
        carry("cup-1", "cup", "left-hand", FULL)
    if role == "caller" and entry.id not in HANDLED:
        carry("banner", "banner", "both-hands")
    for kind, slot in _PROPS.get(entry.id, ()):
        if slot:
            carry(f"{kind}-prop-1", kind, slot)
        else:
            things[f"{kind}-prop-1"] = ThingActs(
                f"{kind}-prop-1", kind, (ThingKey(0, None, "", x, y - 1.5, 0.0, 180.0),)
            )
    height = 0.0 if kneeling else 3.0
    kind = {"take-bow": "bow", "lean-bow": "bow", "lay-arrows": "arrow", "set-up": "cup-stand", "serve-dishes": "dishes",
            "lift-tray": "meat", "put-on": "lung"}.get(entry.id, "cup")  # fmt: skip
    if entry.effect in ("take", "set") and "thing" in entry.needs:
        thing = f"{kind}-2" if kind != "bow" else "bow-1"
        lain = 90.0 if kind == "arrow" else 180.0 if kind in ("bow", "lung") else 0.0
        lie = "leaning" if kind == "bow" else "flat"
        height = {"bow": 0.0, "arrow": 0.32, "lung": 1.1}.get(kind, height)
        away = FARTHER if height > 1.5 else AWAY
        spot = ThingKey(0, None, "", x, y - away, height, lain, lie, LEANED if kind == "bow" else 0.0)
        slot = "left-hand" if kind == "bow" else "both-hands"
        target = (x, y - away, height)
        mine = ThingKey(contact, role, slot)
        if entry.effect == "take":
            things[thing] = ThingActs(thing, kind, (spot, mine))
        else:
            things[thing] = ThingActs(thing, kind, (ThingKey(0, role, slot), replace(spot, t=contact)))
    if entry.id == "lay-arrows" and target is not None:
        # All four (乘矢) are laid, side by side.
        for n in (3, 4, 5):
            spot = ThingKey(contact, None, "", x, y - AWAY - 0.3 * (n - 2), height, 90.0, "flat")
            things[f"arrow-{n}"] = ThingActs(f"arrow-{n}", "arrow", (ThingKey(0, role, "right-hand"), spot))
    for handled in HANDLED.get(entry.id, ()):
        keys = tuple(_key(step, role, x, y) for step in handled.steps)
        things[handled.id] = ThingActs(handled.id, handled.kind, keys)
        thing = handled.id if handled.chief else thing
    partner = None
    people: dict[str, PersonActs] = {}
    if "partner" in entry.needs:
        partner = {
            "guide": "singer-1",
            "hand-zither": "zither-1",
            "hand-arrows": "archer-1-upper",
            "receive-arrows": "pupil-1",
        }.get(entry.id, "host" if role != "host" else "guest")
        side = entry.id == "guide"
        px, py = (x - 3.1, y + 0.5) if side else (x, y - (FARTHER_OFF if entry.id in ("beckon-in", "yield") else 4.1))
        facing = 180.0 if side else 0.0
        other: tuple[GestureAct, ...] = ()
        if entry.id in ASKED:
            other = (GestureAct(0, LEAD + ANSWERS, ASKED[entry.id], role),)
        if entry.effect in ("give", "receive"):
            kind = (
                "bow"
                if "bow" in entry.id
                else "zither"
                if "zither" in entry.id
                else "arrow"
                if "arrows" in entry.id
                else "cup"
            )
            thing = {"bow": "bow-1", "cup": "cup-3"}.get(kind, f"{kind}-3")
            giver, taker = (role, partner) if entry.effect == "give" else (partner, role)
            slot = "left-hand" if kind == "bow" else "right-hand" if kind == "arrow" else "both-hands"
            for id in [thing, *(f"arrow-{n}" for n in (4, 5, 6) if kind == "arrow")]:
                first = "give" if kind == "zither" else slot
                things[id] = ThingActs(id, kind, (ThingKey(0, giver, first), ThingKey(contact, taker, slot)))
            if kind == "arrow":
                archer = role if role.startswith("archer") else partner
                things["bow-1"] = ThingActs("bow-1", "bow", (ThingKey(0, archer, "left-hand"),))
            back = {
                "hand-over": "receive",
                "receive": "hand-over",
                "hand-bow": "receive-bow",
                "receive-bow": "hand-bow",
                "hand-arrows": "receive-arrows",
                "receive-arrows": "hand-arrows",
            }.get(entry.id, "receive")
            other = (GestureAct(LEAD, LEAD + entry.duration, back, role, thing),)
        people[partner] = _acts(partner, px, py, facing, duration, other, kneeling)
    if entry.id in LISTENERS:
        other_id, answer = LISTENERS[entry.id]
        # Who is consented to has spoken before.
        span = (0, LEAD + ANSWERS) if entry.id == "consent" else (LEAD, LEAD + entry.duration)
        said = (GestureAct(*span, answer, role),) if answer else ()
        people[other_id] = _acts(other_id, x, y - 4.6, 0.0, duration, said, False)
    also = COMPANIONS.get(entry.id)
    if also is not None:
        deed = (GestureAct(LEAD, LEAD + entry.duration, also.gesture),) if also.gesture else ()
        people[also.role] = _acts(
            also.role, x + also.left, y - also.ahead, 180.0 + also.turned, duration, deed, also.kneels
        )
        for kind, slot, state in also.holds:
            things[f"{kind}-also"] = ThingActs(f"{kind}-also", kind, (ThingKey(0, also.role, slot, state=state),))
    for n, prop in enumerate(SCENERY.get(entry.id, ())):
        things[f"{prop.kind}-about-{n + 1}"] = ThingActs(
            f"{prop.kind}-about-{n + 1}", prop.kind, (_spot(0, prop, x, y),)
        )
    act = GestureAct(LEAD, LEAD + entry.duration, entry.id, partner, thing, target)
    flights: tuple[Flight, ...] = ()
    if entry.id == "draw-shoot":
        path = tuple(
            (contact + 20 * n, x - 0.45, y - 3.0 - 4.0 * n, 6.3 + 0.5 * n - 0.02 * n * n, 9.0 - 0.5 * n)
            for n in range(12)
        )
        flights = (Flight("arrow-1", role, 1, path, 180.0, "ground", False),)
    feet: tuple[Footfall, ...] = ()
    if states and not kneeling and entry.id in ("draw-shoot",):
        feet = (Footfall("left", 10, 20, x + 0.6, y, 0.0, 160.0), Footfall("right", 20, 30, x - 0.6, y, 0.0, 225.0))
    if entry.id == "feet-together":
        # The left one is on the mark already; the right one comes after.
        feet = (
            Footfall("left", 10, 20, x + 0.6, y, 0.0, 160.0),
            Footfall("right", 20, 30, x - 1.0, y + 0.75, 0.0, 200.0),
            Footfall("right", LEAD + 500, LEAD + 1100, x - 0.6, y + 0.1, 0.0, 225.0),
        )
    own = _acts(role, x, y, 180.0, duration, (act,), kneeling, states, feet)
    people[role] = _dressed(moved(own, entry.id, x, y, duration), entry.effect, contact)
    section = StagedSection(0, entry.id, entry.hanzi[0], entry.english, "", duration, (), people, things, flights)
    ladles = [replace(ladle, x=x + ladle.x, y=y + ladle.y) for ladle in LADLES_ABOUT.get(entry.id, ())]
    return with_ladles(section, ladles)


def _spot(t: int, prop: Prop, x: float, y: float) -> ThingKey:
    return ThingKey(t, None, "", x + prop.left, y - prop.ahead, prop.high, 180.0 + prop.turned, prop.lie, prop.pitch)


def _key(step: Step, role: str, x: float, y: float) -> ThingKey:
    """A step of a thing that is handled, as the key of a section whose actor stands at (x, y)."""
    t = 0 if step.at < 0 else LEAD + round(step.at * 1000)
    if step.spot is not None:
        return replace(_spot(t, step.spot, x, y), state=step.state, count=step.count)
    if step.slot:
        return ThingKey(t, step.on or role, step.slot, state=step.state, count=step.count)
    return ThingKey(t, None, "", x, y, visible=False, count=step.count)


def _acts(
    role: str, x: float, y: float, facing: float, duration: int, gestures: tuple[GestureAct, ...], kneeling: bool,
    states: frozenset[str] = frozenset(), feet: tuple[Footfall, ...] = (),
) -> PersonActs:  # fmt: skip
    root = (RootKey(0, x, y, 0.0, facing), RootKey(duration, x, y, 0.0, facing))
    outfit = load_dress().wear(role).outfit
    posture = PostureKey(0, "kneel" if kneeling else "stand")
    return PersonActs(role, root, feet, gestures, (posture,), (DressKey(0, outfit, states),))


_CHANGES: Mapping[str, tuple[frozenset[str], frozenset[str]]] = {
    "bare-left": (frozenset(), frozenset({BARE})),
    "covered": (frozenset({BARE}), frozenset()),
    "ring-guard": (frozenset({BARE}), frozenset({BARE, RING, GUARD})),
    "no-ring-guard": (frozenset({BARE, RING, GUARD}), frozenset({BARE})),
    "shoes-off": (frozenset(), frozenset({SHOES_OFF})),
    "shoes-on": (frozenset({SHOES_OFF}), frozenset()),
}
"""Effect of a gesture on the dress → states before and after."""


def _dressed(acts: PersonActs, effect: str, contact: int) -> PersonActs:
    """The acts with the change of dress that the gesture makes."""
    if effect not in _CHANGES:
        return acts
    outfit = acts.dress[0].outfit
    before, after = _CHANGES[effect]
    return replace(acts, dress=(DressKey(0, outfit, before), DressKey(contact, outfit, after)))


def all_gestures() -> list[str]:
    """Every gesture of the table, in its order."""
    assert FILES
    return list(load_gestures())
