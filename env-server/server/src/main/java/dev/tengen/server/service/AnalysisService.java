package dev.tengen.server.service;

import dev.tengen.env.Environment;
import dev.tengen.proto.v1.AnalysisServiceGrpc;
import dev.tengen.proto.v1.AnalyzeRaceRequest;
import dev.tengen.proto.v1.AnalyzeRaceResponse;
import dev.tengen.proto.v1.AnalyzedPosition;
import dev.tengen.proto.v1.SolvePositionRequest;
import dev.tengen.proto.v1.SolvePositionResponse;
import dev.tengen.server.analysis.Analyses;
import dev.tengen.server.analysis.RacePosition;
import dev.tengen.server.analysis.SolvablePosition;
import dev.tengen.server.convert.PositionConverter;
import dev.tengen.server.convert.RaceConverter;
import dev.tengen.server.convert.SolveConverter;
import dev.tengen.server.execution.CallToken;
import dev.tengen.server.execution.MemoryAllowance;
import dev.tengen.server.execution.MemoryKind;
import dev.tengen.server.execution.MemoryReservation;
import dev.tengen.server.quota.Quotas;
import dev.tengen.server.session.Session;
import dev.tengen.server.session.SessionLease;
import dev.tengen.server.session.Sessions;
import io.grpc.stub.StreamObserver;
import java.util.function.Function;
import java.util.function.Supplier;

/** {@code tengen.v1.AnalysisService}. Thread-safe. */
public final class AnalysisService extends AnalysisServiceGrpc.AnalysisServiceImplBase {
    private final Sessions sessions;
    private final SessionCalls calls;
    private final Analyses analyses;
    private final Quotas quotas;

    /** Creates the service, for positions of {@code sessions} and others. Analyses take their memory from {@code quotas}. */
    public AnalysisService(Sessions sessions, Analyses analyses, Quotas quotas) {
        this.sessions = sessions;
        calls = new SessionCalls(sessions);
        this.analyses = analyses;
        this.quotas = quotas;
    }

    @Override
    public void solvePosition(SolvePositionRequest request, StreamObserver<SolvePositionResponse> observer) {
        AnalyzedPosition position = request.getPosition();
        MemoryAllowance caller = caller();
        analyze(
                observer,
                position,
                () -> PositionConverter.solvable(position),
                SolvablePosition::of,
                solvable -> solve(request, solvable, caller));
    }

    /** Returns what the principal that calls may reserve. The threads of analyses do not know the principal. */
    private MemoryAllowance caller() {
        return quotas.of(PrincipalContext.current());
    }

    private SolvePositionResponse solve(
            SolvePositionRequest request, SolvablePosition position, MemoryAllowance caller) {
        return SolveConverter.toProto(
                position,
                analyses.solve(
                        position,
                        caller,
                        request.getRegretActionsList(),
                        analyses.granted(
                                request.getLimits().getMaxNodeCount(),
                                request.getLimits().getMaxTimeMs())));
    }

    @Override
    public void analyzeRace(AnalyzeRaceRequest request, StreamObserver<AnalyzeRaceResponse> observer) {
        AnalyzedPosition position = request.getPosition();
        MemoryAllowance caller = caller();
        analyze(
                observer,
                position,
                () -> PositionConverter.withRaces(position),
                environment -> RacePosition.of(environment.game().copy()),
                withRaces -> analyzeRace(request, withRaces, caller));
    }

    private AnalyzeRaceResponse analyzeRace(AnalyzeRaceRequest request, RacePosition position, MemoryAllowance caller) {
        return RaceConverter.toProto(
                position,
                analyses.analyzeRaces(
                        position,
                        caller,
                        RaceConverter.named(request, position),
                        request.getIsStatic(),
                        analyses.granted(
                                request.getLimits().getMaxNodeCount(),
                                request.getLimits().getMaxTimeMs())));
    }

    /**
     * Responds with what {@code analysis} returns, and cancels it when the client cancels.
     *
     * @param given returns the position if {@code position} is that of no session
     * @param ofSession returns the position of a session, which the session does not change
     */
    private <P, T> void analyze(
            StreamObserver<T> observer,
            AnalyzedPosition position,
            Supplier<P> given,
            Function<Environment, P> ofSession,
            Function<P, T> analysis) {
        UnaryCalls.failOnError(observer, () -> {
            if (PositionConverter.isOfSession(position)) {
                CallToken token = UnaryCalls.newToken(observer);
                calls.run(
                        observer,
                        position.getSessionId(),
                        true,
                        token,
                        lease -> analyzeSession(observer, lease, token, ofSession, analysis));
            } else {
                UnaryCalls.respond(observer, analyses::executor, call -> analysis.apply(read(position, given)));
            }
        });
    }

    /** Returns the position of a request, for which memory is reserved while it is read. */
    private <P> P read(AnalyzedPosition position, Supplier<P> given) {
        try (MemoryReservation record =
                sessions.budget().reserve(MemoryKind.REQUEST, PositionConverter.memoryBytes(position))) {
            assert record.bytes() >= 0 : "the record may use it";
            return given.get();
        }
    }

    private <P, T> void analyzeSession(
            StreamObserver<T> observer,
            SessionLease lease,
            CallToken token,
            Function<Environment, P> ofSession,
            Function<P, T> analysis) {
        Session session = lease.session();
        // If calls on the session may block, the wait for it is no analysis.
        Runnable read = () -> {
            P current = token.call(() -> session.read(ofSession));
            analyses.executor().execute(token, () -> {
                try (lease) {
                    UnaryCalls.respond(observer, () -> token.call(() -> analysis.apply(current)));
                }
            });
        };
        UnaryCalls.failOnError(
                observer,
                lease,
                () -> session.executor().execute(token, () -> UnaryCalls.failOnError(observer, lease, read)));
    }
}
