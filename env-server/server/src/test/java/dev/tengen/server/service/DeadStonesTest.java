package dev.tengen.server.service;

import static dev.tengen.server.testing.Calls.describe;
import static dev.tengen.server.testing.Calls.open;
import static dev.tengen.server.testing.Calls.play;
import static dev.tengen.server.testing.Calls.reset;
import static dev.tengen.server.testing.Calls.square;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tengen.proto.v1.Color;
import dev.tengen.proto.v1.EndReason;
import dev.tengen.proto.v1.EnvironmentServiceGrpc.EnvironmentServiceBlockingStub;
import dev.tengen.proto.v1.ProposeDeadStonesRequest;
import dev.tengen.proto.v1.ProposeDeadStonesResponse;
import dev.tengen.proto.v1.Rules;
import dev.tengen.proto.v1.Score;
import dev.tengen.proto.v1.ScoreRequest;
import dev.tengen.proto.v1.Setup;
import dev.tengen.proto.v1.SnapshotRequest;
import dev.tengen.proto.v1.Timestep;
import dev.tengen.server.testing.Calls;
import dev.tengen.server.testing.RunningServer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Agreement on dead stones, and scores that Tromp-Taylor rules do not have, over the wire. */
class DeadStonesTest {
    private static final int PASS = 9;

    @RegisterExtension
    static final RunningServer SERVER = RunningServer.withDefaults();

    private final EnvironmentServiceBlockingStub stub = SERVER.stub();

    /** Black's stone at the center of 3x3, and three passes. */
    private String inAgreement() {
        String session = open(stub, square(3).setRules(Rules.newBuilder().setPreset("blog-2011")));
        play(stub, session, 4, PASS, PASS, PASS);
        return session;
    }

    private ProposeDeadStonesResponse propose(String session, String requestId, int... points) {
        ProposeDeadStonesRequest.Builder request =
                ProposeDeadStonesRequest.newBuilder().setSessionId(session).setRequestId(requestId);
        for (int point : points) {
            request.addDeadPoints(point);
        }
        return stub.proposeDeadStones(request.build());
    }

    @Test
    void step_lastPass_saysThatPlayersPropose() {
        Timestep timestep = describe(stub, inAgreement()).getTimestep();

        assertThat(timestep.getIsAgreement()).isTrue();
        assertThat(timestep.getTerminated()).isFalse();
    }

    @Test
    void proposeDeadStones_bothTheSame_endsTheEpisodeWithoutThem() {
        String session = inAgreement();
        propose(session, "", 4);
        Timestep end = propose(session, "", 4).getTimestep();

        assertThat(end.getEndReason()).isEqualTo(EndReason.END_REASON_PASSES);
        assertThat(end.getWinner()).isEqualTo(Color.COLOR_WHITE);
        assertThat(end.getIsAgreement()).isFalse();
        assertThat(end.getScore().getPrisonersWhite()).isEqualTo(1);
        assertThat(end.getScore().getMargin()).isEqualTo(-6.5);
        assertThat(end.getRewardWhite()).isEqualTo(1);
    }

    @Test
    void proposeDeadStones_different_resumesPlay() {
        String session = inAgreement();
        propose(session, "", 4);
        Timestep timestep = propose(session, "").getTimestep();

        assertThat(timestep.getIsAgreement()).isFalse();
        assertThat(timestep.getPassCount()).isZero();
        assertThat(timestep.getPlayerToMove()).isEqualTo(Color.COLOR_BLACK);
        assertThat(timestep.getMoveNumber()).isEqualTo(6);
    }

    @Test
    void proposeDeadStones_again_getsTheFirstAnswerAndActsOnce() {
        String session = inAgreement();
        ProposeDeadStonesResponse first = propose(session, "a", 4);

        assertThat(propose(session, "a", 4)).isEqualTo(first);
        assertThat(describe(stub, session).getTimestep().getMoveNumber()).isEqualTo(5);
    }

    /** The answer is rebuilt from the moves, two of which were proposals. */
    @Test
    void proposeDeadStones_againAfterAReset_getsTheFirstAnswer() {
        String session = inAgreement();
        propose(session, "a", 4);
        ProposeDeadStonesResponse end = propose(session, "b", 4);
        stub.reset(reset(session).build());

        assertThat(propose(session, "b", 4))
                .isEqualTo(end.toBuilder().setCurrentEpisode(1).build());
    }

    @Test
    void fork_firstProposalMade_knowsIt() {
        String session = inAgreement();
        propose(session, "", 4);
        String fork = Calls.fork(stub, session).getSessionId();

        assertThat(propose(fork, "", 4)).isEqualTo(propose(session, "", 4));
    }

    @Test
    void restore_firstProposalMade_knowsIt() {
        String session = inAgreement();
        propose(session, "", 4);
        SnapshotRequest request =
                SnapshotRequest.newBuilder().setSessionId(session).build();
        String restored =
                Calls.restore(stub, stub.snapshot(request).getSnapshot()).getSessionId();

        assertThat(propose(restored, "", 4)).isEqualTo(propose(session, "", 4));
    }

    @Test
    void score_deadPointsOfTheCaller_areTakenOff() {
        String session = open(stub, square(3));
        play(stub, session, 4, 0);
        ScoreRequest request =
                ScoreRequest.newBuilder().setSessionId(session).addDeadPoints(0).build();

        assertThat(stub.score(request).getScore().getAreaBlack()).isEqualTo(9);
    }

    @Test
    void score_anyRules_namesThemInFull() {
        String session = open(stub, square(3).setRules(Rules.newBuilder().setPreset("ing")));

        Rules rules = Calls.score(stub, session).getRules();

        assertThat(rules).isEqualTo(describe(stub, session).getSpec().getRules());
        assertThat(rules.getPreset()).isEqualTo("goe");
        assertThat(rules.getHash()).isNotZero();
        assertThat(rules.getKatagoJson()).startsWith("{\"ko\":\"POSITIONAL\"");
    }

    @Test
    void score_handicapUnderChineseRules_reportsTheBonus() {
        Setup.Builder stones =
                Setup.newBuilder().addBlackPoints(0).addBlackPoints(8).setHandicap(2);
        String session = open(
                stub,
                square(3).setRules(Rules.newBuilder().setPreset("chinese")).setSetup(stones));

        Score score = Calls.score(stub, session).getScore();

        assertThat(score.getHandicapBonus()).isEqualTo(2);
        assertThat(score.getMargin()).isEqualTo(9 - 2 - 7.5);
        assertThat(describe(stub, session).getTimestep().getPlayerToMove()).isEqualTo(Color.COLOR_WHITE);
    }
}
