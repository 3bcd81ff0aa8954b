"""Passages named by another (如 FIRST … LAST): which clauses they are, and what is exchanged in them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

import msgspec

from layout.errors import nearest
from rite.cast import Pair
from rite.equipment import Equipment
from rite.lines import Binding
from rite.parse import ScoreError
from rite.score import Arg, Branch, Clause, Direction, Reference, ScoreAct, SectionScore
from rite.words import Words


class Passages(Equipment):
    """Passages of the score that another refers to (如), with their exchanges."""

    def _places_of(self, clauses: Sequence[Clause], ref: Reference, binding: Binding, name: str) -> Sequence[Clause]:
        """A passage with the places at the mat of the one who did it first moved to the mat of the one who does it now."""
        first = next((self.people(a, binding) for a, b in ref.exchange if b == "每人"), ())
        words: dict[str, str] = {}
        for key, place in list(self.words.places.items()):
            if not first or first[0] == name or not place.at.startswith(f"{first[0]}-mat"):
                continue
            for word in place.words:
                moved = f"{word}-{name}"
                at = place.at.replace(first[0], name, 1)
                self.words.places[f"{key}-{name}"] = msgspec.structs.replace(place, at=at, words=[moved])
                self.words.kinds[moved] = ("place", f"{key}-{name}")
                words[word] = moved
        return [_exchange(c, words, self.words) for c in clauses] if words else clauses

    def _exchanged(self, clauses: Sequence[Clause], ref: Reference) -> list[Clause]:
        """A passage with its things, places and facings exchanged; people are exchanged by the binding."""
        words: dict[str, str] = {}
        for a, b in ref.exchange:
            kind = self.words.kind(a)
            if kind and kind[0] in ("thing", "place", "facing") and b != "無":
                words[a] = b
        return [_exchange(c, words, self.words) for c in clauses] if words else list(clauses)

    def _pairs_of(self, subjects: Sequence[str], binding: Binding) -> list[Pair]:
        names = self.everyone(subjects, binding)
        pairs: dict[Pair, None] = {}
        for name in names:
            pair = self.cast.pair_of(name)
            if pair:
                pairs[pair] = None
        return list(pairs)

    def _bind(
        self,
        ref: Reference,
        binding: Binding,
        pair: Pair | None,
        nxt: Pair | None,
        prev: Pair | None,
    ) -> Binding:
        exchange = dict(binding.exchange)
        verbs = dict(binding.verbs)
        for a, b in ref.exchange:
            if a in self.words.acts and b in self.words.acts:
                verbs[a] = b
            elif b == "無":
                exchange[a] = ()
            elif b == "每耦":
                exchange[a] = pair.members if pair else ()
            else:
                exchange[a] = self.people(b, Binding(pair, nxt, prev, binding.exchange))
        only = self.everyone(ref.only, binding) if ref.only else binding.only
        return Binding(pair, nxt, prev, exchange, only, verbs, binding.step)

    def passage(
        self, source: SectionScore, first: str, last: str, section: SectionScore, d: Direction, clause: Clause
    ) -> list[Clause]:
        """The clauses from `first` to `last` (each named by its beginning, the last also by its end)."""
        texts = [c.text for c in source.clauses]
        begin = next((n for n, t in enumerate(texts) if t == first), None)
        if begin is None:
            begin = next((n for n, t in enumerate(texts) if t.startswith(first)), None)
        end = None
        if begin is not None:
            after = range(begin, len(texts))
            end = next((n for n in after if texts[n] == last), None)
            if end is None:
                end = next((n for n in after if texts[n].endswith(last) or texts[n].startswith(last)), None)
        if begin is None or end is None:
            missing = first if begin is None else last
            near = nearest(missing, texts)
            hint = f"; nearest: {', '.join(near)}" if near else ""
            raise ScoreError(
                section.file, d.line, clause.text, f"no clause {missing!r} in § {source.number} {source.title}{hint}"
            )
        return list(source.clauses[begin : end + 1])


def _exchange(clause: Clause, words: Mapping[str, str], table: Words) -> Clause:
    """A clause in which things, places and facings are replaced, all at the same time."""

    def act(a: ScoreAct) -> ScoreAct:
        args = []
        for arg in a.args:
            new = words.get(arg.word) if arg.kind in ("thing", "place", "facing") else None
            kind = table.kind(new) if new else None
            args.append(Arg(arg.kind, new, kind[1]) if new and kind else arg)
        return replace(a, args=tuple(args))

    def item(i: Direction | Branch) -> Direction | Branch:
        if isinstance(i, Branch):
            return replace(i, items=tuple(item(x) for x in i.items))
        begin = replace(i.begin, act=act(i.begin.act)) if i.begin.act else i.begin
        ref = i.reference
        if ref is not None:
            ref = replace(ref, exchange=tuple((a, words.get(b, b)) for a, b in ref.exchange))
        return replace(i, acts=tuple(act(a) for a in i.acts), begin=begin, reference=ref)

    return replace(clause, items=tuple(item(i) for i in clause.items))
