package dev.tengen.planes;

import dev.tengen.board.Grid;
import java.util.List;

/**
 * The description of an encoding: everything needed to read its observations. Immutable.
 *
 * @param name the name, such as "alphazero-17"
 * @param version the version of the definition, from 1
 * @param summary a description in one sentence
 * @param perspective the perspective in which stones are shown
 * @param boardCount number of boards shown, including the present one
 * @param missingHistory the contents of the planes of boards before the start
 * @param peer the layout of the program that the encoding comes from
 * @param planes the planes in order
 * @param globals the global features in order; empty for most encodings
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

    /** Creates a spec of version 1 without globals. */
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

    /** Returns the number of planes. */
    public int planeCount() {
        return planes.size();
    }

    /** Returns the number of bytes of one observation on {@code grid}, packed and padded to a whole byte. */
    public int byteCount(Grid grid) {
        return (planeCount() * grid.pointCount() + 7) / 8;
    }

    /**
     * A plane, which has a number for each point, or a global, which is one float32.
     *
     * @param name the name, such as "own_0"
     * @param meaning the meaning of the number; for a plane of bits, the meaning of a one
     * @param min the least value
     * @param max the greatest value
     */
    public record Feature(String name, String meaning, float min, float max) {
        /** Creates a feature that is zero or one. */
        public Feature(String name, String meaning) {
            this(name, meaning, 0, 1);
        }
    }
}
