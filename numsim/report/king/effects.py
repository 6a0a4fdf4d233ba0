"""Rainbow, Shadow, specials and Jokers: questions 4, 5, 7 and 8."""

from __future__ import annotations

import polars as pl

from numsim.analysis.intervals import Estimate, estimate, grouped, overall
from numsim.analysis.king.effects import effect_table, plays_per_round, rainbow_leads, users
from numsim.analysis.king.hands import by_dealt, dealt, stuck
from numsim.report.figures import Chart, by_number, ranked
from numsim.report.king.batches import PLAYERS
from numsim.report.page import Figure, Section, Table
from numsim.report.words import MARGIN, figure, n_text, number, percent, points
from numsim.store import Run

_ASSOCIATION = (
    "Shares by what was dealt are effects of the deal, which is random; shares by what was laid are associations: "
    "who stays in longer has more occasions to lay anything."
)


def _by_count(frame: pl.LazyFrame, what: str, outcome: str, most: int) -> list[Estimate]:
    table = by_dealt(frame, what, outcome, most)
    return [estimate(table, dealt=n) for n in range(most + 1)]


def _labels(most: int) -> list[str]:
    return [str(n) for n in range(most)] + [f"{most}+"]


def effects_section(runs: dict[int, Run]) -> Section:
    """Question 5 and how often every effect fires, and who profits."""
    four = runs[4]
    table = effect_table(four)
    used = users(four)
    leads = {n: rainbow_leads(run) for n, run in runs.items()}
    rows = []
    for row in table.iter_rows(named=True):
        trick = Estimate(row["trick"], row["trick_low"], row["trick_high"], row["n"], row["rounds"])
        often = Estimate(row["per_round"], row["per_round_low"], row["per_round_high"], row["rounds"], row["rounds"])
        wins = "" if row["effect"] == "plain" else percent(estimate(used, effect=row["effect"], used=True))
        rows.append([row["label"], figure(often, "", 2), percent(trick), wins, f"{row['n']:,}"])
    with Chart(3.0) as chart:
        by_number(chart.axes, PLAYERS, {"Rainbow lead that nobody covers": [leads[n]["uncovered"] for n in PLAYERS]})
        chart.axes.set_xlabel("players")
        chart.axes.set_ylabel("share of Rainbow leads, %")
        chart.axes.set_ylim(0, 100)
        svg = chart.svg("rainbow", "Share of Rainbow leads that nobody covers, over the number of players")
    counts = "; ".join(f"{n} players: {leads[n]['uncovered'].n:,}" for n in PLAYERS)
    return Section(
        "rainbow",
        "5 Rainbow and Shadow",
        "How often do Rainbow and Shadow decide a trick? Can a Rainbow lead be covered?",
        [
            f"With four players a lead with a Rainbow is left uncovered in {percent(leads[4]['uncovered'])} of the "
            f"cases; such leads come {figure(leads[4]['per_round'], ' times a round', 2)}.",
            f"With eight players it is {percent(leads[8]['uncovered'])}, with three {percent(leads[3]['uncovered'])}.",
        ],
        [
            Figure(
                svg, f"Rainbow leads that won their trick uncovered, with 95 % intervals. N = Rainbow leads: {counts}."
            ),
            Table(
                ["play", "a round", "wins the trick", "who laid one wins the round", "plays"],
                rows,
                "How often each effect is laid and who profits, four players; 95 % intervals in brackets, N in the "
                "last column. A group with a Joker is counted under its effect too.",
            ),
        ],
        [
            "The trick in which a round ends is not completed, so the shares of tricks won are a little low.",
            _ASSOCIATION,
        ],
        ["Covered or not depends on whether a bot wants to cover: it may pass although it could."],
        "Question 5",
    )


def pairs_section(runs: dict[int, Run], pair_effect: Estimate) -> Section:
    """Question 4: is Rainbow + Shadow too strong?"""
    four = runs[4]
    frame = dealt(four)
    most = 4
    king = _by_count(frame, "dealt_pairs", "king", most)
    doubles = {n: plays_per_round(run, "doubles") for n, run in runs.items()}
    with Chart(3.0) as chart:
        by_number(
            chart.axes, range(most + 1), {"wins the round": king}, reference={"equal chances": 25}, labels=_labels(most)
        )
        chart.axes.set_xlabel("values dealt as Rainbow and Shadow together")
        chart.axes.set_ylabel("share of rounds won, %")
        chart.axes.legend()
        svg = chart.svg("pairs", "Share of rounds won by the number of Rainbow and Shadow pairs dealt")
    counts = "; ".join(f"{label} pairs: {e.n:,}" for label, e in zip(_labels(most), king))
    rows = [[str(n), figure(doubles[n], "", 2), f"{doubles[n].n:,}"] for n in PLAYERS]
    return Section(
        "pairs",
        "4 Rainbow + Shadow",
        "Is Rainbow + Shadow of one value too strong?",
        [
            f"A hand dealt no such pair wins {percent(king[0])} of its rounds, with one {percent(king[1])}, with "
            f"two {percent(king[2])}, with three {percent(king[3])}.",
            "Beyond what its two cards are worth alone, one more pair changes the share of rounds won by "
            f"{points(pair_effect)}.",
        ],
        [
            Figure(
                svg,
                "Share of rounds won by the number of values of which the hand was dealt Rainbow and Shadow; 95 % "
                f"intervals. N = hands: {counts}.",
            ),
            Table(
                ["players", "Rainbow + Shadow plays a round", "rounds"],
                rows,
                "How often the trick is ended by Rainbow + Shadow; 95 % intervals in brackets, N in the last column.",
            ),
        ],
        [_ASSOCIATION],
        ["Hands before the exchange; four players, every seat the same bot."],
        "Question 4",
    )


