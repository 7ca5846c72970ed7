package dev.tengen.cli.picture;

import org.jspecify.annotations.Nullable;

/** Says why a picture cannot be made, in one line. Checked, since it depends on the machine. */
public final class PictureException extends Exception {
    private static final long serialVersionUID = 1L;

    PictureException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
