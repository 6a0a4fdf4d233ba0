"""Who starts, who sits where, who holds one card more: questions 1 and 3, and the control."""

from __future__ import annotations

import polars as pl

from numsim.analysis.intervals import Estimate, estimate
from numsim.analysis.king.frames import seat_rounds
from numsim.analysis.king.rates import round_share
from numsim.analysis.paired import paired_difference, verdict
from numsim.analysis.rates import match_share
from numsim.report.figures import GREY, Chart, by_number, ranked
from numsim.report.king.batches import PLAYERS, REFERENCE_BOT
from numsim.report.page import Figure, Section, Table
from numsim.report.words import MARGIN, against, fair_percent, n_text, percent, plain_percent, points
from numsim.store import Run


class Starts:
    """Shares won by who starts, by number of players."""

    def __init__(self, runs: dict[int, Run]) -> None:
        self.runs = runs
        self.match = {n: estimate(match_share(run, "place"), place=0) for n, run in runs.items()}
        self.first = {n: estimate(round_share(run, "place", rounds="first"), place=0) for n, run in runs.items()}
        self.later = {n: estimate(round_share(run, "place", rounds="later"), place=0) for n, run in runs.items()}


def start_section(starts: Starts, no_exchange: Run) -> Section:
    """Question 1: the starter's advantage by number of players, and whether starting makes up for the gifts."""
    first, later, whole = starts.first[4], starts.later[4], starts.match[4]
    bare = estimate(round_share(no_exchange, "place", rounds="later"), place=0)
    makes_up = {
        "above": "so starting more than makes up for the cards he gives away",
        "below": "so starting does not make up for the cards he gives away",
        "same": "so starting just makes up for the cards he gives away",
        "undecided": "and it is undecided whether starting makes up for the cards he gives away",
    }[against(later, 1 / 4)]
    with Chart(3.4) as chart:
        axes = chart.axes
        axes.plot(PLAYERS, [100 / n for n in PLAYERS], color=GREY, linestyle=(0, (4, 3)), label="equal chances")
        by_number(
            axes,
            PLAYERS,
            {
                "starter wins round 1": [starts.first[n] for n in PLAYERS],
                "starter of round 1 wins the match": [starts.match[n] for n in PLAYERS],
                "Bouffon, who starts, wins a later round": [starts.later[n] for n in PLAYERS],
            },
        )
        axes.set_xlabel("players")
        axes.set_ylabel("share won, %")
        axes.set_ylim(bottom=0)
        axes.legend()
        svg = chart.svg("start", "Share won by the starter over the number of players, against equal chances")
    rows = [
        [str(n), fair_percent(n), percent(starts.first[n]), percent(starts.match[n]), percent(starts.later[n])]
        for n in PLAYERS
    ]
    counts = "; ".join(f"{n} players: {starts.runs[n].matches:,}" for n in PLAYERS)
    return Section(
        "start",
        "1 Who starts",
        "Is it an advantage to start, and does starting make up for being the Bouffon?",
        [
            f"With four players the starter wins round 1 in {percent(first)}, where equal chances are 25 %. Over "
            f"the whole match he wins in {percent(whole)}.",
            f"The Bouffon starts the next round and wins it in {percent(later)}, {makes_up}. When no cards are "
            f"exchanged and he only starts, he wins it in {percent(bare)}.",
        ],
        [
            Figure(
                svg,
                f"Share won by who starts, with 95 % intervals; all seats play {REFERENCE_BOT}. N = matches: {counts}.",
            ),
            Table(
                ["players", "equal chances", "wins round 1", "wins the match", "Bouffon wins a later round"],
                rows,
                f"The same figures with their 95 % intervals. N = matches: {counts}.",
            ),
        ],
        ["The deal is random and all seats play the same bot, so what is left is the effect of the place."],
        ["The starter of round 1 is drawn at random; in later rounds the Bouffon starts.", _BOT_NOTE],
        "Question 1",
    )


_BOT_NOTE = "Bots never tire, do not bluff and do not play the person; people may gain more or less from a place."


def extra_section(four: Run, aside: Run) -> Section:
    """Question 3: what the one card more costs the seat that holds it, paired with a deal without it."""
    matches = min(four.matches, aside.matches)

    def first_round(run: Run) -> pl.DataFrame:
        frame = seat_rounds(run, "place", first=matches).filter((pl.col("round") == 1) & (pl.col("place") == 0))
        return frame.select("match", "king", "rank_points").sort("match").collect()

    without, with_card = first_round(aside), first_round(four)
    win = paired_difference(without["king"].cast(pl.Float64).to_numpy(), with_card["king"].cast(pl.Float64).to_numpy())
    rank = paired_difference(without["rank_points"].to_numpy(), with_card["rank_points"].to_numpy())
    effect = verdict(win.difference, MARGIN, ("helps", "hurts")).word
    meaning = {
        "helps": "it helps him by more than a point",
        "hurts": "it costs him more than a point",
        "same": "less than a point either way",
        "undecided": "this many matches cannot tell it from one point",
    }[effect]
    with Chart(1.5) as chart:
        ranked(
            chart.axes, ["starter with the 28th card, less without it"], [win.difference], reference=0, unit=" points"
        )
        chart.axes.set_xlabel("change of the share of round 1 won, points")
        svg = chart.svg("extra", "Change of the starter's share of round 1 by the card left over")
    gain = f"{win.gain:.1f}" if win.gain else "?"
    return Section(
        "extra",
        "3 The card left over",
        "109 cards cannot be dealt equally: what does the card left over do?",
        [
            "With four players the starter holds 28 cards and the others 27. The 28th card changes his share of "
            f"round 1 by {points(win.difference)}: {meaning}."
        ],
        [
            Figure(
                svg,
                f"Paired difference with its 95 % interval: the same {matches:,} deals with the card left over in "
                "the starter's hand (rule deal_extra=starter) and out of play (aside). "
                f"{n_text(matches, 'matches')}.",
            )
        ],
        [
            f"Without the card the starter wins {100 * win.a:.1f} % of the first rounds, with it {100 * win.b:.1f} "
            f"%. His mean rank points change by {rank.difference.value or 0:+.3f}. Playing the same deals twice is "
            f"worth {gain} times as many unpaired matches."
        ],
        [
            "Other numbers of players leave over more cards, to more seats; this section measures four players.",
            "Setting the card aside also takes a random card out of the game; the other hands are the same.",
        ],
        "Question 3",
    )


def start_headline(first: Estimate, whole: Estimate) -> tuple[str, str]:
    """Figure and sentence for the first page."""
    word = {
        "above": "starting is an advantage",
        "below": "starting is a disadvantage",
        "same": "starting makes no difference",
        "undecided": "whether starting helps is undecided",
    }[against(first, 1 / 4)]
    return plain_percent(first), (
        f"With four equal players {word} in the first round: the starter wins it in {percent(first)} of the "
        f"matches, where 25 % would be fair; of the whole match he wins {percent(whole)}."
    )
