"""Who is on the ground for one company: everybody's id, the pairs that shoot, and what the group words mean."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from layout.choices import Company
from layout.errors import UnknownNameError
from rite.rounds import RULES as ROUNDS
from rite.words import Words

PUPILS = 4
ATTENDANTS = 4


@dataclass(frozen=True)
class Pair:
    """Two who shoot together; the upper shoots first, from the west mark."""

    upper: str
    lower: str

    @property
    def members(self) -> tuple[str, str]:
        """Upper, lower."""
        return (self.upper, self.lower)


@dataclass(frozen=True)
class Cast:
    """The company of one rite with its pairs.

    The three pairs come first; then guest and host (主人為下射), each grandee with a guest of the court (大夫為下射), then
    the other guests two by two, until the company's number of pairs is reached. More pairs raise the number of guests.
    """

    company: Company

    @cached_property
    def later_pairs(self) -> tuple[Pair, ...]:
        """The pairs that shoot after the 三耦."""
        pairs: list[Pair] = []
        left = self.company.pairs
        if self.company.host_shoots and left > 0:
            pairs.append(Pair("guest", "host"))
            left -= 1
        court = 5
        for n in range(1, self.company.grandees + 1):
            if left <= 0:
                break
            pairs.append(Pair(f"guest-{court}", f"grandee-{n}"))
            court += 1
            left -= 1
        line = ["guest-2", "guest-3", "guest-4", *(f"guest-{n}" for n in range(court, court + 2 * max(left, 0)))]
        for n in range(max(left, 0)):
            pairs.append(Pair(line[2 * n], line[2 * n + 1]))
        return tuple(pairs)

    @cached_property
    def three_pairs(self) -> tuple[Pair, ...]:
        """三耦."""
        return tuple(Pair(f"archer-{n}-upper", f"archer-{n}-lower") for n in (1, 2, 3))

    @cached_property
    def pairs(self) -> tuple[Pair, ...]:
        """All pairs in the order of shooting."""
        return self.three_pairs + self.later_pairs

    @cached_property
    def guests(self) -> tuple[str, ...]:
        """眾賓: guest-2 and on; as many as were invited, or as the pairs need."""
        most = 1 + self.company.guests
        for pair in self.later_pairs:
            for name in pair.members:
                if name.startswith("guest-"):
                    most = max(most, int(name[6:]))
        return tuple(f"guest-{n}" for n in range(2, most + 1))

    @cached_property
    def grandees(self) -> tuple[str, ...]:
        """大夫."""
        return tuple(f"grandee-{n}" for n in range(1, self.company.grandees + 1))

    @cached_property
    def archers(self) -> tuple[str, ...]:
        """Everybody who shoots in a pair, in the order of shooting."""
        return tuple(name for pair in self.pairs for name in pair.members)

    @cached_property
    def people(self) -> tuple[str, ...]:
        """Everybody, in a fixed order."""
        musicians = ("music-master", "zither-1", "zither-2", "singer-1", "singer-2")
        return (
            "host",
            "guest",
            *self.guests,
            *self.grandees,
            "usher",
            "archery-master",
            *(name for pair in self.three_pairs for name in pair.members),
            "caller",
            "scorer",
            *(f"pupil-{n}" for n in range(1, PUPILS + 1)),
            *(f"attendant-{n}" for n in range(1, ATTENDANTS + 1)),
            *musicians,
            *(f"leader-{n}" for n in (1, 2, 3, 4)),
            *(f"piper-{n}" for n in (1, 2, 3, 4)),
        )

    def pair_of(self, person: str) -> Pair | None:
        """The pair in which a person shoots."""
        return self._pair_by_person.get(person)

    @cached_property
    def _pair_by_person(self) -> dict[str, Pair]:
        return {name: pair for pair in self.pairs for name in pair.members}

    def rule(self, rule: str) -> tuple[str, ...]:
        """Members of a group that depends on the company. Raises UnknownNameError."""
        found = self._rules.get(rule)
        if found is None:
            found = self._rules[rule] = self._members_by_rule(rule)
        return found

    @cached_property
    def _rules(self) -> dict[str, tuple[str, ...]]:
        return {}

    def _members_by_rule(self, rule: str) -> tuple[str, ...]:
        shooting = set(self.archers)
        grandee_pairs = [p for p in self.later_pairs if p.lower.startswith("grandee-")]
        partners = tuple(p.upper for p in grandee_pairs)
        table: dict[str, tuple[str, ...]] = {
            "guests": self.guests,
            "court-guests": tuple(g for g in self.guests if int(g[6:]) > 4),
            "court-guests-rest": tuple(g for g in self.guests if int(g[6:]) > 5),
            "shooting-guests": (
                *partners,
                *(n for p in self.guest_pairs for n in p.members),
            ),
            "idle-guests": tuple(g for g in self.guests if g not in shooting),
            "grandees": self.grandees,
            "other-grandees": self.grandees[1:],
            "shooting-grandees": tuple(p.lower for p in grandee_pairs),
            "grandee-partners": partners,
            "archers": self.archers,
            "later-archers": tuple(n for p in self.later_pairs for n in p.members),
            "guests-from-hall": tuple(g for g in ("guest-2", "guest-3", "guest-4") if g in shooting),
            "first-grandee": tuple(p.lower for p in grandee_pairs[:1]),
            "first-partner": partners[:1],
            "later-grandees": tuple(p.lower for p in grandee_pairs[1:]),
            "later-partners": partners[1:],
            "guest-pairs": tuple(n for p in self.guest_pairs for n in p.members),
            # Grandees, and the guest with the host, shoot before the pairs of guests, and the grandee goes up again.
            "last-to-shoot": ((self.guest_pairs or self.three_pairs)[-1].lower,)
            if self.guest_pairs or not partners
            else partners[-1:],
            "seated": ("guest", "host", *self.grandees, "guest-2", "guest-3", "guest-4"),
        }
        if rule in ROUNDS:
            return ROUNDS[rule](self)
        if rule not in table:
            raise UnknownNameError("rule", rule, [*table, *ROUNDS])
        return table[rule]

    @cached_property
    def guest_pairs(self) -> tuple[Pair, ...]:
        """Pairs of guests alone: without guest and host, without grandees."""
        return tuple(p for p in self.later_pairs if p.lower != "host" and not p.lower.startswith("grandee-"))

    @cached_property
    def grandee_pairs(self) -> tuple[Pair, ...]:
        """Pairs of a guest with a grandee."""
        return tuple(p for p in self.later_pairs if p.lower.startswith("grandee-"))

    def members(self, key: str, words: Words) -> tuple[str, ...]:
        """The people behind a person or group id of the word tables, or an id of the glossary."""
        group = words.people.group.get(key)
        if group is None:
            return (key,) if key in self._everyone else ()
        if group.rule:
            return self.rule(group.rule)
        return tuple(m for m in group.members if m in self._everyone)

    @cached_property
    def _everyone(self) -> frozenset[str]:
        return frozenset(self.people)
