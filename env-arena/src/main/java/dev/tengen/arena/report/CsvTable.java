package dev.tengen.arena.report;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import org.apache.commons.csv.CSVFormat;
import org.apache.commons.csv.CSVPrinter;

/**
 * A table as a CSV file (RFC 4180) with a line of names first.
 *
 * <p>Spreadsheets take a cell for a formula that begins with {@code = + - @}, also where it is quoted, and run it. Numbers are
 * what they seem; before a text that begins so, and before one that begins with an apostrophe, comes an apostrophe.
 */
final class CsvTable {
    private static final String DANGEROUS = "=+-@\t\r\n'";

    private final StringBuilder text = new StringBuilder();
    private final CSVPrinter printer;

    CsvTable(String... names) {
        try {
            printer = new CSVPrinter(text, CSVFormat.RFC4180);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        row(List.of((Object[]) names));
    }

    /** Adds a row; a cell is a text, a number or a boolean. */
    CsvTable row(List<?> cells) {
        try {
            printer.printRecord(cells.stream().map(CsvTable::cell).toList());
        } catch (IOException e) {
            throw new UncheckedIOException("a StringBuilder failed", e);
        }
        return this;
    }

    private static Object cell(Object value) {
        boolean isDangerous =
                value instanceof String words && !words.isEmpty() && DANGEROUS.indexOf(words.charAt(0)) >= 0;
        return isDangerous ? "'" + value : value;
    }

    /** Returns the table as text. */
    String text() {
        return text.toString();
    }
}
