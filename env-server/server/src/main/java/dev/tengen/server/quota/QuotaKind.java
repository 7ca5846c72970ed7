package dev.tengen.server.quota;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/** What a principal may have or do so much of. */
public enum QuotaKind {
    /** Memory in the heap that sessions, lanes, trees, self-plays, their answers and analyses reserve, in bytes. */
    MEMORY_BYTES,
    /** Open sessions. */
    SESSIONS,
    /** Open lanes of batches and slots of self-plays. */
    LANES,
    /** Trees. */
    TREES,
    /** Agents of the arena that are connected. */
    AGENTS,
    /** Tournaments of the arena that the principal has created since the server started, and that play. */
    TOURNAMENTS,
    /** Open sockets of OpenEnv. */
    SOCKETS,
    /** Streams of states in progress: of the page, and over gRPC. */
    LIVE_STREAMS,
    /** Calls and streams in progress. */
    CONCURRENT_CALLS,
    /** Calls and streams that start in a second. */
    CALLS_PER_SECOND,
    /** Bytes of requests that arrive in a second. */
    REQUEST_BYTES_PER_SECOND;

    /** Returns the name in files, messages and metrics: lower case. */
    public String text() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** Returns whether it is a rate. All others are given back. */
    boolean isRate() {
        return this == CALLS_PER_SECOND || this == REQUEST_BYTES_PER_SECOND;
    }

    /** Returns the kind with a name; empty if there is none. */
    static Optional<QuotaKind> named(String text) {
        return Arrays.stream(values()).filter(kind -> kind.text().equals(text)).findFirst();
    }
}
