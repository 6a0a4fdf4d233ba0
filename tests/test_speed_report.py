"""The report on NUM-SPEED as a file, and the plans behind it."""

import re

import pytest
from pages import Elements, silent

from numsim.report.build import REPORTS, build
from numsim.report.speed import batches

pytestmark = pytest.mark.skipif("speed" not in REPORTS, reason="the report waits for the bot counter")


@pytest.fixture(scope="module")
def elements(tmp_path_factory):
    folder = tmp_path_factory.mktemp("speed-report")
    path = build("speed", folder / "out", folder / "runs", quick=True, show=silent)
    assert path.name == "num-speed.html"
    again = build("speed", folder / "again", folder / "runs", quick=True, show=silent)
    assert again.read_bytes() == path.read_bytes()
    return Elements(path.read_text(encoding="utf-8"))


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
    assert len(captions) > 40
    for caption in captions:
        assert re.search(r"\bN\b", caption), caption


@pytest.mark.compiled
def test_answers_the_balance_questions(elements):
    tags = " ".join(elements.texts[("p", "tag")])
    for number in range(1, 11):
        assert re.search(rf"\bQuestion {number}\b", tags), number
    for word in ("First sweeps", "A/A control", "Assumptions"):
        assert word in tags


@pytest.mark.compiled
def test_speaks_of_its_own_game_only(elements):
    for word in ("King", "Bouffon", "slap", "Folies", "trick", "nan", "None(?! of)"):
        assert not re.search(rf"\b{word}\b", elements.html), word
    glossary = elements.texts[("dt", None)]
    for word in ("Interrupt", "Plateau", "Malus", "Mixed table", "N"):
        assert word in glossary


def test_names_of_batches_are_folders_of_their_own():
    from numsim.report.batches import folder_name

    names = list(batches.plans(quick=True))
    assert len({folder_name(name) for name in names}) == len(names)
    assert all(re.fullmatch(r"[\w.-]+", folder_name(name)) for name in names)


def test_every_sweep_changes_one_rule_of_the_mixed_table():
    plans = batches.plans(quick=True)
    base = plans["mixed"]
    for name, settings in batches.sweeps():
        assert plans[name].bots == base.bots
        changed = {key for key, value in plans[name].rules.items() if base.rules[key] != value}
        assert changed == set(settings), name


def test_all_readings_of_high_impact_are_tried():
    from numsim.games import game_named

    game = game_named("speed")
    tried = {f"{name.split('=')[0]}" for name, _ in batches.sweeps()}
    for option in game.options:
        if option.impact == "H" and option.name not in ("mode", "speedgame_carry"):
            assert option.name in tried
            values = batches.HIGH[option.name]
            assert len(values) == len(option.values) - 1, option.name


def test_laboratory_plays_on_and_differs_only_in_what_the_bots_know():
    plans = batches.plans(quick=True)
    one, other = plans["laboratory"], plans["laboratory, competition"]
    assert one.rules["play_on"] is True
    assert {key for key in one.rules if one.rules[key] != other.rules[key]} == {"score"}
    assert one.bots == other.bots
    assert not any(plan.rules["play_on"] for name, plan in plans.items() if not name.startswith("laboratory"))
