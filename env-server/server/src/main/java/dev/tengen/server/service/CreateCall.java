package dev.tengen.server.service;

import dev.tengen.env.EnvironmentSpec;
import dev.tengen.game.RulesPreset;
import dev.tengen.proto.v1.CreateSessionRequest;
import dev.tengen.proto.v1.CreateSessionResponse;
import dev.tengen.proto.v1.OpenedSession;
import dev.tengen.server.convert.RulesConverter;
import dev.tengen.server.convert.SessionConverter;
import dev.tengen.server.convert.SpecConverter;
import dev.tengen.server.error.CallException;
import dev.tengen.server.execution.CallExecutor;
import dev.tengen.server.identity.Seat;
import dev.tengen.server.session.SessionLease;
import dev.tengen.server.session.Sessions;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;

/** CreateSession: opens a session with a new environment, and with seats if the client wants some. */
final class CreateCall implements OpeningCalls.Opening<CreateSessionResponse> {
    private final Sessions sessions;
    private final CreateSessionRequest request;
    private final Set<Seat.Place> seats;

    CreateCall(Sessions sessions, CreateSessionRequest request) {
        this.sessions = sessions;
        this.request = request;
        seats = SessionConverter.seats(request);
    }

    /** Returns the executor for a call that opens a session with {@code spec}. */
    static CallExecutor executorFor(Sessions sessions, dev.tengen.proto.v1.EnvironmentSpec spec, boolean isLong) {
        return sessions.executors()
                .forOpening(spec.getOpponent().getPlayer(), !spec.getTask().isEmpty(), isLong);
    }

    @Override
    public CallExecutor executor() {
        return executorFor(sessions, request.getSpec(), false);
    }

    @Override
    public SessionLease open(OpeningCalls.Opener opener) {
        if (!request.hasSpec()) {
            throw CallException.invalid("spec", "missing", "a spec");
        }
        EnvironmentSpec spec = SpecConverter.toCore(request.getSpec(), sessions.engines());
        RulesPreset preset = RulesConverter.preset(request.getSpec().getRules());
        OptionalLong seed = request.hasSeed() ? OptionalLong.of(request.getSeed()) : OptionalLong.empty();
        SessionLease lease = sessions.create(opener.opening(request.getIdleTimeoutMs()), spec, preset, seed);
        if (!seats.isEmpty()) {
            try {
                sessions.openSeats(lease.session(), seats);
            } catch (RuntimeException | Error e) {
                lease.close();
                sessions.discard(lease.session());
                throw e;
            }
        }
        return lease;
    }

    @Override
    public Function<OpenedSession, CreateSessionResponse> response() {
        return response(sessions, seats);
    }

    private static Function<OpenedSession, CreateSessionResponse> response(Sessions sessions, Set<Seat.Place> seats) {
        return session -> SessionConverter.created(session, tokens(sessions, session.getSessionId(), seats));
    }

    private static Map<Seat.Place, String> tokens(Sessions sessions, String sessionId, Set<Seat.Place> seats) {
        return seats.stream()
                .collect(Collectors.toMap(Function.identity(), seat -> sessions.seatToken(sessionId, seat)));
    }
}
