package dev.tengen.server.identity;

import static dev.tengen.server.identity.Right.ALL;
import static dev.tengen.server.identity.Right.ALLOWED;
import static dev.tengen.server.identity.Right.NEVER;
import static dev.tengen.server.identity.Right.OWN;
import static dev.tengen.server.identity.Right.WAIT;

import dev.tengen.server.error.CallException;
import dev.tengen.server.error.Reason;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Who may make which call: one row for each RPC. A call without a row is refused, and a server with an RPC without a
 * row does not start. Immutable.
 *
 * <p>Principals of the role {@link Role#OPERATOR} may make every call.
 */
public final class AuthorizationTable {
    private static final String ENVIRONMENT = "tengen.v1.EnvironmentService/";
    private static final String ARENA = "tengen.v1.ArenaService/";
    private static final String HEALTH = "grpc.health.v1.Health/";
    private static final String CHANNELZ = "grpc.channelz.v1.Channelz/";

    /** The name of the request for metrics over HTTP, which has a row like an RPC. */
    public static final String METRICS = "GET /metrics";

    /** The rows of the contract, and of the services of gRPC itself. */
    public static final AuthorizationTable CONTRACT = new AuthorizationTable(List.of(
            row(ENVIRONMENT + "GetServerInfo", ALLOWED, ALLOWED, ALLOWED, ALLOWED, SeatRights.INFO),
            row(ENVIRONMENT + "CreateSession", ALLOWED, ALLOWED, ALLOWED, NEVER),
            row(ENVIRONMENT + "Reset", ALL, OWN, OWN, NEVER),
            row(ENVIRONMENT + "Step", ALL, OWN, OWN, NEVER, SeatRights.MOVE),
            row(ENVIRONMENT + "ProposeDeadStones", ALL, OWN, OWN, NEVER, SeatRights.MOVE),
            row(ENVIRONMENT + "Undo", ALL, OWN, OWN, NEVER),
            row(ENVIRONMENT + "LegalActions", ALL, OWN, OWN, NEVER, SeatRights.READ),
            row(ENVIRONMENT + "Score", ALL, OWN, OWN, NEVER, SeatRights.READ),
            row(ENVIRONMENT + "Observe", ALL, OWN, OWN, NEVER, SeatRights.READ),
            row(ENVIRONMENT + "ChooseAction", ALL, OWN, OWN, NEVER, SeatRights.MOVE),
            row(ENVIRONMENT + "GetSession", ALL, OWN, OWN, NEVER, SeatRights.READ),
            row(ENVIRONMENT + "CloseSession", ALL, OWN, OWN, NEVER),
            row(ENVIRONMENT + "ListSessions", ALL, OWN, OWN, NEVER),
            row(ENVIRONMENT + "Fork", ALL, OWN, OWN, NEVER),
            row(ENVIRONMENT + "Snapshot", ALL, OWN, OWN, NEVER),
            row(ENVIRONMENT + "Restore", ALLOWED, ALLOWED, ALLOWED, NEVER),
            row(ENVIRONMENT + "ExportRecord", ALL, OWN, OWN, NEVER, SeatRights.READ),
            row(ENVIRONMENT + "ImportRecord", ALLOWED, ALLOWED, ALLOWED, NEVER),
            row(ENVIRONMENT + "Watch", ALL, OWN, OWN, NEVER, SeatRights.READ),
            row("tengen.v1.BatchService/Run", ALLOWED, NEVER, ALLOWED, NEVER),
            row("tengen.v1.TreeService/Expand", ALL, NEVER, OWN, NEVER),
            row("tengen.v1.SearchService/SelfPlay", ALLOWED, NEVER, ALLOWED, NEVER),
            row("tengen.v1.SearchService/SearchPositions", ALL, NEVER, OWN, NEVER),
            row("tengen.v1.AnalysisService/SolvePosition", ALL, OWN, OWN, NEVER),
            row("tengen.v1.AnalysisService/AnalyzeRace", ALL, OWN, OWN, NEVER),
            row(ARENA + "Play", ALLOWED, NEVER, ALLOWED, NEVER),
            row(ARENA + "CreateTournament", ALLOWED, ALLOWED, NEVER, NEVER),
            row(ARENA + "ListTournaments", ALL, ALL, ALL, ALL),
            row(ARENA + "GetTournament", ALL, ALL, ALL, ALL),
            row(ARENA + "GetStandings", ALL, ALL, ALL, ALL),
            row(ARENA + "ListArenaGames", ALL, ALL, ALL, ALL),
            row(ARENA + "GetArenaGame", ALL, ALL, ALL, ALL),
            row(ARENA + "CancelTournament", ALL, NEVER, NEVER, NEVER),
            row(ARENA + "WatchTournament", ALL, ALL, ALL, ALL),
            row(ARENA + "GetLadder", ALL, ALL, ALL, ALL),
            row(ARENA + "ListAgents", ALL, ALL, ALL, ALL),
            withoutCredentials(HEALTH + "Check"),
            withoutCredentials(HEALTH + "List"),
            withoutCredentials(HEALTH + "Watch"),
            ofOperators("grpc.reflection.v1.ServerReflection/ServerReflectionInfo"),
            ofOperators("grpc.reflection.v1alpha.ServerReflection/ServerReflectionInfo"),
            ofOperators(CHANNELZ + "GetTopChannels"),
            ofOperators(CHANNELZ + "GetServers"),
            ofOperators(CHANNELZ + "GetServer"),
            ofOperators(CHANNELZ + "GetServerSockets"),
            ofOperators(CHANNELZ + "GetChannel"),
            ofOperators(CHANNELZ + "GetSubchannel"),
            ofOperators(CHANNELZ + "GetSocket"),
            ofOperators(METRICS)));

    private final Map<String, Row> rows = new LinkedHashMap<>();

    private AuthorizationTable(Collection<Row> rows) {
        for (Row row : rows) {
            if (this.rows.put(row.rpc(), row) != null) {
                throw new IllegalArgumentException("RPC " + row.rpc() + " has two rows");
            }
        }
    }

    /**
     * The row of an RPC.
     *
     * @param rpc the full name, as in "tengen.v1.EnvironmentService/Step"
     * @param operator the right of operators
     * @param orchestrator the right of orchestrators
     * @param agent the right of agents
     * @param spectator the right of spectators
     * @param seats the rights of those who have a seat at a session
     * @param needsCredentials whether the caller must be known; if not, everybody may make the call
     */
    public record Row(
            String rpc,
            Right operator,
            Right orchestrator,
            Right agent,
            Right spectator,
            SeatRights seats,
            boolean needsCredentials) {
        /** Returns the right of {@code principal}. If it depends on the turn, it is that of a seat to move. */
        public Right right(Principal principal) {
            return principal.seat().map(seat -> seats.right(seat.place())).orElseGet(() -> right(principal.role()));
        }

        /** Returns the right of {@code role}. */
        public Right right(Role role) {
            return switch (role) {
                case OPERATOR -> operator;
                case ORCHESTRATOR -> orchestrator;
                case AGENT -> agent;
                case SPECTATOR -> spectator;
            };
        }
    }

    /**
     * What those may do who have a seat at a session, with that session.
     *
     * @param toMove the right of a player whose color is to move
     * @param waiting the right of a player whose color is not to move
     * @param spectator the right of spectators
     */
    public record SeatRights(Right toMove, Right waiting, Right spectator) {
        /** No seat may make the call. */
        static final SeatRights NONE = new SeatRights(NEVER, NEVER, NEVER);

        /** The call needs no session. */
        static final SeatRights INFO = new SeatRights(ALLOWED, ALLOWED, ALLOWED);

        /** The call reads the session. */
        static final SeatRights READ = new SeatRights(OWN, OWN, OWN);

        /** The call moves, or prepares a move. */
        static final SeatRights MOVE = new SeatRights(OWN, WAIT, NEVER);

        private Right right(Seat.Place place) {
            return place == Seat.Place.SPECTATOR ? spectator : toMove;
        }
    }

    private static Row row(String rpc, Right operator, Right orchestrator, Right agent, Right spectator) {
        return row(rpc, operator, orchestrator, agent, spectator, SeatRights.NONE);
    }

    private static Row row(
            String rpc, Right operator, Right orchestrator, Right agent, Right spectator, SeatRights seats) {
        return new Row(rpc, operator, orchestrator, agent, spectator, seats, true);
    }

    private static Row withoutCredentials(String rpc) {
        return new Row(rpc, ALLOWED, ALLOWED, ALLOWED, ALLOWED, SeatRights.INFO, false);
    }

    /** Returns the row of an RPC that only operators may call. */
    public static Row ofOperators(String rpc) {
        return row(rpc, ALL, NEVER, NEVER, NEVER);
    }

    /**
     * Returns this table with more rows.
     *
     * @throws IllegalArgumentException if an RPC has a row already
     */
    public AuthorizationTable with(Collection<Row> more) {
        return new AuthorizationTable(
                Stream.concat(rows.values().stream(), more.stream()).toList());
    }

    /** Returns the rows, by service. */
    public List<Row> rows() {
        return List.copyOf(rows.values());
    }

    /** Returns the row of {@code rpc}; empty if it has none. */
    public Optional<Row> row(String rpc) {
        return Optional.ofNullable(rows.get(rpc));
    }

    /** Returns the right of {@code principal} to call {@code rpc}; {@link Right#NEVER} if it has no row. */
    public Right right(String rpc, Principal principal) {
        return row(rpc).map(row -> row.right(principal)).orElse(NEVER);
    }

    /** Returns whether the caller of {@code rpc} must be known. */
    public boolean needsCredentials(String rpc) {
        return row(rpc).map(Row::needsCredentials).orElse(true);
    }

    /**
     * Requires that the role of {@code principal} allows {@code rpc}. Whose sessions the call may use, its service
     * decides.
     *
     * @throws CallException if it does not
     */
    public void require(String rpc, Principal principal) {
        if (right(rpc, principal) != NEVER) {
            return;
        }
        String method = rpc.substring(rpc.lastIndexOf('/') + 1);
        String role = principal.role().text();
        throw principal
                .seat()
                .map(seat -> CallException.of(
                                Reason.PERMISSION_DENIED,
                                "the token of a seat (" + seat.place().text() + ") may not call " + method)
                        .with("seat", seat.place().text()))
                .orElseGet(() -> CallException.of(
                                Reason.PERMISSION_DENIED,
                                "principals with the role " + role + " may not call " + method)
                        .with("role", role))
                .with("rpc", rpc);
    }

    /**
     * Requires that every one of {@code rpcs} has a row.
     *
     * @throws IllegalStateException if one has none
     */
    public void requireRows(Collection<String> rpcs) {
        List<String> missing =
                rpcs.stream().filter(rpc -> !rows.containsKey(rpc)).sorted().toList();
        if (!missing.isEmpty()) {
            throw new IllegalStateException("RPCs without a row in the authorization table: " + missing);
        }
    }
}
