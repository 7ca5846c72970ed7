package dev.tengen.server.service;

import static dev.tengen.server.testing.Calls.create;
import static dev.tengen.server.testing.Calls.describe;
import static dev.tengen.server.testing.Calls.open;
import static dev.tengen.server.testing.Calls.play;
import static dev.tengen.server.testing.Calls.reset;
import static dev.tengen.server.testing.Calls.square;
import static dev.tengen.server.testing.Calls.step;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import dev.tengen.proto.v1.ChooseActionResponse;
import dev.tengen.proto.v1.EnvironmentServiceGrpc.EnvironmentServiceBlockingStub;
import dev.tengen.proto.v1.EnvironmentSpec;
import dev.tengen.proto.v1.GetSessionResponse;
import dev.tengen.proto.v1.LegalActionsResponse;
import dev.tengen.proto.v1.ObservationFormat;
import dev.tengen.proto.v1.ObservationLayout;
import dev.tengen.proto.v1.ObserveRequest;
import dev.tengen.proto.v1.ObserveResponse;
import dev.tengen.proto.v1.OpenedSession;
import dev.tengen.proto.v1.Rules;
import dev.tengen.proto.v1.ScoreRequest;
import dev.tengen.proto.v1.Symmetry;
import dev.tengen.proto.v1.Timestep;
import dev.tengen.proto.v1.WatchResponse;
import dev.tengen.server.testing.Calls;
import dev.tengen.server.testing.Failure;
import dev.tengen.server.testing.RunningServer;
import java.util.Iterator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * What is turned and what is not, field by field. The board is one of 3 x 3 points that the agent sees upside down: its
 * action 0, the top left, is the bottom left of the board.
 */
class SymmetryTest {
    private static final int SEEN = 0;
    private static final int ON_BOARD = 6;

    @RegisterExtension
    static final RunningServer SERVER = RunningServer.withDefaults();

    private final EnvironmentServiceBlockingStub stub = SERVER.stub();

    private static EnvironmentSpec.Builder flipped() {
        return square(3).setSymmetry(Symmetry.SYMMETRY_FLIP_ROWS);
    }

    private static boolean isSet(ByteString bits, int index) {
        return (bits.byteAt(index / 8) & 0x80 >> index % 8) != 0;
    }

    @Test
    void createSession_symmetry_isInSpecAndTimestep() {
        var made = stub.createSession(create(flipped()).build());
        var plain = stub.createSession(create(square(3)).build());

        assertThat(made.getSpec().getSymmetry()).isEqualTo(Symmetry.SYMMETRY_FLIP_ROWS);
        assertThat(made.getTimestep().getSymmetry()).isEqualTo(Symmetry.SYMMETRY_FLIP_ROWS);
        assertThat(plain.getSpec().getSymmetry()).isEqualTo(Symmetry.SYMMETRY_IDENTITY);
        assertThat(plain.getTimestep().getSymmetry()).isEqualTo(Symmetry.SYMMETRY_IDENTITY);
    }

    @Test
    void reset_drawnSymmetry_changesWithTheSeedAlone() {
        String session = open(stub, square(3).setSymmetry(Symmetry.SYMMETRY_DRAWN));

        Symmetry first =
                stub.reset(reset(session).setSeed(1).build()).getTimestep().getSymmetry();
        Symmetry second =
                stub.reset(reset(session).setSeed(2).build()).getTimestep().getSymmetry();
        Symmetry again =
                stub.reset(reset(session).setSeed(1).build()).getTimestep().getSymmetry();

        assertThat(first).isEqualTo(Symmetry.SYMMETRY_TRANSPOSE);
        assertThat(second).isEqualTo(Symmetry.SYMMETRY_FLIP_COLUMNS);
        assertThat(again).isEqualTo(first);
        assertThat(describe(stub, session).getSpec().getSymmetry()).isEqualTo(Symmetry.SYMMETRY_DRAWN);
    }

    @Test
    void step_asSeen_turnsMaskAndActionsAndNothingElse() {
        String turned = open(stub, flipped());
        String plain = open(stub, square(3));

        Timestep seen = play(stub, turned, SEEN);
        Timestep board = play(stub, plain, ON_BOARD);

        assertThat(seen.getActionsList()).containsExactly(SEEN);
        assertThat(isSet(seen.getActionMask(), SEEN)).isFalse();
        assertThat(isSet(seen.getActionMask(), ON_BOARD)).isTrue();
        assertThat(seen.toBuilder()
                        .clearActions()
                        .clearActionMask()
                        .clearSymmetry()
                        .build())
                .isEqualTo(board.toBuilder()
                        .clearActions()
                        .clearActionMask()
                        .clearSymmetry()
                        .build());
    }

