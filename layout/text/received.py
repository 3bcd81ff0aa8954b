"""The received text of 鄉射禮 and the clauses of other works that are quoted beside it."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache, cached_property
from itertools import accumulate, pairwise
from pathlib import Path

from layout.data import asset
from layout.errors import DataError, UnknownNameError
from layout.kept_patterns import kept_pattern
from layout.text.model import Layer, Passage, Section
from layout.text.normal import fold, normalise, refold

TITLE = "鄉射禮"
_CLAUSE_END = kept_pattern("[，。：；、！？]")
_MARKS = {ord(sign): None for sign in "《》「」"}
_NOTE = kept_pattern("〔(注|疏|按) ([^〔〕]*)〕")
_SENTENCE = kept_pattern("[^。！？]*[。！？][」》]*|[^。！？]+$")
_HEADING = kept_pattern(r"§ (\d+) (\S+) \| ([^|]+?)(?: \| (\S+))?$")


def _folded(passages: Iterable[Passage]) -> list[str]:
    """The folded words of each passage, made in one go."""
    texts = [passage.text for passage in passages]
    normal = normalise("\n".join(texts))
    words = refold(normal.text)
    starts = [0, *accumulate(len(text) + 1 for text in texts)]
    cuts = [bisect_left(normal.offsets, start) for start in starts]
    return [words[first:last] for first, last in pairwise(cuts)]


class _Finder:
    """Finds passages by characters: all passages of a layer in one string of folded words."""

    def __init__(self, passages: list[Passage], words: list[str]) -> None:
        self.passages = passages
        self.starts = [0, *accumulate(len(part) for part in words)]
        self.text = "".join(words)

    def find(self, clause: str) -> Passage | None:
        at = self.text.find(clause) if clause else -1
        return self.passages[bisect_right(self.starts, at) - 1] if at >= 0 else None


@dataclass(frozen=True)
class Text:
    """The text in passages. `sections` are the 37 節; `passages` come in the order of the file, each note after what it explains."""

    sections: tuple[Section, ...]
    passages: tuple[Passage, ...]
    witnesses: tuple[Passage, ...]

    @cached_property
    def _by_ref(self) -> dict[str, Passage]:
        return {passage.ref: passage for passage in (*self.passages, *self.witnesses)}

    @cached_property
    def _words(self) -> dict[str, str]:
        """Folded words of every passage by its reference."""
        every = (*self.passages, *self.witnesses)
        return {passage.ref: words for passage, words in zip(every, _folded(every), strict=True)}

    @cached_property
    def _finders(self) -> dict[tuple[str, int | None], _Finder]:
        groups: dict[tuple[str, int | None], list[Passage]] = {}
        for passage in (*(p for p in self.passages if p.layer != "記"), *self.record()):
            groups.setdefault((passage.layer, None), []).append(passage)
            if passage.section is not None:
                groups.setdefault((passage.layer, passage.section), []).append(passage)
        return {key: _Finder(group, [self._words[p.ref] for p in group]) for key, group in groups.items()}

    @cached_property
    def _by_head(self) -> dict[tuple[str, ...], list[Passage]]:
        """Passages by their reference without its clause, and by the suffix of a note."""
        heads: dict[tuple[str, ...], list[Passage]] = {}
        for passage in (*self.passages, *self.witnesses):
            parts = passage.ref.split("·")
            note = parts.pop() if passage.on else ""
            heads.setdefault((note, *parts[:-1]), []).append(passage)
        return heads

    def _loose(self, ref: str) -> Passage | None:
        """The passage that agrees with a reference in all but the choice of its clause."""
        parts = ref.split("·")
        note = parts.pop() if parts[-1] in ("注", "疏", "按") and len(parts) > 2 else ""
        clause = fold(parts[-1].partition("#")[0])
        for passage in self._by_head.get((note, *parts[:-1]), ()) if clause else ():
            if clause in self._words[passage.on or passage.ref]:
                return passage
        return None

    def section(self, number: int) -> Section:
        """The section of that number. Raises UnknownNameError."""
        for section in self.sections:
            if section.number == number:
                return section
        raise UnknownNameError("section", str(number), [str(s.number) for s in self.sections])

    def passage(self, ref: str) -> Passage:
        """The passage of a reference. Its last part may be any clause of the passage, not only the first
        (鄉射禮·經·3·西五步, 鄉射禮·記·上个五尋·注). Raises UnknownNameError with the nearest references."""
        found = self._by_ref.get(ref) or self._loose(ref)
        if found is None:
            raise UnknownNameError("passage", ref, self._by_ref)
        return found

    def witness(self, ref: str) -> Passage:
        """A clause of another work (周禮·考工記·匠人·堂脩二七, 禮記·禮器·士三尺); the 周禮· or 禮記· may be left out.
        Raises UnknownNameError."""
        others = {p.ref for p in self.witnesses}
        for name in (ref, f"周禮·{ref}", f"禮記·{ref}"):
            found = self._by_ref.get(name) or self._loose(name)
            if found and found.ref in others:
                return found
        raise UnknownNameError("witness", ref, [p.ref for p in self.witnesses])

    def classic(self, section: int | None = None) -> str:
        """The words of the 經 of one section (of all, by default), without punctuation."""
        if section is not None:
            self.section(section)
        chosen = (p.text for p in self.passages if p.layer == "經" and section in (None, p.section))
        return normalise("".join(chosen)).text

    def record(self) -> tuple[Passage, ...]:
        """The passages of the 記 in the order of the record itself."""
        return tuple(sorted((p for p in self.passages if p.layer == "記"), key=lambda p: p.order or 0))

    def words(self, layer: Layer) -> str:
        """All words of a layer (經, 記 in its own order, 注) folded for comparing."""
        return self._finders[layer, None].text

    def find(self, clause: str, section: int | None = None) -> Passage:
        """The first passage that holds the characters of `clause` (punctuation and variant forms do not count).

        Looks in 經, then 記, then 注, then the other works; a clause may run on into the next passage of its layer.
        With `section`, only there. Raises UnknownNameError.
        """
        wanted = fold(clause)
        for layer in ("經", "記", "注"):
            finder = self._finders.get((layer, section))
            found = finder.find(wanted) if finder else None
            if found:
                return found
        if section is None and wanted:
            for passage in self.witnesses:
                if wanted in self._words[passage.ref]:
                    return passage
        clauses = [c for p in self.passages for c in _CLAUSE_END.split(p.text.translate(_MARKS)) if c]
        raise UnknownNameError("clause", clause, dict.fromkeys(clauses))


def _first_clause(text: str) -> str:
    plain = text.translate(_MARKS)
    return next((c for c in _CLAUSE_END.split(plain) if c), plain)


class _Reader:
    """Turns the lines of a text file into passages with unique references."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.refs: dict[str, int] = {}
        self.passages: list[Passage] = []

    def fail(self, line: int, problem: str) -> DataError:
        return DataError(f"assets/text/{self.path.name}", line, "", problem)

    def unique(self, ref: str) -> str:
        count = self.refs[ref] = self.refs.get(ref, 0) + 1
        return ref if count == 1 else f"{ref}#{count}"

    def read(
        self, number: int, text: str, start: int, layer: Layer, head: str, section: int | None, order: int | None = None
    ) -> None:
        """Split one line into sentences and notes. `start` is its offset in the file."""
        at, last = 0, None
        for note in (*_NOTE.finditer(text), None):
            end = note.start() if note else len(text)
            if "〔" in text[at:end] or "〕" in text[at:end]:
                raise self.fail(number, f"a note is not closed or has no speaker near {text[at : at + 12]!r}")
            for sentence in _SENTENCE.finditer(text, at, end):
                last = self.unique(f"{head}·{_first_clause(sentence[0])}")
                self.passages.append(Passage(last, layer, section, sentence[0], start + sentence.start(), order=order))
            if note:
                if last is None:
                    raise self.fail(number, "a note before any text")
                speaker: Layer = "注" if note[1] == "注" else "疏" if note[1] == "疏" else "按"
                ref = self.unique(f"{last}·{note[1]}")
                self.passages.append(Passage(ref, speaker, section, note[2], start + note.start(2), on=last))
                at = note.end()


