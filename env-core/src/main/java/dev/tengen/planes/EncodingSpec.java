package dev.tengen.planes;

import dev.tengen.board.Grid;
import java.util.List;

/**
 * What an encoding is: all that is needed to read its observations.
 *
 * @param name its name, as in "alphazero-17"
 * @param version version of its definition, from 1
 * @param summary what it is, in one sentence
 * @param perspective whose eyes it sees stones with
 * @param boardCount how many boards it shows, the present one included
 * @param missingHistory what stands for boards from before the start
 * @param peer how the program that it comes from lays it out
 * @param planes its planes in order
 * @param globals its numbers that belong to no point, in order; none for most encodings
 */
public record EncodingSpec(
        String name,
        int version,
        String summary,
        Perspective perspective,
        int boardCount,
        MissingHistory missingHistory,
        PeerLayout peer,
        List<Feature> planes,
        List<Feature> globals) {
    /** Keeps copies of the lists. */
    public EncodingSpec {
        planes = List.copyOf(planes);
        globals = List.copyOf(globals);
    }

    /** A spec of planes without globals, in its first version. */
    public EncodingSpec(
            String name,
            String summary,
            Perspective perspective,
            int boardCount,
            MissingHistory missingHistory,
            PeerLayout peer,
            List<Feature> planes) {
        this(name, 1, summary, perspective, boardCount, missingHistory, peer, planes, List.of());
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
     * One plane, a number for each point, or one global, a float32 for the position.
     *
     * @param name its name, as in "own_0"
     * @param meaning what it tells: of a plane of bits, what a one means
     * @param min the least value
     * @param max the greatest value
     */
    public record Feature(String name, String meaning, float min, float max) {
        /** A feature that is zero or one. */
        public Feature(String name, String meaning) {
            this(name, meaning, 0, 1);
        }
    }
}
