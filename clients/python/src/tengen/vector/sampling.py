"""Samples actions from action masks."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

BYTES = np.arange(256, dtype=np.uint8)
BITS = np.unpackbits(BYTES[:, None], axis=1)
BIT_COUNTS = BITS.sum(axis=1, dtype=np.uint8)

BIT_PLACES = np.argsort(1 - BITS, axis=1, kind="stable").astype(np.uint8).reshape(-1)
"""At `8 * byte + k`: the index of the byte's k-th one. The most significant bit has index 0."""

SUMS = np.uint64(0x0101010101010101)
"""A factor: multiplying a word by it puts into each byte the sum of the bytes up to it."""

TOP = np.uint64(56)


def sample_actions(action_mask: NDArray[Any], rng: np.random.Generator) -> NDArray[np.int64]:
    """Returns one action per row of a mask, drawn uniformly from the legal actions.

    Args:
      action_mask: Bools or integers of shape (rows, actions); nonzero means legal.
      rng: The random generator. It draws one number per row.

    Returns:
      One action per row; the pass, which is the last action, if no action is legal.
    """
    # For a random k, the k-th legal action of a row is found in three steps: word, byte and bit.
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
    # Rows without a legal action have no such byte.
    byte = np.minimum(byte, 7)
    place = 8 * place + byte
    chosen += byte_counts.reshape(-1)[place]
    chosen -= byte_ends.view(np.uint8).reshape(-1)[place]
    bit = BIT_PLACES[8 * packed.reshape(-1)[place].astype(np.int64) + chosen]
    actions: NDArray[np.int64] = 64 * word + 8 * byte + bit
    actions[word_ends[-1] == 0] = action_count - 1
    return actions


def bit_counts(packed: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """Returns the number of ones in each byte."""
    is_new_numpy = hasattr(np, "bitwise_count")
    counts: NDArray[np.uint8] = np.bitwise_count(packed) if is_new_numpy else BIT_COUNTS[packed]
    return counts
