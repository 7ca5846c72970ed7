package dev.tengen.web;

import dev.tengen.game.Game;
import dev.tengen.player.MonteCarloValue;
import io.javalin.http.Context;
import java.util.List;
import java.util.stream.IntStream;

/**
 * How likely a win of Black is in some positions of a game, as the search of the player {@code monte-carlo} finds.
 *
 * @param from the number of moves before the first of the positions
 * @param playouts the number of playouts for each position
 * @param values the probability that Black wins from each position, to a thousandth
 */
record ValuesJson(int from, int playouts, List<Double> values) {
    /** The maximum number of positions in one request. */
    static final int MAX_POSITION_COUNT = 16;

    /** The playouts for one position: 16 positions take about 0.05 s on 9×9 and 0.2 s on 19×19. */
    static final int PLAYOUT_COUNT = 200;

    private static final long SEED = 1;

    /** Returns an estimate of the memory that {@link #of} needs besides the game, in bytes. */
    static long memoryBytes() {
        return MonteCarloValue.memoryBytes(PLAYOUT_COUNT);
    }

    /**
     * Searches the positions of {@code shown} that {@code call} names.
     *
     * @throws dev.tengen.server.error.CallException if a parameter is missing or out of range
     * @throws java.util.concurrent.CancellationException if the call is cancelled
     */
    static ValuesJson of(DisplayedGame shown, Context call) {
        Game game = shown.game();
        int from = PageHandlers.number(call, "from", 0, game.moveNumber());
        int count = PageHandlers.number(call, "count", 1, MAX_POSITION_COUNT);
        MonteCarloValue value = new MonteCarloValue(PLAYOUT_COUNT);
        List<Double> values = IntStream.range(from, Math.min(game.moveNumber() + 1, from + count))
                .mapToObj(number -> Math.rint(1000 * value.blackWins(game.replayTo(number), SEED)) / 1000)
                .toList();
        return new ValuesJson(from, PLAYOUT_COUNT, values);
    }
}
