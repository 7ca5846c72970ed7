package dev.tengen.race.layout;

import dev.tengen.base.InvalidValueException;
import dev.tengen.race.EyeShape;
import java.util.List;

/**
 * One player's half of a {@link RaceLayout}: the liberties and the eye of its essential chain.
 *
 * @param external the number of plain liberties of this chain alone
 * @param eye the eye inside the chain
 * @param stonesInEye the number of stones of the other color in the eye
 * @param shapes regions with liberties that are not plain
 */
public record RaceSide(int external, RaceEye eye, int stonesInEye, List<RaceShape> shapes) {
    /**
     * Creates a side.
     *
     * @throws InvalidValueException if a count is negative or the eye cannot hold the stones
     */
    public RaceSide {
        InvalidValueException.requireWithin("external", external, 0, Integer.MAX_VALUE);
        InvalidValueException.requireWithin("stones_in_eye", stonesInEye, 0, eye.maxStoneCount());
        shapes = List.copyOf(shapes);
    }

    /** Returns a side with only plain liberties. */
    public static RaceSide plain(int external) {
        return new RaceSide(external, RaceEye.NONE, 0, List.of());
    }

    /** Returns this side with another eye. */
    public RaceSide with(RaceEye newEye, int newStonesInEye) {
        return new RaceSide(external, newEye, newStonesInEye, shapes);
    }

    /** Returns this side with other shapes. */
    public RaceSide with(RaceShape... newShapes) {
        return new RaceSide(external, eye, stonesInEye, List.of(newShapes));
    }

    /** Returns the eye with the stones in it. */
    public EyeShape eyeShape() {
        return new EyeShape(eye.area(), stonesInEye);
    }

    /**
     * Returns the number of points that can change: liberties, eyes, and the points of shapes whose stones are not
     * safe.
     */
    int pointCount() {
        int count = external + eye.area();
        for (RaceShape shape : shapes) {
            count += shape.pointCount();
        }
        return count;
    }

    /** Returns the number of columns of the liberties. Each shape includes the stones that enclose it. */
    int outsideWidth() {
        int width = external;
        for (RaceShape shape : shapes) {
            width += shape.width() + 1;
        }
        return shapes.isEmpty() ? width : width + 1;
    }

    /** Returns the number of rows in its half of the board: two of safe stones, the liberties, and the chain. */
    int height() {
        int outside = shapes.isEmpty() ? 1 : RaceShape.HEIGHT;
        return 2 + outside + Math.max(1, eye.height());
    }

    /** Returns the part of a layout name for the eye: its code, and the number of stones in it. */
    String eyeCode() {
        return stonesInEye == 0 ? eye.code() : eye.code() + "n" + stonesInEye;
    }

    /** Returns the part of a layout name for the shapes: "hot3+way2", or "0" if there are none. */
    String shapeCode() {
        return shapes.isEmpty()
                ? "0"
                : String.join("+", shapes.stream().map(RaceShape::name).toList());
    }
}
