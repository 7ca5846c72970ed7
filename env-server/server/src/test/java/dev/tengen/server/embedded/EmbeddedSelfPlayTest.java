package dev.tengen.server.embedded;

import static dev.tengen.server.testing.Calls.square;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.protobuf.ByteString;
import dev.tengen.proto.v1.Color;
import dev.tengen.proto.v1.EnvironmentSpec;
import dev.tengen.proto.v1.EvaluationFormat;
import dev.tengen.proto.v1.LeafStates;
import dev.tengen.proto.v1.OpenSelfPlay;
import dev.tengen.proto.v1.PriorKind;
import dev.tengen.proto.v1.SaveSlots;
import dev.tengen.proto.v1.SearchSettings;
import dev.tengen.proto.v1.SelfPlayRecord;
import dev.tengen.proto.v1.SelfPlayRequest;
import dev.tengen.proto.v1.SelfPlayResponse;
import dev.tengen.proto.v1.SelfPlaySettings;
import dev.tengen.server.testing.HashedEvaluations;
import dev.tengen.server.testing.SelfPlayCall;
import io.grpc.Status;
import io.grpc.Status.Code;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Compares the evaluation of a self-play without messages with messages. */
class EmbeddedSelfPlayTest {
    private static final long WAIT_MILLIS = 60_000;
    private static final int ACTION_COUNT = 26;

    /** The numbers of fields. */
    private static final int COUNTS = 0;

    private static final int PRIORS = 1;
    private static final int VALUES = 2;
    private static final int FIRST_LEAF_FIELD = 3;

    @RegisterExtension
    static final EmbeddedServerExtension EMBEDDED = new EmbeddedServerExtension();

    private final EmbeddedConnection connection = EMBEDDED.connect();

    /** Returns an opening with a spec for each slot: with another komi, and half of them with stones. */
    private static OpenSelfPlay.Builder mixedOpening(int slotCount, int leavesPerRound) {
        OpenSelfPlay.Builder open = opening(slotCount, leavesPerRound);
        for (int slot = 1; slot < slotCount; slot++) {
            EnvironmentSpec.Builder spec = open.getSpecs(0).toBuilder();
            spec.getRulesBuilder().setKomi(slot);
            if (slot % 2 == 0) {
                spec.getSetupBuilder().addBlackPoints(slot % 25).setPlayerToMove(Color.COLOR_WHITE);
            }
            open.addSpecs(spec);
        }
        return open;
    }

    private static OpenSelfPlay.Builder opening(int slotCount, int leavesPerRound) {
        return OpenSelfPlay.newBuilder()
                .addSpecs(square(5)
                        .addEncodings("alphazero-17")
                        .addEncodings("katago-v7")
                        .setMaxMoves(8))
                .setSearch(SearchSettings.newBuilder()
                        .setLeavesPerRound(leavesPerRound)
                        .setIsSymmetryDrawn(true))
                .setSelfPlay(SelfPlaySettings.newBuilder().setSimulationCount(5))
                .setSlotCount(slotCount)
                .setGroupCount(3)
                .setSeed(3)
                .setMaxGameCount(slotCount * 2L - 1)
                .setHasObservations(true)
                .setEvaluationFormat(EvaluationFormat.newBuilder().setPriorKind(PriorKind.PRIOR_KIND_PROBABILITIES));
    }

    /** A stream with an open self-play. */
    private final class Stream {
        final EmbeddedCall call = connection.start("tengen.v1.SearchService/SelfPlay", 0);
        final EmbeddedSelfPlay selfPlay;

        Stream(OpenSelfPlay.Builder open) throws Exception {
            ask(SelfPlayRequest.newBuilder().setOpen(open).build());
            selfPlay = Objects.requireNonNull(call.selfPlay());
        }

        void send(SelfPlayRequest request) {
            call.send(request.toByteArray());
        }

        SelfPlayResponse ask(SelfPlayRequest request) throws Exception {
            send(request);
            return SelfPlayResponse.parseFrom(Objects.requireNonNull(call.receive(WAIT_MILLIS)));
        }

        Code end() throws Exception {
            assertThat(call.awaitEnd(WAIT_MILLIS)).isTrue();
            return Status.fromCodeValue(call.statusNumber()).getCode();
        }
    }

