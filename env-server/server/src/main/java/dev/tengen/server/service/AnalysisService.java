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
    private static final Source<SolvablePosition> SOLVABLE =
            new Source<>(PositionConverter::solvable, SolvablePosition::of);
    private static final Source<RacePosition> WITH_RACES = new Source<>(
            PositionConverter::withRaces,
            environment -> RacePosition.of(environment.game().copy()));

    private final Sessions sessions;
    private final SessionCalls calls;
    private final Analyses analyses;
    private final Quotas quotas;

    /**
     * Creates the service, for positions of {@code sessions} and others. Analyses take their memory from
     * {@code quotas}.
     */
    public AnalysisService(Sessions sessions, Analyses analyses, Quotas quotas) {
        this.sessions = sessions;
        calls = new SessionCalls(sessions);
        this.analyses = analyses;
        this.quotas = quotas;
    }

    @Override
    public void solvePosition(SolvePositionRequest request, StreamObserver<SolvePositionResponse> observer) {
        UnaryCall<SolvePositionResponse> call = new UnaryCall<>(observer);
        MemoryAllowance caller = quotas.of(call.principal());
        analyze(call, request.getPosition(), SOLVABLE, position -> solve(request, position, caller));
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
        UnaryCall<AnalyzeRaceResponse> call = new UnaryCall<>(observer);
        MemoryAllowance caller = quotas.of(call.principal());
        analyze(call, request.getPosition(), WITH_RACES, position -> analyzeRace(request, position, caller));
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
     * Where an analysis gets its position from.
     *
     * @param given reads the position of a request
     * @param ofSession returns the position of a session, which the session does not change
     */
    private record Source<P>(Function<AnalyzedPosition, P> given, Function<Environment, P> ofSession) {}

    /** Responds with what {@code analysis} returns, and cancels it when the client cancels. */
    private <P, T> void analyze(
            UnaryCall<T> call, AnalyzedPosition position, Source<P> source, Function<P, T> analysis) {
        try {
            CallToken unused = call.token(); // From the start: the client may cancel the wait for the session, too.
            if (PositionConverter.isOfSession(position)) {
                analyzeSession(call, position.getSessionId(), source, analysis);
            } else {
                call.respond(analyses.executor(), () -> analysis.apply(read(position, source)));
            }
        } catch (RuntimeException | Error e) {
            call.fail(e);
        }
    }

    /** Returns the position of a request, for which memory is reserved while it is read. */
    private <P> P read(AnalyzedPosition position, Source<P> source) {
        try (MemoryReservation record =
                sessions.budget().reserve(MemoryKind.REQUEST, PositionConverter.memoryBytes(position))) {
            assert record.bytes() >= 0 : "the record may use it";
            return source.given().apply(position);
        }
    }

    private <P, T> void analyzeSession(UnaryCall<T> call, String sessionId, Source<P> source, Function<P, T> analysis) {
        calls.lease(call, sessionId, true, lease -> {
            // If calls on the session may block, the wait for it is no analysis.
            Runnable work = analysis(call, lease, source, analysis);
            lease.session().executor().execute(call.token(), work);
        });
    }

    /** Returns what reads the position of a session, on the executor of the session, and has it analyzed. */
    private <P, T> Runnable analysis(UnaryCall<T> call, SessionLease lease, Source<P> source, Function<P, T> analysis) {
        return () -> {
            try {
                P position = call.token().call(reading(lease.session(), source));
                respond(call, lease, position, analysis);
            } catch (RuntimeException | Error e) {
                lease.close();
                call.fail(e);
            }
        };
    }

    private static <P> Supplier<P> reading(Session session, Source<P> source) {
        return () -> session.read(source.ofSession());
    }

    private <P, T> void respond(UnaryCall<T> call, SessionLease lease, P position, Function<P, T> analysis) {
        call.respond(analyses.executor(), () -> DurableResponse.of(analysis.apply(position)), lease::close);
    }
}
