package dev.tengen.journal;

import com.google.protobuf.ByteString;
import dev.tengen.proto.v1.AutoresetMode;
import dev.tengen.proto.v1.BatchJournal;
import dev.tengen.proto.v1.EnvironmentSpec;
import dev.tengen.proto.v1.OpenBatch;
import dev.tengen.proto.v1.ResumeBatch;
import dev.tengen.proto.v1.RunRequest;
import dev.tengen.proto.v1.RunResponse;
import dev.tengen.server.testing.BatchCall;
import dev.tengen.server.testing.RunningServer;
import io.grpc.Channel;
import io.grpc.ManagedChannel;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.LongSupplier;

/**
 * Steps a batch with a journal, with several requests under way, and notes what the server says about each: the hashes
 * of all boards, and up to where the journal is durable. Not thread-safe.
 */
final class JournaledClient implements AutoCloseable {
    private static final int LANE_COUNT = 6;
    private static final int DRAWN = -3;
    private static final int PIPELINED_COUNT = 4;

    private final ManagedChannel channel;
    private final BatchCall call;
    private final String name;
    private final LongSupplier clock;
    private final List<Answer> answers = new ArrayList<>();
    private int sentCount;

    /**
     * An answer.
     *
     * @param stateHashes the hashes of all boards after the request
     * @param durableSequence the number of the last request that was durable then
     * @param at what the clock showed when the answer came
     */
    record Answer(ByteString stateHashes, long durableSequence, long at) {}

    /**
     * Opens a batch on the server at {@code port} whose journal is called {@code name}; {@code clock} stamps answers.
     */
    JournaledClient(int port, String name, LongSupplier clock) {
        this.name = name;
        this.clock = clock;
        channel = RunningServer.newChannel(port, Runnable::run);
        call = BatchCall.open(
                channel,
                OpenBatch.newBuilder()
                        .setLaneCount(LANE_COUNT)
                        .addSpecs(EnvironmentSpec.newBuilder()
                                .setWidth(5)
                                .setHeight(5)
                                .setMaxMoves(40))
                        .addSeeds(name.hashCode())
                        .setAutoresetMode(AutoresetMode.AUTORESET_MODE_NEXT_STEP)
                        .setJournal(BatchJournal.newBuilder().setName(name)));
        receive();
    }

    /** Returns the name of the journal. */
    String name() {
        return name;
    }

    /** Returns the answers so far; the first one is that to the opening. */
    List<Answer> answers() {
        return answers;
    }

    /** Plays until {@code count} requests have been answered; throws the error if the stream ends before. */
    void play(int count) {
        int[] actions = new int[LANE_COUNT];
        Arrays.fill(actions, DRAWN);
        while (answers.size() <= count) {
            while (sentCount < Math.min(count, answers.size() - 1 + PIPELINED_COUNT)) {
                call.step(actions);
                sentCount++;
            }
            receive();
        }
    }

    private void receive() {
        RunResponse response = call.receive();
        answers.add(new Answer(
                response.getStates().getStateHashes(), response.getJournal().getDurableSequence(), clock.getAsLong()));
    }

    /**
     * Returns the answer to a resumption of the journal on another server. It ends the stream there, not the journal.
     */
    RunResponse resumed(Channel server) {
        try (BatchCall resumption = new BatchCall(server)) {
            resumption.send(RunRequest.newBuilder()
                    .setResume(ResumeBatch.newBuilder().setJournal(name))
                    .build());
            return resumption.receive();
        }
    }

    @Override
    public void close() {
        call.close();
        channel.shutdownNow();
    }
}
