package dev.tengen.cli.replay;

import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Parses results in game records: {@code B+3.5}, {@code W+R}, {@code Draw}. */
final class RecordedResult {
    private static final Pattern POINTS = Pattern.compile("([BW])\\+([0-9]+(?:\\.[0-9]+)?)");

    private RecordedResult() {}

    /** Returns Black's margin; empty if the text has no score. */
    static Optional<Double> margin(String text) {
        String result = text.strip().toUpperCase(Locale.ROOT);
        if (result.equals("0") || result.equals("DRAW")) {
            return Optional.of(0.0);
        }
        Matcher matcher = POINTS.matcher(result);
        if (!matcher.matches()) {
            return Optional.empty();
        }
        double points = Double.parseDouble(matcher.group(2));
        return Optional.of(matcher.group(1).equals("B") ? points : -points);
    }
}
