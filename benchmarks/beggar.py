"""Beggar-my-neighbour as a plain Numba loop, and nothing else: the yardstick for the engine of NUM FOLIES.

52 cards as numbers 0 (plain) or 1-4 (cards that the other player owes); two rings of 64 places; the same shuffle as the
engine's. Returns sums only. It plays the rules of the engine's `--config beggar`.
"""

import numpy as np

from numsim._jit import kernel
from numsim.bits import U
from numsim.rng import seed_stream, shuffle

MARKS = np.array([0] * 36 + [1, 2, 3, 4] * 4, np.uint8)
RING = U(63)


@kernel
def play_deals(key, first, count, scratch):
    """Cards laid and deals won by the leader, over deals first..first+count-1. `scratch`: uint16[2, 128] of 0xFFFF."""
    stack = np.zeros((2, 64), np.uint8)
    pile = np.zeros(64, np.uint8)
    deck = np.zeros(128, np.uint8)
    stream = np.zeros(4, np.uint64)
    cards = 0
    won = 0
    for deal in range(first, first + count):
        seed_stream(stream, key, U(deal))
        for i in range(52):
            deck[i] = MARKS[i]
        shuffle(stream, deck, 52, scratch[0], scratch[1])
        for i in range(26):
            stack[0, i] = deck[2 * i]
            stack[1, i] = deck[2 * i + 1]
        head0, head1 = U(0), U(0)
        size0, size1 = 26, 26
        turn = 0
        while size0 > 0 and size1 > 0:
            laid = 0
            debt = 0
            while True:
                # One card of the player whose turn it is, if he has one; else he loses the trick.
                if turn == 0:
                    if size0 == 0:
                        turn = 1
                        break
                    mark = stack[0, head0]
                    head0 = (head0 + U(1)) & RING
                    size0 -= 1
                else:
                    if size1 == 0:
                        turn = 0
                        break
                    mark = stack[1, head1]
                    head1 = (head1 + U(1)) & RING
                    size1 -= 1
                pile[laid] = mark
                laid += 1
                if mark > 0:
                    debt = np.int64(mark)
                    turn = 1 - turn
                elif debt > 0:
                    debt -= 1
                    if debt == 0:
                        turn = 1 - turn
                        break
                else:
                    turn = 1 - turn
            cards += laid
            if turn == 0:
                for i in range(laid):
                    stack[0, (head0 + U(size0 + i)) & RING] = pile[i]
                size0 += laid
            else:
                for i in range(laid):
                    stack[1, (head1 + U(size1 + i)) & RING] = pile[i]
                size1 += laid
        won += size0 > 0
    return cards, won
