package dev.tengen.journal;

import dev.tengen.proto.v1.CreateSessionRequest;
import dev.tengen.proto.v1.EnvironmentServiceGrpc;
import dev.tengen.proto.v1.EnvironmentServiceGrpc.EnvironmentServiceBlockingStub;
import dev.tengen.proto.v1.EnvironmentSpec;
import dev.tengen.proto.v1.ResetRequest;
import dev.tengen.proto.v1.StepRequest;
import dev.tengen.proto.v1.StepResponse;
import dev.tengen.server.testing.RunningServer;
import io.grpc.ManagedChannel;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * Plays on one session with random actions, and retries a call with the same request id until the server answers. It
 * notes what was acknowledged: the moves of the episode, and the state hash after each.
 */
final class SteppingClient implements AutoCloseable {
    private static final EnvironmentSpec SPEC = EnvironmentSpec.newBuilder()
            .setWidth(9)
            .setHeight(9)
            .setMaxMoves(60)
            .build();
    private static final int RETRY_MILLIS = 20;

    /**
     * An acknowledged change.
     *
     * @param episode the number of the episode
     * @param moveNumber the move number after it
     * @param stateHash the state hash after it
     * @param at what the clock showed when the acknowledgment came
     */
    record Ack(long episode, int moveNumber, long stateHash, long at) {}

    private final ManagedChannel channel;
    private final EnvironmentServiceBlockingStub stub;
    private final Random random;
    private final String name;
    private final LongSupplier clock;
    private final List<Ack> acks = Collections.synchronizedList(new ArrayList<>());
    private final String id;
    private long episode;
    private int moveNumber;
    private int requestCount;
    private volatile int retryCount;

    /** Opens a session on the server at {@code port}; {@code clock} stamps acknowledgments. */
    SteppingClient(int port, long seed, LongSupplier clock) {
        channel = RunningServer.newChannel(port, Runnable::run);
        stub = EnvironmentServiceGrpc.newBlockingStub(channel);
        random = new Random(seed);
        name = "client " + seed + " request ";
        this.clock = clock;
        CreateSessionRequest request = CreateSessionRequest.newBuilder()
                .setSpec(SPEC)
                .setSeed(seed)
                .setRequestId(newRequestId())
                .build();
        var created = retried(() -> stub.withDeadlineAfter(20, TimeUnit.SECONDS).createSession(request));
        id = created.getSessionId();
        acks.add(new Ack(0, 0, created.getTimestep().getStateHash(), clock.getAsLong()));
    }

    private String newRequestId() {
        return name + requestCount++;
    }

    String id() {
        return id;
    }

    List<Ack> acks() {
        return acks;
    }

    int retryCount() {
        return retryCount;
    }

    private interface Call<T> {
        T get();
    }

    private <T> T retried(Call<T> call) {
        while (true) {
            try {
                return call.get();
            } catch (StatusRuntimeException e) {
                Status.Code code = e.getStatus().getCode();
                if (code != Status.Code.UNAVAILABLE && code != Status.Code.DEADLINE_EXCEEDED) {
                    throw e;
                }
                retryCount++;
                channel.resetConnectBackoff();
                sleep();
            }
        }
    }

    private static void sleep() {
        try {
            TimeUnit.MILLISECONDS.sleep(RETRY_MILLIS);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Makes a change, and notes it when it is acknowledged. An illegal action changes nothing. */
    void step() {
        if (moveNumber >= 50 || random.nextInt(100) == 0) {
            ResetRequest request = ResetRequest.newBuilder()
                    .setSessionId(id)
                    .setRequestId(newRequestId())
                    .build();
            var first =
                    retried(() -> stub.withDeadlineAfter(20, TimeUnit.SECONDS).reset(request));
            episode++;
            moveNumber = 0;
            acks.add(new Ack(episode, 0, first.getTimestep().getStateHash(), clock.getAsLong()));
            return;
        }
        StepRequest request = StepRequest.newBuilder()
                .setSessionId(id)
                .setAction(random.nextInt(81))
                .setExpectedEpisode(episode)
                .setExpectedMoveNumber(moveNumber)
                .setRequestId(newRequestId())
                .build();
        try {
            StepResponse response =
                    retried(() -> stub.withDeadlineAfter(20, TimeUnit.SECONDS).step(request));
            moveNumber++;
            acks.add(new Ack(episode, moveNumber, response.getTimestep().getStateHash(), clock.getAsLong()));
        } catch (StatusRuntimeException e) {
            if (e.getStatus().getCode() != Status.Code.FAILED_PRECONDITION) {
                throw e; // A change that was lost or made twice is at another move number: ABORTED.
            }
        }
    }

    @Override
    public void close() {
        channel.shutdownNow();
    }
}
