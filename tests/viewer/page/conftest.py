"""One browser, one real section and one small scene for all tests of the page; pages do not draw unless a test looks at pixels."""

from __future__ import annotations

import dataclasses
import json

import pytest

from layout.choices import Choices, Company
from layout.evidence import derive
from layout.plan import lay_out
from support.page import CHROMIUM, FLAGS, Watched, shared
from support.scene import sample_scene

SECTION = 18
PEOPLE = ("archer-1-upper", "archer-2-lower", "usher", "caller", "guest", "archery-master")
PARTS = ("", "-head", "-hand-right")


@pytest.fixture(scope="session")
def plan():
    return lay_out(derive(Choices()), Company())


@pytest.fixture(scope="session")
def sample():
    """The small scene; its second section goes to a gate after two seconds."""
    scene = sample_scene()
    first, second = scene.clips
    moved = dataclasses.replace(
        second, extras={**second.extras, "cuts": [{"start": 2000, "venue": "guest-gate"}], "venue": "school"}
    )
    return dataclasses.replace(scene, clips=(first, moved))


@pytest.fixture(scope="session")
def sample_html(sample, plan):
    from viewer.page.build import page_html

    return page_html(sample, plan, plan_svg="<svg id='plan-svg'></svg>")


@pytest.fixture(scope="session")
def sample_file(tmp_path_factory, sample_html):
    path = tmp_path_factory.mktemp("page") / "rite.html"
    path.write_text(sample_html, encoding="utf-8")
    return path


@pytest.fixture(scope="session")
def real(plan, tmp_path_factory):
    """A real section as a page: its folder, and what is true of it."""

    def make(folder):
        import numpy as np

        import viewer.page.look as look
        from geometry.assemble import assemble
        from geometry.sampler import Sampler
        from rite import stage
        from viewer.page.build import write_page

        rite = stage(plan, sections=[SECTION], seed=1)
        scene = assemble(plan, rite, lod=1)
        # How light it is in the hall is no matter here, and takes long to find out.
        whole, look.sky_grid = look.sky_grid, lambda scene: None
        try:
            write_page(scene, plan, folder / "real.html", lang="zh", rite=rite)
        finally:
            look.sky_grid = whole
        section = rite.sections[0]
        sampler = Sampler(scene)
        moments = np.random.default_rng(18).integers(0, section.duration, 20).tolist()
        names = [f"{who}{part}" for who in PEOPLE for part in PARTS]
        places = [[sampler.world(0, t)[sampler.index[n]][:3, 3].tolist() for n in names] for t in moments]
        truth = {
            "steps": scene.clips[0].extras["steps"],
            "duration": section.duration,
            "moments": moments,
            "names": names,
            "places": places,
            "shot": next(
                (g.start, g.end) for g in section.people["archer-1-upper"].gestures if g.gesture == "draw-shoot"
            ),
            "calls": [[u.start, u.end, u.text] for u in section.utterances if u.who == "caller"],
        }
        (folder / "truth.json").write_text(json.dumps(truth), encoding="utf-8")

    return shared(tmp_path_factory, "page-real", make)


@pytest.fixture(scope="session")
def truth(real):
    return json.loads((real / "truth.json").read_text(encoding="utf-8"))


@pytest.fixture(scope="session")
def playing():
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        yield playwright


@pytest.fixture(scope="session")
def browser(playing):
    if CHROMIUM is None:
        pytest.skip("no Chromium on this machine")
    browser = playing.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
    yield browser
    browser.close()


@pytest.fixture(scope="session")
def opened_real(browser, real):
    watched = Watched(browser, real / "real.html", "#draw=no")
    yield watched.page
    watched.close()


@pytest.fixture(scope="session")
def opened_sample(browser, sample_file):
    watched = Watched(browser, sample_file, "#draw=no&lang=zh")
    yield watched.page
    watched.close()


AS_AT_FIRST = """() => { const { page, clock, stage } = window.shegong;
  for (const on of document.querySelectorAll('[aria-pressed="true"]')) on.click();
  page.tour.stop(); page.follow(null, false); page.choose(null); page.drawer(false);
  page.$('help-panel').hidden = true;
  if (page.lang !== 'zh') page.$('language').click();
  clock.playing = false; clock.speed = 1; clock.seek(0); stage.view('range', true); page.refresh(); }"""


@pytest.fixture
def page(opened_real):
    """The page of the real section, as at first."""
    opened_real.evaluate(AS_AT_FIRST)
    return opened_real


@pytest.fixture
def small(opened_sample):
    """The page of the small scene, as at first."""
    opened_sample.evaluate(AS_AT_FIRST)
    return opened_sample
