package dev.tengen.sgf;

/** What to do with a record that breaks the format but whose moves are intact. */
public enum SgfMode {
    /** Reads the record and adds a warning about each repair and each guess. The default. */
    TOLERANT,

    /** Throws an {@link SgfException} where a repair or a guess would be needed. */
    STRICT
}