    /** The leaves of a group in a buffer. */
    private static final class Group {
        final int[] ranges;
        final ByteBuffer buffer;
        final EmbeddedLeaves leaves;
        final EmbeddedSelfPlay selfPlay;

        Group(Stream stream, int group) {
            selfPlay = stream.selfPlay;
            ranges = selfPlay.ranges(group);
            buffer = ByteBuffer.allocateDirect(ranges[ranges.length - 1]).order(ByteOrder.LITTLE_ENDIAN);
            leaves = selfPlay.leaves(group, buffer);
        }

        void begin(ByteString priors, ByteString values, boolean isPause) {
            buffer.put(ranges[2 * PRIORS], priors.toByteArray());
            buffer.put(ranges[2 * VALUES], values.toByteArray());
            selfPlay.evaluate(leaves, values.size() / Float.BYTES, isPause);
        }

        void begin(LeafStates known, boolean isPause) {
            HashedEvaluations evaluations = HashedEvaluations.of(known, ACTION_COUNT);
            begin(evaluations.priors(), evaluations.values(), isPause);
        }

        int end() throws Exception {
            return selfPlay.awaitEnd(leaves, WAIT_MILLIS);
        }

        /** Returns the answer as a message. */
        SelfPlayResponse answer() throws Exception {
            int count = buffer.getInt(ranges[2 * COUNTS]);
            byte @Nullable [] message = leaves.message();
            assertThat(buffer.getInt(ranges[2 * COUNTS] + Integer.BYTES))
                    .isEqualTo(message == null ? 0 : message.length);
            SelfPlayResponse rest =
                    message == null ? SelfPlayResponse.getDefaultInstance() : SelfPlayResponse.parseFrom(message);
            assertThat(message == null || rest.getIsFinished() || rest.getRecordsCount() > 0)
                    .isTrue();
            return rest.toBuilder()
                    .setLeaves(LeafStates.newBuilder()
                            .setObservations(field(FIRST_LEAF_FIELD, count))
                            .setActionMasks(field(FIRST_LEAF_FIELD + 1, count))
                            .setGlobals(field(FIRST_LEAF_FIELD + 2, count))
                            .setSymmetries(field(FIRST_LEAF_FIELD + 3, count))
                            .setSlots(field(FIRST_LEAF_FIELD + 4, count)))
                    .build();
        }

        private ByteString field(int field, int count) {
            int start = ranges[2 * field];
            int capacity = (ranges[ranges.length - 1] - ranges[ranges.length - 2]) / Integer.BYTES;
            byte[] bytes = new byte[(ranges[2 * field + 1] - start) / capacity * count];
            buffer.get(start, bytes);
            return ByteString.copyFrom(bytes);
        }
    }

    private static LeafStates nothing() {
        return LeafStates.getDefaultInstance();
    }

    /** Few slots are searched by the calling thread, many by others. With pauses, and messages between the calls. */
    @ParameterizedTest
    @CsvSource({"3, 1, false, false", "20, 4, false, true", "120, 1, true, false"})
    void evaluate_toTheEnd_equalsTheMessages(int slotCount, int leavesPerRound, boolean isPaused, boolean isMixed)
            throws Exception {
        OpenSelfPlay.Builder open =
                isMixed ? mixedOpening(slotCount, leavesPerRound) : opening(slotCount, leavesPerRound);
        Stream direct = new Stream(open);
        Stream other = new Stream(open);
        List<Group> groups = List.of(new Group(direct, 0), new Group(direct, 1), new Group(direct, 2));
        Map<Integer, LeafStates> leaves = new HashMap<>(Map.of(0, nothing(), 1, nothing(), 2, nothing()));
        List<SelfPlayRecord> records = new ArrayList<>();
        for (int round = 0; !leaves.isEmpty(); round++) {
            boolean isPause = isPaused && round % 7 == 6;
            for (int group : leaves.keySet()) {
                groups.get(group).begin(leaves.get(group), isPause);
            }
            for (int group : List.copyOf(leaves.keySet())) {
                SelfPlayResponse expected =
                        other.ask(SelfPlayCall.hashed(group, leaves.get(group), ACTION_COUNT, isPause));
                assertThat(groups.get(group).end()).isEqualTo(EmbeddedStream.DONE);
                SelfPlayResponse answer = groups.get(group).answer();
                assertThat(answer).isEqualTo(expected);
                records.addAll(answer.getRecordsList());
                leaves.put(group, answer.getLeaves());
                if (answer.getIsFinished()) {
                    leaves.remove(group);
                }
            }
            if (isPause) {
                SelfPlayRequest save = SelfPlayRequest.newBuilder()
                        .setSave(SaveSlots.getDefaultInstance())
                        .build();
                assertThat(direct.ask(save)).isEqualTo(other.ask(save));
            }
        }

        assertThat(records).hasSize(2 * slotCount - 1);
        direct.call.halfClose();
        assertThat(direct.end()).isEqualTo(Code.OK);
    }

