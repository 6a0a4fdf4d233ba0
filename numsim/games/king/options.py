"""Rule options and knobs of NUM KING: the single source for validation, documents, `numsim rules king` and reports.

The enums are what the rules compare with; their order is the order of the option's values, the default first.
"""

from enum import IntEnum

from numsim.games.game import Knob, Option, choice, yes_no


class DealExtra(IntEnum):
    STARTER = 0
    DEALER_LEFT = 1
    ASIDE = 2
    KING = 3
    BOUFFON = 4


class RainbowAfter(IntEnum):
    STAY = 0
    REVERT = 1


class EffectAttach(IntEnum):
    PLI = 0
    NEXT = 1
    VOID_IF_UNABLE = 2


class ShadowSingle(IntEnum):
    MIN1 = 0
    SKIP = 1
    WIN = 2
    ANY_VALUE = 3


class Impossible(IntEnum):
    PASS = 0
    RELAX = 1
    END = 2


class InfiniAfter(IntEnum):
    ONLY_NUMX = 0
    RESET = 1
    KEEP_TYPE = 2


class JokerWithWs(IntEnum):
    ANY_NATURAL = 0
    COLOUR_NEEDED = 1
    COLOURS_ONLY = 2


class StuckRule(IntEnum):
    STUCK = 0
    FORBID = 1
    LAST_RANK = 2


class RankMode(IntEnum):
    PLAY_OUT = 0
    CARDS_LEFT = 1
    TWO_OUT = 2


class LeadAfterOut(IntEnum):
    NEXT = 0
    LAST_PASSER = 1


class NoRainbow(IntEnum):
    NOTHING = 0
    BEST_CLASSIC = 1


class ExchangeSecond(IntEnum):
    SPECIAL_FIRST = 0
    KING_CATEGORY = 1
    BOUFFON_CHOICE = 2
    JOKER_OVER_INFINI = 3


class ThreePlayers(IntEnum):
    NO_SECOND_EXCHANGE = 0
    MID_GIVES_KING = 1


class KingReturns(IntEnum):
    NONE = 0
    LOWEST = 1
    CHOICE = 2


class GameEnd(IntEnum):
    ROUNDS = 0
    FIRST_TO_3_KINGS = 1


OPTIONS: tuple[Option, ...] = (
    choice(
        "deal_extra",
        DealExtra,
        "KG-A01",
        "M",
        "Who holds the cards that an equal deal leaves over.",
        starter="one each clockwise from the starter",
        dealer_left="one each clockwise from the seat left of a dealer who moves one seat a round",
        aside="nobody: they stay out of play",
        king="all of them the last King (round 1: as starter)",
        bouffon="all of them the last Bouffon (round 1: as starter)",
    ),
    yes_no("pass_final", False, "KG-A03", "H", "A player who passes is out of the trick."),
    choice(
        "rainbow_after",
        RainbowAfter,
        "KG-A06",
        "M",
        "How many cards follow once a Rainbow has been covered by one card more.",
        stay="the raised number",
        revert="the number before the Rainbow again",
    ),
    choice(
        "effect_attach",
        EffectAttach,
        "KG-A07",
        "H",
        "Who is bound by the Rainbow or Shadow of a play.",
        pli="everybody until it is covered",
        next="only the next player",
        void_if_unable="everybody, unless the next player cannot comply: then nobody",
    ),
    choice(
        "shadow_single",
        ShadowSingle,
        "KG-A08",
        "H",
        "What a single Shadow card (one card less would be none) asks for.",
        min1="one higher card",
        skip="the next player must pass or lay Infini or Num-X, then one higher card",
        win="nothing: it wins the trick at once",
        any_value="one card of any value",
    ),
    choice(
        "impossible",
        Impossible,
        "KG-A09",
        "M",
        "What a player does who cannot comply with a Rainbow or Shadow.",
        **{"pass": "he passes"},
        relax="he may follow with as many cards as were laid",
        end="he passes; the trick ends at once when no cards at all could comply",
    ),
    choice(
        "infini_after",
        InfiniAfter,
        "KG-A11",
        "H",
        "What may be laid on an Infini.",
        only_numx="only Num-X",
        reset="anything",
        keep_type="any value, as many cards as in the play under it",
    ),
    yes_no("infini_on_infini", False, "KG-A12", "M", "An Infini may be laid on an Infini."),
    yes_no("lead_special", True, "KG-A14", "M", "Infini and Num-X may be led."),
    choice(
        "joker_with_ws",
        JokerWithWs,
        "KG-A16",
        "M",
        "Which natural cards a Joker needs beside it.",
        any_natural="any, Rainbow and Shadow too",
        colour_needed="at least one card of the four colours",
        colours_only="only cards of the four colours",
    ),
    choice(
        "stuck_rule",
        StuckRule,
        "KG-A17",
        "H",
        "What happens to a hand that only specials are left in.",
        stuck="it cannot be emptied any more",
        forbid="no play may leave one",
        last_rank="it may be emptied with specials, for the worst free rank",
    ),
    choice(
        "rank_mode",
        RankMode,
        "KG-A18",
        "H",
        "When a round ends.",
        play_out="when one player still holds cards",
        cards_left="at the first going-out; the others rank by fewer cards",
        two_out="at the second going-out; the others rank by fewer cards",
    ),
    choice(
        "lead_after_out",
        LeadAfterOut,
        "KG-A19",
        "M",
        "Who leads when the winner of the trick has gone out.",
        next="the next player clockwise",
        last_passer="the player who passed last in the trick",
    ),
    choice(
        "no_rainbow",
        NoRainbow,
        "KG-A21",
        "M",
        "What is given by a player who owes a Rainbow and has none.",
        nothing="nothing",
        best_classic="the best classic card",
    ),
    choice(
        "exchange_second",
        ExchangeSecond,
        "KG-A22",
        "H",
        "The second card of the Bouffon.",
        special_first="his best special (Num-X, Infini, Joker), else his highest classic card",
        king_category="the best of the category the King names, special or classic",
        bouffon_choice="the best of the category the Bouffon chooses",
        joker_over_infini="his best special in the order Num-X, Joker, Infini, else his highest classic card",
    ),
    choice(
        "three_players",
        ThreePlayers,
        "KG-A23",
        "M",
        "What the middle one of three players gives.",
        no_second_exchange="nothing",
        mid_gives_king="his best Rainbow to the King",
    ),
    choice(
        "king_returns",
        KingReturns,
        "KG-A24",
        "H",
        "What the King gives back for the cards he receives.",
        none="nothing",
        lowest="as many of his lowest classic cards",
        choice="as many cards of his choice",
    ),
    choice(
        "game_end",
        GameEnd,
        "KG-A27",
        "M",
        "When a match ends.",
        rounds="after the number of rounds, most points win",
        first_to_3_kings="when somebody is King for the third time: he wins",
    ),
    yes_no("exchange", True, "KG-051", "H", "Cards are exchanged after the deal (no: the Bouffon only starts)."),
)

KNOBS: tuple[Knob, ...] = (
    Knob("n_joker", 2, 0, 8, "KG-002", "Jokers in the deck."),
    Knob("n_infini", 4, 0, 8, "KG-002", "Infinis in the deck."),
    Knob("n_numx", 1, 0, 8, "KG-002", "Num-X cards in the deck."),
    Knob("rounds", 5, 1, 100, "KG-A27", "Rounds of a match (not used by game_end=first_to_3_kings)."),
)
