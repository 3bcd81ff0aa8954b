"""Clauses of the score with the punctuation of the received text."""

from __future__ import annotations

import pytest

from layout.text import fold, load_text, normalise
from layout.text.pointed import OPENING, pointed


def test_marks_stand_beside_their_characters() -> None:
    said = ["命曰無射獲無獵獲", "上射揖", "司射退反位"]
    assert pointed(load_text(), 18, [("經", s) for s in said]) == [
        "命曰：「無射獲，無獵獲！」",
        "上射揖。",
        "司射退，反位。",
    ]


def test_the_same_words_are_taken_in_their_order() -> None:
    # 司射反位 stands twice in § 18: first by itself, then after 搢扑.
    text = load_text()
    assert pointed(text, 18, [("經", "司射反位"), ("經", "揖如升射")]) == ["司射反位。", "揖如升射。"]


def test_the_record_is_pointed_too() -> None:
    assert pointed(load_text(), 18, [("記", "始射獲而未釋獲復釋獲復用樂行之")]) == [
        "始射，獲而未釋獲；復，釋獲；復，用樂行之。"
    ]


def test_what_the_text_does_not_have_stays() -> None:
    assert pointed(load_text(), 18, [("經", "甲乙丙"), ("記", "甲乙丙"), ("經", "")]) == ["甲乙丙", "甲乙丙", ""]


@pytest.mark.parametrize("section", range(1, 38))
def test_no_character_is_lost_and_no_clause_begins_with_a_pause(section: int) -> None:
    text = load_text()
    words = text.classic(section)
    clauses = [words[n : n + 7] for n in range(0, len(words), 7)]
    made = pointed(text, section, [("經", c) for c in clauses])
    assert [fold(normalise(m).text) for m in made] == [fold(c) for c in clauses]
    assert all(m[0].isalpha() or m[0] in OPENING for m in made)
    assert sum(len(m) for m in made) > len(words)
