package dev.tengen.server.convert;

import com.google.protobuf.ByteString;
import com.google.protobuf.Message;
import com.google.protobuf.TextFormat;
import dev.tengen.analysis.Overlays;
import dev.tengen.env.Tasks;
import dev.tengen.game.RulesPreset;
import dev.tengen.planes.catalog.Encodings;
import dev.tengen.player.Players;
import dev.tengen.server.error.Reason;
import dev.tengen.server.testing.BatchCall;
import dev.tengen.server.testing.TreeCall;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/** The files of bad requests in {@code errors}, whose heads say how they are written. */
final class ErrorFile {
    private static final Pattern REPEATED = Pattern.compile("\\{(\\d+)\\*([^}]+)}");
    private static final Pattern RANGE = Pattern.compile("\\{(\\d+)\\.\\.(\\d+)}");
    private static final Pattern SIZE = Pattern.compile("\\{(\\d+)x(\\d+)}");
    private static final Pattern NUMBERS = Pattern.compile("\\{int(32|64)((?: -?\\d+)+)}");
    private static final Map<String, List<String>> NAMES = Map.of(
            "{presets}", RulesPreset.names(),
            "{encodings}", Encodings.choices(),
            "{players}", Players.choices(),
            "{tasks}", Tasks.choices(),
            "{overlays}", Overlays.names());

    private ErrorFile() {}

    /**
     * A row of a file.
     *
     * @param section the head of its section, without brackets
     * @param columns what is wrong, maybe more columns, the request, and the error
     */
    record Row(String section, List<String> columns) {
        /** Returns what is wrong. */
        String condition() {
            return columns.get(0);
        }

        /** Returns {@code request} with the fields of the row. */
        <B extends Message.Builder> B mergeInto(B request) {
            return merge(columns.get(columns.size() - 2), request);
        }

        /** Returns how the call must fail. */
        ExpectedError expected() {
            String[] entries = expanded(columns.get(columns.size() - 1)).split("; ");
            ExpectedError expected = ExpectedError.of(Reason.valueOf(entries[0]));
            for (int index = 1; index < entries.length; index++) {
                String[] entry = entries[index].split("=", 2);
                expected = expected.with(entry[0], entry[1]);
            }
            return expected;
        }
    }

    /** Returns the rows of {@code errors/NAME.txt}. */
    static Stream<Row> rows(String name) {
        List<Row> rows = new ArrayList<>();
        String section = "";
        for (String line : lines("/errors/" + name + ".txt")) {
            if (line.startsWith("[")) {
                section = line.substring(1, line.length() - 1);
            } else {
                rows.add(new Row(
                        section,
                        Arrays.stream(line.split("\\|")).map(String::strip).toList()));
            }
        }
        return rows.stream();
    }

    private static List<String> lines(String path) {
        try (InputStream input = Objects.requireNonNull(ErrorFile.class.getResourceAsStream(path))) {
            return new String(input.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .filter(line -> !line.isBlank() && !line.startsWith("#"))
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns {@code message} with the fields that {@code text} sets. */
    static <B extends Message.Builder> B merge(String text, B message) {
        try {
            TextFormat.merge(expanded(text), message);
            return message;
        } catch (TextFormat.ParseException e) {
            throw new IllegalArgumentException(text, e);
        }
    }

    private static String expanded(String text) {
        String expanded = text;
        for (Map.Entry<String, List<String>> names : NAMES.entrySet()) {
            expanded = expanded.replace(names.getKey(), names.getValue().toString());
        }
        expanded = REPEATED.matcher(expanded)
                .replaceAll(times -> Matcher.quoteReplacement(times.group(2).repeat(Integer.parseInt(times.group(1)))));
        expanded = RANGE.matcher(expanded)
                .replaceAll(
                        range -> LongStream.rangeClosed(Long.parseLong(range.group(1)), Long.parseLong(range.group(2)))
                                .mapToObj(String::valueOf)
                                .collect(Collectors.joining(", ")));
        expanded = SIZE.matcher(expanded).replaceAll("width: $1 height: $2");
        return NUMBERS.matcher(expanded)
                .replaceAll(numbers -> Matcher.quoteReplacement('"' + TextFormat.escapeBytes(bytes(numbers)) + '"'));
    }

    private static ByteString bytes(MatchResult numbers) {
        long[] values = Arrays.stream(numbers.group(2).strip().split(" "))
                .mapToLong(Long::parseLong)
                .toArray();
        return numbers.group(1).equals("64")
                ? TreeCall.longs(values)
                : BatchCall.ints(
                        Arrays.stream(values).mapToInt(Math::toIntExact).toArray());
    }
}
