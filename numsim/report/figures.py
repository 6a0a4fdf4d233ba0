"""Charts as inline SVG: one look, colours for the colour-blind (Okabe & Ito), the same bytes for the same data."""

from __future__ import annotations

import io
import re
from collections.abc import Mapping, Sequence
from html import escape
from typing import Any

from numsim.analysis.intervals import Estimate
from numsim.report.words import number

COLOURS = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9")
MARKERS = ("o", "s", "^", "D", "v", "P")
GREY, INK, BAND = "#767676", "#222222", "#F0E8D2"
_STYLE: dict[str, Any] = {
    "svg.hashsalt": "numsim",
    "svg.fonttype": "none",
    "font.family": ["DejaVu Sans"],
    "figure.facecolor": "none",
    "axes.facecolor": "none",
    "savefig.facecolor": "none",
    "font.size": 10,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.edgecolor": GREY,
    "axes.labelcolor": INK,
    "axes.titlesize": 10,
    "axes.titleweight": "bold",
    "axes.titlelocation": "left",
    "axes.grid": True,
    "axes.axisbelow": True,
    "grid.color": "#E6E6E6",
    "grid.linewidth": 0.8,
    "xtick.color": INK,
    "ytick.color": INK,
    "legend.frameon": False,
    "legend.fontsize": 9.5,
}
WIDTH = 7.4
"""Inches; 1 inch is about 100 pixels on the page, so that 10 point text stays readable."""


class Chart:
    """Context manager: `with Chart(height) as chart:` draw on chart.axes, then chart.svg(id, description)."""

    def __init__(self, height: float, columns: int = 1, widths: Sequence[float] | None = None) -> None:
        import matplotlib
        from matplotlib.figure import Figure

        self._context = matplotlib.rc_context(_STYLE)  # type: ignore[arg-type]
        self._context.__enter__()
        self.figure = Figure(figsize=(WIDTH, height), layout="constrained")
        ratios = {"width_ratios": widths} if widths else None
        self.all_axes = self.figure.subplots(1, columns, squeeze=False, gridspec_kw=ratios)[0]
        self.axes = self.all_axes[0]

    def __enter__(self) -> Chart:
        return self

    def __exit__(self, *_: object) -> None:
        self._context.__exit__(None, None, None)

    def svg(self, name: str, description: str) -> str:
        """The chart as an <svg> element; ids are made unique by `name`, `description` is read by screen readers."""
        buffer = io.StringIO()
        self.figure.savefig(
            buffer, format="svg", metadata={"Date": None, "Creator": None, "Format": None, "Type": None}
        )
        text = buffer.getvalue()
        text = text[text.index("<svg") :]
        text = re.sub(r"<metadata>.*?</metadata>", "", text, flags=re.DOTALL)
        text = re.sub(r' (?:xmlns:\w+|xmlns)="[^"]*"', "", text, count=4)
        text = re.sub(r'\bid="', f'id="{name}-', text)
        text = re.sub(r'(xlink:)?href="#', f'href="#{name}-', text)
        text = text.replace("url(#", f"url(#{name}-")
        text = text.replace("'DejaVu Sans'", "Verdana, 'DejaVu Sans', sans-serif")
        size = re.search(r'viewBox="0 0 ([\d.]+) ([\d.]+)"', text)
        if size is None:
            raise ValueError("matplotlib wrote an SVG without a view box")
        head = f'<svg viewBox="0 0 {size[1]} {size[2]}" role="img" aria-label="{escape(description)}"'
        return re.sub(r"^<svg\b[^>]*", head, text.strip(), count=1)


def _bars(axes: Any, x: Sequence[float], cells: Sequence[Estimate], scale: float, **style: Any) -> None:
    known = [(at, e) for at, e in zip(x, cells) if e.value is not None and e.low is not None and e.high is not None]
    if not known:
        return
    values = [scale * (e.value or 0) for _, e in known]
    below = [max(scale * ((e.value or 0) - (e.low or 0)), 0) for _, e in known]
    above = [max(scale * ((e.high or 0) - (e.value or 0)), 0) for _, e in known]
    axes.errorbar([at for at, _ in known], values, yerr=[below, above], capsize=3, markersize=6, **style)


def by_number(
    axes: Any,
    x: Sequence[int],
    series: Mapping[str, Sequence[Estimate]],
    *,
    scale: float = 100,
    reference: Mapping[str, float] | None = None,
    labels: Sequence[str] | None = None,
    joined: bool = True,
    first: int = 0,
) -> None:
    """Series with intervals over a whole number; `reference` draws named horizontal lines.

    `first` is the number of the colour of the first series, where several calls share the axes.
    """
    for name, at in (reference or {}).items():
        axes.axhline(at, color=GREY, linewidth=1.2, linestyle=(0, (4, 3)), label=name, zorder=1)
    count = len(series)
    for i, (name, cells) in enumerate(series.items()):
        shift = (i - (count - 1) / 2) * 0.09
        style = {
            "color": COLOURS[first + i],
            "marker": MARKERS[first + i],
            "linewidth": 1.6 if joined else 0,
            "elinewidth": 1.6,
        }
        _bars(axes, [at + shift for at in x], cells, scale, label=name, **style)
    axes.set_xticks(list(x), labels or [str(at) for at in x])
    axes.grid(axis="x", visible=False)


