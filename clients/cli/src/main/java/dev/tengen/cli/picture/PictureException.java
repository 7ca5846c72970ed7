package dev.tengen.cli.picture;

import org.jspecify.annotations.Nullable;

/** Thrown if this machine cannot draw a picture. The message is one line. */
public final class PictureException extends Exception {
    private static final long serialVersionUID = 1L;

    PictureException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
