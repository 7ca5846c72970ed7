package dev.tengen.benchmarks;

import com.google.protobuf.ByteString;
import dev.tengen.board.SplitMix64;
import dev.tengen.proto.v1.CloseSessionRequest;
import dev.tengen.proto.v1.CreateSessionRequest;
import dev.tengen.proto.v1.CreateSessionResponse;
import dev.tengen.proto.v1.EnvironmentServiceGrpc.EnvironmentServiceBlockingStub;
import dev.tengen.proto.v1.EnvironmentSpec;
import dev.tengen.proto.v1.ResetRequest;
import dev.tengen.proto.v1.StepRequest;
import dev.tengen.proto.v1.Timestep;
import java.util.List;
import java.util.UUID;

/**
 * A session that is played at random by the action mask. Every call has a request id, as clients send it.
 *
 * <p>Not thread-safe.
 */
final class RandomSession {
    private final EnvironmentServiceBlockingStub stub;
    private final SplitMix64 random;
    private final String id;
    private final int pass;
    private ByteString mask;
    private int moveNumber;
    private boolean isOver;

    RandomSession(EnvironmentServiceBlockingStub stub, int size, List<String> encodings, long seed) {
        this.stub = stub;
        random = new SplitMix64(seed);
        pass = size * size;
        CreateSessionResponse created = stub.createSession(CreateSessionRequest.newBuilder()
                .setRequestId(requestId())
                .setSpec(EnvironmentSpec.newBuilder()
                        .setWidth(size)
                        .setHeight(size)
                        .addAllEncodings(encodings))
                .setSeed(seed)
                .build());
        id = created.getSessionId();
        mask = created.getTimestep().getActionMask();
    }

    private static String requestId() {
        return UUID.randomUUID().toString();
    }

    int moveNumber() {
        return moveNumber;
    }

    boolean isOver() {
        return isOver;
    }

    /** Returns a request that plays a random legal action. */
    StepRequest randomStep() {
        return step(nthLegal(random.nextInt(legalCount())));
    }

    /** Returns a request that plays a random legal point, or the pass if there is none. */
    StepRequest randomPlay() {
        int pointCount = legalCount() - 1;
        return step(pointCount == 0 ? pass : nthLegal(random.nextInt(pointCount)));
    }

    private StepRequest step(int action) {
        return StepRequest.newBuilder()
                .setSessionId(id)
                .setRequestId(requestId())
                .setAction(action)
                .build();
    }

    private int legalCount() {
        int count = 0;
        for (int i = 0; i < mask.size(); i++) {
            count += Integer.bitCount(mask.byteAt(i) & 0xFF);
        }
        return count;
    }

    private int nthLegal(int index) {
        int left = index;
        for (int action = 0; action <= pass; action++) {
            if ((mask.byteAt(action >>> 3) & 0x80 >>> (action & 7)) != 0 && left-- == 0) {
                return action;
            }
        }
        throw new AssertionError("the mask has fewer than " + (index + 1) + " ones");
    }

    /** Sends {@code request}. */
    Timestep send(StepRequest request) {
        return stub.step(request).getTimestep();
    }

    /** Updates the state from the result of a call. */
    void took(Timestep timestep) {
        mask = timestep.getActionMask();
        moveNumber = timestep.getMoveNumber();
        isOver = timestep.getTerminated() || timestep.getTruncated();
    }

    /** Starts a new episode. */
    void reset() {
        took(stub.reset(ResetRequest.newBuilder()
                        .setSessionId(id)
                        .setRequestId(requestId())
                        .build())
                .getTimestep());
    }

    void close() {
        stub.closeSession(CloseSessionRequest.newBuilder().setSessionId(id).build());
    }
}
