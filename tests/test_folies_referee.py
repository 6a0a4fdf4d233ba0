"""The engine against the independent referee: every trace is legal and complete, and the tables agree with it."""

import random

import pytest
from conftest import scaled
from folies import FOLIES, random_profile, random_rules
from reference.folies import check

from numsim.plan import make_plan

BATCHES = scaled(12, 3)
PER_BATCH = scaled(60, 3)
CAUSES = {"challenge": "challenge", "1": "1", "1bis": "1bis", "combo": "combo", "2": "2"}


def compare_with_rows(plan, number, summary):
    """The batch kernel's rows of the same match say what the referee counted in the trace."""
    rows = FOLIES.play(FOLIES.configure(plan), number, 1)
    match, seats = rows["matches"][0], rows["seats"]
    assert (match["flips"], match["tricks"]) == (summary.flips, summary.tricks)
    assert [seat for seat in range(plan.players) if match["winners"] >> seat & 1] == summary.winners
    for kind in ("1", "1bis", "2", "3", "1+3", "1bis+3"):
        assert match["occasions_" + kind.replace("+", "_")] == summary.slaps[kind], kind
    for seat, row in enumerate(seats):
        for cause, column in CAUSES.items():
            assert row[f"cards_{column}"] == summary.cards_taken[seat][cause]
        assert (row["out_flip"] > 0) == (seat in summary.eliminated)


@pytest.mark.parametrize("batch", range(BATCHES))
def test_referee_accepts_random_matches_of_all_profiles_under_random_rules(batch):
    rnd = random.Random(2000 + batch)
    for number in range(PER_BATCH):
        players = rnd.randint(2, 8)
        profiles = [random_profile(rnd) for _ in range(players)]
        plan = make_plan("folies", players, 100, profiles, random_rules(rnd), seed=rnd.getrandbits(64))
        match = FOLIES.match(plan, number)
        match.play_out()
        compare_with_rows(plan, number, check(match.events, whole_deck=True))


@pytest.mark.parametrize("players", range(2, 9))
def test_referee_accepts_default_games(players):
    plan = make_plan("folies", players, 100, "family", seed=6)
    for number in range(scaled(10, 1)):
        match = FOLIES.match(plan, number)
        match.play_out()
        compare_with_rows(plan, number, check(match.events, whole_deck=True))
