"""What is played for the report on NUM-SPEED: every batch by name."""

from __future__ import annotations

from collections.abc import Iterator

from numsim.games.speed.profiles import Profile
from numsim.plan import Plan, make_plan
from numsim.report.batches import QUICK, SEED

REFERENCE = "tactician"
"""The bot of the reference batch, with the reflexes of its default profile, `trained`."""
SIMPLE = "greedy"
"""A simpler and cheaper bot, for sweeps and for numbers of players."""
PLAYERS = (2, 3, 4, 5, 6, 7, 8)
MODES = ("family", "speedrun", "speedgame")
LADDER = ("lowest@trained", "novice", "greedy", "tactician", "counter")
"""From the weakest to the strongest, all with the same reflexes."""
GRID_BOTS = ("novice", "greedy", "tactician", "counter")
GRID_PROFILES = ("child", "casual", "trained", "expert")
MIXED = "tactician,greedy@expert,greedy,greedy"
"""The table of the sweeps: one seat decides better, one is faster, two are plain."""
FAST = "greedy@expert"
SLOW = "greedy@casual"
TWICE = "greedy@trained:latency_factor=0.5"
"""A player who needs half the time of the others."""
TWICE_PLAYERS = (2, 4, 6)
LABORATORY = "counter,tactician,greedy,novice"
"""From the strongest to the weakest."""
CARRIES = ("clear", "finisher_only", "score_and_keep")
DECK = {
    "n_joker": "no Jokers",
    "n_infini": "no Infinis",
    "n_numx": "no Num-X",
    "n_simple": "no Simple",
    "n_double": "no Double",
    "n_twister": "no Twisters",
    "n_block": "no Blocks",
    "n_bombe": "no Bombe-X",
}
"""Decks without one kind of special or action card."""

HIGH: dict[str, dict[str, str]] = {
    "ending": {"5rounds": "the match ends after five rounds", "2rounds": "the match ends after two rounds"},
    "score": {"competition": "competition score, to 30 points"},
    "pass": {"free": "one may pass instead of drawing", "free_if_stuck": "who cannot play may pass instead of drawing"},
    "voluntary_draw": {"no": "who can play must not draw"},
    "plateau_use": {"in_turn": "plateaus of others in turn only", "own": "only the own plateau may be used"},
    "action_is_turn": {"no": "an action card is not the whole turn"},
    "cas2": {"atleast": "two or more cards more cover too"},
    "equiv_same_value": {"no": "same number and value is no Equivalence"},
    "self_interrupt": {
        "yes": "one may interrupt on one's own pli",
        "rainbow_only": "one may interrupt oneself with a Rainbow",
    },
    "interrupt_tie": {"in_turn_first": "at the same time, the player in turn is first"},
    "late_card": {"error": "a card that comes too late is an error"},
    "infini_cover": {"cas2": "two cards of one value cover an Infini", "reset": "anything may follow an Infini"},
    "infini_end": {"instant": "an Infini ends the tour at once"},
    "infini_out_of_turn": {"yes": "Infini also out of turn"},
    "numx_out_of_turn": {"yes": "Num-X also out of turn"},
    "pass_final": {"yes": "who draws and lays nothing is out of the tour"},
    "obligation_fail": {
        "lapse": "an obligation that cannot be met lapses",
        "draw_frees": "drawing frees from an obligation",
    },
    "bombe_to": {"two_pools": "Bombe-X: hands and plateaus apart", "keep_sizes": "Bombe-X: plateaus keep their size"},
    "stuck_special": {"discard_by_draw": "a last special card goes by drawing"},
    "round_end": {"instant": "the round ends when somebody goes out"},
}
"""Readings with a high impact (H) that are tried, one at a time, in short words. The mode has sections of its own."""

