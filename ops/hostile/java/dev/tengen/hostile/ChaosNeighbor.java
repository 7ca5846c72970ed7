package dev.tengen.hostile;

import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Measures a well-behaved client while others attack the server: a table with its latency before and during each
 * {@link Attack}.
 *
 * <pre>{@code java -cp tengen.jar:test-classes dev.tengen.hostile.ChaosNeighbor tengen.jar 512m 5 [ROW...]}</pre>
 */
public final class ChaosNeighbor {
    private static final long PAUSE_MS = 2;

    private ChaosNeighbor() {}

    /** One line of the table. */
    record Row(
            Attack attack,
            Neighbor.Experience quiet,
            Neighbor.Experience during,
            Attack.Outcome outcome,
            boolean isAlive) {
        @Override
        public String toString() {
            return String.format(
                    "| %s | %s | %.1f | %.1f | %.1f | %.1f | %d | %d | %d | %d | %d | %s |",
                    attack.row(),
                    attack.summary(),
                    quiet.quantileMs(0.5),
                    quiet.quantileMs(0.99),
                    during.quantileMs(0.5),
                    during.quantileMs(0.99),
                    during.latencies().length,
                    during.wrongCount(),
                    during.failedCount(),
                    outcome.roundCount(),
                    outcome.refusedCount(),
                    isAlive ? "yes" : "NO");
        }
    }

    /**
     * Prints the table.
     *
     * @param args the packed program, the heap of the server, the seconds of each measurement, and the letters of
     *     attacks; all attacks if there are none
     */
    public static void main(String[] args) throws Exception {
        Path folder = Files.createTempDirectory("chaos-neighbor");
        List<String> rows = Arrays.asList(args).subList(Math.min(3, args.length), args.length);
        List<Attack> attacks = Arrays.stream(Attack.values())
                .filter(attack -> rows.isEmpty() || rows.contains(attack.row()))
                .toList();
        run(Path.of(args[0]), args[1], Duration.ofSeconds(Long.parseLong(args[2])), attacks, folder, System.out);
    }

    /** Measures {@code duration} before and during each attack, each on a new server, and returns the rows. */
    static List<Row> run(Path jar, String heap, Duration duration, List<Attack> attacks, Path folder, PrintStream out)
            throws Exception {
        out.println(
                "| row | attack | quiet p50 ms | quiet p99 ms | during p50 ms | during p99 ms | calls | wrong | failed"
                        + " | rounds | refusals | alive |");
        out.println("|---|---|---|---|---|---|---|---|---|---|---|---|");
        List<Row> rows = new ArrayList<>();
        for (Attack attack : attacks) {
            Path log = folder.resolve("server-" + attack.row() + ".log");
            try (JarServer server = JarServer.start(jar, heap, log, List.of("--idle-timeout-seconds", "20"))) {
                Row row = measure(server, jar, attack, duration);
                rows.add(row);
                out.println(row);
            }
        }
        return rows;
    }

    private static Row measure(JarServer server, Path jar, Attack attack, Duration duration) throws Exception {
        try (Neighbor neighbor = new Neighbor(server, attack.isOnHttp());
                Attacker attacker = Attacker.start(attack, server, jar, duration)) {
            neighbor.play(duration.dividedBy(2), PAUSE_MS);
            Neighbor.Experience quiet = neighbor.play(duration, PAUSE_MS);
            attacker.begin();
            Neighbor.Experience during = neighbor.play(duration, PAUSE_MS);
            return new Row(attack, quiet, during, attacker.await(), server.isAlive());
        }
    }
}
