package dev.tengen.testing;

import dev.tengen.board.Grid;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** Grids by the names of their sizes, and the sizes that tests go through. */
public final class Grids {
    private Grids() {}

    /** Returns the grid called {@code size}, as in "13x5", width first. */
    public static Grid of(String size) {
        String[] sides = size.split("x");
        return Grid.of(Integer.parseInt(sides[0]), Integer.parseInt(sides[1]));
    }

    /**
     * Returns sizes whose sets end before, at and after the end of a 64-bit word, the least and the greatest among
     * them.
     */
    public static Stream<Grid> atWordEnds() {
        return Stream.of(
                        "1x1", "1x2", "2x1", "3x3", "1x25", "25x1", "7x9", "9x7", "3x21", "8x8", "16x4", "4x16", "13x5",
                        "5x13", "9x9", "16x8", "8x16", "19x19", "25x24", "24x25", "25x25")
                .map(Grids::of);
    }

    /** Returns every size. */
    public static List<Grid> all() {
        List<Grid> grids = new ArrayList<>();
        for (int height = Grid.MIN_SIZE; height <= Grid.MAX_SIZE; height++) {
            for (int width = Grid.MIN_SIZE; width <= Grid.MAX_SIZE; width++) {
                grids.add(Grid.of(width, height));
            }
        }
        return grids;
    }
}
