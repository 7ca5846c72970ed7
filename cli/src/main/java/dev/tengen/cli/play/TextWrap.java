package dev.tengen.cli.play;

import java.util.ArrayList;
import java.util.List;

/** Breaks long lines. */
final class TextWrap {
    private TextWrap() {}

    /** Returns {@code text} in lines of at most {@code width} characters, broken at blanks; tables keep their blanks. */
    static List<String> lines(String text, int width) {
        List<String> lines = new ArrayList<>();
        for (String paragraph : text.split("\n", -1)) {
            String rest = paragraph;
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