    @Test
    void legalActions_asSeen_turnsMaskAndReasons() {
        String session = open(stub, flipped());
        play(stub, session, SEEN);

        LegalActionsResponse legal = Calls.legalActions(stub, session);

        assertThat(legal.getSymmetry()).isEqualTo(Symmetry.SYMMETRY_FLIP_ROWS);
        assertThat(isSet(legal.getActionMask(), SEEN)).isFalse();
        assertThat(legal.getIllegalReasons()).isEqualTo(ByteString.copyFrom(new byte[] {3, 0, 0, 0, 0, 0, 0, 0, 0, 0}));
    }

    @Test
    void step_illegalAsSeen_namesTheActionSentAndThePointOfTheBoard() {
        String session = open(stub, flipped());
        play(stub, session, SEEN);

        Failure failure = Failure.of(() -> stub.step(step(session, SEEN).build()));

        assertThat(failure.description()).isEqualTo("action 0 (A1) is illegal: a stone stands there");
    }

    @Test
    void step_repetitionAsSeen_reportsTheMoveThatItRepeats() {
        String session = open(
                stub, EnvironmentSpec.newBuilder().setWidth(2).setHeight(1).setSymmetry(Symmetry.SYMMETRY_ROTATE_180));
        play(stub, session, 0, 1); // White takes on the left of the board.

        Failure failure = Failure.of(() -> stub.step(step(session, 0).build()));

        assertThat(failure.reason()).contains("REPETITION");
        assertThat(failure.info().orElseThrow().getMetadataMap())
                .containsEntry("repeats_move", "1")
                .containsEntry("value", "0");
    }

    @Test
    void observe_asSeen_turnsObservationsAndNotTheBoard() {
        String session = open(stub, flipped());
        play(stub, session, SEEN);

        ObserveResponse position = stub.observe(ObserveRequest.newBuilder()
                .setSessionId(session)
                .addEncodings("openspiel-4")
                .setObservationFormat(ObservationFormat.OBSERVATION_FORMAT_UINT8)
                .setObservationLayout(ObservationLayout.OBSERVATION_LAYOUT_HWC)
                .build());

        assertThat(position.getSymmetry()).isEqualTo(Symmetry.SYMMETRY_FLIP_ROWS);
        assertThat(position.getBoard().byteAt(ON_BOARD)).isEqualTo((byte) 1);
        assertThat(position.getBoard().byteAt(SEEN)).isZero();
        var observation = position.getObservations(0);
        assertThat(observation.getFormat()).isEqualTo(ObservationFormat.OBSERVATION_FORMAT_UINT8);
        assertThat(observation.getLayout()).isEqualTo(ObservationLayout.OBSERVATION_LAYOUT_HWC);
        assertThat(observation.getGlobals()).isEmpty();
        assertThat(observation.getPlanes().size()).isEqualTo(36);
        // Black, white, empty, White to move: at the top left as seen, and beside it.
        assertThat(observation.getPlanes().substring(0, 8))
                .isEqualTo(ByteString.copyFrom(new byte[] {1, 0, 0, 1, 0, 0, 1, 1}));
    }

    @Test
    void observe_noForm_isInThatOfTheSpec() {
        String session = open(
                stub,
                square(3)
                        .setObservationFormat(ObservationFormat.OBSERVATION_FORMAT_FLOAT32)
                        .setObservationLayout(ObservationLayout.OBSERVATION_LAYOUT_HWC));

        var observation = stub.observe(ObserveRequest.newBuilder()
                        .setSessionId(session)
                        .addEncodings("openspiel-4")
                        .setObservationLayout(ObservationLayout.OBSERVATION_LAYOUT_CHW)
                        .build())
                .getObservations(0);

        assertThat(observation.getFormat()).isEqualTo(ObservationFormat.OBSERVATION_FORMAT_FLOAT32);
        assertThat(observation.getLayout()).isEqualTo(ObservationLayout.OBSERVATION_LAYOUT_CHW);
        assertThat(observation.getPlanes().size()).isEqualTo(4 * 36);
    }

