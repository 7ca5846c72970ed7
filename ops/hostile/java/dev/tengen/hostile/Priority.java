package dev.tengen.hostile;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * The priority of this process, lowered so that attackers take no processor time of the server, as on machines of their
 * own.
 */
final class Priority {
    private static final Path THREADS = Path.of("/proc/self/task");

    private Priority() {}

    /**
     * Lowers the priority of all threads; new ones inherit it. Does nothing on systems other than Linux.
     *
     * @param niceness by how much, from 0 to 19
     */
    static void lower(int niceness) throws IOException, InterruptedException {
        if (niceness == 0 || !Files.isDirectory(THREADS)) {
            return;
        }
        List<String> command = new ArrayList<>(List.of("renice", "-n", Integer.toString(niceness), "-p"));
        try (DirectoryStream<Path> threads = Files.newDirectoryStream(THREADS)) {
            threads.forEach(thread -> command.add(thread.getFileName().toString()));
        }
        new ProcessBuilder(command)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start()
                .waitFor();
    }
}
