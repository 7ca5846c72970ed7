package dev.tengen.server.embedded;

import static dev.tengen.server.testing.Calls.square;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.protobuf.ByteString;
import dev.tengen.env.RowField;
import dev.tengen.proto.v1.AutoresetMode;
import dev.tengen.proto.v1.EndBatch;
import dev.tengen.proto.v1.EnvironmentSpec;
import dev.tengen.proto.v1.LaneStates;
import dev.tengen.proto.v1.OpenBatch;
import dev.tengen.proto.v1.RunRequest;
import dev.tengen.proto.v1.RunResponse;
import dev.tengen.proto.v1.StepBatch;
import dev.tengen.server.testing.BatchCall;
import io.grpc.Status;
import io.grpc.Status.Code;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Compares steps without messages with those that are messages. */
class EmbeddedBatchTest {
    private static final long WAIT_MILLIS = 20_000;
    private static final int DRAWN = -3;
    private static final int PASS = 25;

    @RegisterExtension
    static final EmbeddedServerExtension EMBEDDED = new EmbeddedServerExtension();

    private final EmbeddedConnection connection = EMBEDDED.connect();

    /** A stream with an open batch. */
    private final class Stream {
        final EmbeddedCall call = connection.start("tengen.v1.BatchService/Run", 0);
        final int laneCount;
        final EmbeddedBatch batch;

        Stream(OpenBatch.Builder open) throws Exception {
            laneCount = open.getLaneCount();
            send(RunRequest.newBuilder().setOpen(open).build());
            receive();
            batch = Objects.requireNonNull(call.batch());
        }

        void send(RunRequest request) {
            call.send(request.toByteArray());
        }

        LaneStates receive() throws Exception {
            return RunResponse.parseFrom(Objects.requireNonNull(call.receive(WAIT_MILLIS)))
                    .getStates();
        }

        void sendStep(int[] lanes, int[] actions) {
            send(RunRequest.newBuilder()
                    .setStep(StepBatch.newBuilder()
                            .setLanes(BatchCall.ints(lanes))
                            .setActions(BatchCall.ints(actions)))
                    .build());
        }

        Code end() throws Exception {
            assertThat(call.awaitEnd(WAIT_MILLIS)).isTrue();
            return Status.fromCodeValue(call.statusNumber()).getCode();
        }
    }

    /** Rows in a buffer. */
    private static final class Rows {
        final int[] ranges;
        final ByteBuffer buffer;
        final EmbeddedRows rows;
        final EmbeddedBatch batch;

        Rows(Stream stream, int rowCount) {
            batch = stream.batch;
            ranges = batch.ranges(rowCount);
            buffer = ByteBuffer.allocateDirect(ranges[ranges.length - 1]).order(ByteOrder.LITTLE_ENDIAN);
            rows = batch.rows(rowCount, buffer);
        }

        void put(RowField field, int... numbers) {
            ByteString bytes = BatchCall.ints(numbers);
            buffer.put(ranges[2 * field.ordinal()], bytes.toByteArray());
        }

        ByteString get(RowField field) {
            int start = ranges[2 * field.ordinal()];
            byte[] bytes = new byte[ranges[2 * field.ordinal() + 1] - start];
            buffer.get(start, bytes);
            return ByteString.copyFrom(bytes);
        }

        /** Begins a step of {@code lanes}, all if there are none. */
        void begin(int[] lanes, int[] actions) {
            put(RowField.LANES, lanes);
            put(RowField.ACTIONS, actions);
            batch.step(rows, lanes.length == 0);
        }

        int end() throws Exception {
            return batch.awaitEnd(rows, WAIT_MILLIS);
        }
    }

    private static OpenBatch.Builder batch(int laneCount, EnvironmentSpec.Builder spec) {
        return OpenBatch.newBuilder().setLaneCount(laneCount).addSeeds(7).addSpecs(spec);
    }

    private static int[] all(int laneCount, int action) {
        int[] actions = new int[laneCount];
        Arrays.fill(actions, action);
        return actions;
    }