def _lines(path: Path) -> Iterable[tuple[int, int, str]]:
    try:
        content = path.read_text(encoding="utf-8")
    except FileNotFoundError:
        raise DataError(f"assets/text/{path.name}", None, "", "no such file") from None
    start = 0
    for number, line in enumerate(content.split("\n"), 1):
        if line and not line.startswith("#"):
            yield number, start, line
        start += len(line) + 1


def read_text(path: Path) -> tuple[tuple[Section, ...], tuple[Passage, ...]]:
    """Read a file of sections (format in the header of assets/text/xiangshe.txt). Raises DataError with its line."""
    reader = _Reader(path)
    sections: list[Section] = []
    section: int | None = None
    for number, start, line in _lines(path):
        kind, _, rest = line.partition(" ")
        if kind == "§":
            heading = _HEADING.match(line)
            if not heading:
                raise reader.fail(number, "expected `§ NUMBER TITLE | ENGLISH | PLACE`")
            section = int(heading[1]) or None
            if section is not None:
                if section != len(sections) + 1 or not heading[4]:
                    raise reader.fail(number, f"expected section {len(sections) + 1} with its place")
                sections.append(Section(section, heading[2], heading[3], heading[4]))
        elif kind == "經":
            if section is None:
                raise reader.fail(number, "經 outside of a section")
            reader.read(number, rest, start + 2, "經", f"{TITLE}·經·{section}", section)
        elif kind == "記":
            order, _, text = rest.partition(" ")
            if not order.isdigit():
                raise reader.fail(number, f"expected the number of the 記, got {order!r}")
            reader.read(number, text, start + 3 + len(order), "記", f"{TITLE}·記", section, int(order))
        else:
            raise reader.fail(number, f"a line begins with §, 經 or 記, not {kind[:6]!r}")
    return tuple(sections), tuple(reader.passages)


