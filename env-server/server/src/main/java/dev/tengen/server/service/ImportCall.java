package dev.tengen.server.service;

import dev.tengen.env.EnvironmentSpec;
import dev.tengen.game.RulesPreset;
import dev.tengen.proto.v1.ImportRecordRequest;
import dev.tengen.proto.v1.ImportRecordResponse;
import dev.tengen.proto.v1.OpenedSession;
import dev.tengen.server.convert.RecordImport;
import dev.tengen.server.convert.RulesConverter;
import dev.tengen.server.convert.SpecConverter;
import dev.tengen.server.execution.CallExecutor;
import dev.tengen.server.execution.MemoryKind;
import dev.tengen.server.execution.MemoryReservation;
import dev.tengen.server.session.SessionLease;
import dev.tengen.server.session.SessionOpening;
import dev.tengen.server.session.Sessions;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** ImportRecord: opens a session with the game of a record. */
final class ImportCall implements OpeningCalls.Opening<ImportRecordResponse> {
    /**
     * Up to this length, a record is read on a thread of the transport: about 700 moves, which take a few milliseconds.
     */
    private static final int MAX_INLINE_RECORD_BYTES = 4096;

    private final Sessions sessions;
    private final ImportRecordRequest request;

    /** Null if another process opened the session. */
    private @Nullable List<String> warnings;

    ImportCall(Sessions sessions, ImportRecordRequest request) {
        this.sessions = sessions;
        this.request = request;
    }

    @Override
    public CallExecutor executor() {
        return CreateCall.executorFor(
                sessions, request.getSpec(), request.getSgf().size() > MAX_INLINE_RECORD_BYTES);
    }

    @Override
    public SessionLease open(OpeningCalls.Opener opener) {
        sessions.requireMoves(RecordImport.leastMoveCount(request));
        try (MemoryReservation reserved = reserveRecord()) {
            assert reserved.bytes() >= 0 : "the record may use it";
            RecordImport record = new RecordImport(request);
            EnvironmentSpec spec = spec(record);
            RulesPreset preset = RulesConverter.preset(record.spec().getRules());
            long seed = request.hasSeed() ? request.getSeed() : sessions.newSeed();
            SessionOpening opening = opener.opening(request.getIdleTimeoutMs());
            SessionLease lease =
                    sessions.open(opening, spec, record.moveCount(), preset, () -> record.environment(spec, seed));
            warnings = record.warnings();
            return lease;
        }
    }

    /** Returns the warnings about the record of a session that another process imported. */
    private List<String> warningsOfReplay() {
        try (MemoryReservation reserved = reserveRecord()) {
            assert reserved.bytes() >= 0 : "the record may use it";
            RecordImport record = new RecordImport(request);
            return record.warningsOfReplay(spec(record));
        }
    }

    private MemoryReservation reserveRecord() {
        return sessions.budget().reserve(MemoryKind.REQUEST, RecordImport.memoryBytes(request));
    }

    private EnvironmentSpec spec(RecordImport record) {
        return SpecConverter.toCore(record.spec(), sessions.engines());
    }

    @Override
    public Function<OpenedSession, ImportRecordResponse> response() {
        @Nullable List<String> known = warnings;
        return response(known == null ? warningsOfReplay() : known);
    }

    private static Function<OpenedSession, ImportRecordResponse> response(List<String> warnings) {
        return session -> ImportRecordResponse.newBuilder()
                .setSession(session)
                .addAllWarnings(warnings)
                .build();
    }
}
