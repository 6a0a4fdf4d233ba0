"""From a plan to a state record, and from kernels to rows (plain Python around the kernels)."""

from __future__ import annotations

from decimal import Context, Decimal
from functools import cache
from typing import Any

import numba
import numpy as np

from numsim import rng
from numsim._jit import is_compiled
from numsim.cards import FAMILIES, RAINBOW, SHADOW
from numsim.games.folies.conditions import SLAP_1, SLAP_1BIS, SLAP_2, kind_table
from numsim.games.folies.options import OPTIONS, parse_challenge, parse_ranges
from numsim.games.folies.play import play_many
from numsim.games.folies.profiles import Profile
from numsim.games.folies.state import ERROR_KINDS, PERSON_CELLS, STATE
from numsim.games.folies.tables import MATCH_ROW, SEAT_ROW
from numsim.quantiles import CELLS, EXPONENTIAL, NORMAL

_CPU_PER_MATCH = 40e-6
_BYTES_PER_SEAT = 31
_EXACT = Context(prec=20)


def deck_of(rules: Any) -> list[int]:
    """Codes of the cards that the knobs `values` and `families` leave in the deck."""
    values = parse_ranges(rules["values"])
    return [6 * value + family for value in values for family in range(6) if FAMILIES[family] in rules["families"]]


def configure(plan: Any) -> np.ndarray:
    """State record array of length 1, ready for `play_many`."""
    states = np.zeros(1, STATE)
    s = states[0]
    rules = plan.rules
    s["players"] = plan.players
    for option in OPTIONS:
        s[option.name] = option.code(rules[option.name])
    s["tax_cards"] = rules["tax_cards"]
    s["error_cards"] = rules["error_cards"]
    s["limit_ms"] = rules["time_limit_min"] * 60_000
    s["flip_ms"] = round(rules["flip_delay_s"] * 1000)
    s["race_ms"] = max(round(rules["race_delay_s"] * 1000), s["flip_ms"])
    s["flipper_ms"] = rules["flipper_delay_ms"]
    s["cap_flips"] = rules["cap_flips"]
    s["rotate"] = plan.rotate
    s["slapping"] = rules["slaps"] != "none"
    s["rainbow_calls"] = "3" in rules["slaps"].split(",")
    s["by_moment"] = rules["slap3_in_challenge"] != "must" or rules["last_card_priority"] != "slap"
    for value, owed in parse_challenge(rules["challenge"]).items():
        s["debt_of"][6 * value : 6 * value + 6] = owed
    s["kinds"] = kind_table(rules)
    deck = deck_of(rules)
    s["in_deck"][deck] = 1
    s["rainbows"] = sum(code % 6 == RAINBOW for code in deck)
    s["shadows"] = sum(code % 6 == SHADOW for code in deck)
    for place, profile in enumerate(plan.bots):
        _set_profile(s, place, profile)
        s["line_label"][place] = plan.bot_names.index(str(profile))
    s["moody"] = any(profile.lapse_rate or profile.anticipation for profile in plan.bots)
    s["remembering"] = any(profile.memory for profile in plan.bots)
    nobody_slaps = all(profile.name == "passive" and not profile.changed() for profile in plan.bots)
    s["deterministic"] = not s["slapping"] or (nobody_slaps and not s["rainbow_calls"])
    s["deal_key"] = rng.stream_key(np.uint64(plan.seed), rng.DEAL)
    s["reaction_key"] = rng.stream_key(np.uint64(plan.seed), rng.REACTIONS)
    s["chance_key"] = rng.stream_key(np.uint64(plan.seed), rng.CHANCE)
    s["draws"][:] = 0xFFFF
    return states


