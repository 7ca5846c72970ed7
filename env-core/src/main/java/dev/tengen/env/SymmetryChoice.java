package dev.tengen.env;

import dev.tengen.board.Grid;
import dev.tengen.board.InvalidValueException;
import dev.tengen.board.SplitMix64;
import dev.tengen.planes.Symmetry;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * By which symmetry an agent sees the board: one for all episodes, or one drawn for each.
 *
 * @param fixed the one for all episodes; empty where one is drawn
 */
public record SymmetryChoice(Optional<Symmetry> fixed) {
    /** The board as it is. */
    public static final SymmetryChoice NONE = of(Symmetry.IDENTITY);

    /** One of those that the board has, each as likely as any other, that follows from the seed of the episode alone. */
    public static final SymmetryChoice DRAWN = new SymmetryChoice(Optional.empty());

    /** Sets the draw apart from those of the opponent and of lanes, which start from the same seed. */
    private static final long SALT = 0x73796D6D65747279L;

    /** Returns the choice of {@code symmetry} for all episodes. */
    public static SymmetryChoice of(Symmetry symmetry) {
        return new SymmetryChoice(Optional.of(symmetry));
    }

    /** Throws {@link InvalidValueException} where it names what is no symmetry of {@code grid}. */
    void requireOn(Grid grid) {
        if (fixed.isPresent() && !Symmetry.of(grid).contains(fixed.get())) {
            List<Object> allowed = new ArrayList<>(Symmetry.of(grid));
            allowed.add("DRAWN");
            throw InvalidValueException.not("symmetry", fixed.get(), "one of " + allowed + " on a board of " + grid);
        }
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
