package dev.tengen.server.service;

import dev.tengen.env.EnvironmentSpec;
import dev.tengen.game.RulesPreset;
import dev.tengen.proto.v1.OpenedSession;
import dev.tengen.proto.v1.RestoreRequest;
import dev.tengen.proto.v1.RestoreResponse;
import dev.tengen.proto.v1.SnapshotContent;
import dev.tengen.server.convert.RulesConverter;
import dev.tengen.server.convert.SnapshotConverter;
import dev.tengen.server.execution.CallExecutor;
import dev.tengen.server.session.SessionLease;
import dev.tengen.server.session.SessionOpening;
import dev.tengen.server.session.Sessions;
import java.util.function.Function;

/** Restore: opens a session with the environment of a snapshot. */
final class RestoreCall implements OpeningCalls.Opening<RestoreResponse> {
    /** Up to this length, a snapshot is restored on a thread of the transport: at most 1,000 moves or so. */
    private static final int MAX_INLINE_SNAPSHOT_BYTES = 1024;

    private final Sessions sessions;
    private final RestoreRequest request;

    RestoreCall(Sessions sessions, RestoreRequest request) {
        this.sessions = sessions;
        this.request = request;
    }

    /** Returns the executor. Throws {@link dev.tengen.server.error.CallException} if the snapshot is none. */
    @Override
    public CallExecutor executor() {
        boolean isLong = request.getSnapshot().size() > MAX_INLINE_SNAPSHOT_BYTES;
        // Only an engine or a long game takes long to restore; without engines there is no need to read the snapshot
        // twice.
        return sessions.engines().isEmpty()
                ? sessions.executors().forOpening("", false, isLong)
                : CreateCall.executorFor(
                        sessions, SnapshotConverter.read(request.getSnapshot()).getSpec(), isLong);
    }

    @Override
    public SessionLease open(OpeningCalls.Opener opener) {
        SnapshotContent content = SnapshotConverter.read(request.getSnapshot());
        RulesPreset preset = RulesConverter.preset(content.getSpec().getRules());
        SessionOpening opening = opener.opening(request.getIdleTimeoutMs());
        EnvironmentSpec spec = SnapshotConverter.spec(content, sessions.engines());
        return sessions.open(
                opening, spec, content.getActionsCount(), preset, () -> SnapshotConverter.environment(spec, content));
    }

    @Override
    public Function<OpenedSession, RestoreResponse> response() {
        return session -> RestoreResponse.newBuilder().setSession(session).build();
    }
}