    @Test
    void score_asSeen_isThatOfTheBoard() {
        String session = open(stub, flipped());
        play(stub, session, 3, SEEN); // Black in the middle of the left side, White at the bottom left of the board.

        var owner = stub.score(ScoreRequest.newBuilder()
                        .setSessionId(session)
                        .addDeadPoints(ON_BOARD)
                        .build())
                .getScore()
                .getOwner();
        var alive = Calls.score(stub, session).getScore().getOwner();

        assertThat(owner).isEqualTo(ByteString.copyFrom(new byte[] {1, 1, 1, 1, 1, 1, 1, 1, 1}));
        assertThat(alive.byteAt(ON_BOARD)).isEqualTo((byte) 2);
    }

    @Test
    void proposeDeadStones_asSeen_takesPointsOfTheBoard() {
        String session = open(stub, flipped().setRules(Rules.newBuilder().setDeadStonesValue(2)));
        play(stub, session, SEEN, 9, 9);

        Failure failure = Failure.of(() -> Calls.propose(stub, session, SEEN));
        Calls.propose(stub, session, ON_BOARD);
        Timestep end = Calls.propose(stub, session, ON_BOARD);

        assertThat(failure.reason()).contains("INVALID_VALUE");
        assertThat(end.getTerminated()).isTrue();
        assertThat(end.getActionsList()).containsExactly(9);
    }

    @Test
    void exportRecord_asSeen_isOfTheBoard() {
        String session = open(stub, flipped());
        play(stub, session, SEEN);

        String sgf = Calls.exportRecord(stub, session);

        assertThat(sgf).contains(";B[ac]");
    }

    @Test
    void watch_asSeen_isOfTheBoard() {
        String session = open(stub, flipped());
        play(stub, session, SEEN);

        Iterator<WatchResponse> states = Calls.watch(stub, session);
        WatchResponse state = states.next();
        play(stub, session, 1);
        WatchResponse next = states.next();

        assertThat(state.getBoard().byteAt(ON_BOARD)).isEqualTo((byte) 1);
        assertThat(state.getTimestep().getSymmetry()).isEqualTo(Symmetry.SYMMETRY_IDENTITY);
        assertThat(state.getTimestep().getActionsList()).containsExactly(ON_BOARD);
        assertThat(isSet(state.getTimestep().getActionMask(), ON_BOARD)).isFalse();
        assertThat(isSet(state.getTimestep().getActionMask(), SEEN)).isTrue();
        assertThat(next.getTimestep().getActionsList()).containsExactly(7);
    }

    @Test
    void chooseAction_asSeen_isTheChoiceOnTheBoardTurned() {
        String turned = open(stub, square(5).setSymmetry(Symmetry.SYMMETRY_FLIP_ROWS));
        String plain = open(stub, square(5));

        ChooseActionResponse seen = Calls.choose(stub, turned, "random", 3);
        ChooseActionResponse board = Calls.choose(stub, plain, "random", 3);

        assertThat(board.getAction()).isBetween(0, 24);
        assertThat(seen.getAction()).isEqualTo((4 - board.getAction() / 5) * 5 + board.getAction() % 5);
        assertThat(seen.getSymmetry()).isEqualTo(Symmetry.SYMMETRY_FLIP_ROWS);
        assertThat(play(stub, turned, seen.getAction()).getStateHash())
                .isEqualTo(play(stub, plain, board.getAction()).getStateHash());
    }

    @Test
    void forkAndRestore_drawnSymmetry_keepIt() {
        EnvironmentSpec.Builder spec =
                square(4).setSymmetry(Symmetry.SYMMETRY_DRAWN).addEncodings("alphazero-17");
        String session = stub.createSession(create(spec).setSeed(1).build()).getSessionId();
        play(stub, session, 1, 2);
        GetSessionResponse before = describe(stub, session);

        OpenedSession fork = Calls.fork(stub, session);
        OpenedSession restored = Calls.restore(stub, Calls.snapshot(stub, session));

        assertThat(before.getTimestep().getSymmetry()).isEqualTo(Symmetry.SYMMETRY_TRANSPOSE);
        assertThat(before.getActionsList()).containsExactly(1, 2);
        for (OpenedSession copy : new OpenedSession[] {fork, restored}) {
            GetSessionResponse described = describe(stub, copy.getSessionId());
            assertThat(described.getTimestep()).isEqualTo(before.getTimestep());
            assertThat(described.getActionsList()).isEqualTo(before.getActionsList());
            assertThat(described.getSpec()).isEqualTo(before.getSpec());
        }
    }
}
