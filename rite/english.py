"""The score read in English: the same directions, with the words of the tables, as sentences."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

from rite.labels import person_label
from rite.score import Clause, Direction, SectionScore
from rite.words import Words

_VERBS = frozenset(
    re.findall(
        r"\w+",
        """announce answer appear ask bare beat beckon bind blow bow bring call carry come consent count cover decline drink empty
        exchange face fill finish follow gather go guide hand have hold hurry kneel ladle lay lean leave lift look offer order
        pass pat part play pour push put raise receive reply return rise salute say search serve set shoot sing sit stand stay
        step strike summon take taste tear tell tie tuck turn untie wait walk wash wipe withdraw yield""",
    )
)
_ODD = {
    "hurry": "hurries",
    "go": "goes",
    "have": "has",
    "carry": "carries",
    "tie": "ties",
    "untie": "unties",
    "empty": "empties",
    "reply": "replies",
}
_BASE = {odd: verb for verb, odd in _ODD.items()}
_PLURAL = (
    "pairs",
    "guests",
    "pupils",
    "grandees",
    "musicians",
    "guides",
    "pipers",
    "archers",
    "winners",
    "losers",
    "men",
    " and ",
)
_SIDES = {
    "北": "north of", "南": "south of", "東": "east of", "西": "west of",
    "東北": "north-east of", "東南": "south-east of", "西北": "north-west of", "西南": "south-west of",
}  # fmt: skip

_PREPOSITION = re.compile(
    r"(before|beside|between|behind|above|below|outside|inside|within|on|in|at|where|by|close|clear|further|half|east|west|north|south)\b"
    r"|(north|south)-(east|west) of"
)
"""A name that says by itself where it is."""
_SMALL = {
    "左": "on the left",
    "右": "on the right",
    "一等": "one step",
    "三等": "three steps",
    "中等": "with one step between",
    "一": "(one)",
    "二": "(two)",
    "三": "(three)",
    "四": "(four)",
    "乘矢": "(all four)",
}

_EVENTS = {
    "每發": "at every shot",
    "每發 中": "when the target is struck",
    "每發 中侯中": "at every hit",
    "每發 應節中": "at every hit on the beat",
    "每發 不中": "at every miss",
    "每節": "at every verse",
}


def english_lines(score: SectionScore, words: Words, places: Mapping[str, str] | None = None) -> Iterator[str]:
    """A section of the score with its directions in English; `places` are the English names of the plan's places by id."""
    reader = _Reader(words, places or {})
    yield f"§ {score.number} {score.english}"
    for clause in score.clauses:
        yield ""
        yield f"{'[record] ' if clause.layer == '記' else ''}{clause.text} = {clause.gloss}"
        yield from reader.lines(clause)


