package dev.tengen.planes;

import dev.tengen.board.Grid;

/**
 * Adds a family of encodings to the registry {@code dev.tengen.planes.catalog.Encodings}. The registry finds providers
 * by {@link java.util.ServiceLoader}.
 *
 * <p>An implementation must not use the registry during the initialization of its class. Thread-safe.
 */
public interface EncodingProvider {
    /** Returns the family. */
    EncodingFamily family();

    /** Returns the spec of the encoding {@code name} with {@code number}, which is in the range of the family. */
    EncodingSpec spec(String name, int number);

    /** Creates the encoding with {@code spec} and {@code number} for games on {@code grid}. */
    Encoding create(EncodingSpec spec, int number, Grid grid);

    /**
     * Returns the size in memory of the encoding with {@code number} in a game of {@code moveCount} moves on
     * {@code pointCount} points, of which it has seen the positions from {@code firstMove} on, in bytes. See
     * {@link dev.tengen.base.MemoryModel}.
     */
    long memoryBytes(int number, int pointCount, int firstMove, int moveCount);
}