    private static void assertEqual(LaneStates expected, Rows rows) throws Exception {
        assertThat(rows.get(RowField.OBSERVATIONS)).isEqualTo(expected.getObservations());
        assertThat(rows.get(RowField.ACTION_MASKS)).isEqualTo(expected.getActionMasks());
        assertThat(rows.get(RowField.REWARDS)).isEqualTo(expected.getRewards());
        assertThat(rows.get(RowField.TERMINATED)).isEqualTo(expected.getTerminated());
        assertThat(rows.get(RowField.TRUNCATED)).isEqualTo(expected.getTruncated());
        assertThat(rows.get(RowField.END_REASONS)).isEqualTo(expected.getEndReasons());
        assertThat(rows.get(RowField.WINNERS)).isEqualTo(expected.getWinners());
        assertThat(rows.get(RowField.PLAYERS_TO_MOVE)).isEqualTo(expected.getPlayersToMove());
        assertThat(rows.get(RowField.MOVE_NUMBERS)).isEqualTo(expected.getMoveNumbers());
        assertThat(rows.get(RowField.EPISODES)).isEqualTo(expected.getEpisodes());
        assertThat(rows.get(RowField.STATE_HASHES)).isEqualTo(expected.getStateHashes());
        assertThat(rows.get(RowField.MARGINS)).isEqualTo(expected.getMargins());
        assertThat(rows.get(RowField.ACTIONS)).isEqualTo(expected.getActions());
        assertThat(rows.get(RowField.ILLEGAL_REASONS)).isEqualTo(expected.getIllegalReasons());
        assertThat(rows.get(RowField.RESETS)).isEqualTo(expected.getResets());
        assertThat(rows.get(RowField.GLOBALS)).isEqualTo(expected.getGlobals());
        assertThat(rows.get(RowField.SYMMETRIES)).isEqualTo(expected.getSymmetries());
        assertThat(rows.get(RowField.OPPONENT_ACTIONS)).isEqualTo(expected.getOpponentActions());
        byte @Nullable [] ended = rows.rows.message();
        assertThat(ended == null ? LaneStates.getDefaultInstance() : LaneStates.parseFrom(ended))
                .isEqualTo(expected.getFinal());
    }

    /** Few lanes are stepped by the calling thread, many by others. */
    @ParameterizedTest
    @EnumSource(
            value = AutoresetMode.class,
            names = {"AUTORESET_MODE_NEXT_STEP", "AUTORESET_MODE_SAME_STEP", "AUTORESET_MODE_DISABLED"})
    void step_anyLanes_equalsTheMessages(AutoresetMode mode) throws Exception {
        Random random = new Random(4);
        for (int laneCount : new int[] {3, 700}) {
            EnvironmentSpec.Builder spec = square(5)
                    .addEncodings("alphazero-17")
                    .addEncodings("katago-v7")
                    .setMaxMoves(12);
            OpenBatch.Builder open = batch(laneCount, spec).setAutoresetMode(mode);
            Stream direct = new Stream(open);
            Stream other = new Stream(open);
            List<Rows> buffers = new ArrayList<>();
            for (int step = 0; step < 40; step++) {
                int[] lanes = step % 3 == 0 ? new int[0] : some(laneCount, random);
                int count = lanes.length == 0 ? laneCount : lanes.length;
                // One in four actions is drawn, and others may be illegal.
                int[] actions = random.ints(count, 0, PASS + 1)
                        .map(action -> action % 4 == 0 ? DRAWN : action)
                        .toArray();
                Rows rows = buffers.stream()
                        .filter(known -> known.get(RowField.TERMINATED).size() == count)
                        .findAny()
                        .orElseGet(() -> new Rows(direct, count));
                buffers.add(rows);

                rows.begin(lanes, actions);
                other.sendStep(lanes, actions);

                assertThat(rows.end()).isEqualTo(EmbeddedStream.DONE);
                assertEqual(other.receive(), rows);
            }
        }
    }

    /** Returns some lanes in any order. */
    private static int[] some(int laneCount, Random random) {
        int[] lanes = IntStream.range(0, laneCount).toArray();
        for (int index = laneCount - 1; index > 0; index--) {
            int with = random.nextInt(index + 1);
            int lane = lanes[index];
            lanes[index] = lanes[with];
            lanes[with] = lane;
        }
        return Arrays.copyOf(lanes, 1 + random.nextInt(laneCount));
    }

    @Test
    void step_severalInFlight_areCarriedOutInOrder() throws Exception {
        Stream stream = new Stream(batch(2_000, square(9)));
        List<Rows> inFlight = new ArrayList<>();
        for (int number = 1; number <= 20; number++) {
            // Short ones follow long ones.
            int[] lanes = number % 2 == 0 ? new int[] {number} : new int[0];
            Rows rows = new Rows(stream, lanes.length == 0 ? 2_000 : 1);
            rows.begin(lanes, all(lanes.length == 0 ? 2_000 : 1, DRAWN));
            inFlight.add(rows);
        }

        for (int number = 1; number <= 20; number++) {
            Rows rows = inFlight.get(number - 1);
            assertThat(rows.end()).isEqualTo(EmbeddedStream.DONE);
            int own = number % 2 == 0 ? 1 : 0;
            assertThat(BatchCall.ints(rows.get(RowField.MOVE_NUMBERS))[0]).isEqualTo((number + 1) / 2 + own);
        }
    }

