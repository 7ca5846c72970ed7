package dev.tengen.env;

import dev.tengen.board.Grid;
import dev.tengen.game.DeadStones;
import dev.tengen.planes.catalog.Encodings;
import java.util.List;

/**
 * The layout of the rows of a batch, the same for all lanes. Immutable.
 *
 * @param width width of the widest board, in points
 * @param height height of the highest board, in points
 * @param observationByteCount number of bytes of observations per row: the maximum over all lanes
 * @param actionMaskByteCount number of bytes of an action mask per row: the maximum over all lanes
 * @param globalByteCount number of bytes of globals per row: the maximum over all lanes
 * @param hasTask whether any lane has a {@link Task}, so that rows have the fields of tasks
 * @param hasAgreement whether the rules of any lane ask players to agree on dead stones, so that rows have
 *     {@link RowField#AGREEMENTS}
 * @param hasOpponent whether any lane has an {@link Opponent}, so that rows have {@link RowField#OPPONENT_ACTIONS}
 */
public record RowLayout(
        int width,
        int height,
        int observationByteCount,
        int actionMaskByteCount,
        int globalByteCount,
        boolean hasTask,
        boolean hasAgreement,
        boolean hasOpponent) {
    /** Returns the layout with room for lanes of all {@code specs}, at least one. */
    static RowLayout of(List<EnvironmentSpec> specs) {
        int width = 0;
        int height = 0;
        int actionCount = 0;
        for (EnvironmentSpec spec : specs) {
            width = Math.max(width, spec.grid().width());
            height = Math.max(height, spec.grid().height());
            actionCount = Math.max(actionCount, spec.grid().moveCount());
        }
        Grid widest = Grid.of(width, height);
        int observationByteCount = 0;
        int globalByteCount = 0;
        for (EnvironmentSpec spec : specs) {
            observationByteCount = Math.max(observationByteCount, observationByteCount(spec, widest));
            globalByteCount = Math.max(globalByteCount, globalByteCount(spec));
        }
        boolean hasTask = specs.stream().anyMatch(spec -> spec.task().isPresent());
        boolean hasAgreement = specs.stream().anyMatch(spec -> spec.rules().deadStones() == DeadStones.AGREEMENT);
        boolean hasOpponent = specs.stream().anyMatch(spec -> spec.opponent().isPresent());
        return new RowLayout(
                width,
                height,
                observationByteCount,
                (actionCount + 7) / 8,
                globalByteCount,
                hasTask,
                hasAgreement,
                hasOpponent);
    }

    /** Returns this layout with {@link RowField#AGREEMENTS}. */
    RowLayout withAgreement() {
        return new RowLayout(
                width, height, observationByteCount, actionMaskByteCount, globalByteCount, hasTask, true, hasOpponent);
    }

    private static int observationByteCount(EnvironmentSpec spec, Grid grid) {
        int count = 0;
        for (String name : spec.encodings()) {
            count += spec.form().byteCount(Encodings.spec("encoding", name).planeCount(), grid);
        }
        return count;
    }

    private static int globalByteCount(EnvironmentSpec spec) {
        int count = 0;
        for (String name : spec.encodings()) {
            count += Encodings.spec("encoding", name).globals().size() * Float.BYTES;
        }
        return count;
    }

    /** Returns the number of bytes of a whole row. */
    public int rowByteCount() {
        int count = 0;
        for (RowField field : RowField.values()) {
            count += field.byteCount(this);
        }
        return count;
    }
}
