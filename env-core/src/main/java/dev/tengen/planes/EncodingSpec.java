package dev.tengen.planes;

import dev.tengen.board.Grid;
import java.util.List;

/**
 * What an encoding is.
 *
 * @param name its name, as in "alphazero-17"
 * @param version version of its definition, from 1
 * @param summary what it is, in one sentence
 * @param planes its planes in order
 */
public record EncodingSpec(String name, int version, String summary, List<Plane> planes) {
    /** Keeps a copy of {@code planes}. */
    public EncodingSpec {
        planes = List.copyOf(planes);
    }

    /** Returns the count of planes. */
    public int planeCount() {
        return planes.size();
    }

    /** Returns the count of bytes of one observation on {@code grid}, packed and padded to a whole byte. */
    public int byteCount(Grid grid) {
        return (planeCount() * grid.pointCount() + 7) / 8;
    }

    /**
     * One plane: a number for each point.
     *
     * @param name its name, as in "own_0"
     * @param meaning what a one in it means
     */
    public record Plane(String name, String meaning) {}
}
