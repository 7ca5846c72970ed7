package dev.tengen.arena.settings;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;

/** Reads files of unknown length, such as devices and pipes, in bounded memory. */
public final class InputFile {
    /** The maximum length of a game record in bytes. */
    public static final int MAX_RECORD_BYTES = 16 << 20;

    /** The maximum length of a settings file, in YAML or TOML, in bytes. */
    public static final int MAX_SETTINGS_BYTES = 1 << 20;

    private InputFile() {}

    /** Thrown for a file over the limit. The message says so, and does not name the file. */
    public static final class TooLongException extends IOException {
        private static final long serialVersionUID = 1L;

        private TooLongException(int maxByteCount) {
            super("it is longer than " + maxByteCount + " bytes");
        }
    }

    /**
     * Returns the bytes of a file.
     *
     * @param maxByteCount maximum length of the file
     * @throws TooLongException if the file is longer
     * @throws IOException if the file cannot be read
     */
    public static byte[] read(Path file, int maxByteCount) throws IOException {
        try (InputStream in = Files.newInputStream(file)) {
            byte[] bytes = in.readNBytes(maxByteCount + 1);
            if (bytes.length > maxByteCount) {
                throw new TooLongException(maxByteCount);
            }
            return bytes;
        }
    }
}
