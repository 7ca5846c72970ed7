package dev.tengen.benchmarks;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The output of a command: a table for people, or one JSON object per line for programs. */
final class Report {
    private static final ObjectMapper MAPPER = new ObjectMapper();

    @Mixin
    @SuppressWarnings("UnusedVariable")
    private final HelpOption help = new HelpOption();

    @Option(names = "--json", description = "Print one JSON object per line instead of a table.")
    private boolean isJson;

    private final List<Map<String, Object>> rows = new ArrayList<>();
    private boolean isAsRequired = true;

    /** The option that every command has. */
    static final class HelpOption {
        @Option(
                names = {"-h", "--help"},
                usageHelp = true,
                description = "Show this help.")
        @SuppressWarnings("UnusedVariable")
        private boolean isHelpRequested;
    }

    /** A row under construction: values by column name. */
    record Row(Map<String, Object> values) {
        Row add(String column, Object value) {
            values.put(column, value);
            return this;
        }
    }

    /** Adds a row and returns it. Every row of a report has the same columns. */
    Row row() {
        Row row = new Row(new LinkedHashMap<>());
        rows.add(row.values);
        return row;
    }

    /** Records whether a figure meets its requirement, and returns the text of its column. */
    String verdict(boolean holds) {
        isAsRequired &= holds;
        return holds ? "yes" : "NO";
    }

    /** Prints the rows and returns the exit code. */
    int print() {
        if (isJson) {
            rows.forEach(row -> System.out.println(json(row)));
        } else {
            printTable();
        }
        System.out.flush();
        return isAsRequired ? 0 : 1;
    }

    private static String json(Map<String, Object> row) {
        try {
            return MAPPER.writeValueAsString(row);
        } catch (JsonProcessingException e) {
            throw new AssertionError("strings and numbers are always valid JSON", e);
        }
    }

    private void printTable() {
        List<String> names = List.copyOf(rows.get(0).keySet());
        List<List<String>> lines = new ArrayList<>();
        lines.add(names.stream().map(name -> name.replace('_', ' ')).toList());
        rows.forEach(row -> lines.add(row.values().stream().map(Report::text).toList()));
        for (List<String> line : lines) {
            StringBuilder text = new StringBuilder();
            for (int column = 0; column < names.size(); column++) {
                int index = column;
                int width = lines.stream()
                        .mapToInt(cells -> cells.get(index).length())
                        .max()
                        .orElse(0);
                boolean isNumber = rows.get(0).get(names.get(column)) instanceof Number;
                text.append(String.format((isNumber ? "%" : "%-") + width + "s  ", line.get(column)));
            }
            System.out.println(text.toString().stripTrailing());
        }
    }

    private static String text(Object value) {
        if (value instanceof Double number) {
            return String.format(Locale.ROOT, number >= 1000 ? "%,.0f" : "%.2f", number);
        }
        return value instanceof Number number
                ? String.format(Locale.ROOT, "%,d", number.longValue())
                : value.toString();
    }
}
