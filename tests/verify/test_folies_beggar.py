"""Ten million random deals of Beggar-my-neighbour against a reference program of 3 * 10**8 deals (about a minute).

The engine plays NUM FOLIES rules in the configuration `beggar`; the figures are those of another program.
"""

from concurrent.futures import ThreadPoolExecutor

import numpy as np

from numsim.games import game_named
from numsim.plan import make_plan
from numsim.simulate import default_threads

FOLIES = game_named("folies")
DEALS = 10_000_000
CHUNK = 20_000
MEAN, MEAN_SE, SD, TRICKS, LEADER = 254.703, 0.012, 206.0, 35.249, 0.49770
QUANTILES = {0.01: 45, 0.05: 55, 0.25: 109, 0.50: 192, 0.75: 335, 0.95: 665, 0.99: 995, 0.999: 1466}
TAILS = {500: (0.1114, 0.00005), 1000: (0.00976, 0.000005)}
"""P(cards > n) and half a unit of its last printed digit."""


def play():
    """Cards, tricks and whether the leader won, of all deals."""
    config = FOLIES.configs[0]
    plan = make_plan("folies", config.players, DEALS, config.bots, config.settings, seed=2022)
    states = FOLIES.configure(plan)
    FOLIES.warm_up()

    def chunk(first):
        rows = FOLIES.play(states.copy(), first, CHUNK)["matches"]
        return rows["flips"].copy(), rows["tricks"].copy(), rows["winners"] >> rows["starter"] & 1, rows["end"].copy()

    with ThreadPoolExecutor(default_threads()) as pool:
        pieces = list(pool.map(chunk, range(0, DEALS, CHUNK)))
    return [np.concatenate(column) for column in zip(*pieces)]


def test_random_deals_of_beggar_my_neighbour_agree_with_the_reference():
    cards, tricks, leader_won, end = play()
    n = len(cards)
    assert n == DEALS
    assert (end == 0).all()
    se = np.sqrt(cards.var(ddof=1) / n + MEAN_SE**2)
    print(f"mean cards {cards.mean():.3f} ({MEAN}), SE {se:.3f}")
    assert abs(cards.mean() - MEAN) < 4 * se
    # SE of an SD from the fourth moment: the distribution has a long tail.
    d = cards - cards.mean()
    sd_se = np.sqrt((np.mean(d**4) - np.mean(d**2) ** 2) / n) / (2 * d.std())
    print(f"SD {d.std():.2f} ({SD}), SE {sd_se:.3f}")
    assert abs(d.std() - SD) < 4 * sd_se + 0.05
    assert abs(tricks.mean() - TRICKS) < 4 * tricks.std() / n**0.5 + 0.0005
    won = leader_won.mean()
    print(f"tricks {tricks.mean():.4f} ({TRICKS}), leader wins {won:.5f} ({LEADER})")
    assert abs(won - LEADER) < 4 * (0.25 / n) ** 0.5
    for share, quantile in QUANTILES.items():
        half = 4 * (share * (1 - share) / n) ** 0.5
        below, up_to = (cards < quantile).mean(), (cards <= quantile).mean()
        print(f"P(cards < {quantile}) {below:.5f}, P(cards <= {quantile}) {up_to:.5f}, quantile of {share}")
        assert below - half <= share <= up_to + half
    for limit, (share, rounding) in TAILS.items():
        assert abs((cards > limit).mean() - share) < 4 * (share * (1 - share) / n) ** 0.5 + rounding
