package dev.tengen.env;

import dev.tengen.board.Grid;
import dev.tengen.board.PointSet;
import dev.tengen.board.SplitMix64;
import dev.tengen.game.Game;
import dev.tengen.planes.Symmetry;
import dev.tengen.planes.SymmetryMap;
import dev.tengen.planes.bits.PlaneTurner;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * What an agent sees of the legal actions, and how its actions are those of the board: by the symmetry of the episode.
 *
 * <p>"Seen" actions are the agent's, the others are on the board. Nothing here allocates but the constructor, lists, and the
 * first mask of an environment that uses symmetries. Not thread-safe.
 */
final class AgentView {
    private static final byte[] NO_BYTES = {};

    private final SymmetryChoice choice;
    private final Grid grid;
    private final LegalActions legalActions;
    private final PlaneTurner turner;
    private SymmetryMap map;
    private boolean isTurned;
    private byte[] unturnedMask = NO_BYTES;

    AgentView(EnvironmentSpec spec) {
        choice = spec.symmetry();
        grid = spec.grid();
        legalActions = new LegalActions(grid);
        turner = new PlaneTurner(grid);
        map = SymmetryMap.of(Symmetry.IDENTITY, grid);
    }

    /** Takes the symmetry of the episode with {@code seed}, and leaves all points but those of {@code region}, if any, out of masks. */
    void startEpisode(long seed, Optional<PointSet> region) {
        legalActions.restrictTo(region);
        Symmetry symmetry = choice.inEpisode(seed, grid);
        if (symmetry != map.symmetry()) {
            map = SymmetryMap.of(symmetry, grid);
            isTurned = symmetry != Symmetry.IDENTITY;
        }
    }

    Symmetry symmetry() {
        return map.symmetry();
    }

    /** Returns what the agent sees {@code action} as. */
    int seen(int action) {
        return isTurned ? map.turned(action) : action;
    }

    /** Returns what the agent sees {@code actions} as. */
    List<Integer> seen(List<Integer> actions) {
        if (!isTurned) {
            return actions;
        }
        List<Integer> seen = new ArrayList<>(actions);
        seen.replaceAll(map::turned);
        return seen;
    }

    /** Returns the action on the board that the agent means by {@code seen}; any int may be asked about. */
    int onBoard(int seen) {
        return isTurned ? map.original(seen) : seen;
    }

    /** Returns the legal actions on the board. */
    LegalActions legalActions() {
        return legalActions;
    }

    /** Writes the mask that the agent sees to {@code bytes} from {@code offset}: all zero where {@code isOver}. */
    void writeMask(Game game, boolean isOver, byte[] bytes, int offset) {
        int byteCount = (grid.moveCount() + 7) / 8;
        if (isOver) {
            Arrays.fill(bytes, offset, offset + byteCount, (byte) 0);
        } else if (isTurned) {
            if (unturnedMask.length == 0) {
                unturnedMask = new byte[byteCount];
            }
            legalActions.writeMask(game, unturnedMask, 0);
            turner.turnMask(map.symmetry(), unturnedMask, bytes, offset);
        } else {
            legalActions.writeMask(game, bytes, offset);
        }
    }

    /** Returns the mask of the board as it is, in a new array. */
    byte[] maskOnBoard(Game game, boolean isOver) {
        byte[] mask = new byte[(grid.moveCount() + 7) / 8];
        if (!isOver) {
            legalActions.writeMask(game, mask, 0);
        }
        return mask;
    }

    /**
     * Returns what the agent sees of an action drawn uniformly among the legal ones. Which one it is on the board does not
     * depend on the symmetry.
     */
    int draw(Game game, SplitMix64 chance) {
        return seen(legalActions.draw(game, chance));
    }
}
