package dev.tengen.benchmarks;

import dev.tengen.base.SplitMix64;
import dev.tengen.client.env.ActionMask;
import dev.tengen.client.env.SessionSpec;
import dev.tengen.proto.v1.CloseSessionRequest;
import dev.tengen.proto.v1.CreateSessionResponse;
import dev.tengen.proto.v1.EnvironmentServiceGrpc.EnvironmentServiceBlockingStub;
import dev.tengen.proto.v1.ResetRequest;
import dev.tengen.proto.v1.StepRequest;
import dev.tengen.proto.v1.Timestep;
import java.util.List;
import java.util.UUID;

/**
 * A session that is played at random by the action mask. Calls carry request ids, as those of the clients do.
 *
 * <p>Not thread-safe.
 */
final class RandomSession {
    private final EnvironmentServiceBlockingStub stub;
    private final SplitMix64 random;
    private final String id;
    private final int pass;
    private ActionMask mask;
    private int moveNumber;
    private boolean isOver;

    RandomSession(EnvironmentServiceBlockingStub stub, int size, List<String> encodings, long seed) {
        this.stub = stub;
        random = new SplitMix64(seed);
        pass = size * size;
        CreateSessionResponse created = stub.createSession(SessionSpec.builder(size, size)
                .encodings(encodings.toArray(String[]::new))
                .seed(seed)
                .build()
                .toRequest()
                .setRequestId(requestId())
                .build());
        id = created.getSessionId();
        mask = mask(created.getTimestep());
    }

    private static String requestId() {
        return UUID.randomUUID().toString();
    }

    String id() {
        return id;
    }

    int moveNumber() {
        return moveNumber;
    }

    boolean isOver() {
        return isOver;
    }

    /** Returns a request that plays a random legal action. */
    StepRequest randomStep() {
        int[] legal = mask.actions();
        return step(legal[random.nextInt(legal.length)]);
    }

    /** Returns a request that plays a random legal point, or the pass if there is none. */
    StepRequest randomPlay() {
        int[] legal = mask.actions();
        int pointCount = legal.length - 1;
        return step(pointCount == 0 ? pass : legal[random.nextInt(pointCount)]);
    }

    private StepRequest step(int action) {
        return StepRequest.newBuilder()
                .setSessionId(id)
                .setRequestId(requestId())
                .setAction(action)
                .build();
    }

    /** Sends {@code request}. */
    Timestep send(StepRequest request) {
        return stub.step(request).getTimestep();
    }

    private ActionMask mask(Timestep timestep) {
        return new ActionMask(timestep.getActionMask().toByteArray(), pass + 1);
    }

    /** Updates the state to the result of a call. */
    void update(Timestep timestep) {
        mask = mask(timestep);
        moveNumber = timestep.getMoveNumber();
        isOver = timestep.getTerminated() || timestep.getTruncated();
    }

    /** Starts a new episode. */
    void reset() {
        update(stub.reset(ResetRequest.newBuilder()
                        .setSessionId(id)
                        .setRequestId(requestId())
                        .build())
                .getTimestep());
    }

    void close() {
        stub.closeSession(CloseSessionRequest.newBuilder().setSessionId(id).build());
    }
}