MEDIUM: dict[str, dict[str, str]] = {
    "opening_priority": {"seat": "the nearest seat covers the turned card"},
    "flip_every_round": {"first_only": "a card is turned in round 1 only"},
    "draw_play": {"must": "a drawn card that fits must be laid"},
    "deck_out": {"reshuffle": "an empty deck is reshuffled", "end": "an empty deck ends the round"},
    "plateau_action": {
        "owner": "action cards on plateaus: only the owner",
        "dead": "action cards on plateaus are dead",
    },
    "plateau_only_play": {"no": "a pli needs a hand card", "in_turn_no": "a pli in turn needs a hand card"},
    "joker_alone": {"no": "no Joker alone"},
    "joker_out_of_turn": {"no": "no Joker out of turn"},
    "infini_on_infini": {"yes": "Infini on Infini"},
    "lead_special": {"no": "Infini and Num-X may not be led"},
    "shadow_on_single": {"no": "no Shadow on a single card"},
    "shadow_action": {"any": "every Shadow card allows an action card", "in_turn": "Shadow bonus in turn only"},
    "effect_from_plateau": {"no": "no Rainbow or Shadow effect from a plateau"},
    "obligation_scope": {"tour": "obligations end with the tour"},
    "block_interrupts": {"no": "who is blocked may interrupt"},
    "twister_to": {"hand": "Twister deals into the hands"},
    "bombe_out_players": {
        "receive": "Bombe-X also deals to who is out",
        "round_continues": "Bombe-X brings back who is out",
    },
    "final_play": {"all_classic": "the last play: classic cards only", "penalty": "a special card last costs a card"},
    "finished_player": {
        "plateau_only": "who is out lays plateau cards",
        "draws": "who is out takes his turns as before",
    },
}
"""Readings with a medium impact (M)."""

TWO_PLAYERS = {
    "self_interrupt": HIGH["self_interrupt"],
    "equiv_same_value": HIGH["equiv_same_value"],
    "round_end": HIGH["round_end"],
}
"""Readings that are tried with two players too."""

HUMANS: dict[str, dict[str, str]] = {
    "time to decide out of turn": {
        f"time_{kind}": "times" for kind in ("rainbow", "shadow", "equal", "plus", "minus", "division", "plateau")
    },
    "movement of the hand": {"motor_ms": "times"},
    "spread of the times": {"sigma": "times"},
    "chances missed": {"p_det": "misses", "p_det_division": "misses"},
    "errors": {"p_err": "times"},
    "time for a turn": {"time_turn": "times", "time_drawn": "times", "time_pass": "times"},
    "advantage of the fast player": {
        "latency_factor": "gain",
        "p_det": "gain",
        "p_det_division": "gain",
        "p_err": "gain",
    },
}
"""Assumptions about people that are halved and raised by a half, and how each parameter is: the number itself, one less
the number (misses), or its distance from the `trained` adult (gain)."""
SWEPT = (0.5, 1.5)


def scaled(bot: str, parameters: dict[str, str], factor: float) -> str:
    """A bot whose profile has these parameters scaled (see HUMANS); its policy and all others stay."""
    policy, _, name = bot.partition("@")
    profile = Profile.parse(name or "trained")
    trained = Profile.parse("trained")
    changes = {}
    for parameter, how in parameters.items():
        value = float(getattr(profile, parameter))
        if how == "gain":
            base = float(getattr(trained, parameter))
            value = base + factor * (value - base)
        else:
            value = 1 - factor * (1 - value) if how == "misses" else factor * value
        limits = next(known for known in Profile.parameters if known.name == parameter)
        changes[parameter] = f"{min(max(value, limits.low), limits.high):.6g}"
    return f"{policy}@{profile.with_changes(changes, '')}"


