package dev.tengen.cli.board;

import dev.tengen.board.Color;

/** Assigns a character to each point of a drawing. */
@FunctionalInterface
public interface PointSymbols {
    /** Returns the character for {@code point}. */
    char at(int point);

    /** Returns the character for a point of {@code color}: {@code X} is Black, {@code O} White, {@code .} empty. */
    static char of(int color) {
        return switch (color) {
            case Color.BLACK -> 'X';
            case Color.WHITE -> 'O';
            default -> '.';
        };
    }
}
