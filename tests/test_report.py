"""The report as a file: whole, self-contained, reproducible; every chart and table says its N."""

import re
from contextlib import contextmanager
from pathlib import Path

import nbformat
import pytest
from pages import Elements, silent

from numsim.report.batches import play
from numsim.report.build import build
from numsim.report.king.batches import plans

pytestmark = pytest.mark.compiled


@pytest.fixture(scope="module")
def report(tmp_path_factory):
    folder = tmp_path_factory.mktemp("report")
    path = build("king", folder / "out", folder / "runs", quick=True, show=silent)
    return folder, path.read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def elements(report):
    return Elements(report[1])


def test_opens_with_five_sentences_with_figures(elements):
    sentences = elements.texts[("p", "opening")]
    assert len(sentences) == 5
    assert all(re.search(r"\d", sentence) and sentence.strip().endswith(".") for sentence in sentences)


def test_is_self_contained(elements, report):
    for tag, attributes in elements.tags:
        assert tag not in ("script", "link", "iframe", "object", "img")
        for name in ("src", "href", "xlink:href"):
            assert attributes.get(name, "#").startswith("#"), (tag, attributes)
    assert "@import" not in report[1]
    assert not re.search(r"url\((?!#)", report[1])


def test_every_chart_and_table_says_its_n(elements):
    captions = elements.texts[("figcaption", None)] + elements.texts[("caption", None)]
    assert len(captions) > 20
    for caption in captions:
        assert re.search(r"\bN\b", caption), caption


def test_answers_the_balance_questions(elements):
    questions = " ".join(elements.texts[("p", "tag")])
    for number in (1, 2, 3, 4, 5, 7, 8, 9, 10):
        assert f"Question {number}" in questions
    assert "A/A control" in questions
    assert len(elements.texts[("h3", None)]) >= 18  # how sure, and what it assumes


def test_links_inside_the_page_lead_somewhere(elements):
    ids = {attributes["id"] for _, attributes in elements.tags if "id" in attributes}
    for tag, attributes in elements.tags:
        if tag == "a":
            assert attributes["href"][1:] in ids
    assert len(ids) == len([1 for _, attributes in elements.tags if "id" in attributes])


def test_same_bytes_again_from_the_same_and_from_new_runs(report, tmp_path):
    folder, text = report
    again = build("king", tmp_path / "again", folder / "runs", quick=True, show=silent)
    assert again.read_text(encoding="utf-8") == text
    fresh = build("king", tmp_path / "fresh", tmp_path / "runs", quick=True, threads=1, show=silent)
    assert fresh.read_text(encoding="utf-8") == text


def test_finished_batches_are_reused(report):
    folder, _ = report
    totals = []

    @contextmanager
    def count(total, label):
        totals.append(total)
        yield lambda played: None

    play(plans(True), folder / "runs" / "report-quick" / "king", 1, count)
    assert totals == [0]


def test_notebooks_ship_without_outputs():
    for path in (Path(__file__).resolve().parents[1] / "notebooks").glob("*.ipynb"):
        for cell in nbformat.read(path, as_version=4).cells:
            assert not cell.get("outputs")
            assert cell.get("execution_count") is None


def test_notebooks_run(tmp_path):
    from numsim.report.notebooks import execute

    notebooks = sorted((Path(__file__).resolve().parents[1] / "notebooks").glob("*.ipynb"))
    assert notebooks
    for path in notebooks:
        assert execute(path, tmp_path).stat().st_size > 100_000
