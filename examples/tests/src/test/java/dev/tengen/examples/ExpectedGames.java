package dev.tengen.examples;

import dev.tengen.base.SplitMix64;
import dev.tengen.env.Environment;
import dev.tengen.env.TestSpec;
import java.util.stream.IntStream;

/** The games that every example plays, played in the core, and what an example prints about them. */
final class ExpectedGames {
    private static final int SESSION_SIZE = 9;
    private static final int LANE_SIZE = 5;
    private static final int LANE_COUNT = 4;

    private ExpectedGames() {}

    /** Returns the output of a game in a session. */
    static String session(long seed) {
        Environment game = new Environment(TestSpec.square(SESSION_SIZE).build(), seed);
        int first = play(game, seed);
        StringBuilder text = new StringBuilder();
        text.append("Rejected as expected: INVALID_VALUE, field height: height 26 is outside [1, 25]\n");
        text.append("Repeated as expected: the move was played once\n");
        text.append("Rejected as expected: OCCUPIED, field action: action %d (%s) is illegal: a stone stands there%n"
                .formatted(first, game.game().grid().name(first)));
        for (int row = 0; row < SESSION_SIZE; row++) {
            text.append(SESSION_SIZE - row);
            for (int column = 0; column < SESSION_SIZE; column++) {
                text.append(' ').append(".XO".charAt(game.game().colorAt(row * SESSION_SIZE + column)));
            }
            text.append('\n');
        }
        return text + "  A B C D E F G H J\nSession: " + result(game) + "\n";
    }

    /** Returns the output of the games in a batch on a server with a limit of lanes. */
    static String batch(long seed, int maxLaneCount) {
        StringBuilder text = new StringBuilder();
        text.append("Rejected as expected: INVALID_VALUE, field lane_count: lane_count 0 is outside [1, %d]%n"
                .formatted(maxLaneCount));
        for (int lane = 0; lane < LANE_COUNT; lane++) {
            Environment game = new Environment(TestSpec.square(LANE_SIZE).build(), seed);
            play(game, seed + lane);
            text.append("Lane %d: %s%n".formatted(lane, result(game)));
        }
        return text.toString();
    }

    /** Plays random legal points and then passes. Returns the first action. */
    private static int play(Environment game, long seed) {
        int pointCount = game.game().grid().pointCount();
        SplitMix64 random = new SplitMix64(seed);
        int first = -1;
        while (!game.isOver()) {
            long draw = random.nextLong();
            int[] points = IntStream.range(0, pointCount)
                    .filter(point -> game.legality(point).isLegal())
                    .toArray();
            boolean isPass = points.length == 0 || game.game().moveNumber() >= 2 * pointCount;
            int action = isPass ? pointCount : points[(int) Long.remainderUnsigned(draw, points.length)];
            game.step(action);
            first = first < 0 ? action : first;
        }
        return first;
    }

    private static String result(Environment game) {
        double margin = game.game().score().margin();
        return "END_REASON_%s after %d moves: %s+%.1f (state %016x)"
                .formatted(
                        game.endReason(),
                        game.game().moveNumber(),
                        margin > 0 ? "B" : "W",
                        Math.abs(margin),
                        game.stateHash());
    }
}
