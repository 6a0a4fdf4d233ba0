"""Human players of NUM FOLIES: how fast and how reliably somebody slaps (plain Python).

Measured: Hedge et al. 2018, go/no-go task of 47 adults (latency, misses, false slaps and their latency, spread between
persons). Assumed values have a range to sweep.
"""

from __future__ import annotations

from dataclasses import dataclass, fields

from numsim.profiles import ASSUMED, MEASURED, Parameter, Reflexes

PARAMETERS: tuple[Parameter, ...] = (
    Parameter("mu", "ms", 0, 5000, MEASURED, None, "Mean of the normal part of the latency (ex-Gaussian)."),
    Parameter("sigma", "ms", 0, 2000, MEASURED, (18, 55), "Standard deviation of the normal part."),
    Parameter("tau", "ms", 0, 2000, MEASURED, (45, 137), "Mean of the exponential part."),
    Parameter("latency_factor", "", 0.05, 10, ASSUMED, (0.8, 1.25), "Multiplies every latency: 0.9 is 10 % faster."),
    Parameter(
        "person_sd", "", 0, 1, MEASURED, (0.06, 0.2), "Spread of persons: SD of the logarithm of their own factor."
    ),
    Parameter("miss", "share", 0, 1, MEASURED, (0.005, 0.07), "A valid slap that is not made."),
    Parameter(
        "notice_three",
        "share",
        0,
        1,
        ASSUMED,
        (0.4, 1),
        "A third card of one family is noticed (if it is no Rainbow).",
    ),
    Parameter("false_trap", "share", 0, 1, "measured range", (0.04, 0.3), "A slap on a trap, by the median person."),
    Parameter("false_near", "share", 0, 1, ASSUMED, (0.015, 0.06), "A slap on a card that looks like an occasion."),
    Parameter("false_neutral", "share", 0, 1, ASSUMED, (0.0025, 0.01), "A slap on any other card that asks for none."),
    Parameter(
        "person_error_sd", "logit", 0, 3, ASSUMED, (0, 1.2), "Spread of persons: SD of the logit of their false slaps."
    ),
    Parameter("false_latency", "", 0.1, 3, MEASURED, None, "Latency of a false slap as a share of the own latency."),
    Parameter("offset_rainbow", "ms", 0, 2000, ASSUMED, None, "Added to the latency on a Rainbow."),
    Parameter("offset_same", "ms", 0, 2000, ASSUMED, (30, 90), "Added on a card of the same value."),
    Parameter("offset_shadow", "ms", 0, 2000, ASSUMED, (45, 135), "Added on a Shadow on a Rainbow: the other pile."),
    Parameter("offset_three", "ms", 0, 2000, ASSUMED, (70, 210), "Added on the third card of one family."),
    Parameter("arm_ms", "ms", 0, 2000, "no source", (0, 250), "Movement of the arm, added to every slap."),
    Parameter("fastest_ms", "ms", 0, 1000, MEASURED, None, "No slap is faster (0.07 % of the measured ones were)."),
    Parameter("anticipation", "share", 0, 1, ASSUMED, (0, 0.02), "A slap before the card can be seen, per card."),
    Parameter("wrong_pile", "share", 0, 1, ASSUMED, (0, 0.1), "A slap 2 that lands on the centre pile."),
    Parameter("lapse_rate", "share", 0, 1, ASSUMED, (0, 0.04), "A lapse of attention (5-10 cards) begins, per card."),
    Parameter("fatigue", "%", 0, 100, ASSUMED, (0, 3), "Growth of the latency per 100 cards."),
    Parameter("memory", "share", 0, 1, ASSUMED, (0.25, 1), "Cards of a collected pile whose place is remembered."),
    Parameter("memory_half_life", "cards", 0, 100_000, ASSUMED, (50, 800), "Half of them is forgotten; 0 = nothing."),
    Parameter("prediction_gain_ms", "ms", 0, 1000, ASSUMED, (40, 120), "Gained on an occasion that was foreseen."),
)


