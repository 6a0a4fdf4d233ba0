"""Compiled helpers on 64-bit words. A *nibble word* holds sixteen 4-bit fields, field i at bits 4i..4i+3."""

import numpy as np
from numba import types
from numba.extending import intrinsic

from numsim._jit import INTERPRETED, helper

U = np.uint64
U0 = U(0)
U1 = U(1)
U2 = U(2)
U3 = U(3)
U4 = U(4)
ONES = U(0x1111111111111111)
EIGHTS = U(0x8888888888888888)
_PAIRS = U(0x5555555555555555)
_QUADS = U(0x3333333333333333)

if INTERPRETED:

    def popcount(word):
        """Number of set bits of a uint64."""
        return U(int(word).bit_count())

    def lowest_bit(word):
        """Index of the lowest set bit of a uint64 other than 0."""
        word = int(word)
        return U((word & -word).bit_length() - 1)

    def highest_bit(word):
        """Index of the highest set bit of a uint64 other than 0."""
        return U(int(word).bit_length() - 1)

else:

    @intrinsic
    def popcount(typing_context, word):
        """Number of set bits of a uint64."""

        def generate(context, builder, signature, args):
            return builder.ctpop(args[0])

        return types.uint64(types.uint64), generate

    @intrinsic
    def lowest_bit(typing_context, word):
        """Index of the lowest set bit of a uint64 other than 0."""

        def generate(context, builder, signature, args):
            from llvmlite import ir

            return builder.cttz(args[0], ir.Constant(ir.IntType(1), 1))

        return types.uint64(types.uint64), generate

    @intrinsic
    def highest_bit(typing_context, word):
        """Index of the highest set bit of a uint64 other than 0."""

        def generate(context, builder, signature, args):
            from llvmlite import ir

            zeros = builder.ctlz(args[0], ir.Constant(ir.IntType(1), 1))
            return builder.sub(ir.Constant(ir.IntType(64), 63), zeros)

        return types.uint64(types.uint64), generate


@helper
def nibble_popcounts(word):
    """Nibble word whose field i is the number of set bits in field i of `word` (0..4)."""
    pairs = word - ((word >> U1) & _PAIRS)
    return (pairs & _QUADS) + ((pairs >> U2) & _QUADS)


@helper
def nibbles_at_least(counts, k):
    """Bit 3 of each field whose value (at most 7) is >= k, for k in 0..8."""
    return (counts + (U(8) - k) * ONES) & EIGHTS


_BYTES = U(0x0101010101010101)
_BYTE_TOPS = U(0x8080808080808080)
_NTH_IN_BYTE = np.array(
    [[([b for b in range(8) if byte >> b & 1][n : n + 1] or [0])[0] for n in range(8)] for byte in range(256)], np.uint8
)


@helper
def nth_bit(word, n):
    """Index of the n-th (from 0) lowest set bit; the word has more than n bits set.

    Without a branch: the byte is found by comparing n with the running sums of all bytes' popcounts at once.
    """
    quads = nibble_popcounts(word)
    sums = ((quads + (quads >> U4)) & U(0x0F0F0F0F0F0F0F0F)) * _BYTES
    shift = U(8) * popcount((((n * _BYTES) | _BYTE_TOPS) - sums) & _BYTE_TOPS)
    before = ((sums << U(8)) >> shift) & U(255)
    return shift + U(_NTH_IN_BYTE[(word >> shift) & U(255), n - before])
