package dev.tengen.cli.play;

import dev.tengen.text.VisibleText;
import java.util.ArrayList;
import java.util.List;

/** Wraps long lines. */
final class TextWrap {
    private TextWrap() {}

    /**
     * Returns {@code text} wrapped at spaces to lines of at most {@code width} characters. Leading spaces are kept, and
     * invisible characters escaped.
     */
    static List<String> lines(String text, int width) {
        List<String> lines = new ArrayList<>();
        for (String paragraph : text.split("\n", -1)) {
            String rest = VisibleText.line(paragraph);
            while (rest.length() > width) {
                int blank = rest.lastIndexOf(' ', width);
                int end = blank > rest.length() - rest.stripLeading().length() ? blank : width;
                lines.add(rest.substring(0, end));
                rest = rest.substring(end).stripLeading();
            }
            lines.add(rest);
        }
        return lines;
    }
}
