package dev.tengen.planes.catalog;

import dev.tengen.board.Grid;
import dev.tengen.board.PointSet;
import dev.tengen.planes.EncodingSpec;
import dev.tengen.planes.PlaneBits;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * One-hot planes of a number at each point: plane n is one where the number is n. The last plane includes all greater
 * numbers.
 *
 * <p>Only the constructor allocates. Not thread-safe.
 */
final class OneHotPlanes {
    private final PointSet[] planes;

    OneHotPlanes(Grid grid, int count) {
        planes = Stream.generate(() -> new PointSet(grid)).limit(count).toArray(PointSet[]::new);
    }

    /**
     * Returns the features of {@code count} planes, numbered from {@code first}. {@code meaning} has a format specifier
     * for the number.
     */
    static List<EncodingSpec.Feature> features(String name, String meaning, int first, int count) {
        List<EncodingSpec.Feature> features = new ArrayList<>();
        for (int number = first; number < first + count; number++) {
            String text = number == first + count - 1 ? number + " or more" : Integer.toString(number);
            features.add(new EncodingSpec.Feature(name + "_" + number, meaning.formatted(text)));
        }
        return features;
    }

    /** Sets all planes to zero. */
    void clear() {
        for (PointSet plane : planes) {
            plane.clear();
        }
    }

    /** Sets the number, from 0, at {@code point}. */
    void add(int number, int point) {
        planes[Math.min(number, planes.length - 1)].add(point);
    }

    /** Sets the number, from 0, at all {@code points}. */
    void addAll(int number, PointSet points) {
        planes[Math.min(number, planes.length - 1)].addAll(points);
    }

    /** Returns the points with {@code number}. A view: it changes with the planes. */
    PointSet plane(int number) {
        return planes[number];
    }

    /** Appends all planes. */
    void appendTo(PlaneBits bits) {
        appendTo(bits, 0, planes.length);
    }

    /** Appends the planes of the numbers from {@code from} (inclusive) to {@code to} (exclusive). */
    void appendTo(PlaneBits bits, int from, int to) {
        for (int number = from; number < to; number++) {
            bits.append(planes[number]);
        }
    }
}
