package dev.tengen.benchmarks;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/**
 * A command that measures and prints rows of figures: a table for people, or one JSON object per line for programs.
 * Subclasses add the rows.
 */
abstract class BenchmarkCommand implements Callable<Integer> {
    /** The mapper of this program. */
    static final ObjectMapper MAPPER = new ObjectMapper();

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

    /** Adds a row and returns it. All rows of a command have the same columns. */
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

    /** Measures and adds the rows. */
    abstract void measure() throws Exception;

    /** Measures and prints the rows. Returns the exit code. */
    @Override
    public final Integer call() throws Exception {
        measure();
        if (isJson) {
            for (Map<String, Object> row : rows) {
                System.out.println(MAPPER.writeValueAsString(row));
            }
        } else {
            printTable();
        }
        System.out.flush();
        return isAsRequired ? 0 : 1;
    }

    private void printTable() {
        List<String> names = List.copyOf(rows.get(0).keySet());
        List<List<String>> lines = new ArrayList<>();
        lines.add(names.stream().map(name -> name.replace('_', ' ')).toList());
        rows.forEach(row ->
                lines.add(row.values().stream().map(BenchmarkCommand::text).toList()));
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
