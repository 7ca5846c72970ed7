package dev.tengen.cli.serve;

import dev.tengen.base.InvalidValueException;
import dev.tengen.journal.DatabaseBatchJournals;
import dev.tengen.journal.DatabaseSessionStore;
import dev.tengen.journal.SharingSettings;
import dev.tengen.server.ServerConfig;
import dev.tengen.server.session.SessionLimits;
import dev.tengen.server.session.SessionStore;
import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The settings of the store of sessions, with names like those of {@link ServerOptions}. */
final class StoreOptions {
    /** The default maximum of open sessions with a store, in which most of them are on disk alone. */
    static final int DEFAULT_MAX_SESSION_COUNT = 1_000_000;

    private static final int MAX_PORT = 65_535;

    private static final Pattern ADDRESS =
            Pattern.compile("([A-Za-z0-9._-]+|\\[[0-9A-Fa-f:.]+]):(?<port>[1-9][0-9]{0,4})");

    @Option(
            names = "--store",
            paramLabel = "URL",
            description = "Keep sessions in this store, so that they outlive the server: an SQLite file, or"
                    + " postgres://USER:PASSWORD@HOST:PORT/DATABASE. Default: none.")
    private @Nullable String url;

    @Option(
            names = "--store-memory-seconds",
            paramLabel = "SECONDS",
            defaultValue = "60",
            description =
                    "Time that an idle session stays in memory if there is a store; afterwards it is on disk alone until"
                            + " it is used. Default: ${DEFAULT-VALUE}.")
    private int memorySeconds;

    @Option(
            names = "--advertise",
            paramLabel = "HOST:PORT",
            description =
                    "Share the PostgreSQL database of --store with other servers, which send clients here for the"
                            + " sessions of this server: the address at which clients reach it. Default: this server uses the store alone.")
    private @Nullable String address;

    @Option(
            names = "--store-lease-ms",
            paramLabel = "MILLISECONDS",
            defaultValue = "600",
            description = "How long a server with --advertise may answer without hearing from the database; afterwards"
                    + " the others take its sessions. Longer for servers that lack processor time. The same at all servers."
                    + " Default: ${DEFAULT-VALUE}.")
    private int leaseMillis;

    @Option(
            names = "--store-stay-ms",
            paramLabel = "MILLISECONDS",
            defaultValue = "2000",
            description =
                    "How long a session stays with the server that has taken it, even if a client says that it cannot"
                            + " reach that server. Default: ${DEFAULT-VALUE}.")
    private int stayMillis;

    @Option(
            names = "--store-journal-hours",
            paramLabel = "HOURS",
            defaultValue = "168",
            description = "Time that the journal of a batch is kept that no stream uses, if there is a store."
                    + " Default: ${DEFAULT-VALUE}.")
    private int journalHours;

    /**
     * Returns {@code config} with the store, if there is one.
     *
     * @param isSessionCountGiven whether the maximum of sessions in {@code config} is not the default
     * @throws InvalidValueException if a value is out of range
     */
    ServerConfig apply(ServerConfig config, boolean isSessionCountGiven) {
        if (memorySeconds < 1) {
            throw InvalidValueException.not("store_memory_seconds", memorySeconds, "1 or more");
        }
        if (journalHours < 1) {
            throw InvalidValueException.not("store_journal_hours", journalHours, "1 or more");
        }
        if (url == null) {
            if (address != null) {
                throw InvalidValueException.because(
                        "--advertise needs --store",
                        "advertise",
                        address,
                        "given only with a store that servers share");
            }
            return config;
        }
        SessionLimits limits = config.sessionLimits();
        return config.withSessionLimits(new SessionLimits(
                        isSessionCountGiven ? limits.maxSessionCount() : DEFAULT_MAX_SESSION_COUNT,
                        limits.idleTimeout(),
                        limits.maxMoveCount(),
                        Duration.ofSeconds(memorySeconds)))
                .withSessionStore(factory(url))
                .withBatchJournals(DatabaseBatchJournals.factory(url, Duration.ofHours(journalHours)));
    }

    private SessionStore.Factory factory(String store) {
        return address == null
                ? DatabaseSessionStore.factory(store)
                : DatabaseSessionStore.factory(
                        store,
                        requireAddress(address),
                        new SharingSettings(Duration.ofMillis(leaseMillis), Duration.ofMillis(stayMillis)));
    }

    private static String requireAddress(String address) {
        Matcher parts = ADDRESS.matcher(address);
        if (!parts.matches() || Integer.parseInt(parts.group("port")) > MAX_PORT) {
            throw InvalidValueException.not("advertise", address, "HOST:PORT, as in game-0.example.com:9019");
        }
        return address;
    }
}
