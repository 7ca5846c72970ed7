package dev.tengen.hostile;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * The settings of a hostile mix.
 *
 * @param jar the packed program
 * @param heap the heap of the server, as in "512m"
 * @param warmUp the time of the same mix before the first figures are taken
 * @param quiet the time in which only the neighbor plays
 * @param duration the time of the mix
 * @param minAnswerCount the mix takes longer than {@code duration} on a slow machine, until it has so many answers
 * @param seed the seed of all random choices; what happens also depends on timing
 * @param idleTimeout the time after which sessions of clients that have left expire
 * @param maxHeapGrowth how much larger the live heap may be after the mix than after the warm-up, as a factor
 * @param maxSlowdown how much greater the neighbor's p99 may be than in the quiet time, as a factor; 0 for any
 * @param clientCount the number of clients that read
 * @param niceness how much lower the priority of the clients is than that of the server and its neighbor, from 0 to 19
 * @param doors the doors through which clients come
 * @param attacks the attacks that clients make besides
 * @param hasAuthentication whether the server has a token file, and half of the clients are agents
 * @param hasRequestIds whether calls that open sessions may carry request ids, whose answers the server remembers for
 *     ten minutes
 * @param logFormat the format of the server's log, "text" or "json"
 * @param hasAccessLog whether the server writes a line for each call
 * @param folder the folder for the logs and the database of the server
 */
record MixSettings(
        Path jar,
        String heap,
        Duration warmUp,
        Duration quiet,
        Duration duration,
        long minAnswerCount,
        long seed,
        Duration idleTimeout,
        double maxHeapGrowth,
        double maxSlowdown,
        int clientCount,
        int niceness,
        Set<MixDoor> doors,
        List<Attack> attacks,
        boolean hasAuthentication,
        boolean hasRequestIds,
        String logFormat,
        boolean hasAccessLog,
        Path folder) {
    private static final double MINUTE_MS = 60_000;
    private static final String DEFAULT_ATTACKS =
            "mcp-maps,variations,forged-lines,null-parameters,parallel-resets,all-sockets,foreign-sessions,nested-records";

    /**
     * Reads options and their values, each of which has a default.
     *
     * @throws IllegalArgumentException if there is no such option
     * @throws IOException if there is no folder for the logs
     */
    static MixSettings parse(String... args) throws IOException {
        Map<String, String> options = new TreeMap<>(Map.ofEntries(
                Map.entry("--jar", "clients/cli/target/tengen.jar"),
                Map.entry("--heap", "512m"),
                Map.entry("--minutes", "60"),
                Map.entry("--warm-up-seconds", "120"),
                Map.entry("--quiet-seconds", "60"),
                Map.entry("--min-answers", "0"),
                Map.entry("--seed", "1"),
                Map.entry("--idle-seconds", "20"),
                Map.entry("--max-growth", "1.05"),
                Map.entry("--max-slowdown", "5"),
                Map.entry("--clients", "8"),
                Map.entry("--nice", "19"),
                Map.entry("--doors", "all"),
                Map.entry("--attacks", DEFAULT_ATTACKS),
                Map.entry("--authentication", "yes"),
                Map.entry("--request-ids", "yes"),
                Map.entry("--log-format", "text"),
                Map.entry("--access-log", "no"),
                Map.entry("--folder", "")));
        for (int index = 0; index < args.length; index += 2) {
            if (index + 1 == args.length || options.put(args[index], args[index + 1]) == null) {
                throw new IllegalArgumentException(
                        "no option " + args[index] + " with a value; there are " + options.keySet());
            }
        }
        String folder = options.get("--folder");
        return new MixSettings(
                Path.of(options.get("--jar")),
                options.get("--heap"),
                seconds(options.get("--warm-up-seconds")),
                seconds(options.get("--quiet-seconds")),
                Duration.ofMillis((long) (MINUTE_MS * Double.parseDouble(options.get("--minutes")))),
                Long.parseLong(options.get("--min-answers")),
                Long.parseLong(options.get("--seed")),
                seconds(options.get("--idle-seconds")),
                Double.parseDouble(options.get("--max-growth")),
                Double.parseDouble(options.get("--max-slowdown")),
                Integer.parseInt(options.get("--clients")),
                Integer.parseInt(options.get("--nice")),
                MixDoor.parse(options.get("--doors")),
                Attack.parse(options.get("--attacks")),
                options.get("--authentication").equals("yes"),
                options.get("--request-ids").equals("yes"),
                options.get("--log-format"),
                options.get("--access-log").equals("yes"),
                folder.isEmpty() ? Files.createTempDirectory("hostile-mix") : Path.of(folder));
    }

    private static Duration seconds(String text) {
        return Duration.ofSeconds(Long.parseLong(text));
    }

    /** Returns whether the mix is long enough for a verdict on speed, on the heap and on caches. */
    boolean isLong() {
        return duration.compareTo(Duration.ofMinutes(5)) >= 0;
    }
}
