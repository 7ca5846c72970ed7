package dev.tengen.cli.option;

import dev.tengen.text.VisibleText;
import java.io.FilterWriter;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.Writer;

/**
 * Escapes what is printed as {@link VisibleText#lines} does, so that no text from a server, a file or an engine can
 * control the terminal. JSON keeps its values. A character of two UTF-16 units must arrive in one call, as that of a
 * {@link PrintWriter} does.
 */
public final class VisibleWriter extends FilterWriter {
    private VisibleWriter(Writer out) {
        super(out);
    }

    /** Returns a writer to {@code out}. It buffers nothing itself, and flushes {@code out} after each line. */
    public static PrintWriter to(PrintWriter out) {
        return new PrintWriter(new VisibleWriter(out), true);
    }

    @Override
    public void write(int character) throws IOException {
        write(Character.toString((char) character), 0, 1);
    }

    @Override
    public void write(char[] characters, int start, int length) throws IOException {
        write(new String(characters, start, length), 0, length);
    }

    @Override
    public void write(String text, int start, int length) throws IOException {
        out.write(VisibleText.lines(text.substring(start, start + length)));
    }
}