@dataclass(frozen=True)
class Profile(Reflexes):
    """A reflex profile of NUM FOLIES: `name` of the preset, then every parameter (see PARAMETERS)."""

    mu: float = 341
    sigma: float = 37
    tau: float = 91
    latency_factor: float = 1
    person_sd: float = 0.13
    miss: float = 0.01
    notice_three: float = 0.75
    false_trap: float = 0.10
    false_near: float = 0.03
    false_neutral: float = 0.005
    person_error_sd: float = 0.8
    false_latency: float = 0.9
    offset_rainbow: float = 0
    offset_same: float = 60
    offset_shadow: float = 90
    offset_three: float = 140
    arm_ms: float = 0
    fastest_ms: float = 100
    anticipation: float = 0
    wrong_pile: float = 0
    lapse_rate: float = 0
    fatigue: float = 0
    memory: float = 0
    memory_half_life: float = 0
    prediction_gain_ms: float = 80


def _ratio(explain: str, name: str, row: tuple[float, ...], **more: float) -> Profile:
    """A preset from its row of the table of players: mu, sigma, tau, miss, false trap/near/neutral, notices three.

    The table's `family` row gives the ratio by which each measured or assumed value of the adult is multiplied.
    """
    family = (400, 60, 110, 7, 5, 3, 0.5, 75)
    names = ("mu", "sigma", "tau", "miss", "false_trap", "false_near", "false_neutral", "notice_three")
    adult = Profile("family", "")
    values = {key: round(getattr(adult, key) * own / base, 4) for key, own, base in zip(names, row, family)}
    return Profile(name, explain, **{**values, **more})


PRESETS: tuple[Profile, ...] = (
    Profile("family", "reference adult: measured latencies and errors"),
    Profile(
        "child",
        "child of 10: latencies 1.8 times as long, more false slaps",
        mu=613.8,
        sigma=66.6,
        tau=163.8,
        person_sd=0.18,
        miss=0.03,
        notice_three=0.40,
        false_trap=0.18,
        false_near=0.06,
        false_neutral=0.015,
        offset_same=90,
        offset_shadow=135,
        offset_three=210,
    ),
    _ratio(
        "adult whose attention lapses for 5-10 cards at a time",
        "distracted",
        (430, 80, 160, 20, 6, 4, 0.8, 50),
        lapse_rate=0.02,
    ),
    _ratio("plays often", "regular", (340, 50, 80, 3, 3, 1.5, 0.3, 92)),
    _ratio("very fast and clean", "champion", (280, 35, 50, 1, 1.5, 0.8, 0.1, 99)),
    _ratio("fast and reckless", "trigger_happy", (250, 40, 50, 1, 15, 8, 3, 95)),
    _ratio("slow and clean", "cautious", (420, 50, 80, 4, 0.5, 0.3, 0, 90)),
    _ratio(
        "plays often and remembers the order of collected piles",
        "memory",
        (340, 50, 80, 2, 2, 1, 0.2, 99),
        memory=1,
    ),
    Profile(
        "machine",
        "never misses, never errs, no latency; ties by lot",
        **{p.name: 0 for p in PARAMETERS if p.name not in ("latency_factor", "false_latency", "notice_three")},
        notice_three=1,
    ),
    Profile(
        "passive",
        "never slaps; a slap 3 is paid by lot",
        **{p.name: 0 for p in PARAMETERS if p.name not in ("latency_factor", "false_latency", "miss")},
        miss=1,
    ),
)
Profile.parameters = PARAMETERS
Profile.presets = {profile.name: profile for profile in PRESETS}

if tuple(field.name for field in fields(Profile))[2:] != tuple(parameter.name for parameter in PARAMETERS):
    raise AssertionError("PARAMETERS and the fields of Profile differ")
