package dev.tengen.env;

import dev.tengen.board.Grid;
import dev.tengen.board.PointSet;
import dev.tengen.board.SplitMix64;
import dev.tengen.game.Game;
import java.util.Optional;

/**
 * The legal actions of a game that goes on: its legal points, found when they are first asked for after a move, and the
 * pass. An episode of a task may leave some of them out. Nothing here allocates but the constructor.
 */
final class LegalActions {
    private final PointSet points;
    private Optional<PointSet> region = Optional.empty();
    private boolean isKnown;

    LegalActions(Grid grid) {
        points = new PointSet(grid);
    }

    /** Leaves out all points but those of {@code chosen}, if there are any given. */
    void restrictTo(Optional<PointSet> chosen) {
        region = chosen;
        forget();
    }

    /** Forgets the points of the last position. */
    void forget() {
        isKnown = false;
    }

    /** Returns whether {@code action} is a point that is already known to be legal; any int may be asked about. */
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

    /** Writes a bit for each point and one for the pass to {@code bytes} from {@code offset}, zero-padded to a whole byte. */
    void writeMask(Game game, byte[] bytes, int offset) {
        int pass = game.grid().pass();
        bytes[offset + (pass >>> 3)] = 0;
        points(game).writeTo(bytes, offset);
        bytes[offset + (pass >>> 3)] |= (byte) (0x80 >>> (pass & 7));
    }

    /** Returns an action drawn uniformly, the pass included. */
    int draw(Game game, SplitMix64 chance) {
        PointSet legal = points(game);
        int count = legal.size();
        int choice = chance.nextInt(count + 1);
        return choice == count ? game.grid().pass() : legal.nth(choice);
    }
}
