package dev.tengen.server.service;

import static dev.tengen.server.testing.Calls.describe;
import static dev.tengen.server.testing.Calls.open;
import static dev.tengen.server.testing.Calls.play;
import static dev.tengen.server.testing.Calls.reset;
import static dev.tengen.server.testing.Calls.square;
import static dev.tengen.server.testing.Calls.step;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import dev.tengen.base.SplitMix64;
import dev.tengen.proto.v1.DeadStonesRule;
import dev.tengen.proto.v1.EndReason;
import dev.tengen.proto.v1.EnvironmentServiceGrpc.EnvironmentServiceBlockingStub;
import dev.tengen.proto.v1.EnvironmentSpec;
import dev.tengen.proto.v1.ProposeDeadStonesRequest;
import dev.tengen.proto.v1.RewardMode;
import dev.tengen.proto.v1.StepRequest;
import dev.tengen.proto.v1.Timestep;
import dev.tengen.proto.v1.UndoRequest;
import dev.tengen.proto.v1.UndoResponse;
import dev.tengen.proto.v1.WatchResponse;
import dev.tengen.server.testing.Calls;
import dev.tengen.server.testing.Failure;
import dev.tengen.server.testing.RandomActions;
import dev.tengen.server.testing.RunningServer;
import io.grpc.Status;
import java.util.Iterator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Undo over the wire: errors, retries, records, watchers. */
class UndoTest {
    @RegisterExtension
    static final RunningServer SERVER = RunningServer.withDefaults();

    private final EnvironmentServiceBlockingStub stub = SERVER.stub();

    private void requireUnavailable(String session, String refusal) {
        Failure failure = Failure.of(() -> Calls.undo(stub, session, 1));

        assertThat(failure.code()).isEqualTo(Status.Code.FAILED_PRECONDITION);
        assertThat(failure.reason()).contains("UNDO_UNAVAILABLE");
        assertThat(failure.description()).isEqualTo("no move can be taken back: " + refusal);
    }

    @Test
    void undo_noMoves_isUnavailable() {
        requireUnavailable(open(stub, square(5)), "the episode has no moves to take back");
    }

    @Test
    void undo_openingOfTheOpponent_isUnavailable() {
        EnvironmentSpec.Builder spec = square(5);
        spec.getOpponentBuilder().setPlayer("greedy").setColorValue(1);

        requireUnavailable(open(stub, spec), "only the opponent has moved, so there is no move of yours to take back");
    }

    @Test
    void undo_task_isUnavailable() {
        String session = open(stub, square(9).setTask("race-class0:split=test"));
        ByteString mask = describe(stub, session).getTimestep().getActionMask();
        play(stub, session, RandomActions.legal(mask, new SplitMix64(1)));

        requireUnavailable(session, "episodes of a task do not allow undo");
    }

    @Test
    void undo_otherMoveNumberOrEpisode_isAborted() {
        String session = open(stub, square(5));
        play(stub, session, 0, 1);

        Failure number = Failure.of(
                () -> stub.undo(Calls.undo(session, 1).setExpectedMoveNumber(1).build()));
        Failure episode = Failure.of(() -> stub.undo(Calls.undo(session, 1)
                .setExpectedMoveNumber(2)
                .setExpectedEpisode(7)
                .build()));

        assertThat(number.code()).isEqualTo(Status.Code.ABORTED);
        assertThat(number.reason()).contains("WRONG_MOVE_NUMBER");
        assertThat(episode.code()).isEqualTo(Status.Code.ABORTED);
        assertThat(episode.reason()).contains("WRONG_EPISODE");
        long current = describe(stub, session).getTimestep().getEpisode();
        assertThat(stub.undo(Calls.undo(session, 1)
                                .setExpectedMoveNumber(2)
                                .setExpectedEpisode(current)
                                .build())
                        .getTimestep()
                        .getMoveNumber())
                .isEqualTo(1);
    }

