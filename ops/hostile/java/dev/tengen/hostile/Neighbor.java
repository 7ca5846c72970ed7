package dev.tengen.hostile;

import dev.tengen.base.SplitMix64;
import dev.tengen.board.Grid;
import dev.tengen.game.Game;
import dev.tengen.game.Rules;
import dev.tengen.game.Setup;
import dev.tengen.proto.v1.CloseSessionRequest;
import dev.tengen.proto.v1.CreateSessionRequest;
import dev.tengen.proto.v1.EnvironmentServiceGrpc;
import dev.tengen.proto.v1.EnvironmentServiceGrpc.EnvironmentServiceBlockingStub;
import dev.tengen.proto.v1.EnvironmentSpec;
import dev.tengen.proto.v1.LegalActionsRequest;
import dev.tengen.proto.v1.LegalActionsResponse;
import dev.tengen.proto.v1.ResetRequest;
import dev.tengen.proto.v1.StepRequest;
import io.grpc.ManagedChannel;
import io.grpc.Metadata;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.netty.NettyChannelBuilder;
import java.io.IOException;
import java.time.Duration;
import java.util.Arrays;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * A well-behaved client: it plays random games in one session, one call at a time, compares every answer with the rules
 * in this process, and measures how long calls take.
 */
final class Neighbor implements AutoCloseable {
    private static final int SIZE = 5;
    private static final int MAX_MOVES = 40;
    private static final long CALL_SECONDS = 60;

    private static final Metadata.Key<String> REASON =
            Metadata.Key.of("tengen-reason", Metadata.ASCII_STRING_MARSHALLER);

    /** The server whose page it calls, too. */
    private final Optional<JarServer> page;

    private final ManagedChannel channel;
    private final EnvironmentServiceBlockingStub stub;
    private final SplitMix64 random = new SplitMix64(11);
    private String session;
    private Game game = newGame();

    /**
     * Connects to {@code server}.
     *
     * @param isOnHttp whether every other call is one of the page, on the HTTP port
     */
    Neighbor(JarServer server, boolean isOnHttp) {
        this(server.address(), "", isOnHttp ? Optional.of(server) : Optional.empty());
    }

    /**
     * Connects to the server at {@code address}.
     *
     * @param token the token of the client; empty if it needs none
     */
    Neighbor(String address, String token) {
        this(address, token, Optional.empty());
    }

    private Neighbor(String address, String token, Optional<JarServer> page) {
        this.page = page;
        channel = NettyChannelBuilder.forTarget(address)
                .usePlaintext()
                .intercept(MixPrincipals.interceptor(token))
                .build();
        stub = EnvironmentServiceGrpc.newBlockingStub(channel);
        session = open();
    }

    /**
     * What the neighbor experienced.
     *
     * @param latencies the time of each call in nanoseconds, sorted
     * @param wrongCount answers that differ from the rules
     * @param failedCount calls that failed
     */
    record Experience(long[] latencies, int wrongCount, int failedCount) {
        /** Returns the latency that a share of the calls does not exceed, in milliseconds. */
        double quantileMs(double share) {
            return latencies.length == 0
                    ? Double.NaN
                    : latencies[Math.min(latencies.length - 1, (int) (share * latencies.length))] / 1e6;
        }
    }

    private EnvironmentServiceBlockingStub calls() {
        return stub.withDeadlineAfter(CALL_SECONDS, TimeUnit.SECONDS);
    }

    private String open() {
        return calls().createSession(CreateSessionRequest.newBuilder()
                        .setSpec(EnvironmentSpec.newBuilder()
                                .setWidth(SIZE)
                                .setHeight(SIZE)
                                .setMaxMoves(-1))
                        .build())
                .getSessionId();
    }

    private static Game newGame() {
        return new Game(Setup.empty(Grid.square(SIZE)), Rules.TROMP_TAYLOR);
    }

    /** Plays for {@code duration}, with a call about every {@code pauseMs} milliseconds. */
    Experience play(Duration duration, long pauseMs) throws InterruptedException {
        long end = System.nanoTime() + duration.toNanos();
        long[] latencies = new long[1 << 16];
        int count = 0;
        int wrong = 0;
        int failed = 0;
        while (count < latencies.length && System.nanoTime() < end) {
            long start = System.nanoTime();
            try {
                boolean isRight = page.isPresent() && count % 2 == 0 ? isPageRight(page.get()) : isAnswerRight();
                wrong += isRight ? 0 : 1;
            } catch (StatusRuntimeException e) {
                failed += isExpired(e) ? 0 : 1;
            } catch (IOException e) {
                failed++;
            }
            latencies[count++] = System.nanoTime() - start;
            Thread.sleep(pauseMs);
        }
        long[] sorted = Arrays.copyOf(latencies, count);
        Arrays.sort(sorted);
        return new Experience(sorted, wrong, failed);
    }

    /**
     * Opens another session if the last one has expired: on a slow machine, a call can take longer than the idle
     * timeout of a server whose sessions soon expire.
     */
    private boolean isExpired(StatusRuntimeException error) {
        Metadata trailers = error.getTrailers();
        if (trailers == null || !"SESSION_EXPIRED".equals(trailers.get(REASON))) {
            return false;
        }
        try {
            session = open();
        } catch (StatusRuntimeException e) {
            return false;
        }
        game = newGame();
        return true;
    }

    /** Makes a call of the page, and returns whether its answer is right. */
    private static boolean isPageRight(JarServer server) throws IOException, InterruptedException {
        return server.get("/api/info").contains("\"version\"");
    }

    /** Makes a call, and returns whether its answer is right. */
    private boolean isAnswerRight() {
        if (game.moveNumber() >= MAX_MOVES) {
            game = newGame();
            return calls().reset(ResetRequest.newBuilder().setSessionId(session).build())
                            .getTimestep()
                            .getMoveNumber()
                    == 0;
        }
        int legalCount = 0;
        int chosen = game.grid().pass();
        for (int point = 0; point < SIZE * SIZE; point++) {
            if (game.legality(point).isLegal()) {
                legalCount++;
                chosen = random.nextInt(legalCount) == 0 ? point : chosen;
            }
        }
        if (random.nextInt(2) == 0) {
            LegalActionsResponse answer = calls().legalActions(LegalActionsRequest.newBuilder()
                    .setSessionId(session)
                    .build());
            return answer.getLegalCount() == legalCount + 1 && answer.getMoveNumber() == game.moveNumber();
        }
        int number = calls().step(StepRequest.newBuilder()
                        .setSessionId(session)
                        .setAction(chosen)
                        .setExpectedMoveNumber(game.moveNumber())
                        .build())
                .getTimestep()
                .getMoveNumber();
        game.play(chosen);
        if (game.isOver()) {
            game = newGame();
            calls().reset(ResetRequest.newBuilder().setSessionId(session).build());
            return true;
        }
        return number == game.moveNumber();
    }

    @Override
    public void close() {
        try {
            calls().closeSession(CloseSessionRequest.newBuilder()
                    .setSessionId(session)
                    .build());
        } catch (StatusRuntimeException e) {
            if (e.getStatus().getCode() != Status.Code.NOT_FOUND) {
                throw e;
            }
            // It has expired.
        } finally {
            channel.shutdownNow();
        }
    }
}
