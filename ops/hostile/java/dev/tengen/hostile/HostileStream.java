package dev.tengen.hostile;

import com.google.protobuf.ByteString;
import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.Message;
import dev.tengen.proto.v1.AgentTurn;
import dev.tengen.proto.v1.ExpandNodes;
import dev.tengen.proto.v1.ExpandRequest;
import dev.tengen.proto.v1.ExpandResponse;
import dev.tengen.proto.v1.PlayRequest;
import dev.tengen.proto.v1.PlayResponse;
import dev.tengen.proto.v1.ReleaseNodes;
import dev.tengen.proto.v1.RerootTrees;
import dev.tengen.proto.v1.ResetBatch;
import dev.tengen.proto.v1.RunRequest;
import dev.tengen.proto.v1.SelfPlayRequest;
import dev.tengen.proto.v1.SelfPlayResponse;
import dev.tengen.proto.v1.StepBatch;
import dev.tengen.proto.v1.TurnAnswer;
import io.grpc.CallOptions;
import io.grpc.ClientCall;
import io.grpc.ManagedChannel;
import io.grpc.Metadata;
import io.grpc.Status;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A stream of requests of a hostile client. It keeps what a valid request depends on: the lanes of a batch, the nodes
 * of a forest, the leaves of a self-play, the turns of an agent. One thread sends.
 */
final class HostileStream extends ClientCall.Listener<byte[]> {
    private static final int MAX_NODES = 256;
    /** The action that the server draws. */
    static final int DRAWN_ACTION = -3;

    private final ServerMethod method;
    private final RequestGenerator generator;
    private final KnownValues known;
    private final MixTally tally;
    private final Random random;
    private final Semaphore window;
    private final boolean isReading;
    private final Consumer<Metadata> whenRefused;
    private final ClientCall<byte[], byte[]> call;
    private final List<Long> nodes = new ArrayList<>();
    private final AtomicReference<@Nullable AgentTurn> turn = new AtomicReference<>();
    private final HostileSelfPlay selfPlay;
    private volatile boolean isEnded;
    private int laneCount;
    private int areaCount;
    private boolean isFirst = true;

    HostileStream(
            ServerMethod method,
            ManagedChannel channel,
            RequestGenerator generator,
            KnownValues known,
            MixTally tally,
            Random random,
            int window,
            boolean isReading,
            Consumer<Metadata> whenRefused) {
        this.method = method;
        this.generator = generator;
        this.known = known;
        this.tally = tally;
        this.random = random;
        this.window = new Semaphore(window);
        this.isReading = isReading;
        this.whenRefused = whenRefused;
        selfPlay = new HostileSelfPlay(isReading, random);
        call = channel.newCall(method.raw(), CallOptions.DEFAULT);
    }

    HostileStream start() {
        call.start(this, new Metadata());
        if (isReading) {
            call.request(1);
        }
        return this;
    }

    boolean isEnded() {
        return isEnded;
    }

    /** Sends a request unless too many wait for their answers, and returns whether it did. */
    boolean send() {
        boolean isReady = isFirst || selfPlay.isReady() || generator.happens(1);
        if (isEnded || !isReady || !window.tryAcquire()) {
            return false;
        }
        byte[] request = generator.happens(3) ? generator.request(method) : next();
        isFirst = false;
        try {
            call.sendMessage(request);
        } catch (IllegalStateException e) {
            // A timer has cancelled the stream in the meantime.
            isEnded = true;
            return false;
        }
        tally.sent();
        return true;
    }

    /**
     * Waits until no more requests wait for their answers than may wait when another is sent, the stream ends, or it is
     * too late.
     */
    void awaitAnswer(long timeoutMs) throws InterruptedException {
        if (window.tryAcquire(timeoutMs, TimeUnit.MILLISECONDS)) {
            window.release();
        }
    }

    /** Returns a request that fits the state of the stream, but for a few. */
    private byte[] next() {
        generator.choosePosition(method);
        return switch (method.name()) {
            case "Run" -> shakenSeldom(batchRequest());
            case "Expand" -> shakenSeldom(treeRequest());
            case "SelfPlay" -> shakenSeldom(selfPlayRequest());
            case "Play" -> shakenSeldom(agentRequest());
            default -> generator.request(method);
        };
    }

    /** A broken request ends most streams, so there are few. */
    private byte[] shakenSeldom(Message message) {
        return generator.happens(10) ? generator.shaken(message) : message.toByteArray();
    }

    private Message batchRequest() {
        RunRequest.Builder request = RunRequest.newBuilder().setSequence(random.nextLong());
        if (isFirst) {
            RunRequest open = (RunRequest) with(request, "open");
            laneCount = open.getOpen().getLaneCount();
            areaCount = open.getOpen().getSharedMemory().getAreaCount();
            return open;
        }
        if (areaCount > 0 && generator.happens(60)) {
            request.setArea(random.nextInt(areaCount + 1));
        }
        int lanes = Math.max(1, laneCount);
        if (generator.happens(10)) {
            ResetBatch.Builder reset = ResetBatch.newBuilder();
            if (generator.happens(70)) {
                reset.setLanes(ints(random.nextInt(lanes)));
                reset.setSeeds(generator.happens(50) ? ByteString.EMPTY : longs(List.of(random.nextLong())));
            }
            return request.setReset(reset).build();
        }
        StepBatch.Builder step = StepBatch.newBuilder();
        if (generator.happens(20)) {
            step.setLanes(ints(random.nextInt(lanes)));
            lanes = 1;
        }
        int[] actions = new int[lanes];
        for (int row = 0; row < lanes; row++) {
            actions[row] = generator.happens(60) ? DRAWN_ACTION : random.nextInt(12) - 2;
        }
        return request.setStep(step.setActions(ints(actions))).build();
    }