    @Test
    void undo_again_getsTheFirstAnswerAndActsOnce() {
        String session = open(stub, square(5).addEncodings("alphazero-17"));
        play(stub, session, 0, 1, 2);
        UndoRequest request = Calls.undo(session, 1).setRequestId("undo").build();

        Timestep first = stub.undo(request).getTimestep();
        Timestep again = stub.undo(request).getTimestep();
        play(stub, session, 7, 8);
        Timestep later = stub.undo(request).getTimestep();

        assertThat(again).isEqualTo(first);
        assertThat(later).isEqualTo(first);
        assertThat(describe(stub, session).getActionsList()).containsExactly(0, 1, 7, 8);
    }

    @Test
    void undo_againAfterAReset_saysThatItsEpisodeIsNotTheCurrentOne() {
        String session = open(stub, square(5));
        play(stub, session, 0, 1, 2);
        UndoRequest request = Calls.undo(session, 1).setRequestId("undo").build();
        UndoResponse first = stub.undo(request);
        stub.reset(reset(session).build());

        UndoResponse again = stub.undo(request);

        assertThat(first.getCurrentEpisode()).isZero();
        assertThat(again).isEqualTo(first.toBuilder().setCurrentEpisode(1).build());
    }

    @Test
    void step_againAfterItWasTakenBack_getsTheFirstAnswer() {
        String session = open(stub, square(5).addEncodings("alphazero-17"));
        play(stub, session, 0);
        StepRequest request = step(session, 1).setRequestId("step").build();
        Timestep first = stub.step(request).getTimestep();
        play(stub, session, 2);

        Calls.undo(stub, session, 2);
        play(stub, session, 20, 21);
        Calls.undo(stub, session, 3);
        play(stub, session, 10);

        assertThat(stub.step(request).getTimestep()).isEqualTo(first);
        assertThat(describe(stub, session).getActionsList()).containsExactly(10);
    }

    @Test
    void step_againAfterUndoAndReset_getsTheFirstAnswer() {
        String session = open(stub, square(5).addEncodings("alphazero-17"));
        StepRequest request = step(session, 1).setRequestId("step").build();
        Timestep first = stub.step(request).getTimestep();
        Calls.undo(stub, session, 1);
        StepRequest other = step(session, 2).setRequestId("other").build();
        Timestep second = stub.step(other).getTimestep();

        stub.reset(reset(session).build());

        assertThat(stub.step(request).getTimestep()).isEqualTo(first);
        assertThat(stub.step(other).getTimestep()).isEqualTo(second);
    }

    @Test
    void undo_proposalsOfDeadStones_areMoves() {
        EnvironmentSpec.Builder spec = square(3);
        spec.getRulesBuilder().setDeadStones(DeadStonesRule.DEAD_STONES_RULE_AGREEMENT);
        String session = open(stub, spec);
        Timestep agreement = play(stub, session, 4, 9, 9);
        assertThat(agreement.getIsAgreement()).isTrue();
        ProposeDeadStonesRequest proposal = ProposeDeadStonesRequest.newBuilder()
                .setSessionId(session)
                .addDeadPoints(4)
                .build();
        Timestep proposed = stub.proposeDeadStones(proposal).getTimestep();
        Timestep agreed = stub.proposeDeadStones(proposal).getTimestep();
        assertThat(agreed.getEndReason()).isEqualTo(EndReason.END_REASON_PASSES);

        Timestep back = Calls.undo(stub, session, 1);

        assertThat(back.getStateHash()).isEqualTo(proposed.getStateHash());
        assertThat(back.getIsAgreement()).isTrue();
        assertThat(Calls.undo(stub, session, 1).getStateHash()).isEqualTo(agreement.getStateHash());
        stub.proposeDeadStones(proposal);
        assertThat(stub.proposeDeadStones(proposal).getTimestep().getStateHash())
                .isEqualTo(agreed.getStateHash());
    }

    private String imported(String sgf, RewardMode rewards) {
        return stub.importRecord(Calls.importing(sgf)
                        .setSpec(EnvironmentSpec.newBuilder().setRewardMode(rewards))
                        .build())
                .getSession()
                .getSessionId();
    }

