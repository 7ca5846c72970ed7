package dev.tengen.planes.catalog;

import dev.tengen.board.Grid;
import dev.tengen.board.PointSet;
import dev.tengen.planes.EncodingSpec;
import dev.tengen.planes.PlaneBits;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * Planes that tell one number of each point: plane n is one where the number is n, the last plane where it is as great as that or
 * greater.
 *
 * <p>Nothing here allocates but the constructor. Not thread-safe.
 */
final class OneHotPlanes {
    private final PointSet[] planes;

    OneHotPlanes(Grid grid, int count) {
        planes = Stream.generate(() -> new PointSet(grid)).limit(count).toArray(PointSet[]::new);
    }

    /** Returns what the planes are whose numbers begin with {@code first}; {@code meaning} has a place for the number. */
    static List<EncodingSpec.Feature> features(String name, String meaning, int first, int count) {
        List<EncodingSpec.Feature> features = new ArrayList<>();
        for (int number = first; number < first + count; number++) {
            String text = number == first + count - 1 ? number + " or more" : Integer.toString(number);
            features.add(new EncodingSpec.Feature(name + "_" + number, meaning.formatted(text)));
        }
        return features;
    }

    /** Makes all planes zero. */
    void clear() {
        for (PointSet plane : planes) {
            plane.clear();
        }
    }

    /** Says that the number at {@code point} is {@code number}, from 0. */
    void put(int number, int point) {
        planes[Math.min(number, planes.length - 1)].add(point);
    }

    /** Says that the number at all of {@code points} is {@code number}, from 0. */
    void putAll(int number, PointSet points) {
        planes[Math.min(number, planes.length - 1)].addAll(points);
    }

    /** Returns the points whose number is {@code number}. A view: it changes with the planes. */
    PointSet plane(int number) {
        return planes[number];
    }

    /** Appends the planes. */
    void appendTo(PlaneBits bits) {
        appendTo(bits, 0, planes.length);
    }

    /** Appends the planes of the numbers from {@code from} up to and without {@code to}. */
    void appendTo(PlaneBits bits, int from, int to) {
        for (int number = from; number < to; number++) {
            bits.append(planes[number]);
        }
    }
}