    @Test
    void evaluate_wrongNumber_endsTheStreamWithTheErrorOfAMessage() throws Exception {
        for (int slotCount : new int[] {3, 120}) {
            Stream stream = new Stream(opening(slotCount, 1));
            Group group = new Group(stream, 1);
            group.begin(nothing(), false);
            assertThat(group.end()).isEqualTo(EmbeddedStream.DONE);
            HashedEvaluations evaluations = HashedEvaluations.of(group.answer().getLeaves(), ACTION_COUNT);
            byte[] priors = evaluations.priors().toByteArray();
            ByteBuffer.wrap(priors).order(ByteOrder.LITTLE_ENDIAN).putFloat(Float.BYTES * 3, -1);

            group.begin(ByteString.copyFrom(priors), evaluations.values(), false);

            assertThat(group.end()).isEqualTo(EmbeddedStream.UNDONE);
            assertThat(stream.end()).isEqualTo(Code.INVALID_ARGUMENT);
            assertThat(stream.call.statusDescription()).contains("-1.0 in row 0 for action 3");
        }
    }

    @Test
    void evaluate_thatCannotBegin_isUndoneAndItsMessageGetsTheError() throws Exception {
        Stream stream = new Stream(opening(40, 1));
        Group first = new Group(stream, 0);
        Group second = new Group(stream, 1);
        first.begin(nothing(), false);
        assertThat(first.end()).isEqualTo(EmbeddedStream.DONE);

        first.begin(nothing(), false);
        second.begin(nothing(), false);

        assertThat(first.end()).isEqualTo(EmbeddedStream.UNDONE);
        assertThat(second.end()).isEqualTo(EmbeddedStream.UNDONE);
        assertThat(stream.ask(SelfPlayCall.beginning(1)).getLeaves().getSymmetries())
                .isNotEmpty();
        stream.send(SelfPlayCall.beginning(0));
        assertThat(stream.end()).isEqualTo(Code.INVALID_ARGUMENT);
        assertThat(stream.call.statusDescription()).contains("values").contains("of 0 numbers");
    }

    @Test
    void evaluate_cancelledCall_isUndoneAndFreesTheSlots() throws Exception {
        // Together they have more slots than a server.
        for (int number = 0; number < 12; number++) {
            Stream stream = new Stream(opening(6_000, 1));
            Group first = new Group(stream, 0);
            Group second = new Group(stream, 1);
            first.begin(nothing(), false);
            second.begin(nothing(), false);

            stream.call.cancel();

            assertThat(first.end()).isNotEqualTo(EmbeddedStream.WAITING);
            assertThat(second.end()).isEqualTo(EmbeddedStream.UNDONE);
            assertThat(stream.end()).isEqualTo(Code.CANCELLED);
            first.begin(nothing(), false);
            assertThat(first.end()).isEqualTo(EmbeddedStream.UNDONE);
        }
    }

    @Test
    void selfPlay_callWithoutAnOpenOne_isNull() {
        EmbeddedCall call = connection.start("tengen.v1.SearchService/SelfPlay", 0);

        assertThat(call.selfPlay()).isNull();
        assertThat(call.batch()).isNull();
    }

    @Test
    void leaves_bufferThatIsTooShort_throws() throws Exception {
        Stream stream = new Stream(opening(3, 1));

        assertThatThrownBy(() -> stream.selfPlay.leaves(0, ByteBuffer.allocateDirect(8)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("8 bytes");
        assertThatThrownBy(() -> stream.selfPlay.ranges(3)).hasMessageContaining("group");
    }
}
