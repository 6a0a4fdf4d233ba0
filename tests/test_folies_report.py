"""The report on NUM FOLIES as a file, and the plans behind it."""

import re

import pytest
from pages import Elements, silent

from numsim.errors import RunError
from numsim.games.folies.profiles import Profile
from numsim.report.build import build
from numsim.report.folies import batches
from numsim.report.together import build_all


@pytest.fixture(scope="module")
def elements(tmp_path_factory):
    return Elements(_build(tmp_path_factory.mktemp("folies-report")))


def _build(folder):
    path = build("folies", folder / "out", folder / "runs", quick=True, show=silent)
    assert path.name == "num-folies.html"
    return path.read_text(encoding="utf-8")


@pytest.mark.compiled
def test_same_bytes_from_new_runs_in_a_process_of_its_own(elements, tmp_path):
    told = []
    paths = build_all(
        ["folies"], tmp_path, tmp_path / "runs", quick=True, threads=1, advance=lambda *news: told.append(news)
    )
    assert paths == [tmp_path / "num-folies.html"]
    assert paths[0].read_text(encoding="utf-8") == elements.html
    game, total, played = told[-1]
    assert (game, played) == ("folies", total)


@pytest.mark.compiled
def test_an_error_in_one_report_is_raised(tmp_path):
    file = tmp_path / "file"
    file.touch()
    with pytest.raises(RunError, match="cannot make this folder"):
        build_all(["king", "folies"], tmp_path, file / "runs", quick=True, threads=1, advance=lambda *news: None)


@pytest.mark.compiled
def test_opens_with_sentences_with_figures(elements):
    sentences = elements.texts[("p", "opening")]
    assert 5 <= len(sentences) <= 10
    assert all(re.search(r"\d", sentence) and sentence.strip().endswith(".") for sentence in sentences)


@pytest.mark.compiled
def test_is_self_contained_and_its_links_lead_somewhere(elements):
    ids = [attributes["id"] for _, attributes in elements.tags if "id" in attributes]
    assert len(ids) == len(set(ids))
    for tag, attributes in elements.tags:
        assert tag not in ("script", "link", "iframe", "object", "img")
        for name in ("src", "href", "xlink:href"):
            assert attributes.get(name, "#").startswith("#"), (tag, attributes)
        if tag == "a":
            assert attributes["href"][1:] in ids


@pytest.mark.compiled
def test_every_chart_and_table_says_its_n(elements):
    captions = elements.texts[("figcaption", None)] + elements.texts[("caption", None)]
    assert len(captions) > 30
    for caption in captions:
        assert re.search(r"\bN\b", caption), caption


@pytest.mark.compiled
def test_answers_the_balance_questions(elements):
    tags = " ".join(elements.texts[("p", "tag")])
    for number in range(1, 11):
        assert re.search(rf"\b{number}\b", tags), number
    for word in ("Termination", "First sweeps", "A/A control", "Assumptions"):
        assert word in tags


@pytest.mark.compiled
def test_speaks_of_its_own_game_only(elements):
    for word in ("King", "Bouffon", "exchange", "trick", "nan", "None(?! of)"):
        assert not re.search(rf"\b{word}\b", elements.html), word
    glossary = elements.texts[("dt", None)]
    for word in ("Flip", "Slap", "Trap", "Challenge", "Folies pile", "Last chance"):
        assert word in glossary


def test_names_of_batches_are_folders_of_their_own():
    from numsim.report.batches import folder_name

    names = list(batches.plans(quick=True))
    assert len({folder_name(name) for name in names}) == len(names)
    assert all(re.fullmatch(r"[\w.-]+", folder_name(name)) for name in names)


def test_line_ups_change_what_they_say():
    faster, *others = batches.duel().split(",")
    assert Profile.parse(faster).latency_factor == 0.9
    assert len(set(others)) == 1
    assert Profile.parse(others[0]).person_sd == 0
    swept = Profile.parse(batches.scaled("child", ("miss", "sigma"), 1.5))
    child = Profile.parse("child")
    assert swept.miss == pytest.approx(1.5 * child.miss)
    assert swept.sigma == pytest.approx(1.5 * child.sigma)
    # a lead of half: the latency lies halfway between the family's and his own
    half = Profile.parse(batches.hasty(0.5))
    assert half.mu * half.latency_factor == pytest.approx((half.mu + Profile.parse("family").mu) / 2, rel=0.001)


def test_every_sweep_has_its_base():
    plans = batches.plans(quick=True)
    for name, base, _, settings in batches.sweeps():
        assert plans[base].bots == plans[name].bots
        changed = {key for key, value in plans[name].rules.items() if plans[base].rules[key] != value}
        assert changed == set(settings)
