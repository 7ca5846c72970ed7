package dev.tengen.hostile;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/**
 * An {@link Attack} in a process of its own, so that its garbage does not slow the clients in this process down. It
 * waits for a line before it begins.
 */
final class Attacker implements AutoCloseable {
    private static final String READY = "ready";

    private final Process process;
    private final BufferedReader output;

    private Attacker(Process process) {
        this.process = process;
        output = process.inputReader(StandardCharsets.UTF_8);
    }

    /** Starts the process, and returns when it could begin. */
    static Attacker start(Attack attack, JarServer server, Path jar, Duration duration) throws IOException {
        Process process = new ProcessBuilder(List.of(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xmx512m",
                        "-cp",
                        System.getProperty("java.class.path"),
                        Attacker.class.getName(),
                        attack.name(),
                        Integer.toString(server.port()),
                        Integer.toString(server.httpPort()),
                        jar.toString(),
                        Long.toString(duration.toMillis())))
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        Attacker attacker = new Attacker(process);
        String line = attacker.output.readLine();
        if (!READY.equals(line)) {
            attacker.close();
            throw new IOException("the attacker does not start: " + line);
        }
        return attacker;
    }

    /**
     * Makes an attack.
     *
     * @param args the name of the attack, the two ports, the packed program, and the time in milliseconds
     */
    public static void main(String[] args) throws Exception {
        Attack attack = Attack.valueOf(args[0]);
        Attack.Ports ports = new Attack.Ports(Integer.parseInt(args[1]), Integer.parseInt(args[2]));
        System.out.println(READY);
        if (System.in.read() < 0) {
            return;
        }
        Attack.Outcome outcome = attack.run(ports, Path.of(args[3]), Duration.ofMillis(Long.parseLong(args[4])));
        System.out.println(outcome.roundCount() + " " + outcome.refusedCount());
        System.exit(0);
    }

    /** Lets the attack begin. */
    void begin() throws IOException {
        process.getOutputStream().write('\n');
        process.getOutputStream().flush();
    }

    /** Waits for the end of the attack and returns its outcome. */
    Attack.Outcome await() throws IOException, InterruptedException {
        String line = output.readLine();
        if (line == null || process.waitFor() != 0) {
            throw new AssertionError("the attack failed: " + line);
        }
        String[] counts = line.split(" ");
        return new Attack.Outcome(Long.parseLong(counts[0]), Long.parseLong(counts[1]));
    }

    @Override
    public void close() {
        process.destroyForcibly();
    }
}