    @Test
    void step_betweenMessages_seesTheirChanges() throws Exception {
        Stream stream = new Stream(batch(2, square(5)));
        Rows rows = new Rows(stream, 2);

        rows.begin(new int[0], new int[] {3, 4});
        assertThat(rows.end()).isEqualTo(EmbeddedStream.DONE);
        stream.sendStep(new int[0], new int[] {5, 6});
        LaneStates states = stream.receive();
        rows.begin(new int[0], new int[] {7, 8});
        assertThat(rows.end()).isEqualTo(EmbeddedStream.DONE);

        assertThat(BatchCall.ints(states.getMoveNumbers())).containsExactly(2, 2);
        assertThat(BatchCall.ints(rows.get(RowField.MOVE_NUMBERS))).containsExactly(3, 3);
    }

    @Test
    void step_messageDuringTheStep_isHandledAfterIt() throws Exception {
        Stream stream = new Stream(batch(2_000, square(9)));
        Rows rows = new Rows(stream, 2_000);

        rows.begin(new int[0], all(2_000, DRAWN));
        stream.sendStep(new int[0], all(2_000, DRAWN));

        assertThat(BatchCall.ints(stream.receive().getMoveNumbers())).containsOnly(2);
        assertThat(rows.end()).isEqualTo(EmbeddedStream.DONE);
        assertThat(BatchCall.ints(rows.get(RowField.MOVE_NUMBERS))).containsOnly(1);
    }

    @Test
    void step_thatWouldFail_isUndoneAndItsMessageGetsTheError() throws Exception {
        Stream stream = new Stream(batch(3, square(5)));
        Rows twice = new Rows(stream, 2);
        Rows next = new Rows(stream, 1);

        twice.begin(new int[] {1, 1}, new int[] {3, 4});
        next.begin(new int[] {0}, new int[] {3});

        assertThat(twice.end()).isEqualTo(EmbeddedStream.UNDONE);
        assertThat(next.end()).isEqualTo(EmbeddedStream.UNDONE);
        stream.sendStep(new int[] {2}, new int[] {3});
        assertThat(BatchCall.ints(stream.receive().getMoveNumbers())).containsExactly(1);
        stream.sendStep(new int[] {1, 1}, new int[] {3, 4});
        assertThat(stream.end()).isEqualTo(Code.INVALID_ARGUMENT);
        assertThat(stream.call.statusDescription()).contains("lane 1 twice");
    }

    @Test
    void step_afterTheEndOfTheBatch_isUndone() throws Exception {
        Stream stream = new Stream(batch(2, square(5)));
        Rows rows = new Rows(stream, 2);
        stream.send(
                RunRequest.newBuilder().setEnd(EndBatch.getDefaultInstance()).build());
        stream.receive();

        rows.begin(new int[0], new int[] {3, 4});

        assertThat(rows.end()).isEqualTo(EmbeddedStream.UNDONE);
    }

    @Test
    void step_cancelledCall_isUndoneAndFreesTheLanes() throws Exception {
        Stream stream = new Stream(batch(5_000, square(19)));
        Rows first = new Rows(stream, 5_000);
        Rows second = new Rows(stream, 5_000);
        first.begin(new int[0], all(5_000, DRAWN));
        second.begin(new int[0], all(5_000, DRAWN));

        stream.call.cancel();

        assertThat(first.end()).isNotEqualTo(EmbeddedStream.WAITING);
        assertThat(second.end()).isEqualTo(EmbeddedStream.UNDONE);
        assertThat(stream.end()).isEqualTo(Code.CANCELLED);
        first.begin(new int[0], all(5_000, DRAWN));
        assertThat(first.end()).isEqualTo(EmbeddedStream.UNDONE);
    }

    @Test
    void batch_callWithoutAnOpenBatch_isNull() {
        EmbeddedCall call = connection.start("tengen.v1.BatchService/Run", 0);

        assertThat(call.batch()).isNull();
    }

    @Test
    void rows_bufferThatIsTooShort_throws() throws Exception {
        Stream stream = new Stream(batch(2, square(5)));

        assertThatThrownBy(() -> stream.batch.rows(2, ByteBuffer.allocateDirect(8)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("8 bytes");
    }
}
