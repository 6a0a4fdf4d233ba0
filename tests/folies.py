"""Helpers of the NUM FOLIES tests: matches on given stacks, random rules, random players."""

from numsim.games import game_named
from numsim.games.folies.options import KNOBS, OPTIONS
from numsim.games.folies.profiles import PRESETS
from numsim.plan import make_plan

FOLIES = game_named("folies")
NAMES = [profile.name for profile in PRESETS]


def match_on(stacks, starter=0, profiles="passive", **settings):
    """A match on these stacks, each a text of cards with the top card first."""
    plan = make_plan("folies", len(stacks), 1, profiles, settings)
    return FOLIES.match(plan, 0, [{"e": "deal", "starter": starter, "stacks": [stack.split() for stack in stacks]}])


def random_rules(rnd):
    """Settings with about a third of all options and knobs off their default; every game ends soon."""
    settings = {option.name: rnd.choice(option.values) for option in OPTIONS if rnd.random() < 0.35}
    numbers = {
        "tax_cards": (0, 1, 3),
        "error_cards": (0, 1, 3, 5),
        "time_limit_min": (1, 3, 8),
        "flip_delay_s": (0.4, 0.6, 2.0),
        "race_delay_s": (0.5, 1.0, 3.5),
        "flipper_delay_ms": (50, 200),
        "values": ("0-9", "3-14", "0,2,4,6,8,10-16"),
        "families": ("RBSW", "RBYGS", "YW"),
        "challenge": ("16:3", "0:2,5:1,10:6", "none", "11:1,12:2,13:3,14:4,15:5,16:6,1:1"),
        "slaps": ("1", "2,3", "1bis,2", "none", "1,1bis,3"),
        "cap_flips": (300, 1000),
    }
    assert {knob.name for knob in KNOBS} == set(numbers)
    settings |= {name: rnd.choice(values) for name, values in numbers.items() if rnd.random() < 0.2}
    settings.setdefault("cap_flips", 3000)
    if settings.get("empty_stack") == "loses_trick":
        settings |= {"slaps": "none", "last_chance": False, "end_test": "resolve_last_chance"}
    return settings


def random_profile(rnd):
    """A preset, or one with some parameters changed."""
    name = rnd.choice(NAMES)
    changes = {
        "anticipation": 0.05,
        "wrong_pile": 0.3,
        "lapse_rate": 0.05,
        "fatigue": 5,
        "memory": 0.7,
        "memory_half_life": 80,
        "latency_factor": rnd.choice((0.5, 1.5, 2.5)),
        "miss": 0.4,
        "false_neutral": 0.2,
        "false_trap": 0.6,
        "person_sd": 0,
    }
    chosen = [key for key in changes if rnd.random() < 0.25] if name not in ("machine", "passive") else []
    return ":".join([name, *(f"{key}={changes[key]}" for key in chosen)])