def ranked(
    axes: Any,
    names: Sequence[str],
    cells: Sequence[Estimate],
    *,
    scale: float = 100,
    reference: float | None = None,
    colour: str = COLOURS[0],
    digits: int = 1,
    unit: str = "",
) -> None:
    """Dots with intervals, one line a name, the first on top; the value stands beside the dot."""
    if reference is not None:
        axes.axvline(reference, color=GREY, linewidth=1.2, linestyle=(0, (4, 3)), zorder=1)
    for i, e in enumerate(cells):
        y = len(names) - 1 - i
        if e.value is None or e.low is None or e.high is None:
            axes.annotate("too few data", (0, y), color=GREY, va="center", xytext=(6, 0), textcoords="offset points")
            continue
        axes.plot([scale * e.low, scale * e.high], [y, y], color=colour, linewidth=2.4, solid_capstyle="butt")
        axes.plot([scale * e.value], [y], "o", color=colour, markersize=6)
        text = number(scale * e.value, digits) + unit
        axes.annotate(
            text, (scale * e.high, y), color=INK, va="center", xytext=(6, 0), textcoords="offset points", fontsize=9.5
        )
    axes.set_yticks(range(len(names)), list(reversed(names)))
    axes.set_ylim(-0.6, len(names) - 0.4)
    axes.margins(x=0.12)
    axes.grid(axis="y", visible=False)


def matrix(
    axes: Any,
    values: Sequence[Sequence[float | None]],
    rows: Sequence[str],
    columns: Sequence[str],
    *,
    centre: float = 0.0,
    digits: int = 1,
    sign: bool = False,
    fontsize: float = 9.5,
) -> None:
    """Table of numbers coloured by their distance from `centre` (blue below, orange above)."""
    from matplotlib.colors import LinearSegmentedColormap

    known = [v for row in values for v in row if v is not None]
    widest = max((abs(v - centre) for v in known), default=1.0) or 1.0
    colours = LinearSegmentedColormap.from_list("blue_orange", [COLOURS[0], "#FFFFFF", COLOURS[1]])
    shown = [[float("nan") if v is None else v for v in row] for row in values]
    ends = {"vmin": centre - 1.25 * widest, "vmax": centre + 1.25 * widest}
    edges_x, edges_y = ([i - 0.5 for i in range(n + 1)] for n in (len(columns), len(rows)))
    axes.pcolormesh(edges_x, edges_y, shown, cmap=colours, edgecolors="#FFFFFF", linewidth=0.6, **ends)
    axes.invert_yaxis()
    for i, row in enumerate(values):
        for j, v in enumerate(row):
            text = "?" if v is None else number(v, digits, sign=sign)
            dark = v is not None and abs(v - centre) > 0.93 * widest
            colour = "#FFFFFF" if dark else INK
            axes.text(j, i, text, ha="center", va="center", fontsize=fontsize, color=colour)
    axes.set_xticks(range(len(columns)), columns)
    axes.set_yticks(range(len(rows)), rows)
    axes.tick_params(length=0)
    axes.grid(visible=False)
    for side in axes.spines.values():
        side.set_visible(False)


def bands(axes: Any, x: Sequence[int], quantiles: Sequence[Mapping[str, Any]], colour: str, label: str) -> None:
    """Median, middle half and middle 90 % of a quantity over a whole number (rows of lengths.length_table)."""
    q = {name: [row[name] for row in quantiles] for name in ("q05", "q25", "q50", "q75", "q95")}
    axes.vlines(x, q["q05"], q["q95"], color=colour, linewidth=1.6)
    axes.vlines(x, q["q25"], q["q75"], color=colour, linewidth=8, alpha=0.45)
    axes.plot(x, q["q50"], "o", color=colour, markersize=6, label=label)
    axes.set_xticks(list(x))
    axes.grid(axis="x", visible=False)


def stacked(axes: Any, parts: Mapping[str, float], colours: Sequence[str] = COLOURS) -> None:
    """One horizontal bar of shares that add up to 1, labelled inside or above."""
    left = 0.0
    for (name, share), colour in zip(parts.items(), colours):
        axes.barh([0], [100 * share], left=left, color=colour, edgecolor="#FFFFFF", height=0.55)
        middle = left + 50 * share
        if share > 0.14:
            axes.text(
                middle, 0, f"{name}\n{100 * share:.1f} %", ha="center", va="center", color="#FFFFFF", fontsize=9.5
            )
        else:
            axes.annotate(
                f"{name} {100 * share:.1f} %",
                (middle, 0.3),
                xytext=(0, 8),
                textcoords="offset points",
                ha="left" if left < 50 else "right",
                color=INK,
                fontsize=9.5,
            )
        left += 100 * share
    axes.set_yticks([])
    axes.set_xlim(0, 100)
    axes.set_ylim(-0.4, 0.65)
    axes.grid(visible=False)
    axes.spines["left"].set_visible(False)
