"""The tables that a NUM-SPEED run writes, column by column; the row dtypes of the kernels come from here."""

import numpy as np

from numsim.games.game import Column, Table

MAX_SEATS = 8
U8, U16, U32, U64 = np.uint8, np.uint16, np.uint32, np.uint64

KINDS = {
    "lead": "leads of classic cards",
    "cas1": "plies of as many cards, higher (cas 1)",
    "cas2": "plies of one card more (cas 2)",
    "fusion": "plies of one card more and the same value (Fusion)",
    "plus": "plies of one card more and one value higher (Facteur X+1), where that is no cas 2",
    "minus": "plies of one card less and one value lower (Facteur X-1)",
    "equal": "plies of as many cards of the same value (Equivalence)",
    "division": "plies of another number of cards with the same sum (Equivalence)",
    "rainbow": "Rainbow effects",
    "shadow": "Shadow effects",
    "infini": "Infinis, led ones too",
    "numx": "Num-X, led ones too",
}
"""What a play is counted as, in the order of the kernels' codes."""
ACTIONS = {"simple": "Simple", "double": "Double", "twister": "Twister", "block": "Block", "bombe": "Bombe-X"}
"""Action cards, in the order of the kernels' codes."""
SPECIALS = {"joker": "Jokers", "infini": "Infinis", "numx": "Num-X", **ACTIONS}
"""Special and action cards, in the order of the card codes."""
TARGETING = {kind: ACTIONS[kind] for kind in ("simple", "double", "block")}
OPENINGS = ("covered", "failed", "led")
"""How a round was opened: a turned card was covered; none was (SP-020); it was led without turning a card."""
NO_SEAT = 255

MATCHES = Table(
    "matches",
    "One row per match.",
    (
        Column("match", U32, "number of the match in the run, from 0; with the seed it fixes the deals"),
        Column("rounds", U8, "rounds that count"),
        Column("extra_rounds", U8, "rounds played after the end of the match (option play_on)"),
        Column("dealer", U8, "seat that dealt round 1"),
        Column("winners", U8, "bit mask of the seats that share the win (bit 0 = seat 0)"),
        Column("capped", np.bool_, "a round or the match was cut off: an engine fault under the default rules"),
        Column("lead_changes", U8, "times the sole leader (lowest total) changed; the first leader is no change"),
        Column("ms", U32, "time of play of the rounds that count in ms, without dealing and scoring"),
        Column("points", U16, "total malus of seat {i} at the end, in the score in force", per_seat=True),
    ),
)

ROUNDS = Table(
    "rounds",
    "One row per round.",
    (
        Column("match", U32, "number of the match"),
        Column("round", U8, "number of the round in the match, from 1"),
        Column("extra", np.bool_, "played after the end of the match (option play_on)"),
        Column("carried", np.bool_, "second round of a SPEED-GAME pair: hands were carried over"),
        Column("dealer", U8, "seat that dealt"),
        Column("starter", U8, "seat that covered the turned card or led first; 255 = nobody did"),
        Column("opening", U8, "how it was opened: " + ", ".join(f"{i} {how}" for i, how in enumerate(OPENINGS))),
        Column("flips", U8, "cards turned at the opening"),
        Column("could_cover", U8, "bit mask of the seats with cards to cover the first turned card that has a value"),
        Column("winner", U8, "seat that went out first; 255 = nobody"),
        Column("outs", U8, "bit mask of the seats that went out"),
        Column("tours", U16, "tours (tricks) begun"),
        Column("plays", U16, "plies laid, the covering one included"),
        Column("interrupts", U16, "of these, plies laid out of turn, without the covering one"),
        Column("draws", U16, "cards drawn in turn"),
        Column("passes", U16, "passages in which a player neither laid, acted nor drew"),
        Column("lead_passes", U16, "times the lead moved on"),
        Column("actions", U8, "action cards played"),
        Column("errors", U8, "errors made"),
        Column("deck_left", U8, "cards left in the deck at the end"),
        Column("deck_out_event", U16, "event at which the deck became empty; 0 = it did not"),
        Column("events", U16, "flips, plies, actions, draws and passes"),
        Column("blocked", np.bool_, "ended because nobody could lead any more (SP-129)"),
        Column("capped", np.bool_, "cut off at the cap of events: an engine fault under the default rules"),
        Column("ms", U32, "time of play in ms, without dealing and scoring"),
    ),
)

