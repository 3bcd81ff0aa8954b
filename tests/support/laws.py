"""What must hold of the three shootings in any company: turns, calls, tallies, the result told, the losers' cups, the five verses.

Written from the text (經 注) before the staging was asked, and counted anew here: nothing is taken from `rite.score` but the winners
and the hits of each archer.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator

from layout.plan.model import Plan
from rite.cast import Cast, Pair
from rite.facts import dress_at, person_at, posture_at, thing_at
from rite.model import GestureAct, Rite
from rite.questions import Questions

ARMED = frozenset({"bare-left", "ring", "guard"})
BUNDLES = ("tallies-spare", "tallies-holder", "tallies-hand", "tallies-upper", "tallies-lower", "tallies-won")
_DIGITS = "〇一二三四五六七八九"


class Laws:
    """The laws asked of one rite; `broken()` tells what is against them, `asked` how many questions were put."""

    def __init__(self, rite: Rite, plan: Plan) -> None:
        self.q = Questions(rite, plan)
        self.cast = Cast(plan.company)
        rounds = rite.score["rounds"]
        assert isinstance(rounds, list)
        self.rounds = {r["round"]: r for r in rounds}
        self.sticks = max(80, 8 * len(self.cast.pairs))
        self.asked = 0

    def broken(self) -> list[str]:
        """Everything that is against a law."""
        found = (self.turns(), self.calls(), self.heaps(), self.result(), self.cups(), self.verses(), self.hands())
        wrong = []
        for said, holds in itertools.chain(*found):
            self.asked += 1
            if not holds:
                wrong.append(said)
        return wrong

    # -- asking ------------------------------------------------------------------------------------------------------

    def shots(self, number: int, who: str) -> list[GestureAct]:
        """The shots of somebody in a section."""
        return [g for g in self.q.section(number).people[who].gestures if g.gesture == "draw-shoot"]

    def amount(self, number: int, bundle: str, t: int) -> int:
        """How many tallies a bundle has at a time."""
        key = thing_at(self.q.section(number).things[bundle], t)
        return key.count if key.visible else 0

    def held(self, number: int, who: str, kind: str, t: int) -> list[str]:
        """The states of the things of a kind that somebody holds."""
        keys = [thing_at(x, t) for x in self.q.section(number).things.values() if x.kind == kind]
        return [k.state for k in keys if k.holder == who and k.visible]

    def second(self, pair: Pair) -> int:
        """The section in which a pair shoots the second time."""
        return 21 if pair in self.cast.three_pairs else 22

    # -- laws --------------------------------------------------------------------------------------------------------

    def turns(self) -> Iterator[tuple[str, bool]]:
        """拾發 將乘矢: four arrows each, by turns, the lower only when the upper has loosed and set his next."""
        for pair in self.cast.pairs:
            first = [18] if pair in self.cast.three_pairs else []
            for number in (*first, self.second(pair), 27):
                upper, lower = self.shots(number, pair.upper), self.shots(number, pair.lower)
                yield f"§ {number} {pair}: not four arrows each", len(upper) == len(lower) == 4
                order = sorted([(g.start, 0) for g in upper] + [(g.start, 1) for g in lower])
                yield f"§ {number} {pair}: not by turns", [w for _, w in order] == [0, 1] * 4
                loosed = {(f.archer, f.shot): f.points[0][0] for f in self.q.section(number).flights}
                for n, g in enumerate(lower, 1):
                    yield f"§ {number} {pair.lower} before his time", g.start >= loosed[pair.upper, n]
                    if number != 27 and n < 4:
                        ready = [
                            k
                            for x in self.q.section(number).things.values()
                            if x.kind == "arrow"
                            for k in [thing_at(x, g.start)]
                            if k.holder == pair.upper and k.slot == "string"
                        ]
                        yield f"§ {number} {pair.upper}: next arrow not set", len(ready) == 1
        noble = [p for p in self.cast.later_pairs if p not in self.cast.guest_pairs]
        for number, pairs in ((22, [*noble, *self.cast.guest_pairs]), (27, list(self.cast.pairs))):
            begun = [self.shots(number, p.upper)[0].start for p in pairs]
            yield f"§ {number}: pairs out of order", begun == sorted(begun)

    def calls(self) -> Iterator[tuple[str, bool]]:
        """獲者坐而獲: every hit of the middle called on both notes, kneeling, facing east; tallies none, for each, for those on the beat."""
        for number in (18, 21, 22, 27):
            section = self.q.section(number)
            hits = [f for f in section.flights if f.landed == "target-center"]
            said = [u for u in section.utterances if u.kind == "call" and "獲" in u.text]
            for note in "宮商":
                yield f"§ {number}: calls on {note}", sum(note in u.text for u in said) == len(hits)
            for u in said:
                kneels = posture_at(section.people["caller"], u.start) in ("kneel", "sit")
                way = (person_at(section.people["caller"], u.start).facing or 0.0) - 90
                yield f"§ {number}: called by {u.who} at {u.start}", u.who == "caller" and kneels and abs(way) < 6
            laid = [g for g in section.people["scorer"].gestures if g.gesture == "lay-tally"]
            want = 0 if number == 18 else sum(f.counts for f in hits) if number == 27 else len(hits)
            yield f"§ {number}: {len(laid)} tallies, not {want}", len(laid) == want
            for g in laid:
                yield f"§ {number}: laid standing", posture_at(section.people["scorer"], g.start + 10) != "stand"

    def heaps(self) -> Iterator[tuple[str, bool]]:
        """箭籌八十 (注 其時眾寡從賓: eight a pair): as many at every moment; after every pair eight in the holder, eight in the hand, the hits of either side laid down."""
        for number in (21, 22, 23, 27, 28):
            things = self.q.section(number).things
            for t in sorted({k.t for b in BUNDLES for k in things[b].keys} - {0}):
                every = sum(self.amount(number, b, t + 5) for b in BUNDLES)
                full = self.amount(number, "tallies-holder", t + 5) in (0, 8)
                yield f"§ {number} at {t}: {every} tallies", every == self.sticks and full
        for turn in (2, 3):
            hits, laid = self.rounds[turn]["hits"], [0, 0]
            for pair in self.cast.pairs:
                number = 27 if turn == 3 else self.second(pair)
                laid = [laid[0] + hits.get(pair.upper, 0), laid[1] + hits.get(pair.lower, 0)]
                over = max(g.end for g in self.shots(number, pair.upper) + self.shots(number, pair.lower))
                filled = [g.end for g in self.q.section(number).people["scorer"].gestures if g.gesture == "fill-holder"]
                t = min(e for e in filled if e > over)
                have = [self.amount(number, b, t) for b in ("tallies-upper", "tallies-lower")]
                yield f"§ {number} {pair}: {have}, not {laid}", have == laid
                rest = [self.amount(number, b, t) for b in ("tallies-hand", "tallies-holder", "tallies-spare")]
                yield f"§ {number} {pair}: {rest} left", rest == [8, 8, self.sticks - 16 - sum(laid)]
            yield f"sum of {turn}", laid == [self.rounds[turn]["upper"], self.rounds[turn]["lower"]]

    def result(self) -> Iterator[tuple[str, bool]]:
        """取賢獲 執以升 告于賓: the surplus in his hand (one of each when even), his words, and how he leaves the tallies."""
        for turn, number in ((2, 23), (3, 28)):
            upper, lower = self.rounds[turn]["upper"], self.rounds[turn]["lower"]
            section = self.q.section(number)
            said = [u for u in section.utterances if u.who == "scorer"]
            yield f"§ {number}: {[u.text for u in said]}", [u.text for u in said] == [told(upper, lower)]
            won = self.amount(number, "tallies-won", said[0].start)
            yield f"§ {number}: he carries {won}", won == (abs(upper - lower) or (2 if upper else 0))
            here = self.q.spot(number, "scorer", said[0].start)
            below = self.q.height - here.z
            yield (
                f"§ {number}: told from {here}",
                abs(((here.facing or 0.0) + 180) % 360 - 180) < 5 and 0.4 < below < 1.5,
            )
            end = [self.amount(number, b, section.duration) for b in BUNDLES]
            yield f"§ {number}: leaves {end}", end == [self.sticks - 8, 8, 0, 0, 0, 0]

    def cups(self) -> Iterator[tuple[str, bool]]:
        """飲不勝者: who drinks, in which order; standing, facing north; slack bow or none; who stands beside him."""
        for turn, number in ((2, 24), (3, 29)):
            section, winner = self.q.section(number), self.rounds[turn]["winner"]
            drinks = {p.id: [g for g in p.gestures if g.gesture.startswith("drink")] for p in section.people.values()}
            order = sorted((n for n in drinks if drinks[n]), key=lambda n: drinks[n][0].start)
            want = self.losers(winner)
            yield f"§ {number}: {order} drink, not {want}", order == want
            for name in order:
                yield from self.cup(number, name, drinks[name])
            nobles = sum(n in ("guest", "host") or n.startswith("grandee-") for n in want)
            washed = sum(g.gesture == "wash" for g in section.people["attendant-1"].gestures)
            yield f"§ {number}: washed {washed} times", washed == nobles

    def losers(self, winner: str) -> list[str]:
        """The order of the text: 三耦, 賓 主人 大夫, 大夫之耦, 眾賓."""
        if winner == "tie":
            return []
        lost = {p: p.lower if winner == "upper" else p.upper for p in self.cast.pairs}
        cast = self.cast
        hosts = [lost[p] for p in cast.later_pairs if p.lower == "host"]
        grandees = [lost[p] for p in cast.grandee_pairs if lost[p] == p.lower]
        partners = [lost[p] for p in cast.grandee_pairs if lost[p] == p.upper]
        return [
            *(lost[p] for p in cast.three_pairs),
            *hosts,
            *grandees,
            *partners,
            *(lost[p] for p in cast.guest_pairs),
        ]

    def cup(self, number: int, name: str, drinks: list[GestureAct]) -> Iterator[tuple[str, bool]]:
        """One loser's cup."""
        section, t = self.q.section(number), (drinks[0].start + drinks[0].end) // 2
        me = section.people[name]
        way = ((person_at(me, t).facing or 0.0) + 180) % 360 - 180
        stands = posture_at(me, t) == "stand" and abs(way) < 6
        yield f"§ {number} {name}: how he drinks", len(drinks) == 1 and stands
        yield f"§ {number} {name}: bows", not [g for g in me.gestures if g.gesture in ("bow", "bow-twice")]
        pair = self.cast.pair_of(name)
        assert pair is not None
        other = pair.upper if name == pair.lower else pair.lower
        beside = self.q.spot(number, other, t)
        if name in ("guest", "host") or name.startswith("grandee-"):
            at_stairs = abs(self.q.spot(number, name, t).x - self.q.number_of("STAIRS_W_X")) < 5
            yield f"§ {number} {name}: bow or place", not self.held(number, name, "bow", t) and at_stairs
            if name.startswith("grandee-"):
                yield f"§ {number} {other}: up with the grandee", beside.z < 0.5
            return
        yield f"§ {number} {name}: his bow", self.held(number, name, "bow", t) == ["slack"]
        yield f"§ {number} {name}: armed", not ARMED & dress_at(me, t)
        if not other.startswith("grandee-"):
            right = beside.z > 2.5 and beside.x > self.q.spot(number, name, t).x
            yield f"§ {number} {other}: not on his right", right
            strung = self.held(number, other, "bow", t) == ["strung"]
            yield f"§ {number} {other}: bow or arm", strung and dress_at(section.people[other], t) >= ARMED

    def verses(self) -> Iterator[tuple[str, bool]]:
        """鼓五節 間若一: five verses of one length and one distance for every pair; the first heard only, in each other one shot each."""
        songs = sorted((u for u in self.q.section(27).utterances if u.kind == "song"), key=lambda u: u.start)
        yield f"{len(songs)} verses", len(songs) == 5 * len(self.cast.pairs)
        for n, pair in enumerate(self.cast.pairs):
            five = songs[5 * n : 5 * n + 5]
            yield f"{pair}: verses of many lengths", len({u.end - u.start for u in five}) == 1
            yield f"{pair}: uneven", len({b.start - a.end for a, b in itertools.pairwise(five)}) == 1
            for f in self.q.section(27).flights:
                if f.archer in pair.members:
                    verse, t = five[f.shot], f.points[0][0]
                    yield f"{f.archer}: shot {f.shot} at {t}", verse.start - 2500 <= t <= verse.end + 2500
                    yield f"{f.archer}: shoots in the first verse", t >= five[1].start

    def hands(self) -> Iterator[tuple[str, bool]]:
        """Bows are put down and arms covered after every shooting; who does not shoot has none; the switch never goes up the stairs."""
        for number in range(14, 31):
            section = self.q.section(number)
            if number in (22, 25, 27, 28, 30):
                for who in self.cast.archers:
                    bare = "bare-left" in dress_at(section.people[who], section.duration)
                    yield f"end of § {number}: {who}", not bare and not self.held(number, who, "bow", section.duration)
            holders = {k.holder for x in section.things.values() if x.kind in ("bow", "arrow") for k in x.keys}
            idle = {*self.cast.guests, *self.cast.grandees, "guest", "host", "caller", "scorer"} - {*self.cast.archers}
            yield f"§ {number}: {sorted(idle & holders)} hold bows", not idle & holders
            master = section.people["archery-master"]
            for t in range(0, section.duration, 2000):
                if thing_at(section.things["switch"], t).holder is not None:
                    yield f"§ {number} at {t}: the switch on the stairs", person_at(master, t).z < 0.9


def told(upper: int, lower: int) -> str:
    """右賢於左若干純若干奇, in words."""
    if upper == lower:
        return "左右鈞"
    pairs, odd = divmod(abs(upper - lower), 2)
    tens, ones = divmod(pairs, 10)
    number = ("" if tens < 2 else _DIGITS[tens]) + ("十" if tens else "") + (_DIGITS[ones] if ones else "")
    head = "右賢於左" if upper > lower else "左賢於右"
    return head + (f"{number}純" if pairs else "") + ("一奇" if odd else "")
