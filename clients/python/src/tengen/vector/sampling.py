"""Actions drawn from action masks."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

BYTES = np.arange(256, dtype=np.uint8)
BITS = np.unpackbits(BYTES[:, None], axis=1)
BIT_COUNTS = BITS.sum(axis=1, dtype=np.uint8)

BIT_PLACES = np.argsort(1 - BITS, axis=1, kind="stable").astype(np.uint8).reshape(-1)
"""At `8 * byte + k`: which bit of the byte, the most significant being 0, is its k-th one."""

SUMS = np.uint64(0x0101010101010101)
"""Times eight bytes in a word: in each byte the sum of those up to it, if none overflows."""

TOP = np.uint64(56)


def sample_actions(action_mask: NDArray[Any], rng: np.random.Generator) -> NDArray[np.int64]:
    """Returns one action for each row of a mask, drawn uniformly among the legal ones.

    Args:
      action_mask: Shape (rows, actions), of bools or of integers, where what is not 0 is legal.
      rng: Where the random numbers come from: one for each row.

    Returns:
      An action for each row; the last one, which is the pass, where no action is legal.
    """
    # A row's k-th legal action for a random k is found in three strides: its word, byte and bit.
    row_count, action_count = action_mask.shape
    word_count = (action_count + 63) // 64
    packed = np.zeros((row_count, 8 * word_count), np.uint8)
    packed[:, : (action_count + 7) // 8] = np.packbits(action_mask, axis=1)
    byte_counts = bit_counts(packed)
    byte_ends = byte_counts.view("<u8") * SUMS
    word_counts = (byte_ends >> TOP).astype(np.int64)
    word_ends = [word_counts[:, 0]]
    for column in range(1, word_count):
        word_ends.append(word_ends[-1] + word_counts[:, column])
    chosen = (rng.random(row_count) * word_ends[-1]).astype(np.int64)

    word: NDArray[np.int64] = np.zeros(row_count, np.int64)
    before: NDArray[np.int64] = word
    for end in word_ends[:-1]:
        is_past = end <= chosen
        word = word + is_past
        before = np.where(is_past, end, before)
    chosen = chosen - before

    place = np.arange(row_count) * word_count + word
    ends_here = byte_ends.reshape(-1)[place].view(np.uint8).reshape(row_count, 8)
    is_past_byte = (ends_here <= chosen.astype(np.uint8)[:, None]).view("<u8").reshape(-1)
    byte = (is_past_byte * SUMS >> TOP).astype(np.int64)
    # There is no such byte where no action is legal.
    byte = np.minimum(byte, 7)
    place = 8 * place + byte
    chosen += byte_counts.reshape(-1)[place]
    chosen -= byte_ends.view(np.uint8).reshape(-1)[place]
    bit = BIT_PLACES[8 * packed.reshape(-1)[place].astype(np.int64) + chosen]
    actions: NDArray[np.int64] = 64 * word + 8 * byte + bit
    actions[word_ends[-1] == 0] = action_count - 1
    return actions


def bit_counts(packed: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """Returns how many ones each byte has."""
    is_new_numpy = hasattr(np, "bitwise_count")
    counts: NDArray[np.uint8] = np.bitwise_count(packed) if is_new_numpy else BIT_COUNTS[packed]
    return counts
