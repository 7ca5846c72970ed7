package dev.tengen.env;

import dev.tengen.base.SplitMix64;
import dev.tengen.board.Grid;
import dev.tengen.board.PointSet;
import dev.tengen.game.Game;
import dev.tengen.planes.Symmetry;
import dev.tengen.planes.SymmetryMap;
import dev.tengen.planes.bits.PlaneTurner;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * Translates actions and masks between the board and the agent's view, by the symmetry of the episode.
 *
 * <p>"Seen" actions are in the agent's view, others are on the board. Only the constructor, lists, and the first mask
 * of an environment with symmetries allocate. Not thread-safe.
 */
final class AgentView {
    private static final byte[] NO_BYTES = {};

    private final SymmetryChoice choice;
    private final Grid grid;
    private final LegalActions legalActions;
    private SymmetryMap map;
    private boolean isTurned;

    /** Created for the first mask that is turned. */
    private Optional<PlaneTurner> turner = Optional.empty();

    private byte[] unturnedMask = NO_BYTES;

    AgentView(EnvironmentSpec spec) {
        choice = spec.symmetry();
        grid = spec.grid();
        legalActions = new LegalActions(grid);
        map = SymmetryMap.of(Symmetry.IDENTITY, grid);
    }

    /** Starts the episode with {@code seed}. If {@code region} is present, masks contain no other points. */
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

    /** Returns {@code action} in the agent's view. */
    int seen(int action) {
        return isTurned ? map.turned(action) : action;
    }

    /** Returns {@code actions} in the agent's view. */
    List<Integer> seen(List<Integer> actions) {
        if (!isTurned) {
            return actions;
        }
        List<Integer> seen = new ArrayList<>(actions);
        seen.replaceAll(map::turned);
        return seen;
    }

    /** Returns the action on the board for {@code seen} in the agent's view. Any int is accepted. */
    int onBoard(int seen) {
        return isTurned ? map.original(seen) : seen;
    }

    /** Returns the legal actions on the board. */
    LegalActions legalActions() {
        return legalActions;
    }

    /** Writes the mask in the agent's view to {@code bytes} at {@code offset}. The mask is zero if {@code isOver}. */
    void writeMask(Game game, boolean isOver, byte[] bytes, int offset) {
        int byteCount = (grid.moveCount() + 7) / 8;
        if (isOver) {
            Arrays.fill(bytes, offset, offset + byteCount, (byte) 0);
        } else if (isTurned) {
            if (turner.isEmpty()) {
                turner = Optional.of(new PlaneTurner(grid));
                unturnedMask = new byte[byteCount];
            }
            legalActions.writeMask(game, unturnedMask, 0);
            turner.get().turnMask(map.symmetry(), unturnedMask, bytes, offset);
        } else {
            legalActions.writeMask(game, bytes, offset);
        }
    }

    /** Returns the mask on the board in a new array. */
    byte[] maskOnBoard(Game game, boolean isOver) {
        byte[] mask = new byte[(grid.moveCount() + 7) / 8];
        if (!isOver) {
            legalActions.writeMask(game, mask, 0);
        }
        return mask;
    }

    /**
     * Returns a uniformly drawn legal action in the agent's view. The action on the board does not depend on the
     * symmetry.
     */
    int draw(Game game, SplitMix64 chance) {
        return seen(legalActions.draw(game, chance));
    }
}
