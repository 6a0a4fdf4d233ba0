"""Traps, wrong hands and their price; the reckless against the careful player: question 5."""

from __future__ import annotations

from collections.abc import Mapping

from numsim.analysis.folies.errors import WRONG, wrong_hands
from numsim.analysis.folies.speed import Crossing, crossing, own_share
from numsim.analysis.intervals import Estimate, estimate
from numsim.analysis.rates import match_share
from numsim.games.folies.profiles import PARAMETERS, Profile
from numsim.report.figures import Chart, by_number
from numsim.report.folies.batches import ALARMS, ERRORS, FASTER, RECKLESS, REFERENCE, SPEED_GAINS
from numsim.report.page import Figure, Section, Table
from numsim.report.words import against, figure, n_text, number, percent, plain_percent
from numsim.store import Run

DEFAULT_ERROR = 2


class Traps:
    """Wrong hands of the family batch; reckless, careful and family players at one table, by the price of an error."""

    def __init__(self, runs: Mapping[str, Run]) -> None:
        self.four = runs["four"]
        self.wrong = wrong_hands(self.four)
        self.mixed = {k: runs["reckless" if k == DEFAULT_ERROR else f"reckless, error_cards={k}"] for k in self.prices}
        self.shares = {k: match_share(run, "bot") for k, run in self.mixed.items()}
        self.alarm_runs = {a: runs[f"alarms x {a:g}"] for a in ALARMS}
        self.alarms = {a: own_share(run) for a, run in self.alarm_runs.items()}
        self.even: Crossing = crossing(ALARMS, list(self.alarms.values()), 0.25)
        self.fast_runs = {a: runs["duel" if a == 1 else f"faster, alarms x {a:g}"] for a in ALARMS}
        self.fast = {a: own_share(run) for a, run in self.fast_runs.items()}
        self.fast_even: Crossing = crossing(ALARMS, list(self.fast.values()), 0.25)
        self.leads = {g: own_share(runs[f"reckless, lead x {g:g}"]) for g in SPEED_GAINS}

    @property
    def prices(self) -> list[int]:
        """Prices of an error that were tried, in cards."""
        return sorted((*ERRORS, DEFAULT_ERROR))

    def share(self, name: str, price: int = DEFAULT_ERROR) -> Estimate:
        """Win share of a seat of a profile at the mixed table."""
        return estimate(self.shares[price], bot=self.mixed[price].bots.index(name))


def _even_text(who: str, even: Crossing, rate: float) -> str:
    if even.at is None:
        return f"{who} never falls to a fair share within {ALARMS[0]:g} to {ALARMS[-1]:g} times his false slaps."
    span = "" if even.low is None or even.high is None else f" ({number(even.low)} to {number(even.high)})"
    trap = (
        f"he slaps on {number(100 * rate * even.at, 0)} % of the traps" if rate * even.at < 1 else "he slaps every trap"
    )
    return (
        f"{who} falls to a fair share when he makes {number(even.at)}{span} times as many false slaps as assumed; then "
        f"{trap}."
    )


