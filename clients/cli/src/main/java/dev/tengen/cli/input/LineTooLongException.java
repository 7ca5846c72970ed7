package dev.tengen.cli.input;

import java.io.IOException;

/** Thrown for a line over the limit of a {@link LineReader}, which has skipped the line. The next line can be read. */
public final class LineTooLongException extends IOException {
    private static final long serialVersionUID = 1L;

    LineTooLongException(int maxLength) {
        super("the line is longer than " + maxLength + " characters");
    }
}
