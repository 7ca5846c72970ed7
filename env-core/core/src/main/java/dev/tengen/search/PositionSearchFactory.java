package dev.tengen.search;

import dev.tengen.base.InvalidValueException;
import dev.tengen.base.MemoryModel;
import dev.tengen.board.Grid;
import dev.tengen.env.EnvironmentSpec;
import dev.tengen.game.Game;

/**
 * Creates searches of positions on one board, which share their settings and what threads need while they search. Each
 * position has its own rules, start and move limit. Thread-safe, and different searches may be used by different
 * threads at the same time.
 */
public final class PositionSearchFactory {
    private final Grid grid;
    private final SearchSettings settings;
    private final LeafLayout layout;
    private final PuctSelection puct;
    private final SearchToolPool toolPool;

    /**
     * Creates a factory.
     *
     * @param form the board, and the encodings and form of observations; the rules do not count
     */
    public PositionSearchFactory(EnvironmentSpec form, SearchSettings settings) {
        grid = form.grid();
        this.settings = settings;
        layout = LeafLayout.of(form);
        puct = new PuctSelection(settings.puct());
        toolPool = new SearchToolPool(form, settings, new Game(form.setup(), form.rules()));
    }

    /** Returns the settings of all searches. */
    public SearchSettings settings() {
        return settings;
    }

    /** Returns the layout of the rows of all searches. */
    public LeafLayout layout() {
        return layout;
    }

    /**
     * Creates a search of the position of {@code game}, which is copied with its history.
     *
     * @param spec the rules and the move limit; its encodings do not count
     * @param seed the seed of symmetries
     * @throws InvalidValueException if the board is not that of the factory, or the game has another board or other
     *     rules than the spec, or the spec has a task or an opponent
     */
    public PositionSearch search(EnvironmentSpec spec, Game game, long seed) {
        if (spec.grid() != grid) {
            throw InvalidValueException.not("size", spec.grid(), grid + ", the board of all positions");
        }
        return new PositionSearch(this, spec, game, seed);
    }

    PuctSelection puct() {
        return puct;
    }

    SearchToolPool toolPool() {
        return toolPool;
    }

    /** Returns an estimate of the size in memory of what the threads that have searched need, in bytes. */
    public long toolBytes() {
        return toolPool.memoryBytes();
    }

    /**
     * Returns an estimate of the size in memory of a new search of a position after {@code moveCount} moves, in bytes,
     * without proposals of dead stones.
     */
    public long searchBytes(EnvironmentSpec spec, int moveCount) {
        return MemoryModel.POSITION_SEARCH.bytes(1)
                + SearchTree.memoryBytes(spec, settings, moveCount)
                + NodeArena.memoryBytes(spec.grid().moveCount(), 1);
    }
}
