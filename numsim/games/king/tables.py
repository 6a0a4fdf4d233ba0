"""The tables that a NUM KING run writes, column by column; the row dtypes of the kernels come from here."""

import numpy as np

from numsim.games.game import Column, Table

MAX_SEATS = 8
U8, U16, U32, U64 = np.uint8, np.uint16, np.uint32, np.uint64

MATCHES = Table(
    "matches",
    "One row per match.",
    (
        Column("match", U32, "number of the match in the run, from 0; with the seed it fixes the deals"),
        Column("rounds", U8, "rounds played"),
        Column("starter", U8, "seat that started round 1"),
        Column("winners", U8, "bit mask of the seats that share the win (bit 0 = seat 0)"),
        Column("capped", np.bool_, "a round was cut off at the step cap: an engine fault"),
        Column("lead_changes", U8, "times the sole leader on points changed; the first leader is no change"),
        Column("points", U16, "points of seat {i} at the end (players - rank per round)", per_seat=True),
    ),
)

ROUNDS = Table(
    "rounds",
    "One row per round.",
    (
        Column("match", U32, "number of the match"),
        Column("round", U8, "number of the round in the match, from 1"),
        Column("starter", U8, "seat that had the first lead"),
        Column("king", U8, "seat with rank 1"),
        Column("tricks", U8, "tricks completed; the one that a round ends in is not"),
        Column("plays", U8, "plays of all seats"),
        Column("leads", U8, "plays that opened a trick"),
        Column("passes", U16, "passes of followers"),
        Column("lead_passes", U8, "times a leader had no legal lead"),
        Column("all_stuck", np.bool_, "the round ended because nobody could lead any more"),
        Column("capped", np.bool_, "cut off at the step cap: an engine fault"),
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
        Column("place", U8, "seats clockwise from the starter of this round (0 = he starts)"),
        Column("rank", U8, "rank in this round, 1 = King"),
        Column("last_rank", U8, "rank in the round before; 0 in round 1"),
        Column("dealt", U8, "cards dealt, before the exchange"),
        Column("hand_colours", U64, "dealt colour cards of values 1..16: bit 4(v-1)+f, f = 0..3 for R, B, Y, G"),
        Column(
            "hand_shadow_rainbow", U32, "dealt Shadows (bit 2(v-1)) and Rainbows (bit 2(v-1)+1) of values v = 1..16"
        ),
        Column("hand_zeros", U8, "dealt zeros: bits 0..5 for R, B, Y, G, S, W"),
        Column("hand_jokers", U8, "Jokers dealt"),
        Column("hand_infinis", U8, "Infinis dealt"),
        Column("hand_numxs", U8, "Num-X dealt"),
        Column("given", U8, "code of the card given in the exchange, no. {i} (255 = none)", count=3),
        Column("received", U8, "code of the card received in the exchange, no. {i} (255 = none)", count=3),
        Column("cards_left", U8, "cards in hand at the end of the round"),
        Column("out_step", U16, "step (play, pass or lead pass) of the round at which he went out; 0 = he did not"),
        Column("stuck", np.bool_, "at the end no sequence of plays could empty the hand"),
        Column("plays", U8, "plays"),
        Column("passes", U8, "passes as a follower"),
        Column("leads", U8, "plays that opened a trick"),
        Column("tricks", U8, "tricks won"),
        Column("rainbows", U8, "plays with the Rainbow effect (Rainbow without Shadow)"),
        Column("rainbows_won", U8, "of these, plays that won the trick"),
        Column("rainbow_leads", U8, "of these, plays that opened a trick"),
        Column("rainbow_leads_won", U8, "leads with the Rainbow effect that nobody covered"),
        Column("shadows", U8, "plays with the Shadow effect (Shadow without Rainbow, two or more cards)"),
        Column("shadows_won", U8, "of these, plays that won the trick"),
        Column("lone_shadows", U8, "single Shadows laid"),
        Column("lone_shadows_won", U8, "of these, plays that won the trick"),
        Column("doubles", U8, "plays with Rainbow and Shadow: each wins its trick"),
        Column("infinis", U8, "Infinis laid"),
        Column("infinis_won", U8, "of these, plays that won the trick"),
        Column("numxs", U8, "Num-X laid: each wins its trick"),
        Column("joker_groups", U8, "plays with a Joker"),
        Column("joker_groups_won", U8, "of these, plays that won the trick"),
    ),
)

TABLES = (MATCHES, ROUNDS, SEATS)
MATCH_ROW = MATCHES.row_dtype(MAX_SEATS)
ROUND_ROW = ROUNDS.row_dtype(MAX_SEATS)
SEAT_ROW = SEATS.row_dtype(MAX_SEATS)
