package dev.tengen.env;

import dev.tengen.base.SplitMix64;
import dev.tengen.board.Grid;
import dev.tengen.board.PointSet;
import dev.tengen.game.Game;
import java.util.Optional;

/**
 * The legal actions of a game that is not over: its legal points, computed lazily after each move, and the pass. An
 * episode of a task may exclude some points. Only the constructor allocates. Not thread-safe.
 */
final class LegalActions {
    private final PointSet points;
    private Optional<PointSet> region = Optional.empty();
    private boolean isKnown;

    LegalActions(Grid grid) {
        points = new PointSet(grid);
    }

    /** Excludes all points outside {@code chosen}, if it is present. */
    void restrictTo(Optional<PointSet> chosen) {
        region = chosen;
        invalidate();
    }

    /** Invalidates the points of the last position. */
    void invalidate() {
        isKnown = false;
    }

    /** Returns whether {@code action} is a point that is already known to be legal. Any int is accepted. */
    boolean isKnownPoint(int action) {
        return isKnown && points.grid().contains(action) && points.contains(action);
    }

    private PointSet points(Game game) {
        if (!isKnown) {
            game.legalPoints(points);
            if (region.isPresent()) {
                points.retainAll(region.get());
            }
            isKnown = true;
        }
        return points;
    }

    /**
     * Writes one bit for each point and one for the pass to {@code bytes} at {@code offset}, zero-padded to a whole
     * byte.
     */
    void writeMask(Game game, byte[] bytes, int offset) {
        int pass = game.grid().pass();
        bytes[offset + (pass >>> 3)] = 0;
        points(game).writeTo(bytes, offset);
        bytes[offset + (pass >>> 3)] |= (byte) (0x80 >>> (pass & 7));
    }

    /** Returns a uniformly drawn action, passes included. */
    int draw(Game game, SplitMix64 chance) {
        PointSet legal = points(game);
        int count = legal.size();
        int choice = chance.nextInt(count + 1);
        return choice == count ? game.grid().pass() : legal.nth(choice);
    }
}