def _one_or_none(name: str, none: Estimate, one: Estimate) -> str:
    """Hands dealt exactly one against hands dealt none; called different when the intervals are a point apart."""
    word = "neither boon nor burden by more than a point"
    if None in (none.value, one.value):
        word = "not decided"
    elif (one.low or 0) - (none.high or 0) > MARGIN:
        word = "a boon"
    elif (none.low or 0) - (one.high or 0) > MARGIN:
        word = "a burden"
    return f"With one {name} a hand wins {percent(one)} of its rounds, with none {percent(none)}: {word}."


def specials_section(four: Run, runs: dict[int, Run]) -> Section:
    """Question 7: specials, burden or boon; stuck players."""
    frame = dealt(four).collect().lazy()  # asked six times below
    kinds = {"Infini": ("dealt_infinis", 3), "Joker": ("dealt_jokers", 2), "Num-X": ("dealt_numxs", 1)}
    king = {name: _by_count(frame, what, "king", most) for name, (what, most) in kinds.items()}
    stuck_by = _by_count(frame, "dealt_specials", "stuck", 4)
    last_by = _by_count(frame, "dealt_specials", "bouffon", 4)
    win_by = _by_count(frame, "dealt_specials", "king", 4)
    with Chart(3.2) as chart:
        by_number(
            chart.axes,
            range(5),
            {"wins the round": win_by, "ends last": last_by, "ends stuck": stuck_by},
            reference={"equal chances": 25},
            labels=_labels(4),
        )
        chart.axes.set_xlabel("specials dealt (Jokers, Infinis, Num-X together)")
        chart.axes.set_ylabel("share of rounds, %")
        chart.axes.set_ylim(bottom=0)
        chart.axes.legend()
        svg = chart.svg("specials", "Share of rounds won, lost and ended stuck by specials dealt")
    found = {n: stuck(run) for n, run in runs.items()}
    rows = [[name, *[percent(e) for e in cells], *[""] * (4 - len(cells))] for name, cells in king.items()]
    stuck_rows = [
        [
            str(n),
            percent(found[n]["rounds"], 2),
            figure(found[n]["per_round"], "", 3),
            percent(found[n]["all_stuck"], 3),
        ]
        + [f"{found[n]['rounds'].n:,}"]
        for n in PLAYERS
    ]
    return Section(
        "specials",
        "7 Specials",
        "Are Infini, Joker and Num-X a burden or a boon, when they may not be laid last?",
        [
            " ".join(_one_or_none(name, cells[0], cells[1]) for name, cells in king.items()),
            f"A player ends stuck on specials in {percent(found[4]['rounds'], 2)} of the rounds with four players.",
        ],
        [
            Figure(
                svg,
                "Rounds won, ended last and ended stuck by the number of specials dealt, 95 % intervals. N = hands: "
                + "; ".join(f"{label}: {e.n:,}" for label, e in zip(_labels(4), win_by))
                + ".",
            ),
            Table(
                ["share of rounds won when dealt", "none", "1", "2 (Joker: 2 or more)", "3 or more"],
                rows,
                f"By number dealt, four players, 95 % intervals in brackets. {n_text(four.rounds * 4, 'hands')}.",
            ),
            Table(
                ["players", "rounds with a stuck player", "stuck players a round", "rounds ended all stuck", "rounds"],
                stuck_rows,
                "Stuck: no sequence of plays could empty the hand any more. 95 % intervals in brackets, N in the "
                "last column.",
            ),
        ],
        [_ASSOCIATION],
        ["These bots plan for the ban on specials as last cards; people who do not may get stuck more often."],
        "Question 7",
    )


def joker_section(four: Run, joker: Estimate) -> Section:
    """Question 8: is the Joker of any use?"""
    frame = dealt(four)
    holders = frame.filter(pl.col("dealt_jokers") > 0)
    laid = overall(holders, pl.col("laid_joker_groups") > 0)
    table = grouped(holders.with_columns(pl.col("laid_joker_groups") > 0), ["laid_joker_groups"], pl.col("king"))
    used, unused = (estimate(table, laid_joker_groups=flag) for flag in (True, False))
    with Chart(1.8) as chart:
        names = ["dealt a Joker, laid one", "dealt a Joker, laid none"]
        ranked(chart.axes, names, [used, unused], reference=25, unit=" %")
        chart.axes.set_xlabel("share of rounds won, % (dashed: 25 %)")
        svg = chart.svg("joker", "Share of rounds won by hands dealt a Joker, by whether one was laid")
    value = points(joker, 2)
    return Section(
        "joker",
        "8 Joker",
        "Is the Joker useful, although it may not be among the last cards?",
        [
            f"Being dealt a Joker changes the share of rounds won by {value} against the average card.",
            f"A hand that was dealt one lays a Joker in {percent(laid)} of its rounds.",
        ],
        [
            Figure(
                svg,
                f"Hands dealt at least one Joker, four players, 95 % intervals. N = hands: laid one: {used.n:,}; "
                f"laid none: {unused.n:,}.",
            )
        ],
        [
            _ASSOCIATION,
            f"The value of the Joker is the dealt-card effect of section Cards (N = {number(joker.n, 0)} hands).",
        ],
        ["joker_with_ws is any_natural: a Joker may stand beside a Rainbow or Shadow alone."],
        "Question 8",
    )