def _set_profile(s: np.ndarray, place: int, profile: Profile) -> None:
    p = profile
    s["line_passive"][place] = p.miss == 1
    s["line_mu"][place], s["line_sigma"][place], s["line_tau"][place] = (_part(x, 256) for x in (p.mu, p.sigma, p.tau))
    same, three, shadow, rainbow = (
        _part(x, 256) for x in (p.offset_same, p.offset_three, p.offset_shadow, p.offset_rainbow)
    )
    s["line_offset"][place] = rainbow
    s["line_offset"][place][[SLAP_1, SLAP_1BIS, SLAP_2]] = same, three, shadow
    s["line_offset"][place][:ERROR_KINDS] = 0
    s["line_median"][place] = median_latency(p)
    s["line_factor"][place] = _part(p.latency_factor, 65536)
    s["line_person"][place] = person_factors(p.person_sd)
    for kind, chance in enumerate((p.false_neutral, p.false_near, p.false_trap)):
        s["line_false"][place][kind] = false_slaps(chance, p.person_error_sd)
    slaps = Decimal(str(1)) - Decimal(str(p.miss))
    s["line_go"][place] = int(slaps * 2**32)
    s["line_go"][place][SLAP_1BIS] = int(slaps * Decimal(str(p.notice_three)) * 2**32)
    s["line_false_latency"][place] = _part(p.false_latency, 65536)
    s["line_arm"][place], s["line_fastest"][place] = round(p.arm_ms), round(p.fastest_ms)
    s["line_anticipation"][place], s["line_wrong_pile"][place] = (
        _part(p.anticipation, 2**32),
        _part(p.wrong_pile, 2**32),
    )
    s["line_lapse"][place] = _part(p.lapse_rate, 2**32)
    s["line_fatigue"][place] = _part(p.fatigue, 2**32) // 10_000
    s["line_memory"][place] = _part(p.memory, 2**32)
    s["line_half_life"][place] = round(p.memory_half_life)
    s["line_gain"][place] = round(p.prediction_gain_ms)


def _part(number: float, parts: int) -> int:
    """A number as a count of its parts; exact, so that it is the same on every machine."""
    return int((Decimal(str(number)) * parts).to_integral_value())


@cache
def person_factors(sd: float) -> np.ndarray:
    """Quantiles of the log-normal factor exp(sd * Z), int64[1025] in 65536ths.

    Decimal rounds exp and ln correctly, so the table does not depend on a mathematical library.
    """
    factors = [(_EXACT.multiply(_z(cell), Decimal(str(sd)))).exp(_EXACT) for cell in range(PERSON_CELLS + 1)]
    return np.array([int((factor * 65536).to_integral_value()) for factor in factors], np.int64)


@cache
def false_slaps(chance: float, sd: float) -> np.ndarray:
    """Quantiles of a person's chance, int64[1025] in 2**-32: its logit is that of the median person plus sd * Z."""
    p = Decimal(str(chance))
    if p in (0, 1):
        return np.full(PERSON_CELLS + 1, int(p) * 2**32, np.int64)
    logit = (p / (1 - p)).ln(_EXACT)
    out = []
    for cell in range(PERSON_CELLS + 1):
        odds = (logit + _EXACT.multiply(_z(cell), Decimal(str(sd)))).exp(_EXACT)
        out.append(int((odds / (1 + odds) * 2**32).to_integral_value()))
    return np.array(out, np.int64)


def _z(cell: int) -> Decimal:
    """Normal quantile at cell / 1024."""
    return Decimal(int(NORMAL[cell * (CELLS // PERSON_CELLS)])) / 65536


def median_latency(profile: Profile) -> int:
    """Median latency on a Rainbow in 256ths of ms, over a grid of 128 x 128 quantiles of Z and E; 0 if passive."""
    if profile.miss == 1:
        return 0
    middle = slice(CELLS // 256, None, CELLS // 128)
    z, e = NORMAL[middle][:, None], EXPONENTIAL[middle][None, :]
    spread = _part(profile.sigma, 256) * z + _part(profile.tau, 256) * e
    median = int(np.sort(spread, axis=None)[spread.size // 2]) >> 16
    return median + _part(profile.mu, 256) + _part(profile.offset_rainbow, 256)


def warm_up() -> None:
    """Compile what is not in the cache yet."""
    if is_compiled(play_many):
        return
    states = numba.typeof(np.zeros(1, STATE))
    rows = tuple(numba.typeof(np.empty(0, dtype)) for dtype in (MATCH_ROW, SEAT_ROW))
    play_many.compile((states, numba.int64, numba.int64, numba.types.Tuple(rows)))


def play(states: np.ndarray, first: int, count: int) -> dict[str, np.ndarray]:
    """Rows of the matches first..first+count-1, by table."""
    rows = (np.empty(count, MATCH_ROW), np.empty(count * int(states[0]["players"]), SEAT_ROW))
    play_many(states, first, count, rows)
    return {"matches": rows[0], "seats": rows[1]}


def cost(plan: Any) -> tuple[float, float]:
    """Rough CPU seconds and bytes per match, from measurements (benchmarks/)."""
    seconds = _CPU_PER_MATCH * (0.4 + 0.15 * plan.players) if plan.rules["slaps"] != "none" else 0.25 * _CPU_PER_MATCH
    size = _BYTES_PER_SEAT * plan.players * ("seats" in plan.tables) + 16 * ("matches" in plan.tables)
    return seconds, size