SEATS = Table(
    "seats",
    "One row per seat and round.",
    (
        Column("match", U32, "number of the match"),
        Column("round", U8, "number of the round in the match, from 1"),
        Column("seat", U8, "seat, from 0, clockwise"),
        Column("bot", U8, "number of the bot in the manifest's list `bots`, from 0"),
        Column("place", U8, "seats clockwise from the starter of this round (0 = he starts); 255 = nobody started"),
        Column("dealt", U8, "cards dealt in this round"),
        Column("kept", U8, "cards carried over from the round before (second SPEED-GAME round)"),
        Column("dealt_low", U64, "mask of dealt cards, codes 0..63 (code = 6 * value + family, R B Y G S W)"),
        Column("dealt_high", U64, "mask of dealt cards, codes 64..101"),
        Column("had", U8, "{i} dealt", kinds=SPECIALS),
        Column("out", U8, "1 = went out first, 2 = second, ...; 0 = did not"),
        Column("hand_left", U8, "cards in hand at the end"),
        Column("plateau_left", U8, "cards on his plateau at the end"),
        Column("specials_left", U8, "of both, special and action cards"),
        Column("stuck", np.bool_, "in hand at the end only special and action cards"),
        Column("malus_classic", U16, "malus of the round in the classic score (what is scored under the options)"),
        Column("malus_competition", U16, "malus of the round in the competition score"),
        Column("turns", U8, "passages he had: he laid, acted, drew, passed or was skipped"),
        Column("turns_lost", U8, "times he was jumped over by somebody's interrupt"),
        Column("turns_taken", U8, "times others were jumped over by his interrupts"),
        Column("blocked_turns", U8, "passages lost to a Block"),
        Column("draws", U8, "cards drawn in turn"),
        Column("drawn_laid", U8, "of these, cards laid or played at once"),
        Column("passes", U8, "passages in which he neither laid, acted nor drew"),
        Column("laid", U8, "{i}", kinds=KINDS),
        Column("out_of_turn", U8, "of these laid out of turn: {i}", kinds=KINDS),
        Column("won", U8, "of these that won the tour: {i}", kinds=KINDS),
        Column("shed", U8, "hand cards laid with them: {i}", kinds=KINDS),
        Column("jokers_laid", U8, "Jokers laid"),
        Column("from_own", U8, "cards laid from his own plateau"),
        Column("from_others", U8, "cards laid from plateaus of others"),
        Column("taken", U8, "cards of his plateau laid by others"),
        Column("plateau_plays", U8, "plies without a hand card"),
        Column("plateau_most", U8, "most cards on his plateau"),
        Column("picked_up", U8, "cards taken into his hand by Shadow effects"),
        Column("played", U8, "{i} played", kinds=ACTIONS),
        Column("block_all", U8, "of these, Blocks on everybody"),
        Column("bonus_actions", U8, "of these, played as the bonus of a Shadow"),
        Column("targeted", U8, "times he was the target of {i}", kinds=TARGETING),
        Column("obliged_turns", U8, "turns under an obligation (Simple, Double)"),
        Column("obliged_failed", U8, "of these, turns in which he laid nothing"),
        Column("chances", U16, "table changes at which he held an interrupt that his bot wanted"),
        Column("noticed", U16, "of these, the ones he noticed"),
        Column("late", U16, "of these, the ones at which an interrupt of another came first"),
        Column("errors", U8, "errors in turn"),
        Column("errors_out", U8, "errors out of turn"),
    ),
)

TABLES = (MATCHES, ROUNDS, SEATS)
MATCH_ROW = MATCHES.row_dtype(MAX_SEATS)
ROUND_ROW = ROUNDS.row_dtype(MAX_SEATS)
SEAT_ROW = SEATS.row_dtype(MAX_SEATS)