def traps_section(traps: Traps) -> Section:
    """Question 5: are traps worth it? Frequency, price, and the break-even of the hasty player."""
    names = list(dict.fromkeys(RECKLESS.split(",")))
    prices = traps.prices
    with Chart(3.0) as chart:
        by_number(
            chart.axes,
            range(len(prices)),
            {name: [traps.share(name, price) for price in prices] for name in names},
            reference={"equal chances": 25},
            labels=[str(price) for price in prices],
        )
        chart.axes.set_xlabel("cards that a wrong slap costs (rule error_cards)")
        chart.axes.set_ylabel("share of the matches won, %")
        chart.axes.legend()
        mixed = chart.svg("price", "Win share of reckless, careful and family players over the price of a wrong slap")
    with Chart(2.8) as chart:
        series = {
            "10 % faster, against equals": list(traps.fast.values()),
            "trigger-happy, against cautious": list(traps.alarms.values()),
        }
        labels = [f"× {a:g}" for a in ALARMS]
        by_number(chart.axes, range(len(ALARMS)), series, reference={"equal chances": 25}, labels=labels)
        chart.axes.set_xlabel("false slaps of that player, times what is assumed")
        chart.axes.set_ylabel("share of the matches won, %")
        chart.axes.legend()
        alarms = chart.svg("alarms", "Win share of a fast and of a reckless player over their false slaps")
    wrong = traps.wrong
    rows = [
        [label, figure(wrong[name], "", 2), f"{wrong[name].n:,}"] for name, label in WRONG.items() if wrong[name].value
    ]
    rows.append(["all wrong hands", figure(wrong["all"], "", 2), f"{wrong['all'].n:,}"])
    rows.append(["cards paid for them", figure(wrong["paid"], "", 2), f"{wrong['paid'].n:,}"])
    rows.append(["cards paid by the last on a Rainbow", figure(wrong["tax"], "", 2), f"{wrong['tax'].n:,}"])
    table = [
        [str(price), *[percent(traps.share(name, price)) for name in names], f"{traps.mixed[price].matches:,}"]
        for price in prices
    ]
    low, high = next(p.sweep for p in PARAMETERS if p.name == "false_trap") or (0.0, 1.0)
    adult, hasty_profile = Profile.parse(REFERENCE), Profile.parse("trigger_happy")
    gain = round(100 * (1 - FASTER))
    hasty, careful = traps.share("trigger_happy"), traps.share("cautious")
    free, dear = traps.share("trigger_happy", prices[0]), traps.share("trigger_happy", prices[-1])
    return Section(
        "traps",
        "5 Traps",
        "Do traps and penalties hold back players who slap at everything?",
        [
            f"A four-player match has {figure(wrong['traps'], ' traps')}; an adult slaps on "
            f"{percent(wrong['per_trap'])} "
            f"of those he sees, and wrong hands cost all players together {figure(wrong['paid'], ' cards')} a match.",
            f"At one table the fast and reckless player wins {percent(hasty)} and the slow and careful one "
            f"{percent(careful)}, beside two family adults. If errors cost nothing he wins {percent(free)}, at "
            f"{prices[-1]} cards each {percent(dear)}.",
            _even_text(f"A player who is {gain} % faster than three equals", traps.fast_even, adult.false_trap)
            + " "
            + _even_text("The trigger-happy player against careful ones", traps.even, hasty_profile.false_trap),
        ],
        [
            Figure(
                mixed,
                "Trigger-happy, cautious and two family adults at one table, seats rotating; 95 % intervals. N = "
                "matches by price: " + "; ".join(f"{price}: {traps.mixed[price].matches:,}" for price in prices) + ".",
            ),
            Figure(
                alarms,
                "One player 10 % faster than three equals, and one of two trigger-happy players beside two cautious "
                "ones; "
                "all false slaps of that player are multiplied. 95 % intervals. N = matches: "
                + "; ".join(
                    f"× {a:g}: {traps.fast_runs[a].matches:,} and {traps.alarm_runs[a].matches:,}" for a in ALARMS
                )
                + ".",
            ),
            Table(
                ["cards an error costs", *names, "matches"],
                table,
                "Share of the matches won by a seat; 95 % intervals in brackets, N in the last column.",
            ),
            Table(
                ["wrong hands a match", "number", "matches"],
                rows,
                "Four adults of natural speeds, all players together; 95 % intervals in brackets, N in the last "
                f"column. {n_text(traps.four.matches, 'matches')}.",
            ),
        ],
        [
            f"The second figure sweeps the false slaps from {ALARMS[0]:g} to {ALARMS[-1]:g} times what is assumed. "
            "With half or one and a half times his lead "
            "in "
            f"latency he wins {percent(traps.leads[SPEED_GAINS[0]])} or {percent(traps.leads[SPEED_GAINS[1]])} at the "
            "mixed table.",
        ],
        [
            "False slaps on traps were measured in a similar task in a laboratory: the family adult slaps on "
            f"{100 * adult.false_trap:.0f} %, {100 * low:.0f} to {100 * high:.0f} % are possible; "
            "those on other cards are assumed.",
            "How much faster somebody gets by being reckless is assumed; the two presets differ in both.",
            "Whether a trap was seen is estimated from how long a player was in the game.",
        ],
        "Question 5",
    )


def traps_headline(traps: Traps) -> tuple[str, str]:
    """Figure and sentence for the first page."""
    hasty = traps.share("trigger_happy")
    word = {
        "above": "Penalties do not hold back reckless slapping",
        "below": "Reckless slapping does not pay",
        "same": "Reckless slapping neither pays nor costs",
        "undecided": "Whether reckless slapping pays is undecided",
    }[against(hasty, 1 / 4)]
    slapped = 100 * Profile.parse("trigger_happy").false_trap
    at = traps.fast_even.at
    even = "" if at is None else f"; 10 % more speed makes up for {number(at)} times as many false slaps"
    return plain_percent(hasty), (
        f"{word}: a fast, reckless player, who slaps on {slapped:.0f} % of the traps, wins {percent(hasty)} against "
        "a careful one and two "
        f"family adults, the careful one {percent(traps.share('cautious'))}, where 25 % is fair{even}."
    )
