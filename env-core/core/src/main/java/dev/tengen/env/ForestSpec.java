package dev.tengen.env;

import dev.tengen.base.InvalidValueException;
import dev.tengen.board.Grid;
import dev.tengen.game.Rules;
import dev.tengen.planes.ObservationForm;
import java.util.List;

/**
 * The specification of a forest. Immutable.
 *
 * @param widest the greatest width and height of the boards of its trees
 * @param encodings the names of the encodings of observations, at most 16, each once
 * @param form the byte representation of observations
 * @param maxNodeCount maximum number of nodes at a time, including roots
 */
public record ForestSpec(Grid widest, List<String> encodings, ObservationForm form, int maxNodeCount) {
    /**
     * Creates a spec.
     *
     * @throws InvalidValueException if {@code maxNodeCount} is not positive
     */
    public ForestSpec {
        encodings = List.copyOf(encodings);
        if (maxNodeCount < 1) {
            throw InvalidValueException.outside("max_node_count", maxNodeCount, 1, Integer.MAX_VALUE);
        }
    }

    /**
     * Returns the layout of rows. They say whether players agree on dead stones, because any tree may have such rules.
     */
    RowLayout layout() {
        return RowLayout.of(List.of(of(EnvironmentSpec.of(widest, Rules.TROMP_TAYLOR))))
                .withAgreement();
    }

    /**
     * Returns {@code given} adapted to trees: with the observations of the forest, without an opponent or a symmetry,
     * and with illegal actions rejected.
     *
     * @throws InvalidValueException if its board is too large
     */
    EnvironmentSpec of(EnvironmentSpec given) {
        requireFit(given);
        return TreeRoot.adapted(given, encodings, form);
    }

    /**
     * Requires that {@code given} has a board that fits.
     *
     * @throws InvalidValueException if it is too large
     */
    void requireFit(EnvironmentSpec given) {
        Grid grid = given.grid();
        if (grid.width() > widest.width() || grid.height() > widest.height()) {
            throw InvalidValueException.not(
                    "size", grid, "at most " + widest + ", the size that the forest was created for");
        }
    }
}