def grid_lines() -> dict[str, str]:
    """Twelve line-ups of four seats, each with every bot and every profile; every two combinations meet once.

    These are the lines of the affine plane of order four that are neither rows nor columns: profile = k * bot + c in
    the field of four elements, k = 1, 2, 3.
    """
    times = ((0, 0, 0, 0), (0, 1, 2, 3), (0, 2, 3, 1), (0, 3, 1, 2))
    lines = {}
    for k in (1, 2, 3):
        for c in range(4):
            # The first seat changes from line to line, so that a seat meets most combinations over the deals.
            order = [bot ^ times[k][c] for bot in range(4)]
            seats = [f"{GRID_BOTS[bot]}@{GRID_PROFILES[times[k][bot] ^ c]}" for bot in order]
            lines[f"grid-{k}{c + 1}"] = ",".join(seats)
    return lines


def sweeps() -> Iterator[tuple[str, dict[str, object]]]:
    """Name and settings of every batch that changes one rule of the mixed table."""
    for options in (HIGH, MEDIUM):
        for option, values in options.items():
            for value in values:
                yield f"{option}={value}", {option: value}
    for knob in DECK:
        yield f"{knob}=0", {knob: 0}


def plans(quick: bool = False) -> dict[str, Plan]:
    """All batches of the report by name. `quick` plays a fiftieth of each, but not fewer than 40 matches."""

    def plan(matches: int, line: str, players: int = 4, settings: dict[str, object] | None = None) -> Plan:
        if quick:
            matches = max(matches // QUICK, 40)
        several = len(set(line.split(","))) > 1
        shard = min(-(-matches // 2), 2_000)  # two threads
        return make_plan("speed", players, matches, line, settings, seed=SEED, rotate=several, shard=shard)

    batches = {"four": plan(8_000, REFERENCE), "simple": plan(4_000, SIMPLE)}
    for mode in MODES:
        for n in PLAYERS:
            batches[f"{mode}-{n}"] = plan(1_000, SIMPLE, n, {"mode": mode})
    for out in LADDER:
        line = ",".join(bot for bot in LADDER if bot != out)
        batches[f"ladder without {out.partition('@')[0]}"] = plan(1_500, line)
    for name, line in grid_lines().items():
        batches[name] = plan(800, line)
    batches["reflexes"] = plan(3_000, ",".join(f"{SIMPLE}@{profile}" for profile in GRID_PROFILES))
    for n in (4, 6):
        batches[f"fast-{n}"] = plan(3_000 if n == 4 else 1_500, ",".join([FAST, *[SLOW] * (n - 1)]), n)
    for n in TWICE_PLAYERS:
        batches[f"half the time-{n}"] = plan(2_000, ",".join([TWICE, *[SIMPLE] * (n - 1)]), n)
    batches["mixed"] = plan(2_000, MIXED)
    for name, settings in sweeps():
        medium = next(iter(settings)) in MEDIUM
        batches[name] = plan(1_000 if medium else 2_000, MIXED, settings=settings)
    batches["two"] = plan(2_000, "tactician,greedy", 2)
    for option, values in TWO_PLAYERS.items():
        for value in values:
            batches[f"two, {option}={value}"] = plan(2_000, "tactician,greedy", 2, {option: value})
    for label, parameters in HUMANS.items():
        for factor in SWEPT:
            line = ",".join(scaled(bot, parameters, factor) for bot in MIXED.split(","))
            batches[f"{label} x {factor:g}"] = plan(1_000, line)
    game: dict[str, object] = {"mode": "speedgame"}
    laboratory: dict[str, object] = {"limit": 40, "play_on": True}
    batches["game"] = plan(4_000, REFERENCE, settings=game)
    for carry in CARRIES:
        batches[f"game, {carry}"] = plan(2_000, REFERENCE, settings={**game, "speedgame_carry": carry})
    batches["game, score=classic"] = plan(2_000, REFERENCE, settings={**game, "score": "classic"})
    batches["game, specials 10"] = plan(2_000, REFERENCE, settings={**game, "malus_competition_special": 10})
    batches["laboratory"] = plan(2_500, LABORATORY, settings=laboratory)
    batches["laboratory, competition"] = plan(2_500, LABORATORY, settings={**laboratory, "score": "competition"})
    return batches
