package dev.tengen.cli.hostile;

import java.nio.file.Path;
import java.time.Duration;

/**
 * The settings of a hostile mix.
 *
 * @param jar the packed program
 * @param heap the heap of the server, as in "512m"
 * @param warmUp the time of the same mix before the first figures are taken
 * @param duration the time of the mix
 * @param minAnswerCount the mix takes longer than {@code duration} on a slow machine, up to ten times, until it has so many answers
 * @param seed the seed of all random choices; what happens also depends on timing
 * @param idleTimeout the time after which sessions of clients that have left expire
 * @param maxHeapGrowth how much larger the live heap may be after the mix than after the warm-up, as a factor
 * @param clientCount the number of clients that read
 * @param hasRequestIds whether calls that open sessions may carry request ids, whose answers the server remembers for ten minutes
 * @param folder the folder for the log and the database of the server
 */
record MixSettings(
        Path jar,
        String heap,
        Duration warmUp,
        Duration duration,
        long minAnswerCount,
        long seed,
        Duration idleTimeout,
        double maxHeapGrowth,
        int clientCount,
        boolean hasRequestIds,
        Path folder) {}
