package dev.tengen.arena.report;

import dev.tengen.server.Version;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/**
 * The program and the machine that write a record down: those that played, where the command {@code arena run} writes it.
 *
 * @param program the program with its version
 * @param java the version of Java
 * @param system the operating system
 * @param processor the kind of processor
 * @param processorCount how many processors the program may use
 */
public record Provenance(String program, String java, String system, String processor, int processorCount) {
    private static final Path PROCESSORS = Path.of("/proc/cpuinfo");

    /** Returns this program on this machine. */
    public static Provenance here() {
        return new Provenance(
                "Tengen " + Version.current(),
                System.getProperty("java.version"),
                System.getProperty("os.name") + " " + System.getProperty("os.version"),
                processorName(),
                Runtime.getRuntime().availableProcessors());
    }

    /** Returns what Linux calls the processor, elsewhere its architecture. */
    private static String processorName() {
        String architecture = System.getProperty("os.arch");
        try (Stream<String> lines = Files.lines(PROCESSORS)) {
            return lines.filter(line -> line.startsWith("model name"))
                    .map(line -> line.substring(line.indexOf(':') + 1).strip())
                    .findFirst()
                    .orElse(architecture);
        } catch (IOException e) {
            return architecture;
        }
    }
}
