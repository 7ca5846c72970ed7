package dev.tengen.planes;

import dev.tengen.board.Grid;
import dev.tengen.planes.catalog.Encodings;

/**
 * Adds a family of encodings to {@link Encodings}, which finds implementations by {@link java.util.ServiceLoader}.
 *
 * <p>An implementation must not call {@link Encodings} while its class is initialized. Thread-safe.
 */
public interface EncodingProvider {
    /** Returns the family. */
    EncodingFamily family();

    /** Returns the spec of the encoding with {@code number}, one of the family's. */
    EncodingSpec spec(int number);

    /** Returns a new encoding with {@code number}, one of the family's, for games on {@code grid}. */
    Encoding create(int number, Grid grid);
}
