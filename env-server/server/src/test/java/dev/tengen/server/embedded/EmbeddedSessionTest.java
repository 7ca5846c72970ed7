package dev.tengen.server.embedded;

import static dev.tengen.server.testing.Calls.create;
import static dev.tengen.server.testing.Calls.square;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.MessageLite;
import com.google.protobuf.Parser;
import dev.tengen.proto.v1.Color;
import dev.tengen.proto.v1.CreateSessionResponse;
import dev.tengen.proto.v1.EnvironmentSpec;
import dev.tengen.proto.v1.IllegalActionPolicy;
import dev.tengen.proto.v1.Observation;
import dev.tengen.proto.v1.ObservationFormat;
import dev.tengen.proto.v1.ObservationLayout;
import dev.tengen.proto.v1.Opponent;
import dev.tengen.proto.v1.ResetRequest;
import dev.tengen.proto.v1.ResetResponse;
import dev.tengen.proto.v1.RewardMode;
import dev.tengen.proto.v1.StepRequest;
import dev.tengen.proto.v1.StepResponse;
import dev.tengen.proto.v1.Symmetry;
import dev.tengen.proto.v1.Timestep;
import dev.tengen.proto.v1.WatchRequest;
import dev.tengen.proto.v1.WatchResponse;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Compares calls on sessions without messages with those that are messages. */
class EmbeddedSessionTest {
    private static final long WAIT_MILLIS = 20_000;
    private static final int STEP_COUNT = 400;
    private static final int RESIGN = -2;

    @RegisterExtension
    static final EmbeddedServerExtension EMBEDDED = new EmbeddedServerExtension();

    private final EmbeddedConnection connection = EMBEDDED.connect();

    private EmbeddedCall end(String method, MessageLite request) throws Exception {
        EmbeddedCall call = connection.call("tengen.v1.EnvironmentService/" + method, 0, request.toByteArray());
        assertThat(call.awaitEnd(WAIT_MILLIS)).isTrue();
        return call;
    }

    private <T> T answer(String method, MessageLite request, Parser<T> parser) throws Exception {
        return parser.parseFrom(end(method, request).receive(0));
    }

    private String newSession(EnvironmentSpec.Builder spec) throws Exception {
        return answer("CreateSession", create(spec).setSeed(7).build(), CreateSessionResponse.parser())
                .getSessionId();
    }

    private String newSession() throws Exception {
        return newSession(square(9).addEncodings("alphazero-17"));
    }

    /** The state of a session in its row, read as the documentation of the row says. */
    private static final class Row {
        private final EmbeddedSession session;
        private final ByteBuffer numbers;

        Row(EmbeddedSession session) {
            this.session = session;
            numbers = part(0);
        }

        ByteBuffer part(int index) {
            int start = session.ranges()[2 * index];
            int end = session.ranges()[2 * index + 1];
            return session.row().slice(start, end - start).order(ByteOrder.LITTLE_ENDIAN);
        }

        int flags() {
            return numbers.getInt(8);
        }

        int moveNumber() {
            return numbers.getInt(12);
        }

        boolean isLegal(int action) {
            return part(1).get(action) != 0;
        }
    }

    static List<EnvironmentSpec.Builder> specs() {
        return List.of(
                square(5).addEncodings("alphazero-17"),
                square(5).addEncodings("alphazero-17").setObservationLayout(ObservationLayout.OBSERVATION_LAYOUT_HWC),
                square(5).addEncodings("tactical").setObservationFormat(ObservationFormat.OBSERVATION_FORMAT_UINT8),
                square(4)
                        .addEncodings("alphazero-17")
                        .addEncodings("katago-v7")
                        .setObservationFormat(ObservationFormat.OBSERVATION_FORMAT_FLOAT32)
                        .setObservationLayout(ObservationLayout.OBSERVATION_LAYOUT_HWC),
                square(3).addEncodings("katago-v7").setSymmetry(Symmetry.SYMMETRY_DRAWN),
                square(5).setRewardMode(RewardMode.REWARD_MODE_AREA_DELTA),
                square(5)
                        .addEncodings("alphazero-17")
                        .setIllegalActionPolicy(IllegalActionPolicy.ILLEGAL_ACTION_POLICY_IGNORE)
                        .setIllegalActionPenalty(0.3),
                square(5)
                        .addEncodings("alphazero-17")
                        .setIllegalActionPolicy(IllegalActionPolicy.ILLEGAL_ACTION_POLICY_LOSE)
                        .setOpponent(Opponent.newBuilder()
                                .setPlayer("eye-safe-random")
                                .setColor(Color.COLOR_BLACK)));
    }

