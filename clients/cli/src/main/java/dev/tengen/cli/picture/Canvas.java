package dev.tengen.cli.picture;

import java.util.List;

/** A surface to draw on, for one picture format. Coordinates start at the top left. Later shapes cover earlier ones. */
interface Canvas {
    /** Fills boxes. If the ink is not opaque, they must not overlap. */
    void boxes(List<Box> boxes, Ink ink);

    /** Fills the circles inscribed in square boxes. */
    void circles(List<Box> boxes, Ink ink);

    /** Writes a line of text. */
    void text(Label label);

    /** A rectangle; {@code x} and {@code y} are its top left corner. */
    record Box(int x, int y, int width, int height) {
        static Box square(int x, int y, int side) {
            return new Box(x, y, side, side);
        }

        /** Returns this box reduced by {@code margin} on each side. */
        Box shrunk(int margin) {
            return new Box(x + margin, y + margin, width - 2 * margin, height - 2 * margin);
        }
    }

    /** The alignment of a line of text relative to its {@code x}. */
    enum Align {
        /** The text starts at {@code x}. */
        LEFT,
        /** The text is centered at {@code x}. */
        CENTER,
        /** The text ends at {@code x}. */
        RIGHT
    }

    /**
     * A line of text.
     *
     * @param x horizontal position, see {@code align}
     * @param y baseline
     * @param size font size
     */
    record Label(int x, int y, String text, int size, Ink ink, boolean isBold, Align align) {
        static Label of(int x, int y, String text, int size, Ink ink) {
            return new Label(x, y, text, size, ink, false, Align.LEFT);
        }

        Label bold() {
            return new Label(x, y, text, size, ink, true, align);
        }

        Label centered() {
            return new Label(x, y, text, size, ink, isBold, Align.CENTER);
        }

        Label rightAligned() {
            return new Label(x, y, text, size, ink, isBold, Align.RIGHT);
        }
    }
}
