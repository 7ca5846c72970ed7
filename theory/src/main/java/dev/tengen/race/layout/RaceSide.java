package dev.tengen.race.layout;

import dev.tengen.board.InvalidValueException;
import dev.tengen.race.EyeShape;
import java.util.List;

/**
 * What one player's essential chain has in a {@link RaceLayout}.
 *
 * @param external plain liberties that the other chain is not beside
 * @param eye the eye inside of the chain
 * @param stonesInEye stones of the other color in the eye
 * @param shapes regions with liberties that are not plain
 */
public record RaceSide(int external, RaceEye eye, int stonesInEye, List<RaceShape> shapes) {
    /** Throws {@link InvalidValueException} where a count is negative or the eye cannot hold the stones. */
    public RaceSide {
        if (external < 0) {
            throw InvalidValueException.outside("external", external, 0, Integer.MAX_VALUE);
        }
        if (stonesInEye < 0 || stonesInEye > eye.maxStoneCount()) {
            throw InvalidValueException.outside("stones_in_eye", stonesInEye, 0, eye.maxStoneCount());
        }
        shapes = List.copyOf(shapes);
    }

    /** Returns a side with plain liberties and no more. */
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

    /** Returns how many points can change: liberties, eyes, and the points of shapes whose stones are not safe. */
    int pointCount() {
        int count = external + eye.area();
        for (RaceShape shape : shapes) {
            count += shape.pointCount();
        }
        return count;
    }

    /** Returns how many columns the liberties take, each shape with the stones that enclose it. */
    int outsideWidth() {
        int width = external;
        for (RaceShape shape : shapes) {
            width += shape.width() + 1;
        }
        return shapes.isEmpty() ? width : width + 1;
    }

    /** Returns how many rows of a half of the board it takes: two of safe stones, the liberties, the chain. */
    int height() {
        int outside = shapes.isEmpty() ? 1 : RaceShape.HEIGHT;
        return 2 + outside + Math.max(1, eye.height());
    }

    /** Returns the eye's part of a name: its code, and how many stones are in it. */
    String eyeCode() {
        return stonesInEye == 0 ? eye.code() : eye.code() + "n" + stonesInEye;
    }

    /** Returns the shapes' part of a name: "hot3+way2", or "0" if there is none. */
    String shapeCode() {
        return shapes.isEmpty()
                ? "0"
                : String.join("+", shapes.stream().map(RaceShape::name).toList());
    }
}
