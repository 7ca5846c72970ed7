package dev.tengen.cli.picture;

import java.util.List;

/** What a sheet is drawn on: a picture of some format. Places count from the top left; what comes later covers what came before. */
interface Canvas {
    /** Fills boxes, which may not overlap where the ink is not opaque. */
    void boxes(List<Box> boxes, Ink ink);

    /** Fills the circles within square boxes. */
    void circles(List<Box> boxes, Ink ink);

    /** Writes a line of text. */
    void text(Label label);

    /** A rectangle; {@code x} and {@code y} are its top left corner. */
    record Box(int x, int y, int width, int height) {
        static Box square(int x, int y, int side) {
            return new Box(x, y, side, side);
        }

        /** Returns this with {@code margin} less on each side. */
        Box shrunk(int margin) {
            return new Box(x + margin, y + margin, width - 2 * margin, height - 2 * margin);
        }
    }

    /** Where a line of text stands to its {@code x}. */
    enum Align {
        /** It begins there. */
        LEFT,
        /** It is centered there. */
        CENTER,
        /** It ends there. */
        RIGHT
    }

    /**
     * A line of text.
     *
     * @param x where it stands, as {@code align} says
     * @param y its base line
     * @param size the size of its letters
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

        Label toTheLeft() {
            return new Label(x, y, text, size, ink, isBold, Align.RIGHT);
        }
    }
}
