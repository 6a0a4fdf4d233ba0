"""Helpers for tests of reports: a progress function that says nothing, and the elements of a page."""

from contextlib import contextmanager
from html.parser import HTMLParser


@contextmanager
def silent(total, label):
    yield lambda played: None


class Elements(HTMLParser):
    """Tags with their attributes, and the texts inside chosen tags, by (tag, class)."""

    def __init__(self, html):
        super().__init__()
        self.html, self.tags, self.texts, self._open = html, [], {}, []
        self.feed(html)

    def handle_starttag(self, tag, attributes):
        self.tags.append((tag, dict(attributes)))
        self._open.append((tag, dict(attributes).get("class")))
        self.texts.setdefault(self._open[-1], []).append("")

    def handle_endtag(self, tag):
        while self._open and self._open.pop()[0] != tag:
            pass

    def handle_data(self, data):
        for key in self._open:
            self.texts[key][-1] += data
