"""The file itself: the same every time, whole, in both languages, readable."""

from __future__ import annotations

import re

from viewer.page.build import page_html, words
from viewer.page.look import shaders


def test_same_scene_gives_the_same_page(sample, plan, sample_html):
    assert page_html(sample, plan, plan_svg="<svg id='plan-svg'></svg>") == sample_html


def test_nothing_in_the_page_ends_a_script_early(sample, sample_html):
    clips = len(sample.clips)
    assert len(re.findall(r"<script", sample_html)) == len(re.findall(r"</script>", sample_html)) == 3 + clips
    assert not re.search(r"https?://(?!www\.w3\.org)[a-z]", re.sub(r"<script>.*", "", sample_html, flags=re.S))


def test_interface_speaks_both_languages_alike():
    table = words()
    assert set(table["zh"]) == set(table["en"])


def test_every_view_and_every_stop_has_its_words(sample, plan):
    from viewer.page.views import page_views, page_walk

    for language in words().values():
        for name in page_views(sample, plan):
            assert language[f"view-{name.removesuffix('-tall')}"]
        for stop in page_walk(plan):
            assert language[f"stop-{stop['name']}"]


def test_the_page_draws_with_the_programs_of_the_window():
    from layout.data import asset

    for name, text in shaders().items():
        stem, _, kind = name.rpartition("_")
        source = asset("shaders", f"{stem}.{kind}" if stem else f"{name}.glsl").read_text(encoding="utf-8")
        assert "void main" in text or name == "common"
        assert [
            line.split("//")[0].rstrip() for line in source.splitlines() if line.split("//")[0].strip()
        ] == text.split("\n")


def test_degrees_of_certainty_are_called_as_in_the_window():
    from viewer.words import words as labels

    for lang, said in words().items():
        for grade in ("stated", "glossed", "inferred", "conjectured", "neutral"):
            assert said[grade] == labels(lang)[f"certainty.{grade}"]
            assert said[f"{grade}-by"] == labels(lang)[f"certainty.{grade}.by"]