def plain_words() -> tuple[str, str]:
    """The words of 經 and of 記 in its own order, as `Text.words` has them, without making passages of them."""
    classic: list[str] = []
    record: list[tuple[int, str]] = []
    for _, _, line in _lines(asset("text", "xiangshe.txt")):
        kind, _, rest = line.partition(" ")
        if kind == "經":
            classic.append(_NOTE.sub("", rest))
        elif kind == "記":
            order, _, text = rest.partition(" ")
            record.append((int(order), _NOTE.sub("", text)))
    texts = "".join(classic), "".join(text for _, text in sorted(record))
    return fold(texts[0]), fold(texts[1])


def read_witnesses(path: Path) -> tuple[Passage, ...]:
    """Read a file of clauses from other works (format in the header of assets/text/witnesses.txt)."""
    reader = _Reader(path)
    work = ""
    layers: dict[str, Layer] = {"經": "經", "記": "記", "注": "注", "疏": "疏", "按": "按"}
    for number, start, line in _lines(path):
        kind, _, rest = line.partition(" ")
        if kind == "§":
            work = rest.strip()
        elif kind in layers and work:
            reader.read(number, rest, start + len(kind) + 1, layers[kind], work, None)
        else:
            raise reader.fail(number, "expected `§ WORK·CHAPTER`, then lines that begin with 經, 記, 注 or 疏")
    return tuple(reader.passages)


@cache
def load_text() -> Text:
    """The received text with its sections, passages and witnesses, read once."""
    sections, passages = read_text(asset("text", "xiangshe.txt"))
    return Text(sections, passages, read_witnesses(asset("text", "witnesses.txt")))