    private Message treeRequest() {
        ExpandRequest.Builder request = ExpandRequest.newBuilder().setSequence(random.nextLong());
        if (isFirst) {
            return with(request, "open");
        }
        List<Long> some = someNodes();
        if (some.isEmpty() || generator.happens(5)) {
            return with(request, "plant");
        }
        if (generator.happens(5)) {
            return request.setRelease(ReleaseNodes.newBuilder().addAllNodes(some))
                    .build();
        }
        if (generator.happens(3)) {
            return request.setReroot(RerootTrees.newBuilder().addAllNodes(some)).build();
        }
        int[] actions = some.stream().mapToInt(node -> random.nextInt(10)).toArray();
        return request.setExpand(
                        ExpandNodes.newBuilder().setParents(longs(some)).setActions(ints(actions)))
                .build();
    }

    private Message selfPlayRequest() {
        if (!isFirst) {
            return selfPlay.next();
        }
        SelfPlayRequest open = (SelfPlayRequest) with(SelfPlayRequest.newBuilder(), "open");
        selfPlay.open(open.getOpen());
        return open;
    }

    private List<Long> someNodes() {
        synchronized (nodes) {
            return MessageMutator.some(nodes, 1 + random.nextInt(8), random);
        }
    }

    private Message agentRequest() {
        AgentTurn open = turn.getAndSet(null);
        if (isFirst || open == null) {
            return with(PlayRequest.newBuilder(), isFirst ? "join" : "answer");
        }
        return PlayRequest.newBuilder()
                .setAnswer(TurnAnswer.newBuilder()
                        .setGameId(open.getGameId())
                        .setMoveNumber(open.getMoveNumber())
                        .setAction(random.nextInt(9)))
                .build();
    }

    /** Returns {@code request} with a valid message in {@code name}. */
    private Message with(Message.Builder request, String name) {
        FieldDescriptor field = request.getDescriptorForType().findFieldByName(name);
        Message.Builder content = request.newBuilderForField(field);
        try {
            content.mergeFrom(generator.valid(field.getMessageType()).toByteString());
        } catch (InvalidProtocolBufferException e) {
            throw new AssertionError("a generated message has its own type", e);
        }
        return request.setField(field, content.build()).build();
    }

    /** Returns {@code numbers} as the streams carry them. */
    static ByteString ints(int... numbers) {
        ByteBuffer bytes = ByteBuffer.allocate(Integer.BYTES * numbers.length).order(ByteOrder.LITTLE_ENDIAN);
        bytes.asIntBuffer().put(numbers);
        return ByteString.copyFrom(bytes.array());
    }

    private static ByteString longs(List<Long> numbers) {
        ByteBuffer bytes = ByteBuffer.allocate(Long.BYTES * numbers.size()).order(ByteOrder.LITTLE_ENDIAN);
        numbers.forEach(bytes::putLong);
        return ByteString.copyFrom(bytes.array());
    }

    @Override
    public void onMessage(byte[] answer) {
        try {
            learn(method.answerParser().parseFrom(answer));
        } catch (InvalidProtocolBufferException e) {
            throw new AssertionError("the server sent no message of " + method.fullName(), e);
        } finally {
            window.release();
            call.request(1);
        }
    }

    private void learn(Message message) {
        if (message instanceof ExpandResponse answer && answer.hasError()) {
            tally.rejected(
                    method.fullName(),
                    answer.getError().getCode(),
                    answer.getError().getReason());
            return;
        }
        tally.answered(method.fullName());
        if (message instanceof ExpandResponse answer) {
            learnNodes(answer);
        } else if (message instanceof SelfPlayResponse answer) {
            selfPlay.learn(answer);
        } else if (message instanceof PlayResponse answer) {
            if (answer.hasTurn()) {
                turn.set(answer.getTurn());
            } else if (answer.hasJoined()) {
                known.add(KnownValues.Kind.RESUME_KEY, answer.getJoined().getResumeKey(), random);
            }
        }
    }

    private void learnNodes(ExpandResponse answer) {
        ByteBuffer handles =
                answer.getNodes().getHandles().asReadOnlyByteBuffer().order(ByteOrder.LITTLE_ENDIAN);
        synchronized (nodes) {
            if (answer.getReleasedNodeCount() > 0) {
                nodes.clear();
            }
            while (handles.remaining() >= Long.BYTES) {
                long handle = handles.getLong();
                if (handle != 0 && nodes.size() < MAX_NODES) {
                    nodes.add(handle);
                }
            }
        }
    }

    @Override
    public void onClose(Status status, Metadata trailers) {
        isEnded = true;
        window.release();
        tally.ended(method.fullName(), status, trailers);
        if (status.getCode() == Status.Code.RESOURCE_EXHAUSTED) {
            whenRefused.accept(trailers);
        }
    }

    /** Sends no more. */
    void halfClose() {
        if (!isEnded) {
            try {
                call.halfClose();
            } catch (IllegalStateException e) {
                // A timer has cancelled the stream in the meantime.
                isEnded = true;
            }
        }
    }

    /** Cancels the stream. */
    void cancel() {
        call.cancel("the client has left", null);
    }
}
