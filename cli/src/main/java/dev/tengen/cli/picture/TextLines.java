package dev.tengen.cli.picture;

import java.util.ArrayList;
import java.util.List;

/**
 * Text fitted into a picture whose font nobody knows. A letter is taken to be as wide as the letters of wide fonts are on the
 * average, so lines are rather too short than too long.
 */
final class TextLines {
    private static final double LETTER_WIDTH = 0.54;

    private TextLines() {}

    /** Returns {@code text} in lines no wider than {@code width}, broken at blanks; a word that is wider stays whole. */
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

    /** Returns about how wide {@code text} is in letters of {@code size}. */
    static int width(String text, int size) {
        return (int) Math.ceil(text.length() * size * LETTER_WIDTH);
    }
}
