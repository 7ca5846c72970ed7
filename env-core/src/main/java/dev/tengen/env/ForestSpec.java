package dev.tengen.env;

import dev.tengen.board.Grid;
import dev.tengen.board.InvalidValueException;
import dev.tengen.game.Rules;
import dev.tengen.planes.ObservationForm;
import java.util.List;
import java.util.Optional;

/**
 * What a forest is.
 *
 * @param widest width of the widest board and height of the highest that its trees may have
 * @param encodings names of the encodings that nodes are observed in, at most 16
 * @param form how the planes of observations stand in bytes
 * @param maxNodeCount how many nodes there may be at once, roots included
 */
public record ForestSpec(Grid widest, List<String> encodings, ObservationForm form, int maxNodeCount) {
    /** Throws {@link InvalidValueException} where a value is out of range or an encoding unknown. */
    public ForestSpec {
        encodings = List.copyOf(encodings);
        if (maxNodeCount < 1) {
            throw InvalidValueException.outside("max_node_count", maxNodeCount, 1, Integer.MAX_VALUE);
        }
    }

    RowLayout layout() {
        return RowLayout.of(List.of(of(EnvironmentSpec.of(widest, Rules.TROMP_TAYLOR))));
    }

    /**
     * Returns {@code given} as trees have it: observed as the forest is, both players the caller's, an illegal action refused,
     * the board as it is. Throws {@link InvalidValueException} where its board is too large.
     */
    EnvironmentSpec of(EnvironmentSpec given) {
        Grid grid = given.grid();
        if (grid.width() > widest.width() || grid.height() > widest.height()) {
            throw InvalidValueException.not("size", grid, "at most " + widest + ", which the stream was opened for");
        }
        return given.toBuilder()
                .illegalActionPolicy(IllegalActionPolicy.REJECT)
                .illegalActionPenalty(0)
                .encodings(encodings)
                .opponent(Optional.empty())
                .form(form)
                .symmetry(SymmetryChoice.NONE)
                .build();
    }
}