    @ParameterizedTest
    @MethodSource("specs")
    void call_ofEachKind_leavesInTheRowWhatTheMessageHas(EnvironmentSpec.Builder spec) throws Exception {
        EmbeddedSession session = connection.session(newSession(spec));
        String other = newSession(spec);
        Row row = new Row(session);
        Random random = new Random(3);
        boolean isOver = true;
        for (int number = 0; number < STEP_COUNT; number++) {
            if (isOver) {
                ResetRequest.Builder reset = ResetRequest.newBuilder().setSessionId(other);
                if (random.nextBoolean()) {
                    assertThat(session.reset()).isTrue();
                } else {
                    reset.setSeed(-5L - number);
                    assertThat(session.reset(-5L - number)).isTrue();
                }
                ResetResponse expected = answer("Reset", reset.build(), ResetResponse.parser());
                assertThat(row.numbers.getLong(40)).isEqualTo(expected.getSeed());
                isOver = equal(session, row, expected.getTimestep());
                continue;
            }
            int action = choose(row, random, spec.getWidth() * spec.getHeight() + 1);
            StepRequest request = StepRequest.newBuilder()
                    .setSessionId(other)
                    .setAction(action)
                    .build();
            EmbeddedCall call = end("Step", request);
            assertThat(session.step(action)).isEqualTo(call.statusNumber() == 0);
            if (call.statusNumber() == 0) {
                isOver = equal(
                        session, row, StepResponse.parseFrom(call.receive(0)).getTimestep());
            }
        }
    }

    /** Returns a legal action, or now and then another one. */
    private static int choose(Row row, Random random, int actionCount) {
        if (random.nextInt(20) == 0) {
            return random.nextInt(actionCount + 3) + RESIGN;
        }
        return random.ints(0, actionCount).filter(row::isLegal).findFirst().getAsInt();
    }

    /** Checks that the row and the message have what {@code expected} has, and returns whether the episode is over. */
    private static boolean equal(EmbeddedSession session, Row row, Timestep expected) throws Exception {
        Timestep.Builder found = Timestep.newBuilder();
        if ((row.flags() & EmbeddedRow.SPECIAL) != 0) {
            found = StepResponse.parseFrom(session.message()).getTimestep().toBuilder();
            assertThat(found.build())
                    .isEqualTo(expected.toBuilder().clearObservations().build());
        }
        ByteBuffer numbers = row.numbers;
        assertThat((row.flags() & EmbeddedRow.TERMINATED) != 0).isEqualTo(expected.getTerminated());
        assertThat((row.flags() & EmbeddedRow.TRUNCATED) != 0).isEqualTo(expected.getTruncated());
        assertThat(row.moveNumber()).isEqualTo(expected.getMoveNumber());
        assertThat(numbers.getLong(16)).isEqualTo(expected.getStateHash());
        assertThat(numbers.getLong(24)).isEqualTo(expected.getPositionHash());
        assertThat(numbers.getLong(32)).isEqualTo(expected.getEpisode());
        assertThat(numbers.getDouble(48)).isEqualTo(expected.getRewardBlack());
        assertThat(numbers.getDouble(56)).isEqualTo(expected.getRewardWhite());
        assertThat(numbers.getInt(64)).isEqualTo(expected.getPlayerToMoveValue());
        assertThat(numbers.getInt(68)).isEqualTo(expected.getSymmetryValue());
        assertThat(numbers.getInt(72)).isEqualTo(expected.getActionsCount());
        for (int index = 0; index < Math.min(2, expected.getActionsCount()); index++) {
            assertThat(numbers.getInt(76 + Integer.BYTES * index)).isEqualTo(expected.getActions(index));
        }
        assertThat(bytes(row.part(1)))
                .isEqualTo(unpacked(
                        expected.getActionMask().toByteArray(), row.part(1).limit()));
        int count = expected.getObservationsCount();
        assertThat(session.ranges()).hasSize(2 * (2 + 2 * count));
        for (int index = 0; index < count; index++) {
            Observation observation = expected.getObservations(index);
            assertThat(bytes(row.part(2 + index)))
                    .isEqualTo(observation.getGlobals().toByteArray());
            assertThat(bytes(row.part(2 + count + index))).isEqualTo(planes(observation));
        }
        return expected.getTerminated() || expected.getTruncated();
    }

    private static byte[] bytes(ByteBuffer part) {
        byte[] bytes = new byte[part.limit()];
        part.get(0, bytes);
        return bytes;
    }

    private static byte[] planes(Observation observation) {
        byte[] planes = observation.getPlanes().toByteArray();
        if (observation.getFormat() != ObservationFormat.OBSERVATION_FORMAT_BITS) {
            return planes;
        }
        return unpacked(planes, observation.getPlaneCount() * observation.getWidth() * observation.getHeight());
    }

