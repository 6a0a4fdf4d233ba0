"""Different people at one table: a child, a champion, somebody with a good memory; and a handicap that evens it out."""

from __future__ import annotations

from collections.abc import Mapping

from numsim.analysis.folies.speed import Crossing, crossing, own_share
from numsim.games.folies.profiles import Profile
from numsim.report.figures import Chart, by_number, ranked
from numsim.report.folies.batches import GUESTS, HANDICAPS
from numsim.report.folies.people import People
from numsim.report.page import Figure, Section, Table
from numsim.report.words import number, percent, plain_percent
from numsim.store import Run


class Mixed:
    """One guest among three family adults, and a child among adults whose hands have a longer way."""

    def __init__(self, runs: Mapping[str, Run]) -> None:
        self.runs = {guest: runs[f"guest {guest}"] for guest in GUESTS}
        self.shares = {guest: own_share(run) for guest, run in self.runs.items()}
        self.handicap_runs = {0: runs["guest child"], **{ms: runs[f"child, adults +{ms} ms"] for ms in HANDICAPS}}
        self.handicaps = {ms: own_share(run) for ms, run in self.handicap_runs.items()}
        self.even: Crossing = crossing(list(self.handicaps), list(self.handicaps.values()), 0.25)


def _even_text(even: Crossing) -> str:
    if even.at is None:
        return f"Up to {HANDICAPS[-1]} ms no handicap makes it even."
    span = "" if even.low is None or even.high is None else f" ({number(even.low, 0)} to {number(even.high, 0)})"
    return (
        f"It would be even if the adults' hands took {number(even.at, 0)}{span} ms longer, for example because they "
        "keep them farther from the pile."
    )


def mixed_section(mixed: Mixed, people: People) -> Section:
    """Who wins among three family adults, and how good an equalizer a longer way of the hand is."""
    order = sorted(GUESTS, key=lambda guest: -(mixed.shares[guest].value or 0))
    with Chart(3.0) as chart:
        ranked(chart.axes, order, [mixed.shares[guest] for guest in order], reference=25, unit=" %")
        chart.axes.set_xlabel("share of the matches won among three family adults, % (dashed: 25 %)")
        svg = chart.svg("guests", "Share of matches won by one guest of each profile among three family adults")
    at = list(mixed.handicaps)
    with Chart(2.8) as chart:
        by_number(
            chart.axes,
            range(len(at)),
            {"the child": list(mixed.handicaps.values())},
            reference={"equal chances": 25},
            labels=[f"+{ms}" for ms in at],
        )
        chart.axes.set_xlabel("longer way of the adults' hands, ms")
        chart.axes.set_ylabel("share of the matches won, %")
        chart.axes.set_ylim(bottom=0)
        chart.axes.legend()
        handicap = chart.svg("handicap", "Share of matches won by a child over the handicap of three adults")
    rows = [
        [guest, percent(mixed.shares[guest]), Profile.parse(guest).explain, f"{mixed.runs[guest].matches:,}"]
        for guest in order
    ]
    return Section(
        "mixed",
        "Mixed tables",
        "What happens when people of different speed play together?",
        [
            f"A child of 10 among three family adults wins {percent(mixed.shares['child'])} of the matches, where 25 % "
            f"is fair. {_even_text(mixed.even)}",
            f"At the other end, one {order[0].replace('_', '-')} player among three family adults wins "
            f"{percent(mixed.shares[order[0]])}; a regular player who also remembers the order of collected piles "
            f"{percent(mixed.shares['memory'])}, without that {percent(mixed.shares['regular'])}.",
        ],
        [
            Figure(
                svg,
                "One guest and three family adults, seats rotating; 95 % intervals. N = matches: "
                + "; ".join(f"{guest}: {mixed.runs[guest].matches:,}" for guest in order)
                + ".",
            ),
            Figure(
                handicap,
                "A child and three adults whose every slap takes longer (parameter arm_ms); 95 % intervals. N = "
                "matches: " + "; ".join(f"+{ms}: {run.matches:,}" for ms, run in mixed.handicap_runs.items()) + ".",
            ),
            Table(
                ["guest", "share of the matches won", "who that is", "matches"],
                rows,
                "95 % intervals in brackets; N in the last column.",
                (0, 2),
            ),
        ],
        [people.span("child")],
        [
            "A child of 10 needs 1.8 times as long as an adult (measured); its false slaps and what it notices are "
            "assumed. The other profiles are assumed, in proportion to the family adult.",
            "A handicap given by the clock is exact here; at a table it is a longer way of the hand, which people will "
            "judge differently.",
        ],
        "Mixed tables",
    )


def mixed_headline(mixed: Mixed) -> tuple[str, str]:
    """Figure and sentence for the first page."""
    child = mixed.shares["child"]
    even = (
        "" if mixed.even.at is None else f"; {number(mixed.even.at, 0)} ms more for every adult hand would make it even"
    )
    return plain_percent(child), (
        f"A child of 10 at a table with three adults wins {percent(child)} of the matches, where 25 % is fair{even}."
    )
