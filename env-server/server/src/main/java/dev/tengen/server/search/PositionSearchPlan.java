package dev.tengen.server.search;

import dev.tengen.base.InvalidValueException;
import dev.tengen.board.Grid;
import dev.tengen.env.EnvironmentSpec;
import dev.tengen.search.Evaluations.PriorKind;
import dev.tengen.search.LeafLayout;
import dev.tengen.search.SearchSettings;

/**
 * How a client wants positions to be searched. Immutable.
 *
 * @param form the board of all positions, and the encodings and form of observations; the rules do not count
 * @param settings the parameters of each search
 * @param seed the seed of symmetries
 * @param priorKind what the client's priors are
 * @param isHalf whether the client's numbers are float16 instead of float32
 */
public record PositionSearchPlan(
        EnvironmentSpec form, SearchSettings settings, long seed, PriorKind priorKind, boolean isHalf) {
    /** What messages have beside rows. */
    private static final long HEADER_BYTES = 1_024;

    /** Returns the board of all positions. */
    public Grid grid() {
        return form.grid();
    }

    /** Returns the layout of rows. */
    public LeafLayout layout() {
        return LeafLayout.of(form);
    }

    /** Returns the number of bytes of a row of leaves. */
    int rowByteCount() {
        return LeafBatch.rowByteCount(layout(), Long.BYTES);
    }

    /**
     * Returns the maximum number of positions in a round: their leaves fit into an answer, and the evaluations into a
     * request.
     *
     * @throws InvalidValueException if the leaves of a single position may not fit
     */
    int maxPositionCount(long maxRequestBytes, long maxAnswerBytes) {
        long evaluationBytes = (isHalf ? Short.BYTES : Float.BYTES) * (1L + grid().moveCount());
        long leafCount = Math.min(
                (maxRequestBytes - HEADER_BYTES) / evaluationBytes, (maxAnswerBytes - HEADER_BYTES) / rowByteCount());
        if (leafCount < settings.leavesPerRound()) {
            throw InvalidValueException.outside("leaves_per_round", settings.leavesPerRound(), 1, leafCount);
        }
        return (int) (leafCount / settings.leavesPerRound());
    }
}
