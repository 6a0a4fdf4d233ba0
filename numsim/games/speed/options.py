"""Rule options and knobs of NUM-SPEED: the single source for validation, documents, `numsim rules speed` and reports.

The enums are what the rules compare with; their order is the order of the option's values, the default first.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import IntEnum

from numsim.games.game import Knob, Option, choice, yes_no


class Mode(IntEnum):
    SPEEDRUN = 0
    FAMILY = 1
    SPEEDGAME = 2


class Ending(IntEnum):
    POINTS = 0
    FIVE_ROUNDS = 1
    TWO_ROUNDS = 2


class Score(IntEnum):
    CLASSIC = 0
    COMPETITION = 1


class Passing(IntEnum):
    DRAW = 0
    FREE = 1
    FREE_IF_STUCK = 2


class DrawPlay(IntEnum):
    MAY = 0
    MUST = 1


class DeckOut(IntEnum):
    PASS = 0
    RESHUFFLE = 1
    END = 2


class OpeningPriority(IntEnum):
    FASTEST = 0
    SEAT = 1


class FlipEveryRound(IntEnum):
    YES = 0
    FIRST_ONLY = 1


class PlateauUse(IntEnum):
    ALL = 0
    IN_TURN = 1
    OWN = 2


class PlateauAction(IntEnum):
    ANY = 0
    OWNER = 1
    DEAD = 2


class PlateauOnlyPlay(IntEnum):
    YES = 0
    NO = 1
    IN_TURN_NO = 2


class Cas2(IntEnum):
    EXACT = 0
    ATLEAST = 1


class InfiniCover(IntEnum):
    NUMX = 0
    CAS2 = 1
    RESET = 2


class InfiniEnd(IntEnum):
    LAP = 0
    INSTANT = 1


class ShadowAction(IntEnum):
    EFFECT = 0
    ANY = 1
    IN_TURN = 2


class SelfInterrupt(IntEnum):
    NO = 0
    YES = 1
    RAINBOW_ONLY = 2


class InterruptTie(IntEnum):
    CLOCKWISE = 0
    IN_TURN_FIRST = 1


class LateCard(IntEnum):
    FREE = 0
    ERROR = 1


class ObligationScope(IntEnum):
    ROUND = 0
    TOUR = 1


class ObligationFail(IntEnum):
    STAY = 0
    LAPSE = 1
    DRAW_FREES = 2


class TwisterTo(IntEnum):
    PLATEAU = 0
    HAND = 1


class BombeTo(IntEnum):
    HAND = 0
    TWO_POOLS = 1
    KEEP_SIZES = 2


class BombeOutPlayers(IntEnum):
    EXCLUDED = 0
    RECEIVE = 1
    ROUND_CONTINUES = 2


class FinalPlay(IntEnum):
    ONE_CLASSIC = 0
    ALL_CLASSIC = 1
    PENALTY = 2


class StuckSpecial(IntEnum):
    STUCK = 0
    DISCARD_BY_DRAW = 1


class RoundEnd(IntEnum):
    TOUR = 0
    INSTANT = 1


class FinishedPlayer(IntEnum):
    IDLE = 0
    PLATEAU_ONLY = 1
    DRAWS = 2


class SpeedgameCarry(IntEnum):
    KEEP_HAND = 0
    CLEAR = 1
    FINISHER_ONLY = 2
    SCORE_AND_KEEP = 3


OPTIONS: tuple[Option, ...] = (
    choice(
        "mode",
        Mode,
        "SP-010, SP-150..157",
        "H",
        "Which of the three games is played; it also sets what it implies (hand_size, deck, ending, score).",
        speedrun="all rules",
        family="plain plies, Facteur X+1 and X-1, specials, Simple and Double",
        speedgame="all rules, rounds in pairs: cards in hand are carried into the second",
    ),
    Option(
        "ending",
        ("points", "5rounds", "2rounds"),
        "points",
        "SP-143..145, SP-A66",
        "H",
        "When a match ends; the lowest total wins.",
        {
            "points": "after the round in which somebody reaches the limit (knob limit)",
            "5rounds": "after a fixed number of rounds (knob rounds)",
            "2rounds": "after two rounds",
        },
    ),
    choice(
        "score",
        Score,
        "SP-141, SP-142",
        "H",
        "What cards left count.",
        classic="classic cards 1 each, specials and actions 2",
        competition="classic cards their value, specials and actions 5",
    ),
    choice(
        "pass",
        Passing,
        "SP-A10",
        "H",
        "What a player does who plays nothing.",
        draw="he draws a card",
        free="he draws or passes as he likes",
        free_if_stuck="he draws; without a legal play he may pass instead",
    ),
    yes_no("voluntary_draw", True, "SP-A12", "H", "A player may draw although he could lay a pli."),
    choice(
        "plateau_use",
        PlateauUse,
        "SP-A81",
        "H",
        "Whose plateau cards a player may lay, and when.",
        all="everybody's, in and out of turn",
        in_turn="everybody's in turn, his own out of turn",
        own="only his own",
    ),
    yes_no("action_is_turn", True, "SP-A87", "H", "Playing Simple, Double or Block is the whole turn."),
    choice(
        "cas2",
        Cas2,
        "SP-A17",
        "H",
        "How many cards cover a pli of n cards by number.",
        exact="exactly n + 1",
        atleast="n + 1 or more",
    ),
    yes_no("equiv_same_value", True, "SP-A33", "H", "The same number of cards of the same value is an Equivalence."),
    choice(
        "self_interrupt",
        SelfInterrupt,
        "SP-A40",
        "H",
        "Whether a player may interrupt on his own pli.",
        no="never",
        yes="with every combination",
        rainbow_only="with a Rainbow only",
    ),
    choice(
        "interrupt_tie",
        InterruptTie,
        "SP-A41",
        "H",
        "Who is first when hands arrive at the same time.",
        clockwise="the interrupter nearest clockwise from the owner of the pli",
        in_turn_first="the player whose turn it is",
    ),
    choice(
        "late_card",
        LateCard,
        "SP-A41",
        "H",
        "What an interrupter pays who comes too late.",
        free="nothing",
        error="the price of an error, if his cards do not fit the new pli",
    ),
    choice(
        "infini_cover",
        InfiniCover,
        "SP-A25",
        "H",
        "What may be laid on an Infini.",
        numx="only Num-X",
        cas2="also two cards of one value",
        reset="anything",
    ),
    choice(
        "infini_end",
        InfiniEnd,
        "SP-A25",
        "H",
        "How a tour goes on after an Infini.",
        lap="the others have their turns",
        instant="it ends at once; only a Num-X may be shown",
    ),
    yes_no("infini_out_of_turn", False, "SP-A24", "H", "An Infini may be laid out of turn."),
    yes_no("numx_out_of_turn", False, "SP-A27", "H", "A Num-X may be laid out of turn."),
    yes_no("pass_final", False, "SP-A56", "H", "Who draws and lays nothing is out of the tour."),
    choice(
        "obligation_fail",
        ObligationFail,
        "SP-A47",
        "H",
        "What becomes of an obligation (Simple, Double) that its player cannot meet.",
        stay="it stays",
        lapse="it ends with a turn in which he lays nothing",
        draw_frees="it ends when he draws, before he plays the drawn card",
    ),
    choice(
        "bombe_to",
        BombeTo,
        "SP-A52",
        "H",
        "Where the cards go that a Bombe-X deals anew.",
        hand="all into the hands",
        two_pools="hand cards into the hands, plateau cards onto the plateaus",
        keep_sizes="each plateau keeps its size, the rest into the hands",
    ),
    choice(
        "stuck_special",
        StuckSpecial,
        "SP-A59",
        "H",
        "What becomes of a last card that is special or action.",
        stuck="it stays in the hand",
        discard_by_draw="its player draws and lays the card down, then discards it and is out",
    ),
    choice(
        "round_end",
        RoundEnd,
        "SP-A61",
        "H",
        "When a round ends after somebody went out.",
        tour="with the tour",
        instant="at once",
    ),
    choice(
        "speedgame_carry",
        SpeedgameCarry,
        "SP-A64",
        "H",
        "What is carried from the first SPEED-GAME round into the second.",
        keep_hand="hands are kept unscored; plateaus are scored and cleared",
        clear="nothing: hands and plateaus are scored and cleared",
        finisher_only="hands and plateaus; only the plateau of the player who went out first is scored and cleared",
        score_and_keep="hands are scored and kept; plateaus are scored and cleared",
    ),
    choice(
        "opening_priority",
        OpeningPriority,
        "SP-A07",
        "M",
        "Who covers the turned card when several can.",
        fastest="the fastest",
        seat="the nearest clockwise from the dealer",
    ),
    choice(
        "flip_every_round",
        FlipEveryRound,
        "SP-A09",
        "M",
        "Which rounds begin with a turned card.",
        yes="every one",
        first_only="the first; later ones are led by the last winner, or by the highest malus if nobody went out",
    ),
    choice(
        "draw_play",
        DrawPlay,
        "SP-A11",
        "M",
        "Whether a drawn card that fits is played.",
        may="as the player likes",
        must="it must be",
    ),
    choice(
        "deck_out",
        DeckOut,
        "SP-A13",
        "M",
        "What happens when a card should be drawn and the deck is empty.",
        **{"pass": "the player passes"},
        reshuffle="the discarded classic and special cards become the deck",
        end="the round ends",
    ),
    choice(
        "plateau_action",
        PlateauAction,
        "SP-A15",
        "M",
        "Who may play an action card that lies on a plateau.",
        any="everybody in his turn",
        owner="the owner of the plateau",
        dead="nobody",
    ),
    choice(
        "plateau_only_play",
        PlateauOnlyPlay,
        "SP-A23",
        "M",
        "Whether a pli may consist of plateau cards only.",
        yes="yes",
        no="no: it needs a card of the hand, or the drawn one",
        in_turn_no="only out of turn",
    ),
    yes_no("joker_alone", True, "SP-A20", "M", "Jokers may be laid without another card."),
    yes_no("joker_out_of_turn", True, "SP-A21", "M", "Jokers may be laid out of turn."),
    yes_no("infini_on_infini", False, "SP-A26", "M", "An Infini may be laid on an Infini."),
    yes_no("lead_special", True, "SP-A28", "M", "Infini and Num-X may be led."),
    yes_no("shadow_on_single", True, "SP-A36", "M", "A Shadow may replace a single card."),
    choice(
        "shadow_action",
        ShadowAction,
        "SP-A37",
        "M",
        "When a Shadow allows an action card at once.",
        effect="after the Shadow effect",
        any="after every play with a Shadow in it",
        in_turn="after the Shadow effect in turn",
    ),
    yes_no("effect_from_plateau", True, "SP-A39", "M", "Rainbow and Shadow effects may be played from a plateau."),
    choice(
        "obligation_scope",
        ObligationScope,
        "SP-A46",
        "M",
        "How long an obligation (Simple, Double) lasts that is not met.",
        round="to the end of the round",
        tour="to the end of the tour",
    ),
    yes_no("block_interrupts", True, "SP-A48", "M", "A blocked player may not interrupt either."),
    choice(
        "twister_to",
        TwisterTo,
        "SP-A51",
        "M",
        "Where the cards go that a Twister deals anew.",
        plateau="onto the plateaus",
        hand="into the hands",
    ),
    choice(
        "bombe_out_players",
        BombeOutPlayers,
        "SP-A53",
        "M",
        "What a Bombe-X does to players who went out.",
        excluded="they get no cards",
        receive="they get cards, and the round ends with the tour all the same",
        round_continues="they get cards and are in the round again",
    ),
    choice(
        "final_play",
        FinalPlay,
        "SP-A58",
        "M",
        "What the last play of a hand must be.",
        one_classic="it holds a classic card of the hand",
        all_classic="all its hand cards are classic",
        penalty="anything; without a classic card of the hand it costs a drawn card",
    ),
    choice(
        "finished_player",
        FinishedPlayer,
        "SP-A60",
        "M",
        "What a player does until the tour ends in which he went out.",
        idle="nothing",
        plateau_only="he may lay plateau cards",
        draws="he takes his turns as everybody: lays plateau cards or draws",
    ),
    yes_no(
        "play_on",
        False,
        "scoring laboratory",
        "L",
        "Rounds go on after the end of the match until every ending is reached under both scorings; they count for "
        "nothing and are marked in the tables.",
    ),
)

KNOBS: tuple[Knob, ...] = (
    Knob("hand_size", 13, 5, 20, "SP-011", "Cards dealt to each hand (SPEED-GAME: 10)."),
    Knob("limit", 30, 1, 1000, "SP-143", "Total at which a match with ending=points is over."),
    Knob("rounds", 5, 1, 60, "SP-144", "Rounds of a match with ending=5rounds."),
    Knob("n_joker", 2, 0, 8, "SP-003", "Jokers in the deck."),
    Knob("n_infini", 4, 0, 8, "SP-003", "Infinis in the deck."),
    Knob("n_numx", 1, 0, 8, "SP-003", "Num-X cards in the deck."),
    Knob("n_simple", 2, 0, 8, "SP-004", "Simple cards (A1) in the deck."),
    Knob("n_double", 2, 0, 8, "SP-004", "Double cards (A2) in the deck."),
    Knob("n_twister", 2, 0, 8, "SP-004, SP-151", "Twister cards in the deck (FAMILY: 0)."),
    Knob("n_block", 3, 0, 8, "SP-004, SP-151", "Block cards in the deck (FAMILY: 0)."),
    Knob("n_bombe", 1, 0, 8, "SP-004, SP-151", "Bombe-X cards in the deck (FAMILY: 0)."),
    Knob("malus_classic_card", 1, 0, 20, "SP-141", "Malus of a classic card in the classic score."),
    Knob("malus_classic_special", 2, 0, 20, "SP-141", "Malus of a special or action card in the classic score."),
    Knob("malus_competition_special", 5, 0, 20, "SP-142", "Malus of a special or action card, competition score."),
)

DECK_KNOBS = ("n_joker", "n_infini", "n_numx", "n_simple", "n_double", "n_twister", "n_block", "n_bombe")
"""The knobs that count cards, in the order of the card codes (numsim.cards.SPECIAL_TEXTS)."""

IMPLIED: Mapping[str, Mapping[str, object]] = {
    "speedrun": {},
    "family": {"n_twister": 0, "n_block": 0, "n_bombe": 0},
    "speedgame": {"hand_size": 10, "ending": "2rounds", "score": "competition"},
}
"""What a mode sets unless the plan says otherwise."""

CAP_EVENTS = 3000
"""Events after which a round is cut off; 1000 when the deck is reshuffled (SPEED.I.4)."""
CAP_EVENTS_RESHUFFLE = 1000
CAP_ROUNDS = 60
"""Rounds after which a match is cut off."""
