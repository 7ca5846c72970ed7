package dev.tengen.server.service;

import dev.tengen.proto.v1.ForkRequest;
import dev.tengen.proto.v1.ForkResponse;
import dev.tengen.proto.v1.OpenedSession;
import dev.tengen.server.execution.CallExecutor;
import dev.tengen.server.session.Session;
import dev.tengen.server.session.SessionLease;
import dev.tengen.server.session.SessionOpening;
import dev.tengen.server.session.Sessions;
import java.util.function.Function;

/** Fork: opens a session with a copy of the environment of another one, on which it holds a lease. */
final class ForkCall implements OpeningCalls.Opening<ForkResponse> {
    private final Sessions sessions;
    private final SessionLease source;
    private final ForkRequest request;

    ForkCall(Sessions sessions, SessionLease source, ForkRequest request) {
        this.sessions = sessions;
        this.source = source;
        this.request = request;
    }

    @Override
    public CallExecutor executor() {
        return sessions.executors().forFork(source.session());
    }

    @Override
    public SessionLease open(OpeningCalls.Opener opener) {
        Session forked = source.session();
        SessionOpening opening = request.getIdleTimeoutMs() == 0
                ? new SessionOpening(opener.call().principal(), opener.key(), forked.idleTimeout())
                : opener.opening(request.getIdleTimeoutMs());
        return sessions.fork(opening, forked);
    }

    @Override
    public Function<OpenedSession, ForkResponse> response() {
        return session -> ForkResponse.newBuilder().setSession(session).build();
    }

    @Override
    public void end() {
        source.close();
    }
}
