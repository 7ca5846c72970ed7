package dev.tengen.cli.arena;

import dev.tengen.arena.settings.PlayerSettings;
import dev.tengen.arena.settings.TournamentSettings;
import dev.tengen.arena.store.WorkerSettings;
import dev.tengen.server.ServerConfig;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Predicate;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * How a process plays its part of a tournament.
 *
 * @param name the name of the worker
 * @param leaseDuration the time after which its games go to others if it dies
 * @param concurrency the number of games that it plays at once
 * @param isOffered whether it runs a player
 * @param agents the configuration of the server where agents join; empty if it runs none
 */
record WorkerConfig(
        String name,
        Duration leaseDuration,
        int concurrency,
        Predicate<PlayerSettings> isOffered,
        Optional<ServerConfig> agents) {
    private static final Logger LOG = LoggerFactory.getLogger(WorkerConfig.class);
    private static final int MAX_NAME_LENGTH = 200;

    /** Returns the configuration of {@code arena run}: all players, and a name that is the same after a restart. */
    static WorkerConfig ofFolder(TournamentSettings settings, Path folder, ServerConfig agents) {
        String name = "run " + hostName() + ":" + folder.toAbsolutePath().normalize();
        return new WorkerConfig(
                name.substring(Math.max(0, name.length() - MAX_NAME_LENGTH)),
                WorkerSettings.DEFAULT_LEASE,
                settings.concurrency(),
                player -> true,
                Optional.of(agents));
    }

    /** Returns a name that no other worker has. */
    static String uniqueName() {
        return hostName() + "-" + UUID.randomUUID().toString().substring(0, 8);
    }

    private static String hostName() {
        try {
            return InetAddress.getLocalHost().getHostName();
        } catch (UnknownHostException e) {
            LOG.debug("This machine has no name", e);
            return "localhost";
        }
    }

    /** Returns the worker for the store. */
    WorkerSettings settings(TournamentSettings tournament) {
        return new WorkerSettings(
                name,
                leaseDuration,
                tournament.players().stream()
                        .filter(isOffered)
                        .map(PlayerSettings::name)
                        .toList(),
                concurrency);
    }
}
