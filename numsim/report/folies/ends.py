"""How matches end, locked Folies piles, and whether it works with seven and eight players: III.4 and question 10."""

from __future__ import annotations

from collections.abc import Mapping

from numsim.analysis.folies.lengths import PRINTED, ends, longest
from numsim.analysis.folies.waiting import LONG_WAIT
from numsim.cards import CLASSIC
from numsim.report.figures import Chart, by_number
from numsim.report.folies.batches import PLAYERS
from numsim.report.folies.drama import Drama
from numsim.report.folies.length import Lengths
from numsim.report.folies.waiting import SEVERAL, Waiting
from numsim.report.page import Figure, Section, Table
from numsim.report.words import figure, listing, number, percent
from numsim.store import Run


def ends_section(by_players: Mapping[int, Run]) -> Section:
    """Reasons of the end, matches that went on for ever, locked Folies piles."""
    found = {n: ends(run) for n, run in by_players.items()}
    with Chart(2.6) as chart:
        by_number(
            chart.axes,
            PLAYERS,
            {
                "slap 2 became impossible": [found[n]["locked"] for n in PLAYERS],
                "nobody had cards": [found[n]["nobody"] for n in PLAYERS],
            },
        )
        chart.axes.set_xlabel("players")
        chart.axes.set_ylabel("share of the matches, %")
        chart.axes.set_ylim(bottom=0)
        chart.axes.legend()
        svg = chart.svg("ends", "Share of matches with a locked Folies pile or without any cards, by players")
    rows = []
    for n in PLAYERS:
        last = longest(by_players[n])
        names = ("last_player", "nobody", "capped", "endless", "locked")
        longest_text = f"{number(last['flips'], 0)} ({number(last['minutes'], 0)} min)"
        rows.append([str(n), *[percent(found[n][k], 2) for k in names], longest_text, f"{by_players[n].matches:,}"])
    broken = [n for n in PLAYERS if (found[n]["capped"].value or 0) + (found[n]["endless"].value or 0) > 0]
    total = sum(run.matches for run in by_players.values())
    endless = (
        f"None of {total:,} matches had to be broken off."
        if not broken
        else f"With {listing([str(n) for n in broken])} players some of {total:,} matches had to be broken off."
    )
    return Section(
        "ends",
        "Ends",
        "How do matches end, and can one go on for ever?",
        [
            f"{endless} With four players {percent(found[4]['last_player'], 2)} end with one player left and "
            f"{percent(found[4]['nobody'], 2)} because nobody has cards.",
            f"In {percent(found[4]['locked'], 2)} all Rainbows or all Shadows lay in the Folies pile at some time, so "
            "that nobody could win it by slap 2 any more.",
        ],
        [
            Figure(
                svg,
                "95 % intervals; adults of natural speeds. N = matches: "
                + "; ".join(f"{n} players: {by_players[n].matches:,}" for n in PLAYERS)
                + ".",
            ),
            Table(
                [
                    "players",
                    "one player left",
                    "nobody has cards",
                    "broken off at the cap",
                    "found in a loop",
                    "Folies pile locked",
                    "most cards turned",
                    "matches",
                ],
                rows,
                "95 % intervals in brackets, N in the last column.",
            ),
        ],
        ["A match is broken off after 6,000 cards (rule cap_flips); the largest stack then wins."],
        ["Loops are looked for only when nothing is left to chance, that is without slaps."],
        "Termination",
    )


def many_section(lengths: Lengths, waiting: Waiting, drama: Drama) -> Section:
    """Question 10: does it work with seven and eight players?"""
    counts = (4, 6, 7, 8)
    with Chart(2.4) as chart:
        series = {
            f"takes over {PRINTED[1]:.0f} minutes": [lengths.outside[n]["longer"] for n in SEVERAL],
            f"first one out waits over {LONG_WAIT:.0f} minutes": [waiting.first[n].long_wait for n in SEVERAL],
        }
        by_number(chart.axes, SEVERAL, series)
        chart.axes.set_xlabel("players")
        chart.axes.set_ylabel("share of the matches, %")
        chart.axes.set_ylim(bottom=0)
        chart.axes.legend()
        svg = chart.svg("many", "Long matches and long waits over the number of players")
    rows = [
        [
            str(n),
            f"{CLASSIC / n:.1f}",
            figure(lengths.mean(n, "minutes"), "", 1),
            figure(waiting.first[n].at_minutes, "", 1),
            figure(waiting.first[n].wait_minutes, "", 1),
            percent(drama.turns[n].last_in),
            f"{lengths.runs[n].matches:,}",
        ]
        for n in counts
    ]
    pace = lengths.runs[8].plan.rules["flip_delay_s"]
    eight, four = waiting.first[8], waiting.first[4]
    earlier = (eight.at_minutes.high or 0) < (four.at_minutes.low or 0)
    later = (eight.at_minutes.low or 0) > (four.at_minutes.high or 0)
    word = "earlier than" if earlier else "later than" if later else "about as early as"
    return Section(
        "many",
        "10 Seven, eight",
        "Does it work with seven and eight players?",
        [
            f"With eight players a match takes {figure(lengths.mean(8, 'minutes'), ' minutes')}, with four "
            f"{figure(lengths.mean(4, 'minutes'), ' minutes')}. The first one is out after "
            f"{figure(eight.at_minutes, ' minutes')}, {word} with four ({figure(four.at_minutes, ' minutes')}), and "
            f"waits {figure(eight.wait_minutes, ' minutes')}.",
            f"With eight everybody starts with {CLASSIC // 8} or {CLASSIC // 8 + 1} cards and turns one himself every "
            f"{8 * float(pace):.0f} seconds or so, but may slap at every card.",
        ],
        [
            Figure(
                svg,
                "95 % intervals. N = matches: "
                + "; ".join(f"{n} players: {lengths.runs[n].matches:,}" for n in SEVERAL)
                + ".",
            ),
            Table(
                [
                    "players",
                    "cards each",
                    "minutes",
                    "first one out after, minutes",
                    "and waits, minutes",
                    "last still in at half-time wins",
                    "matches",
                ],
                rows,
                "95 % intervals in brackets, N in the last column.",
            ),
        ],
        [],
        ["Whether eight hands reach one pile was not simulated."],
        "Question 10",
    )
