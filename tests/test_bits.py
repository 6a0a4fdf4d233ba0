"""The compiled bit tricks against plain Python, on words with the top bit set too."""

from hypothesis import given, settings
from hypothesis import strategies as st

from numsim import bits
from numsim._jit import kernel
from numsim.bits import U

words = st.integers(0, 2**64 - 1)


@kernel
def tricks(word, k):
    nonzero = word if word != U(0) else U(1)
    return (
        bits.popcount(word),
        bits.lowest_bit(nonzero),
        bits.highest_bit(nonzero),
        bits.nibble_popcounts(word),
        bits.nth_bit(nonzero, k % bits.popcount(nonzero)),
    )


@kernel
def at_least(word, k):
    return bits.nibbles_at_least(word, k)


@settings(max_examples=200, deadline=None)
@given(words, st.integers(0, 63))
def test_tricks_agree_with_plain_python(word, k):
    ones, lowest, highest, nibbles, nth = (int(x) for x in tricks(U(word), U(k)))
    nonzero = word or 1
    set_bits = [b for b in range(64) if nonzero >> b & 1]
    assert ones == word.bit_count()
    assert lowest == set_bits[0]
    assert highest == set_bits[-1]
    assert nibbles == sum((word >> 4 * i & 15).bit_count() << 4 * i for i in range(16))
    assert nth == set_bits[k % len(set_bits)]


@settings(max_examples=100, deadline=None)
@given(st.lists(st.integers(0, 6), min_size=16, max_size=16), st.integers(0, 8))
def test_nibbles_at_least(counts, k):
    word = sum(count << 4 * i for i, count in enumerate(counts))
    assert int(at_least(U(word), U(k))) == sum(8 << 4 * i for i, count in enumerate(counts) if count >= k)
