package dev.tengen.client;

import dev.tengen.client.env.Coordinates;
import dev.tengen.client.env.Rules;
import dev.tengen.client.env.Timestep;
import dev.tengen.client.internal.Connection;
import dev.tengen.client.internal.ProtoConverter;
import dev.tengen.proto.v1.CreateSessionResponse;
import dev.tengen.proto.v1.EnvironmentSpec;
import dev.tengen.proto.v1.GetSessionResponse;
import dev.tengen.proto.v1.OpenedSession;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.function.Supplier;

/** What both kinds of sessions know without a call to the server. Immutable. */
abstract sealed class SessionHandle permits TengenSession, AsyncTengenSession {
    private static final int MAX_REQUEST_ID_BYTES = 64;

    final Connection connection;
    final Info info;
    final EnvironmentCalls.OnSession calls;

    SessionHandle(Connection connection, Info info) {
        this(connection, info, EnvironmentCalls::newRequestId);
    }

    SessionHandle(Connection connection, Info info, Supplier<String> requestIds) {
        this.connection = connection;
        this.info = info;
        calls = new EnvironmentCalls.OnSession(info.sessionId(), actionCount(), requestIds);
    }

    /**
     * Returns a supplier of {@code requestId}.
     *
     * @throws IllegalArgumentException if it is not 1 to 64 bytes long in UTF-8
     */
    static Supplier<String> constant(String requestId) {
        int byteCount = requestId.getBytes(StandardCharsets.UTF_8).length;
        if (byteCount < 1 || byteCount > MAX_REQUEST_ID_BYTES) {
            throw new IllegalArgumentException(
                    "requestId \"" + requestId + "\" is not 1 to " + MAX_REQUEST_ID_BYTES + " bytes long");
        }
        return () -> requestId;
    }

    /** Returns the id of the session. Any client that knows it can use the session. */
    public String sessionId() {
        return info.sessionId();
    }

    /** Returns the points in a row. */
    public int width() {
        return info.width();
    }

    /** Returns the points in a column. */
    public int height() {
        return info.height();
    }

    /** Returns the action of a pass. */
    public int passAction() {
        return width() * height();
    }

    /** Returns the number of actions: the points and the pass. */
    public int actionCount() {
        return width() * height() + 1;
    }

    /**
     * Returns the action with a name: a point such as "D4", or "pass".
     *
     * @throws IllegalArgumentException if the board has no such point
     */
    public int action(String name) {
        return Coordinates.action(name, width(), height());
    }

    /**
     * Returns the name of an action: "D4", "pass" or "resign".
     *
     * @throws IllegalArgumentException if there is no such action
     */
    public String name(int action) {
        return Coordinates.name(action, width(), height());
    }

    /** Returns the complete rules. */
    public Rules rules() {
        return info.rules();
    }

    /** Returns the seed of the session's first episode. */
    public long firstSeed() {
        return info.seed();
    }

    /**
     * Returns how long the session may be idle before it expires. It is idle while no call on it runs or waits at the
     * server; the time counts from the end of the last call.
     */
    public Duration idleTimeout() {
        return info.idleTimeout();
    }

    /**
     * Returns the problems found in the record that the session was imported from, and how they were fixed, in words;
     * empty for other sessions.
     */
    public List<String> warnings() {
        return info.warnings();
    }

    /** Returns the tokens of the seats that the spec asked for; all empty for other sessions. */
    public SeatTokens seatTokens() {
        return info.seatTokens();
    }

    /** Returns the state of the episode when the session was opened. */
    public Timestep firstTimestep() {
        return info.timestep();
    }

    /**
     * What the server returned when it opened a session.
     *
     * @param sessionId id of the session
     * @param width points in a row
     * @param height points in a column
     * @param rules the complete rules
     * @param seed seed of the session's first episode
     * @param timestep state of that episode
     * @param idleTimeout how long the session may be idle
     * @param warnings problems in the record that the session was imported from
     * @param seatTokens the tokens of its seats
     */
    record Info(
            String sessionId,
            int width,
            int height,
            Rules rules,
            long seed,
            Timestep timestep,
            Duration idleTimeout,
            List<String> warnings,
            SeatTokens seatTokens) {
        private static final dev.tengen.proto.v1.SeatTokens NO_SEATS =
                dev.tengen.proto.v1.SeatTokens.getDefaultInstance();

        static Info of(CreateSessionResponse message) {
            return of(
                    message.getSessionId(),
                    message.getSpec(),
                    message.getSeed(),
                    message.getTimestep(),
                    message.getIdleTimeoutMs(),
                    List.of(),
                    message.getSeatTokens());
        }

        static Info of(GetSessionResponse message) {
            return of(
                    message.getSessionId(),
                    message.getSpec(),
                    message.getSeed(),
                    message.getTimestep(),
                    message.getIdleTimeoutMs(),
                    List.of(),
                    NO_SEATS);
        }

        static Info of(OpenedSession opened, List<String> warnings) {
            return of(
                    opened.getSessionId(),
                    opened.getSpec(),
                    opened.getSeed(),
                    opened.getTimestep(),
                    opened.getIdleTimeoutMs(),
                    warnings,
                    NO_SEATS);
        }

        private static Info of(
                String id,
                EnvironmentSpec spec,
                long seed,
                dev.tengen.proto.v1.Timestep timestep,
                long idleTimeoutMs,
                List<String> warnings,
                dev.tengen.proto.v1.SeatTokens seatTokens) {
            int actionCount = spec.getWidth() * spec.getHeight() + 1;
            return new Info(
                    id,
                    spec.getWidth(),
                    spec.getHeight(),
                    ProtoConverter.rules(spec.getRules()),
                    seed,
                    ProtoConverter.timestep(timestep, actionCount),
                    Duration.ofMillis(idleTimeoutMs),
                    List.copyOf(warnings),
                    SeatTokens.of(seatTokens));
        }
    }
}
