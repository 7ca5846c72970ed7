package dev.tengen.benchmarks;

import dev.tengen.base.SplitMix64;
import dev.tengen.board.Grid;
import dev.tengen.board.PointSet;
import dev.tengen.game.Game;
import dev.tengen.game.Rules;
import dev.tengen.game.Setup;
import dev.tengen.planes.Encoding;
import dev.tengen.planes.PlaneBits;
import dev.tengen.planes.catalog.Encodings;
import java.util.Optional;

/**
 * Games of uniformly random legal plays, one after another, with the exact set of legal points at each step. A player
 * passes only if there is no legal play. A game ends at three times as many moves as points. Play does not allocate,
 * except to grow the history.
 *
 * <p>Not thread-safe.
 */
final class RandomGames {
    private final Game game;
    private final PointSet legal;
    private final SplitMix64 random;
    private final int moveLimit;
    private final Optional<Encoding> encoding;
    private final byte[] observation;
    private final PlaneBits bits;
    private long gameCount;

    /** Creates games whose positions are encoded at each step, unless {@code encodingName} is empty. */
    RandomGames(Grid grid, Rules rules, String encodingName, SplitMix64 random) {
        this.random = random;
        game = new Game(Setup.empty(grid), rules);
        legal = new PointSet(grid);
        moveLimit = 3 * grid.pointCount();
        encoding = encodingName.isEmpty() ? Optional.empty() : Optional.of(named(encodingName, grid));
        observation = new byte[encoding.map(used -> used.spec().byteCount(grid)).orElse(0)];
        bits = new PlaneBits(observation, 0);
        game.legalPoints(legal);
    }

    private static Encoding named(String name, Grid grid) {
        Encodings.spec("encoding", name);
        return Encodings.named(name, grid).orElseThrow();
    }

    /** Returns the number of games that have ended. */
    long gameCount() {
        return gameCount;
    }

    /** Takes {@code stepCount} steps. The result depends on all of them, so that none is optimized away. */
    int play(int stepCount) {
        int pass = game.grid().pass();
        int sum = 0;
        for (int step = 0; step < stepCount; step++) {
            int count = legal.size();
            game.playLegal(count == 0 ? pass : legal.nth(random.nextInt(count)));
            if (game.isOver() || game.moveNumber() == moveLimit) {
                game.restart();
                gameCount++;
            }
            game.legalPoints(legal);
            if (observation.length > 0) {
                bits.startAt(observation, 0);
                encoding.orElseThrow().encode(game, bits);
                bits.finish();
                sum += observation[step % observation.length];
            }
            sum += count;
        }
        return sum;
    }

    /** Makes {@code moveCount} random moves in {@code game}, or fewer if it ends before. */
    static void play(Game game, SplitMix64 random, int moveCount) {
        PointSet legal = new PointSet(game.grid());
        for (int move = 0; move < moveCount && !game.isOver(); move++) {
            game.legalPoints(legal);
            int count = legal.size();
            game.playLegal(count == 0 ? game.grid().pass() : legal.nth(random.nextInt(count)));
        }
    }
}