    @Test
    void undo_backToPassesThatARecordPlayedOnAfter_endsTheEpisodeAgain() {
        String session = imported("(;GM[1]FF[4]SZ[5]KM[0.5];B[cc];W[];B[];W[aa];B[ee])", RewardMode.REWARD_MODE_WIN);
        String ended = imported("(;GM[1]FF[4]SZ[5]KM[0.5];B[cc];W[];B[])", RewardMode.REWARD_MODE_WIN);
        assertThat(describe(stub, session).getTimestep().getMoveNumber()).isEqualTo(5);

        Timestep back = Calls.undo(stub, session, 2);

        assertThat(back.getEndReason()).isEqualTo(EndReason.END_REASON_PASSES);
        assertThat(back.getRewardBlack()).isZero();
        assertThat(back).isEqualTo(describe(stub, ended).getTimestep());
        ByteString snapshot = Calls.snapshot(stub, session);
        assertThat(Calls.restore(stub, snapshot).getTimestep()).isEqualTo(back);
        assertThat(Calls.undo(stub, session, 1).getPassCount()).isEqualTo(1);
    }

    /**
     * Imported moves pay nothing, so that the moves played later pay the whole margin, however many moves are taken
     * back.
     */
    @Test
    void reward_importedMovesTakenBack_addsUpToTheMargin() {
        String session = imported("(;GM[1]FF[4]SZ[3]KM[0.5];B[bb];W[aa];B[ca])", RewardMode.REWARD_MODE_AREA_DELTA);
        play(stub, session, 9);
        ByteString snapshot = Calls.snapshot(stub, session);
        String restored = Calls.restore(stub, snapshot).getSessionId();

        for (String one : new String[] {session, restored}) {
            Calls.undo(stub, one, 3);
            double first = play(stub, one, 9).getRewardBlack();
            Timestep end = play(stub, one, 9);

            assertThat(end.getEndReason()).isEqualTo(EndReason.END_REASON_PASSES);
            assertThat(first + end.getRewardBlack()).isEqualTo(8.5);
        }
    }

    @Test
    void exportRecord_afterUndo_hasTheRemainingMoves() {
        String session = open(stub, square(5));
        play(stub, session, 0, 6, -2);

        Calls.undo(stub, session, 1);

        assertThat(Calls.exportRecord(stub, session))
                .isEqualTo(
                        "(;GM[1]FF[4]CA[UTF-8]AP[Tengen]SZ[5]KM[7.5]RU[tromp-taylor]TENGEN[max_moves=75]\n;B[aa])\n");
    }

    @Test
    void watch_undo_isSeen() {
        String session = open(stub, square(5));
        play(stub, session, 0, 6);
        Iterator<WatchResponse> states = Calls.watch(stub, session);
        assertThat(states.next().getTimestep().getMoveNumber()).isEqualTo(2);

        Timestep back = Calls.undo(stub, session, 1);

        WatchResponse seen = states.next();
        assertThat(seen.getTimestep()).isEqualTo(back);
        assertThat(seen.getBoard().byteAt(0)).isEqualTo((byte) 1);
        assertThat(seen.getBoard().byteAt(6)).isZero();
    }

    @Test
    void undo_ignoredIllegalAction_isNotTakenBack() {
        String session = open(
                stub,
                square(5)
                        .setIllegalActionPolicyValue(3)
                        .setIllegalActionPenalty(0.5)
                        .setRewardMode(RewardMode.REWARD_MODE_AREA_DELTA));
        play(stub, session, 0);
        Timestep ignored = play(stub, session, 0);
        assertThat(ignored.getRewardWhite()).isEqualTo(-0.5);

        Timestep back = Calls.undo(stub, session, 1);

        assertThat(back.getMoveNumber()).isZero();
        assertThat(back.getRewardWhite()).isZero();
        assertThat(back.getIllegalReasonValue()).isZero();
    }
}
