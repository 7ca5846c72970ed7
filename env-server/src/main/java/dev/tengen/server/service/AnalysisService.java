package dev.tengen.server.service;

import dev.tengen.proto.v1.AnalysisServiceGrpc;
import dev.tengen.proto.v1.AnalyzeRaceRequest;
import dev.tengen.proto.v1.AnalyzeRaceResponse;
import dev.tengen.proto.v1.AnalyzedPosition;
import dev.tengen.proto.v1.SolvePositionRequest;
import dev.tengen.proto.v1.SolvePositionResponse;
import dev.tengen.server.analysis.Analyses;
import dev.tengen.server.convert.PositionConverter;
import dev.tengen.server.convert.RacePosition;
import dev.tengen.server.convert.StandingPosition;
import dev.tengen.server.convert.StatusConverter;
import dev.tengen.server.session.Session;
import dev.tengen.server.session.Sessions;
import io.grpc.stub.ServerCallStreamObserver;
import io.grpc.stub.StreamObserver;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import java.util.function.Supplier;

/** {@code tengen.v1.AnalysisService}. Thread-safe. */
public final class AnalysisService extends AnalysisServiceGrpc.AnalysisServiceImplBase {
    private final Sessions sessions;
    private final Analyses analyses;

    /** Makes the service, for positions of {@code sessions} and others. */
    public AnalysisService(Sessions sessions, Analyses analyses) {
        this.sessions = sessions;
        this.analyses = analyses;
    }

    @Override
    public void solvePosition(SolvePositionRequest request, StreamObserver<SolvePositionResponse> observer) {
        AnalyzedPosition position = request.getPosition();
        answer(
                observer,
                position,
                () -> analyses.solve(request, PositionConverter.solvable(position)),
                standing -> analyses.solve(request, standing));
    }

    @Override
    public void analyzeRace(AnalyzeRaceRequest request, StreamObserver<AnalyzeRaceResponse> observer) {
        AnalyzedPosition position = request.getPosition();
        answer(
                observer,
                position,
                () -> analyses.analyzeRaces(request, PositionConverter.withRaces(position)),
                standing -> analyses.analyzeRaces(request, RacePosition.of(standing.game())));
    }

    /** Answers by {@code analysis} of where a session stands, or by {@code other} where the position is no session's. */
    private <T> void answer(
            StreamObserver<T> observer,
            AnalyzedPosition position,
            Supplier<T> other,
            Function<StandingPosition, T> analysis) {
        CompletableFuture<Runnable> started = new CompletableFuture<>();
        if (observer instanceof ServerCallStreamObserver<T> stream) {
            stream.setOnCancelHandler(() -> {
                var unused = started.thenAccept(Runnable::run);
            });
        }
        try {
            if (PositionConverter.isOfSession(position)) {
                Session session = sessions.get(position.getSessionId());
                // Where calls of this session may take long, the wait for it is no analysis.
                session.executor().execute(() -> startWithSession(started, observer, session, analysis));
            } else {
                start(started, observer, other);
            }
        } catch (RuntimeException | Error e) {
            observer.onError(StatusConverter.toStatus(e));
        }
    }

    private <T> void startWithSession(
            CompletableFuture<Runnable> started,
            StreamObserver<T> observer,
            Session session,
            Function<StandingPosition, T> analysis) {
        try {
            StandingPosition standing = session.standing();
            start(started, observer, () -> analysis.apply(standing));
        } catch (RuntimeException | Error e) {
            observer.onError(StatusConverter.toStatus(e));
        }
    }

    private <T> void start(CompletableFuture<Runnable> started, StreamObserver<T> observer, Supplier<T> call) {
        started.complete(analyses.start(() -> Answers.answer(observer, call)));
    }
}
