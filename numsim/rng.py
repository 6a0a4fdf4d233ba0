"""Compiled random streams: xoshiro256++ seeded by (seed, match, purpose), exact bounded integers, shuffles.

A stream is a uint64[4] array. Each purpose has streams of its own, so that what a bot draws never moves a card of the
deal. Generators: D. Blackman and S. Vigna, "Scrambled linear pseudorandom number generators" (2021); seeding by
splitmix64 (G. Steele et al., 2014); bounded integers by D. Lemire, "Fast random integer generation in an interval"
(2019), which are exact.
"""

import numpy as np

from numsim._jit import helper, kernel
from numsim.bits import U

# Purposes: the second half of a stream's key. Never renumber one: it would change every published figure.
DEAL = 1
EXTRA_CARDS = 2
BOTS = 3
CHANCE = 4
REACTIONS = 5
MEMORY = 6

MAX_DECK = 128
"""Longest deck that `shuffle` takes."""

_GOLDEN = U(0x9E3779B97F4A7C15)
_MIX1 = U(0xBF58476D1CE4E5B9)
_MIX2 = U(0x94D049BB133111EB)
_LOW32 = U(0xFFFFFFFF)
_LOW16 = U(0xFFFF)
_REJECT16 = np.array([65536 % (i + 1) for i in range(MAX_DECK)], np.uint32)


@helper
def mix64(x):
    """The splitmix64 finaliser: a bijection of uint64 in which every input bit moves every output bit."""
    x = (x ^ (x >> U(30))) * _MIX1
    x = (x ^ (x >> U(27))) * _MIX2
    return x ^ (x >> U(31))


@kernel
def stream_key(seed, purpose):
    """Key (uint64) of all streams of one purpose in a run with this seed (uint64)."""
    return mix64(mix64(seed + _GOLDEN) + U(purpose) * _GOLDEN)


@helper
def seed_stream(stream, key, index):
    """Set `stream` (uint64[4]) to the start of stream number `index` (a match) under `key`."""
    x = mix64(key ^ index)
    for i in range(4):
        x += _GOLDEN
        stream[i] = mix64(x)


@helper
def next_u64(stream):
    """The next 64 random bits."""
    a = stream[0]
    b = stream[1]
    c = stream[2]
    d = stream[3]
    total = a + d
    result = ((total << U(23)) | (total >> U(41))) + a
    shifted = b << U(17)
    c ^= a
    d ^= b
    stream[0] = a ^ d
    stream[1] = b ^ c
    stream[2] = c ^ shifted
    stream[3] = (d << U(45)) | (d >> U(19))
    return result


@helper
def bounded(stream, n):
    """Exactly uniform uint64 in [0, n), for a uint64 n in 1..2**32."""
    product = (next_u64(stream) >> U(32)) * n
    low = product & _LOW32
    if low < n:
        reject = U(0x100000000) % n
        while low < reject:
            product = (next_u64(stream) >> U(32)) * n
            low = product & _LOW32
    return product >> U(32)


@helper
def draw_picks(stream, size, draws, picks):
    """The picks of a Fisher-Yates shuffle of `size` places: from the top, place i changes with picks[i] <= i.

    Exactly uniform. `draws` and `picks` are uint16[MAX_DECK]. Four 16-bit draws are cut from each output and all picks
    are computed in one pass that vectorises; the rare rejected ones are redrawn afterwards, in order.
    """
    for word in range((size + 3) // 4):
        bits = next_u64(stream)
        i = U(4 * word)
        draws[i] = np.uint16(bits & _LOW16)
        draws[i + U(1)] = np.uint16((bits >> U(16)) & _LOW16)
        draws[i + U(2)] = np.uint16((bits >> U(32)) & _LOW16)
        draws[i + U(3)] = np.uint16(bits >> U(48))
    rejected = False
    for i in range(MAX_DECK):
        product = np.uint32(draws[i]) * np.uint32(i + 1)
        picks[i] = np.uint16(product >> np.uint32(16))
        rejected |= (product & np.uint32(0xFFFF)) < _REJECT16[i]
    if rejected:
        for i in range(1, size):
            product = np.uint32(draws[i]) * np.uint32(i + 1)
            while (product & np.uint32(0xFFFF)) < _REJECT16[i]:
                product = np.uint32(next_u64(stream) & _LOW16) * np.uint32(i + 1)
            picks[i] = np.uint16(product >> np.uint32(16))


@helper
def swap_in(deck, picks, i):
    """One step of a Fisher-Yates shuffle: put the picked card on place i."""
    j = U(picks[i])
    card = deck[i]
    deck[i] = deck[j]
    deck[j] = card


@helper
def shuffle(stream, deck, size, draws, picks):
    """Exactly uniform shuffle of deck[:size] (uint8); `draws` and `picks` are uint16[MAX_DECK] scratch."""
    draw_picks(stream, size, draws, picks)
    i = U(size - 1)
    while i > U(0):
        swap_in(deck, picks, i)
        i -= U(1)


@helper
def shuffle_any(stream, cards, begin, end):
    """Exactly uniform shuffle of cards[begin:end] for any size; slower than `shuffle`."""
    i = end - begin
    while i > U(1):
        j = begin + bounded(stream, i)
        i -= U(1)
        card = cards[begin + i]
        cards[begin + i] = cards[j]
        cards[j] = card
