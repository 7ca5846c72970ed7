package dev.tengen.cli.input;

import java.io.BufferedReader;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * Reads lines of at most {@value #MAX_LENGTH} characters. Lines end like those of {@link BufferedReader}. Not
 * thread-safe.
 */
public final class LineReader {
    /** The maximum length of a line, without its end. */
    public static final int MAX_LENGTH = 65_536;

    private static final int END = -1;

    private final BufferedReader in;
    private boolean isAfterCarriageReturn;

    /** Creates a reader. It reads no further than to the end of a line. */
    public LineReader(BufferedReader in) {
        this.in = in;
    }

    /**
     * Returns the next line without its end; null at the end of input.
     *
     * @throws LineTooLongException if the line is too long
     */
    public @Nullable String next() throws IOException {
        int character = readFirst();
        if (character == END) {
            return null;
        }
        StringBuilder line = new StringBuilder();
        boolean isTooLong = false;
        while (character != END && character != '\n' && character != '\r') {
            if (line.length() < MAX_LENGTH) {
                line.append((char) character);
            } else {
                isTooLong = true;
            }
            character = in.read();
        }
        isAfterCarriageReturn = character == '\r';
        if (isTooLong) {
            throw new LineTooLongException(MAX_LENGTH);
        }
        return line.toString();
    }

    /** Reads the first character of a line. A line feed directly after a carriage return belongs to the line before. */
    private int readFirst() throws IOException {
        int character = in.read();
        return isAfterCarriageReturn && character == '\n' ? in.read() : character;
    }
}
