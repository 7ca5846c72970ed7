package dev.tengen.server.log;

import java.io.BufferedOutputStream;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** Where an {@link AccessLog} writes its lines. */
public sealed interface AccessLogTarget {
    /**
     * Opens the target. The caller closes the stream, which leaves standard output open.
     *
     * @throws IOException if the file cannot be written
     */
    OutputStream open() throws IOException;

    /**
     * A file. Lines are appended, so that a tool that copies and truncates the file can rotate it.
     *
     * @param path the file, which is created if it does not exist
     */
    record File(Path path) implements AccessLogTarget {
        @Override
        public OutputStream open() throws IOException {
            return new BufferedOutputStream(
                    Files.newOutputStream(path, StandardOpenOption.CREATE, StandardOpenOption.APPEND));
        }
    }

    /** The standard output of the process. */
    record StandardOutput() implements AccessLogTarget {
        @Override
        public OutputStream open() {
            return new BufferedOutputStream(new FileOutputStream(FileDescriptor.out)) {
                @Override
                public void close() throws IOException {
                    flush();
                }
            };
        }
    }
}
