"""What a report is made of, and the page that is rendered from it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True)
class Figure:
    """An inline chart; the caption says what is drawn and over how many (N)."""

    svg: str
    caption: str


@dataclass(frozen=True)
class Table:
    """Rows of texts; the first column is a heading, the others are right-aligned numbers unless `text_columns`."""

    head: Sequence[str]
    rows: Sequence[Sequence[str]]
    caption: str
    text_columns: Sequence[int] = (0,)


@dataclass(frozen=True)
class Section:
    """One question: the answer in computed sentences, the evidence, how sure it is and what it assumes."""

    name: str
    menu: str
    question: str
    answer: Sequence[str]
    blocks: Sequence[Figure | Table] = ()
    certainty: Sequence[str] = ()
    assumes: Sequence[str] = ()
    tag: str = ""


@dataclass(frozen=True)
class Headline:
    """One of the opening sentences: a short question, the figure that answers it, the sentence, where to read on."""

    question: str
    figure: str
    sentence: str
    section: str


@dataclass(frozen=True)
class Page:
    """A whole report."""

    title: str
    lead: str
    headlines: Sequence[Headline]
    sections: Sequence[Section]
    glossary: Mapping[str, str] = field(default_factory=dict)
    facts: Sequence[str] = ()


def render(page: Page, template: str = "report.html.j2") -> str:
    """The page as one HTML text without outside resources."""
    from jinja2 import Environment, PackageLoader, StrictUndefined

    environment = Environment(
        loader=PackageLoader("numsim.report"),
        autoescape=True,
        trim_blocks=True,
        lstrip_blocks=True,
        undefined=StrictUndefined,
        keep_trailing_newline=True,
    )
    environment.tests["figure"] = _is_figure
    return environment.get_template(template).render(page=page)


def _is_figure(block: Any) -> bool:
    return isinstance(block, Figure)
