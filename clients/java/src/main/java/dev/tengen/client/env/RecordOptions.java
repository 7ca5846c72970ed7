package dev.tengen.client.env;

import java.util.OptionalInt;

/**
 * How to read a game record, and how much of it. Immutable.
 *
 * @param moveNumber number of its moves to play, at least 0; empty for all
 * @param isStrict whether to refuse a record that breaks the format even if its moves are intact. Otherwise such
 *     records are read with warnings
 */
public record RecordOptions(OptionalInt moveNumber, boolean isStrict) {
    /** All moves, with warnings about what breaks the format. */
    public static final RecordOptions DEFAULT = new RecordOptions(OptionalInt.empty(), false);

    /** Returns these options with the position after the first {@code count} moves. */
    public RecordOptions atMove(int count) {
        return new RecordOptions(OptionalInt.of(count), isStrict);
    }

    /** Returns these options with strict reading. */
    public RecordOptions strict() {
        return new RecordOptions(moveNumber, true);
    }
}
