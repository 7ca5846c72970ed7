package dev.tengen.env;

import dev.tengen.base.InvalidValueException;
import dev.tengen.base.SplitMix64;
import dev.tengen.board.Grid;
import dev.tengen.planes.Symmetry;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The choice of the symmetry of the agent's view: the same for all episodes, or drawn for each.
 *
 * @param fixed the symmetry of all episodes; empty to draw one for each
 */
public record SymmetryChoice(Optional<Symmetry> fixed) {
    /** No symmetry. */
    public static final SymmetryChoice NONE = of(Symmetry.IDENTITY);

    /** A symmetry of the board, drawn uniformly for each episode from its seed alone. */
    public static final SymmetryChoice DRAWN = new SymmetryChoice(Optional.empty());

    /** Separates this draw from those of the opponent and of lanes, which start from the same seed. */
    private static final long SALT = 0x73796D6D65747279L;

    /** Returns the choice of {@code symmetry} for all episodes. */
    public static SymmetryChoice of(Symmetry symmetry) {
        return new SymmetryChoice(Optional.of(symmetry));
    }

    /**
     * Checks that {@code grid} has the symmetry.
     *
     * @throws InvalidValueException if it does not
     */
    void requireOn(Grid grid) {
        if (fixed.isPresent() && !Symmetry.of(grid).contains(fixed.get())) {
            List<Object> allowed = new ArrayList<>(Symmetry.of(grid));
            allowed.add("DRAWN");
            throw InvalidValueException.not("symmetry", fixed.get(), "one of " + allowed + " on a board of " + grid);
        }
    }

    /** Returns whether an episode may have another symmetry than the identity. */
    boolean mayTurn() {
        return !equals(NONE);
    }

    /** Returns the symmetry of the episode with {@code seed}. */
    Symmetry inEpisode(long seed, Grid grid) {
        return fixed.isPresent() ? fixed.get() : draw(seed, Symmetry.of(grid));
    }

    private static Symmetry draw(long seed, List<Symmetry> symmetries) {
        SplitMix64 random = new SplitMix64(SplitMix64.mix(seed ^ SALT));
        return symmetries.get(random.nextInt(symmetries.size()));
    }
}
