package dev.tengen.cli.picture;

import java.util.ArrayList;
import java.util.List;

/**
 * Wraps text for pictures whose font is unknown. The assumed letter width is the average of wide fonts, so lines are
 * too short rather than too long.
 */
final class TextLines {
    private static final double LETTER_WIDTH = 0.54;

    private TextLines() {}

    /** Returns {@code text} wrapped at spaces to lines of at most {@code width}. A wider word is not split. */
    static List<String> wrap(String text, int width, int size) {
        List<String> lines = new ArrayList<>();
        StringBuilder line = new StringBuilder();
        for (String word : text.split(" ", -1)) {
            if (!line.isEmpty() && width(line + " " + word, size) > width) {
                lines.add(line.toString());
                line.setLength(0);
            }
            line.append(line.isEmpty() ? "" : " ").append(word);
        }
        lines.add(line.toString());
        return lines;
    }

    /** Returns the approximate width of {@code text} at font size {@code size}. */
    static int width(String text, int size) {
        return (int) Math.ceil(text.length() * size * LETTER_WIDTH);
    }
}
