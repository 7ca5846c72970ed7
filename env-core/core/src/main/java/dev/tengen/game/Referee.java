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
        this(rules, grid, new Repetition(rules, grid));
    }

    private Referee(Rules rules, Grid grid, Repetition repetition) {
        this(rules, grid, repetition, new LegalityChecker(rules, grid, repetition));
    }

    private Referee(Rules rules, Grid grid, Repetition repetition, LegalityChecker legalityChecker) {
        this.rules = rules;
        this.grid = grid;
        this.repetition = repetition;
        this.legalityChecker = legalityChecker;
        stateHash = new StateHash(rules, grid, legalityChecker);
    }

    /**
     * What the checks of a referee depend on. Rules with equal checks may differ in komi and scoring.
     *
     * @param ko which repetitions are forbidden
     * @param suicide which suicides are allowed
     * @param repetitionEnd the effect of a repetition
     */
    public record Checks(Ko ko, Suicide suicide, RepetitionEnd repetitionEnd) {
        /** Returns the checks that {@code rules} need. */
        public static Checks of(Rules rules) {
            return new Checks(rules.ko(), rules.suicide(), rules.repetitionEnd());
        }
    }

    /** Returns whether games under {@code other} need the same {@link Checks} as those of this referee. */
    public boolean canShareWith(Rules other) {
        return Checks.of(rules).equals(Checks.of(other));
    }

    /**
     * Returns a referee for games under {@code other}, with which this one {@linkplain #canShareWith can share}. It has
     * the checks and the memory of this one, so a single thread must use both.
     */
    public Referee sharedWith(Rules other) {
        assert canShareWith(other) : "rules that need other checks: " + other;
        return rules.equals(other) ? this : new Referee(other, grid, repetition, legalityChecker);
    }

    /** Returns the size in memory of a referee for games on {@code grid}, in bytes. */
    public static long memoryBytes(Grid grid) {
        return MemoryModel.REFEREE.bytes(grid.pointCount());
    }

    /** Returns the rules of the games. */
    public Rules rules() {
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