    private static byte[] unpacked(byte[] bits, int count) {
        byte[] unpacked = new byte[count];
        for (int index = 0; index < count; index++) {
            unpacked[index] = (byte) (bits[index / 8] >> (7 - index % 8) & 1);
        }
        return unpacked;
    }

    @Test
    void step_thatWouldFail_changesNothing() throws Exception {
        EmbeddedSession session = connection.session(newSession());
        Row row = new Row(session);

        assertThat(session.step(40)).isTrue();
        assertThat(session.step(40)).isFalse();
        assertThat(row.moveNumber()).isEqualTo(1);
        assertThat(session.step(81)).isTrue();
        assertThat(row.flags()).isZero();
        assertThat(session.step(81)).isTrue();
        assertThat(row.flags()).isEqualTo(EmbeddedRow.TERMINATED | EmbeddedRow.SPECIAL);
        assertThat(session.step(0)).isFalse();
        assertThat(session.reset()).isTrue();
        assertThat(row.moveNumber()).isZero();
    }

    @Test
    void call_thatMayWait_isLeftToAnOrdinaryCall() throws Exception {
        EmbeddedSession session = connection.session(newSession(square(9)
                .setOpponent(Opponent.newBuilder().setPlayer("monte-carlo").setColor(Color.COLOR_WHITE))));

        EmbeddedSession task = connection.session(newSession(square(9).setTask("race-class0:split=test")));

        assertThat(session.step(40)).isFalse();
        assertThat(session.reset()).isFalse();
        assertThat(session.fork(true)).isNull();
        assertThat(session.close()).isFalse();
        assertThat(task.reset()).isFalse();
    }

    @Test
    void call_watchedSession_isSeen() throws Exception {
        String id = newSession();
        EmbeddedSession session = connection.session(id);
        EmbeddedCall watch = connection.call(
                "tengen.v1.EnvironmentService/Watch",
                0,
                WatchRequest.newBuilder().setSessionId(id).build().toByteArray());

        assertThat(watched(watch).getMoveNumber()).isZero();
        session.step(40);
        assertThat(watched(watch).getActionsList()).containsExactly(40);
        session.reset(5);
        assertThat(watched(watch).getEpisode()).isEqualTo(1);
        session.close();
        assertThat(watch.receive(WAIT_MILLIS)).isNull();
    }

    private static Timestep watched(EmbeddedCall watch) throws Exception {
        byte @Nullable [] message = watch.receive(WAIT_MILLIS);
        return WatchResponse.parseFrom(Objects.requireNonNull(message)).getTimestep();
    }

    @Test
    void call_withoutAnId_countsAmongTheRequestsThatAreRemembered() throws Exception {
        String id = newSession(square(19));
        EmbeddedSession session = connection.session(id);
        StepRequest named = StepRequest.newBuilder()
                .setSessionId(id)
                .setAction(0)
                .setRequestId("first")
                .build();
        answer("Step", named, StepResponse.parser());
        for (int number = 1; number < 32; number++) {
            assertThat(session.step(4 * number)).isTrue();
        }

        StepResponse again = answer("Step", named, StepResponse.parser());
        assertThat(again.getTimestep().getMoveNumber()).isEqualTo(1);
        assertThat(session.step(4 * 32)).isTrue();
        assertThat(end("Step", named).statusNumber()).isNotZero();
    }

    @Test
    void fork_sharesItsRowOrHasItsOwn() throws Exception {
        EmbeddedSession session = connection.session(newSession());
        session.step(40);

        EmbeddedSession shared = Objects.requireNonNull(session.fork(true));
        EmbeddedSession separate = Objects.requireNonNull(session.fork(false));

        assertThat(shared.row()).isSameAs(session.row());
        assertThat(shared.step(40)).isFalse();
        assertThat(shared.step(41)).isTrue();
        assertThat(separate.step(42)).isTrue();
        assertThat(separate.step(43)).isTrue();
        assertThat(new Row(session).moveNumber()).isEqualTo(2);
        assertThat(new Row(separate).moveNumber()).isEqualTo(3);
        assertThat(shared.id()).isNotEqualTo(session.id());
    }

    @Test
    void close_fork_leavesTheOther() throws Exception {
        EmbeddedSession session = connection.session(newSession());
        EmbeddedSession fork = Objects.requireNonNull(session.fork(true));

        assertThat(fork.close()).isTrue();
        assertThat(fork.close()).isFalse();
        assertThat(fork.fork(true)).isNull();
        assertThat(fork.reset()).isFalse();
        assertThat(session.step(42)).isTrue();
    }
}
