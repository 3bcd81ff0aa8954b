"""The file itself: the same every time, whole, in both languages, readable."""

from __future__ import annotations

import re
from pathlib import Path

from viewer.page.build import page_html, words

STYLE = Path(__file__).parents[3] / "viewer/page/app/style.css"


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


def test_text_stands_out_from_its_ground():
    style = STYLE.read_text(encoding="utf-8")
    colours = dict(re.findall(r"--(\w+): (#[0-9a-f]{6})", style))
    for name in ("ink", "soft", "red"):
        assert contrast(colours[name], colours["paper"]) >= 4.5, name
    # The edges of what is written into, and the mark of where the keyboard is, need less.
    for name in ("edge", "red"):
        assert contrast(colours[name], colours["paper"]) >= 3, name
    assert contrast(colours["paper"], colours["ink"]) >= 7


def contrast(one: str, other: str) -> float:
    """The ratio of the contrast of two colours after WCAG."""

    def shine(colour: str) -> float:
        parts = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
        r, g, b = (p / 12.92 if p <= 0.03928 else ((p + 0.055) / 1.055) ** 2.4 for p in parts)
        return 0.2126 * r + 0.7152 * g + 0.0722 * b

    low, high = sorted([shine(one), shine(other)])
    return (high + 0.05) / (low + 0.05)


def _contrast(one: str, other: str) -> float:
    """Ratio of the luminances of two colours as WCAG has it."""

    def luminance(colour: str) -> float:
        parts = [int(colour[k : k + 2], 16) / 255 for k in (1, 3, 5)]
        linear = [p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts]
        return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]

    high, low = sorted((luminance(one), luminance(other)), reverse=True)
    return (high + 0.05) / (low + 0.05)


def test_words_stand_out_from_the_paper():
    from viewer.page.bundle import APP

    head = (APP / "style.css").read_text(encoding="utf-8").split("}")[0]
    colours = dict(re.findall(r"--(\w+): (#[0-9a-f]{6})", head))
    for name in ("ink", "soft", "red"):
        assert _contrast(colours[name], colours["paper"]) > 4.5, name
    # Edges of fields need less.
    assert _contrast(colours["edge"], colours["paper"]) > 3
