"""The tables that a NUM FOLIES run writes, column by column; the row dtypes of the kernels come from here."""

import numpy as np

from numsim.games.game import Column, Table

MAX_SEATS = 8
U8, U16, U32, U64 = np.uint8, np.uint16, np.uint32, np.uint64

ENDS = ("last_player", "time", "nobody", "capped", "loop")
"""Why a game ended, by the code in column `end`."""

MATCHES = Table(
    "matches",
    "One row per match.",
    (
        Column("match", U32, "number of the match in the run, from 0; with the seed it fixes the deals"),
        Column("starter", U8, "seat that turned the first card"),
        Column("winners", U8, "bit mask of the seats that share the win (bit 0 = seat 0)"),
        Column("end", U8, "why it ended: " + ", ".join(f"{i} {why}" for i, why in enumerate(ENDS))),
        Column("flips", U32, "cards turned"),
        Column("ms", U32, "time of the end in ms of play, without deal and scoring"),
        Column("tricks", U32, "times that the holder of a challenge (or the last layer) took the centre pile"),
        Column("high_cards", U32, "cards that opened a challenge or passed one on"),
        Column("occasions_1", U32, "cards that made slap 1 alone"),
        Column("occasions_1bis", U32, "cards that made slap 1bis alone"),
        Column("occasions_2", U32, "Shadows on a Rainbow with cards in the Folies pile"),
        Column("occasions_3", U32, "cards that made slap 3 alone"),
        Column("occasions_1_3", U32, "Rainbows that made slap 1 too"),
        Column("occasions_1bis_3", U32, "Rainbows that made slap 1bis too"),
        Column("missed", U32, "occasions to win a pile that nobody used"),
        Column("empty_2", U32, "Shadows on a Rainbow without a Folies pile"),
        Column("traps", U32, "cards that were traps"),
        Column("near_misses", U32, "cards that looked like an occasion and were none"),
        Column("folies_most", U8, "most cards in the Folies pile"),
        Column("locked", U32, "card after which all Rainbows or all Shadows lay in the Folies pile; 0 = never"),
        Column("lead_changes", U16, "changes of the sole largest stack, seen every 16 cards; the first is no change"),
        Column("settled", U32, "card from which the winner had the sole largest stack to the end, seen every 16"),
        Column("half_leaders", U8, "bit mask of the seats with the largest stack at half of the cards"),
        Column("half_trailers", U8, "bit mask of the seats with the smallest stack at half of the cards"),
        Column("loop_flips", U32, "cards of the loop in which the game would go on for ever; 0 = none"),
        Column("loop_tricks", U32, "piles taken in one turn of that loop"),
    ),
)

SEATS = Table(
    "seats",
    "One row per seat and match.",
    (
        Column("match", U32, "number of the match"),
        Column("seat", U8, "seat, from 0, clockwise"),
        Column("bot", U8, "number of the profile in the manifest's list `bots`, from 0"),
        Column("place", U8, "seats clockwise from the starter (0 = he turns the first card)"),
        Column("rank", U8, "1 = winner; then by size of the stack at the end, then by time in the game"),
        Column("person", U16, "this match's person: multiplier of the latency, in thousandths"),
        Column("typical_ms", U16, "median latency of this person on a Rainbow, in ms; 0 = machine or passive"),
        Column("dealt", U8, "cards dealt"),
        Column("dealt_low", U64, "mask of dealt cards, codes 0..63 (code = 6 * value + family, R B Y G S W)"),
        Column("dealt_high", U64, "mask of dealt cards, codes 64..101"),
        Column("turned", U32, "cards turned"),
        Column("half_size", U8, "cards in the stack at half of the cards of the match"),
        Column("least_size", U8, "smallest stack seen every 16 cards, the end not counted"),
        Column("final_size", U8, "cards in the stack at the end"),
        Column("out_flip", U32, "card after which he was out for good; 0 = never"),
        Column("out_ms", U32, "time of that card in ms"),
        Column("last_chances", U16, "times without cards and with a last chance"),
        Column("chances_won", U16, "of these, times he came back"),
        Column("takes_challenge", U32, "centre piles taken as holder of a challenge"),
        Column("takes_1", U16, "piles won by slap 1 alone"),
        Column("takes_1bis", U16, "piles won by slap 1bis alone"),
        Column("takes_combo", U16, "piles won by a Rainbow that made slap 1 or 1bis too"),
        Column("takes_2", U16, "Folies piles won by slap 2"),
        Column("cards_challenge", U32, "cards gained by challenges, his own among them"),
        Column("cards_1", U16, "cards gained by slap 1 alone"),
        Column("cards_1bis", U16, "cards gained by slap 1bis alone"),
        Column("cards_combo", U16, "cards gained by a Rainbow that made slap 1 or 1bis too"),
        Column("cards_2", U16, "cards gained by slap 2"),
        Column("taxes", U16, "times he was the last on a Rainbow"),
        Column("paid_tax", U16, "cards paid for that"),
        Column("paid_errors", U16, "cards paid for wrong or late hands"),
        Column("false_trap", U16, "wrong slaps on traps"),
        Column("false_near", U16, "wrong slaps on cards that looked like an occasion"),
        Column("false_neutral", U16, "wrong slaps on other cards"),
        Column("false_pile", U16, "hands on the wrong pile"),
        Column("false_early", U16, "hands before the card could be seen"),
        Column("late", U16, "late hands that cost cards (late_hand)"),
        Column("eligible", U16, "races for a pile in which he could take part"),
        Column("hands", U16, "of these, races with a right hand of his in time"),
    ),
)

TABLES = (MATCHES, SEATS)
MATCH_ROW = MATCHES.row_dtype(MAX_SEATS)
SEAT_ROW = SEATS.row_dtype(MAX_SEATS)
