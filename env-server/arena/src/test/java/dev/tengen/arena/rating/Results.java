package dev.tengen.arena.rating;

import dev.tengen.board.Color;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** Results for tests. */
final class Results {
    private Results() {}

    /** Returns {@code count} games without pairs, all with the same winner. */
    static List<GameResult> games(int count, String black, String white, int winner) {
        return Collections.nCopies(count, new GameResult(black, white, winner));
    }

    /** Returns a pair of games, in which {@code first} scored these points with Black and with White. */
    static List<GameResult> pair(String name, String first, String second, double asBlack, double asWhite) {
        return List.of(
                new GameResult(first, second, winner(asBlack), name, 0),
                new GameResult(second, first, winner(1 - asWhite), name, 0));
    }

    private static int winner(double blackPoints) {
        return blackPoints == 1 ? Color.BLACK : blackPoints == 0 ? Color.WHITE : Color.EMPTY;
    }

    /** Returns the concatenation of the lists. */
    @SafeVarargs
    static List<GameResult> all(List<GameResult>... parts) {
        List<GameResult> all = new ArrayList<>();
        for (List<GameResult> part : parts) {
            all.addAll(part);
        }
        return all;
    }
}
