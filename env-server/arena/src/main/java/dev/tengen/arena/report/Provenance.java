package dev.tengen.arena.report;

import dev.tengen.server.Version;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The program and the machine that write a report.
 *
 * @param program the program and its version
 * @param java the version of Java
 * @param system the operating system
 * @param processor the processor
 * @param processorCount the number of processors available to the program
 */
public record Provenance(String program, String java, String system, String processor, int processorCount) {
    private static final Logger LOG = LoggerFactory.getLogger(Provenance.class);
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

    /** Returns the name of the processor on Linux, elsewhere its architecture. */
    private static String processorName() {
        String architecture = System.getProperty("os.arch");
        try (Stream<String> lines = Files.lines(PROCESSORS)) {
            return lines.filter(line -> line.startsWith("model name"))
                    .map(line -> line.substring(line.indexOf(':') + 1).strip())
                    .findFirst()
                    .orElse(architecture);
        } catch (IOException e) {
            LOG.debug("This system does not name its processor", e);
            return architecture;
        }
    }
}
