"""Compiled: a shuffled deck made to hold other numbers of copies, so that it stays paired with the book's deck.

`s` is the state record of any game with the fields deck, round, match, extra_rng and extra_key.
"""

import numpy as np

from numsim._jit import keep_call, kernel
from numsim.bits import U0, U1, U
from numsim.rng import bounded, seed_stream


@kernel
def remove_copies(s, size, first, keep, book):
    """Take copies keep..book-1 of a special out of deck[:size]; the last card fills each gap. Returns the new size."""
    keep_call()
    for copy in range(keep, book):
        card = first + U(copy)
        size -= U1
        i = U0
        while U(s["deck"][i]) != card:
            i += U1
        s["deck"][i] = s["deck"][size]
    return size


@kernel
def insert_copies(s, size, first, have, book):
    """Add copies book..have-1 of a special, each at a uniform place of its own draw; what lay there moves to the end.

    One step of an inside-out shuffle per card: the deck stays uniformly shuffled and all other cards keep their place.
    """
    keep_call()
    for copy in range(book, have):
        card = first + U(copy)
        # The draw depends on match, round and card only, so that other knobs do not move it.
        seed_stream(s["extra_rng"], s["extra_key"] ^ (s["round"] << U(8)) ^ (card << U(56)), s["match"])
        place = bounded(s["extra_rng"], size + U1)
        s["deck"][size] = s["deck"][place]
        s["deck"][place] = np.uint8(card)
        size += U1
    return size
