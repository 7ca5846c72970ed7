package dev.tengen.game;

import dev.tengen.base.MemoryModel;
import dev.tengen.board.Grid;

/**
 * The checks of the rules, with the memory that they need while they run. Many games under the same rules on grids of
 * the same size can share one, if a single thread uses them: then the memory of each game is its state alone, and that
 * of the checks stays in the caches of the processor.
 *
 * <p>Not thread-safe.
 */
public final class Referee {
    private final Rules rules;
    private final Grid grid;
    private final Repetition repetition;
    private final LegalityChecker legalityChecker;
    private final StateHash stateHash;

    /** Creates a referee for games under {@code rules} on {@code grid}. */
    public Referee(Rules rules, Grid grid) {
        this.rules = rules;
        this.grid = grid;
        repetition = new Repetition(rules, grid);
        legalityChecker = new LegalityChecker(rules, grid, repetition);
        stateHash = new StateHash(rules, grid, legalityChecker);
    }

    /** Returns the size in memory of a referee for games on {@code grid}, in bytes. */
    public static long memoryBytes(Grid grid) {
        return MemoryModel.REFEREE.bytes(grid.pointCount());
    }

    Rules rules() {
        return rules;
    }

    Grid grid() {
        return grid;
    }

    Repetition repetition() {
        return repetition;
    }

    LegalityChecker legalityChecker() {
        return legalityChecker;
    }

    StateHash stateHash() {
        return stateHash;
    }
}
