package dev.tengen.planes;

import dev.tengen.board.Grid;

/**
 * Adds a family of encodings to the registry, which finds implementations by {@link java.util.ServiceLoader}.
 *
 * <p>An implementation must not use the registry during the initialization of its class. Thread-safe.
 */
public interface EncodingProvider {
    /** Returns the family. */
    EncodingFamily family();

    /** Returns the spec of the encoding with {@code number}, which is in the range of the family. */
    EncodingSpec spec(int number);

    /** Creates the encoding with {@code number}, which is in the range of the family, for games on {@code grid}. */
    Encoding create(int number, Grid grid);
}
