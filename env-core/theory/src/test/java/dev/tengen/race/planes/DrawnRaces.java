package dev.tengen.race.planes;

import java.util.List;

/** Boards with races of every status. Safe chains have their eyes in the corners. */
final class DrawnRaces {
    /** Three liberties each. */
    static final String FIRST = """
            . O . O O O O O O
            O O O O O O O O O
            . . . X X X X X X
            X X X X X X X X X
            O O O X X X X X X
            O O O O O O O O O
            O O O O O O . . .
            X X X X X X X X X
            X X X X X X . X .
            """;
    /** Three liberties of Black, one of White. */
    static final String WIN = FIRST.replace("O . . .", "O O O .");
    /** One liberty of Black, three of White. */
    static final String LOSS = FIRST.replace(". . . X X", ". X X X X");
    /** One liberty each, and two that both share. */
    static final String SEKI = """
            . O . O O O O O O
            O O O O O O O O O
            . X X X X X X X X
            X X X X X X X X X
            . . O X X X X X X
            O O O O O O O O O
            O O O O O O O O .
            X X X X X X X X X
            X X X X X X . X .
            """;
    /** As the seki, with one more liberty of Black. */
    static final String WIN_OR_SEKI = SEKI.replace(". X X X", ". . X X");
    /** As the seki, with one more liberty of White. */
    static final String SEKI_OR_LOSS = SEKI.replace("O O O O .", "O O O . .");
    /** Black has an eye, which wins where White has none and liberties are shared. */
    static final String EYE = SEKI.replace("X X X X X X X X X\n. . O", "X X . X X X X X X\n. . X");
    /** Unknown without a search: Black's eye can still become two eyes. */
    static final String UNKNOWN = SEKI.replace("X X X X X X X X X\n. . O", "X X . . . X X X X\n. . X");
    /** A region next to Black's chain needs more than counting. */
    static final String REGION = """
            . O . O O O O O O O O O O
            O O O O O O O O O O O O O
            O . . . O O O O O O O O O
            O X X X O O O O O O O O O
            O . O O O O O O O O O O O
            X X X X X X X X X X X X X
            O O O O O O X X X X X X X
            O O O O O O O O O O O O O
            X X X X X X X X X X X X .
            X X X X X X X X X X X X X
            X X X X X X X X X X X X X
            X X X X X X X X X X X X X
            X X X X X X X X X X . X .
            """;
    /** Two races side by side. */
    static final String TWO = """
            . O . O O O O O O
            O O O O O O O O O
            . . X X O O X X .
            X X X X O X X X X
            O O O O X O O O O
            O O . . X . . O O
            X X X X X X X X X
            X X X X X X . X .
            """;

    static final List<String> ALL =
            List.of(FIRST, WIN, LOSS, SEKI, WIN_OR_SEKI, SEKI_OR_LOSS, EYE, UNKNOWN, REGION, TWO);

    private DrawnRaces() {}
}