class _Reader:
    def __init__(self, words: Words, places: Mapping[str, str]) -> None:
        self.words, self.places = words, places

    def lines(self, clause: Clause) -> Iterator[str]:
        for direction, under in clause.directions():
            head = "".join(f"{self.words.branches[u].english}: " for u in under)
            yield f"    {head}{self.direction(direction)}"

    def direction(self, direction: Direction) -> str:
        """One direction in English."""
        begin = direction.begin
        head = ""
        if direction.event:
            head = _EVENTS.get(direction.event, direction.event) + ": "
        elif begin.when == "with":
            head = "meanwhile: "
        elif begin.when == "then":
            head = "then: "
        elif begin.act is not None:
            who = self.people(begin.who)
            done = self.act(begin.act.verb, [a.word for a in begin.act.args], who)
            head = f"{'when' if begin.when == 'from' else 'after'} {who} {done}: "
        who = self.people(direction.subjects)
        if direction.reference:
            ref = direction.reference
            span = ref.first if ref.first == ref.last else f"{ref.first} … {ref.last}"
            section = f" of § {ref.section}" if ref.section else ""
            return f"{head}{f'{who}, as' if who else 'as'} in 「{span}」{section}"
        acts = ", ".join(
            self.act(a.verb, [f"“{x.word}”" if x.kind == "speech" else x.word for x in a.args], who)
            for a in direction.acts
        )
        return f"{head}{who} {acts}".strip()

    def people(self, who: Sequence[str]) -> str:
        return " and ".join(self.word(w) for w in who)

    def act(self, verb: str, args: Sequence[str], who: str) -> str:
        if verb == "面" and args:
            return _agree(self.word(args[0]), who)
        phrase = _agree(self.word(verb).replace("by way of", "go by way of"), who)
        kinds = {a: (self.words.kind(a) or ("", ""))[0] for a in args}
        things, people = ([self.word(a) for a in args if kinds[a] == kind] for kind in ("thing", "person"))
        first, link = phrase.rpartition(" ")[::2]
        if verb == "俟" and people:
            acts = [_agree(self.word(a), "the men") for a in args if kinds[a] == "act"]
            return " ".join([phrase, "for", " and ".join(people), *(f"to {a}" for a in acts)]).replace("their", "his")
        if link in ("to", "from", "after") and people and len(args) > len(people):
            # 授 爵 主人: hands the cup to the host; 從升 西階 主人: goes up after the host.
            rest = [self.word(a) for a in args if kinds[a] not in ("thing", "person")]
            return " ".join([first, *things, link, *people, *(f"by {r}" if r.startswith("the ") else r for r in rest)])
        if not people and link in ("to", "with", "from") and not any(kinds[a] == "place" for a in args):
            # Nobody is named: 畢 賓長 授 爵.
            return " ".join([first.rstrip(","), *things])
        if phrase.endswith(" standing") or (" it " in phrase and link != "to"):
            return phrase
        said = phrase
        for arg in args:
            word = self.word(arg)
            if _PREPOSITION.match(word) and said.endswith(" to"):
                said = said.removesuffix(" to")
            said += f" {self._linked(said, word, kinds[arg])}"
        return said

    def _linked(self, said: str, word: str, kind: str) -> str:
        """A word with the preposition that it needs after what is said already."""
        if re.search(r"\b(to|of|at|by|from|way|off|in|with|on|up|down|after)$", said):
            return word
        if kind == "person":
            bow = re.match(r"(bow|decline|consent|say)s?\b", said)
            return f"to {word}" if bow else f"of {word}" if said.endswith("washing") else word
        return f"at {word}" if kind == "place" and not _PREPOSITION.match(word) else word

    def word(self, word: str) -> str:
        """A word of the tables, a place of the plan, or a place beside something (觶南), in English."""
        found = self.words.english(word)
        if found != word or word in _SMALL:
            return _SMALL.get(word, found)
        kind, key = self.words.kind(word) or ("", "")
        if kind == "place" and key in self.places:
            name = re.split(r", facing|: ", self.places[key])[0]
            return name if _PREPOSITION.match(name) else f"the {name}"
        if re.fullmatch(r"[a-z][a-z0-9-]*", word):
            return person_label(word)[1]
        beside = re.fullmatch(r"(.+?)之?((?:東|西)?[北南]|東|西)", word)
        if beside is not None:
            inner = self.word(beside[1])
            return word if inner == beside[1] else f"{_SIDES[beside[2]]} {inner}"
        return word


def _agree(phrase: str, who: str) -> str:
    """The verbs of a phrase in the number of who acts: he goes, they go; and his own for one's own."""
    head = re.split(r" of | after ", who)[0] if " and " not in who else who
    plural = any(part in head for part in _PLURAL) or not who
    phrase = phrase.replace("one's", "their" if plural else "his")

    def verb(found: re.Match[str]) -> str:
        before, word = found[1], found[2]
        base = _BASE.get(word) or (word[:-2] if word.endswith(("sses", "shes")) else word.removesuffix("s"))
        base = word if word in _VERBS else base
        if base not in _VERBS:
            return found[0]
        if plural:
            return before + base
        return before + (_ODD.get(base) or base + ("es" if base.endswith(("ss", "sh")) else "s"))

    return re.sub(r"(^|, | and |, turn and )([a-z]+)", verb, phrase)
