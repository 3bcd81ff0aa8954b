"""Reading a score file into nouns. Every error names file, line and clause, and the nearest known word.

The notation is explained in docs/rite.md. A line at the margin is a clause (漢字, without punctuation), `=` its gloss, 〔speaker
text〕 a note; an indented line is a direction: who, then acts parted by ·.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Literal

from layout.errors import InputError, UnknownNameError
from layout.evidence.model import Certainty
from rite.score import Arg, ArgKind, Begin, Branch, Clause, Direction, Reference, ScoreAct, SectionScore
from rite.words import Words

EVENTS = ("每發", "每發 中", "每發 中侯中", "每發 應節中", "每發 不中", "每節")
SETTINGS = ("venue", "cut", "like", "若")
"""What may stand below the head of a section (@ …)."""
_NOTE = re.compile(r"〔([^〕]*)〕")
_TOKEN = re.compile(r"「[^」]*」|\([^)]*\)|·|[^\s·「」()]+|[「」()]")
_BRACKETS = {"「": "a speech 「 … 」", "」": "a speech 「 … 」", "(": "( … )", ")": "( … )"}
_HAN = re.compile(r"^[㐀-鿿豈-﫿]+$")
_SPEAKERS = ("經", "記", "注", "疏", "敖", "按", "張", "盛", "義疏", "朱")


class ScoreError(InputError):
    """A score file breaks its grammar: file, line, clause, what was expected."""

    def __init__(self, file: str, line: int, clause: str, problem: str) -> None:
        at = f"{file}:{line}: " + (f"「{clause}」: " if clause else "")
        super().__init__(at + problem)
        self.file, self.line, self.clause = file, line, clause


@dataclass(frozen=True)
class _Line:
    number: int
    indent: int
    text: str


def parse_score(text: str, words: Words, file: str = "score") -> list[SectionScore]:
    """All sections of a score text. Raises ScoreError at the first thing that cannot be read."""
    return _Parser(text, words, file).sections()


def load_score(path: str | Path, words: Words) -> list[SectionScore]:
    """All sections of a score file. Raises ScoreError, or InputError when the file cannot be read."""
    path = Path(path)
    try:
        text = path.read_text(encoding="utf-8")
    except FileNotFoundError:
        raise InputError(f"{path}: no such file") from None
    except UnicodeDecodeError as bad:
        raise InputError(f"{path}: not UTF-8 at byte {bad.start}") from None
    return parse_score(text, words, path.name)


class _Parser:
    def __init__(self, text: str, words: Words, file: str) -> None:
        self.words, self.file = words, file
        self.lines = [
            _Line(n, len(raw) - len(raw.lstrip(" \t　")), raw.strip())
            for n, raw in enumerate(text.splitlines(), 1)
            if raw.strip() and not raw.lstrip().startswith("#")
        ]
        self.at = 0
        self.clause = ""

    def fail(self, line: int, problem: str) -> ScoreError:
        return ScoreError(self.file, line, self.clause, problem)

    # -- sections and clauses ------------------------------------------------------------------------------------------

    def sections(self) -> list[SectionScore]:
        found: list[SectionScore] = []
        while self.at < len(self.lines):
            line = self.lines[self.at]
            head = re.fullmatch(r"§\s*(\d+)\s+(\S+)\s*\|\s*(.+)", line.text)
            if not head:
                raise self.fail(line.number, "expected a section: § NUMBER TITLE | English title")
            self.at += 1
            settings = dict(self.settings())
            clauses = list(self.clauses())
            found.append(SectionScore(int(head[1]), head[2], head[3].strip(), tuple(clauses), self.file, settings))
        return found

    def settings(self) -> Iterator[tuple[str, str]]:
        while self.at < len(self.lines) and self.lines[self.at].text.startswith("@"):
            key, _, value = self.lines[self.at].text[1:].strip().partition(" ")
            if key not in SETTINGS:
                line = self.lines[self.at].number
                raise self.fail(line, f"unknown setting @ {key}; settings: {', '.join(SETTINGS)}")
            yield key, value.strip()
            self.at += 1

    def clauses(self) -> Iterator[Clause]:
        while self.at < len(self.lines) and not self.lines[self.at].text.startswith("§"):
            line = self.lines[self.at]
            if line.indent:
                raise self.fail(line.number, "a direction stands before any clause; clauses begin at the margin")
            self.at += 1
            text, notes = self.notes(line)
            layer = "經"
            if text.startswith("記 "):
                layer, text = "記", text[2:].strip()
            self.clause = text
            if not _HAN.match(text):
                raise self.fail(line.number, "a clause is 漢字 alone, without punctuation; directions are indented")
            gloss = ""
            while self.at < len(self.lines) and not self.lines[self.at].indent:
                following = self.lines[self.at]
                if following.text.startswith("="):
                    gloss = (gloss + " " + following.text[1:].strip()).strip()
                elif following.text.startswith("〔"):
                    rest, more = self.notes(following)
                    if rest:
                        raise self.fail(following.number, f"unexpected {rest!r} beside a note")
                    notes += more
                else:
                    break
                self.at += 1
            if not gloss:
                raise self.fail(line.number, "the clause has no gloss: a line = English words must follow")
            items = self.block(1)
            if not items:
                raise self.fail(line.number, "the clause has no direction; write 無 〔按 reason〕 when nothing moves")
            yield Clause(text, gloss, line.number, layer, tuple(notes), tuple(items))
            self.clause = ""

    def notes(self, line: _Line) -> tuple[str, list[tuple[str, str]]]:
        notes: list[tuple[str, str]] = []
        for found in _NOTE.finditer(line.text):
            speaker, _, said = found[1].partition(" ")
            if speaker not in _SPEAKERS or not said.strip():
                raise self.fail(line.number, f"a note begins with who speaks ({' '.join(_SPEAKERS)}): 〔{found[1]}〕")
            notes.append((speaker, said.strip()))
        rest = _NOTE.sub("", line.text).strip()
        if "〔" in rest or "〕" in rest:
            raise self.fail(line.number, "a note 〔 … 〕 is not closed")
        return rest, notes

    def block(self, least: int) -> list[Direction | Branch]:
        items: list[Direction | Branch] = []
        level: int | None = None
        while self.at < len(self.lines) and self.lines[self.at].indent >= least:
            line = self.lines[self.at]
            if level is None:
                level = line.indent
            if line.indent < level:
                break
            if line.indent > level:
                raise self.fail(
                    line.number, "this line is indented deeper than the one above without a condition 若 …:"
                )
            self.at += 1
            bare = line.text.rstrip("：:").strip()
            if line.text[-1] in ":：" and bare.startswith("若"):
                try:
                    condition = self.words.branch(bare)
                except UnknownNameError as bad:
                    raise self.fail(line.number, str(bad)) from None
                inner = self.block(line.indent + 1)
                if not inner:
                    raise self.fail(line.number, f"nothing stands under {bare}")
                items.append(Branch(condition, tuple(inner), line.number))
            else:
                items.append(self.direction(line))
        return items

    # -- directions ----------------------------------------------------------------------------------------------------

    def direction(self, line: _Line) -> Direction:
        text, notes = self.notes(line)
        certainty: Certainty = "stated"
        if text.endswith("??"):
            certainty, text = "conjectured", text[:-2].strip()
        elif text.endswith("?"):
            certainty, text = "inferred", text[:-1].strip()
        reason = "; ".join(f"{who} {said}" if who != "按" else said for who, said in notes)
        if certainty != "stated" and not reason:
            raise self.fail(line.number, "a doubtful direction (? or ??) needs its reason: 〔按 …〕")
        goes_on = False
        begin = Begin()
        if text.startswith("續"):
            goes_on, text = True, text[1:].strip()
        if text.startswith("‖"):
            begin, text = self.begin(line, text[1:].strip())
        if text.startswith("續"):
            goes_on, text = True, text[1:].strip()
        if text.startswith("然後"):
            begin, text = Begin("then"), text[2:].strip()
        direction = self.body(line, text)
        if direction.acts and direction.acts[0].verb == "無" and not reason:
            raise self.fail(line.number, "無 needs its reason: 〔按 …〕")
        return replace(direction, begin=begin, goes_on=goes_on, certainty=certainty, reason=reason)

    def begin(self, line: _Line, text: str) -> tuple[Begin, str]:
        mark = text[:1]
        if mark not in ("自", "畢") or text[1:2] not in (" ", "　"):
            return Begin("with"), text
        head, colon, rest = re.split(r"([:：])", text[1:], maxsplit=1) if re.search("[:：]", text) else (text, "", "")
        if not colon:
            raise self.fail(line.number, f"‖ {mark} ACT: needs a colon before who acts")
        who, acts = self.who_and_acts(line, head.strip(), strict=False)
        if len(acts) != 1:
            raise self.fail(line.number, f"‖ {mark} names one act, found {len(acts)} in {head.strip()!r}")
        when: Literal["from", "after"] = "from" if mark == "自" else "after"
        return Begin(when, who, acts[0]), rest.strip()

    def body(self, line: _Line, text: str) -> Direction:
        event = ""
        for name in sorted(EVENTS, key=len, reverse=True):
            found = re.match(re.escape(name).replace(r"\ ", r"\s+") + r"\s*[:：]\s*", text)
            if found:
                event, text = name, text[found.end() :]
                break
        else:
            if text.startswith("每") and re.match(r"每\S*(\s+\S+)?\s*[:：]", text):
                raise self.fail(line.number, f"unknown event {text.split(':')[0]!r}; events: {'; '.join(EVENTS)}")
        refers = re.match(r"(?:(?P<who>[^·:：]+?)\s*[:：]\s*)?如\s+(?P<rest>.+)", text)
        if refers:
            return self.reference(line, refers["who"] or "", refers["rest"], event)
        if re.match(r"[^「]*[:：]", text) and not event:
            raise self.fail(
                line.number, "a colon stands after an event (每發 …:), a condition (若 …:) or before 如 … only"
            )
        who, acts = self.who_and_acts(line, text)
        if not acts:
            raise self.fail(line.number, f"no act in {text!r}")
        if not who and acts[0].verb != "無":
            raise self.fail(line.number, f"who acts? expected a person before {acts[0].verb!r}")
        return Direction(who, acts, line.number, event=event)

    def who_and_acts(self, line: _Line, text: str, strict: bool = True) -> tuple[tuple[str, ...], tuple[ScoreAct, ...]]:
        tokens = _TOKEN.findall(text)
        for token in tokens:
            if token in _BRACKETS:
                raise self.fail(line.number, f"{_BRACKETS[token]} is not closed, or not opened")
        who: list[str] = []
        while tokens and self.kind(tokens[0])[0] == "person":
            who.append(tokens.pop(0))
        first = tokens[0] if tokens else ""
        if (
            not who
            and len(tokens) > 1
            and tokens[1] in self.words.acts
            and self.kind(first)[0] in ("", "thing", "place")
        ):
            people = [w for w in self.words.all_words() if self.kind(w)[0] == "person"]
            raise self.unknown(line, "person", first, people)
        acts: list[ScoreAct] = []
        group: list[str] = []
        for token in [*tokens, "·"]:
            if token == "·":
                if group:
                    acts.append(self.act(line, group, strict))
                elif tokens:
                    raise self.fail(line.number, "an act is missing beside ·")
                group = []
            else:
                group.append(token)
        return tuple(who), tuple(acts)

    def kind(self, token: str) -> tuple[str, str]:
        found = self.words.kind(token)
        if found and found[0] == "id":
            # An id of the glossary: a thing when the tables have it as one, else a person.
            return ("thing" if token in self.words.things else "person", token)
        return found or ("", "")

    def act(self, line: _Line, tokens: list[str], strict: bool = True) -> ScoreAct:
        verb = tokens[0]
        kind, _ = self.kind(verb)
        if kind == "facing":
            if len(tokens) > 1:
                raise self.fail(line.number, f"{verb} stands alone; found {' '.join(tokens[1:])} after it")
            return ScoreAct("面", (Arg("facing", verb),), line.number)
        if verb not in self.words.acts:
            raise self.unknown(line, "act", verb, [*self.words.acts, *self.words.sides.facing])
        entry = self.words.acts[verb]
        args: list[Arg] = []
        for token in tokens[1:]:
            if token.startswith("「"):
                args.append(Arg("speech", token[1:-1]))
                continue
            if token.startswith("("):
                for inner in token[1:-1].split():
                    args.append(self.arg(line, entry.takes, verb, inner))
                continue
            args.append(self.arg(line, entry.takes, verb, token))
        have = {a.kind for a in args}
        for need in entry.needs if strict else ():
            usable = {need, "person", "thing"} if need == "place" else {need}
            if not have & usable:
                raise self.fail(line.number, f"{verb} needs a {need}")
        return ScoreAct(verb, tuple(args), line.number)

    def arg(self, line: _Line, takes: list[str], verb: str, token: str) -> Arg:
        kind, key = self.kind(token)
        if not kind:
            raise self.unknown(line, "word", token, self.words.all_words())
        allowed = set(takes)
        if "place" in allowed:
            allowed |= {"facing"}
        if kind not in allowed:
            expects = ", ".join(takes) or "no word"
            raise self.fail(line.number, f"{verb} {token}: {token} is a {kind}; {verb} takes {expects}")
        names: dict[str, ArgKind] = {
            "person": "person",
            "place": "place",
            "thing": "thing",
            "facing": "facing",
            "side": "side",
            "number": "number",
            "act": "act",
        }
        return Arg(names[kind], token, key)

    def unknown(self, line: _Line, kind: str, token: str, known: Iterable[str]) -> ScoreError:
        error = UnknownNameError(kind, token, list(known))
        return self.fail(line.number, str(error))

    # -- references ----------------------------------------------------------------------------------------------------

    def reference(self, line: _Line, who: str, text: str, event: str) -> Direction:
        if event:
            raise self.fail(line.number, "an event line states its acts, not 如 …")
        subjects = tuple(who.split())
        for subject in subjects:
            if self.kind(subject)[0] != "person":
                raise self.unknown(line, "person", subject, self.words.all_words())
        exchange: list[tuple[str, str]] = []
        for inner in re.findall(r"\(([^)]*)\)", text):
            for pair in inner.split(","):
                a, arrow, b = (x.strip() for x in pair.partition("→"))
                if not arrow:
                    raise self.fail(line.number, f"an exchange is written A → B, found {pair.strip()!r}")
                for word in (a, b):
                    if word != "無" and not self.kind(word)[0]:
                        raise self.unknown(line, "word", word, self.words.all_words())
                exchange.append((a, b))
        text = re.sub(r"\([^)]*\)", " ", text)
        parts = re.split(r"\s(除|唯|繼)\s", " " + text.strip())
        section, first, last = self.span(line, parts[0])
        omit: list[tuple[str, str]] = []
        only: tuple[str, ...] = ()
        chain = ""
        for mark, value in zip(parts[1::2], parts[2::2], strict=True):
            if mark == "除":
                _, a, b = self.span(line, value)
                omit.append((a, b))
            elif mark == "唯":
                only = tuple(value.split())
                for subject in only:
                    if self.kind(subject)[0] != "person":
                        raise self.unknown(line, "person", subject, self.words.all_words())
            else:
                chain = value.strip()
                if chain not in self.words.acts:
                    raise self.unknown(line, "act", chain, self.words.acts)
        ref = Reference(section, first, last, tuple(exchange), tuple(omit), only, chain)
        return Direction(subjects, (), line.number, reference=ref)

    def span(self, line: _Line, text: str) -> tuple[int | None, str, str]:
        found = re.fullmatch(r"\s*(?:§\s*(\d+)\s+)?(\S+)(?:\s*…\s*(\S+))?\s*", text)
        if not found:
            raise self.fail(
                line.number, f"a passage is named by its first and last clause: FIRST … LAST, found {text.strip()!r}"
            )
        return (int(found[1]) if found[1] else None), found[2], found[3] or found[2]
