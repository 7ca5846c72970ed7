package dev.tengen.server.service;

import static dev.tengen.server.testing.Calls.create;
import static dev.tengen.server.testing.Calls.describe;
import static dev.tengen.server.testing.Calls.open;
import static dev.tengen.server.testing.Calls.play;
import static dev.tengen.server.testing.Calls.reset;
import static dev.tengen.server.testing.Calls.square;
import static dev.tengen.server.testing.Calls.step;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.google.protobuf.ByteString;
import dev.tengen.base.SplitMix64;
import dev.tengen.proto.v1.Color;
import dev.tengen.proto.v1.CreateSessionResponse;
import dev.tengen.proto.v1.EndReason;
import dev.tengen.proto.v1.EnvironmentServiceGrpc.EnvironmentServiceBlockingStub;
import dev.tengen.proto.v1.EnvironmentSpec;
import dev.tengen.proto.v1.GetServerInfoResponse;
import dev.tengen.proto.v1.LegalActionsResponse;
import dev.tengen.proto.v1.Observation;
import dev.tengen.proto.v1.ObserveResponse;
import dev.tengen.proto.v1.Opponent;
import dev.tengen.proto.v1.ResetResponse;
import dev.tengen.proto.v1.Rules;
import dev.tengen.proto.v1.ScoreResponse;
import dev.tengen.proto.v1.ServerLimits;
import dev.tengen.proto.v1.SuicideRule;
import dev.tengen.proto.v1.Timestep;
import dev.tengen.server.Version;
import dev.tengen.server.testing.Calls;
import dev.tengen.server.testing.Drawing;
import dev.tengen.server.testing.RunningServer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * The responses of each RPC without errors; {@link CreateSessionTest} covers new sessions, {@link WholeGameTest} whole
 * games.
 */
class EnvironmentServiceTest {
    private static final int RESIGN = -2;
    private static final int PASS = 81;

    @RegisterExtension
    static final RunningServer SERVER = RunningServer.withDefaults();

    private final EnvironmentServiceBlockingStub stub = SERVER.stub();

    @Test
    void getServerInfo_defaultServer_reportsVersionAndLimits() {
        GetServerInfoResponse info = Calls.serverInfo(stub);

        assertThat(info.getVersion()).isEqualTo(Version.current());
        assertThat(info.getLimits())
                .isEqualTo(ServerLimits.newBuilder()
                        .setMaxSize(25)
                        .setMaxLaneCount(65_536)
                        .setMaxNodeCount(10_000_000)
                        .setMaxTreeCount(10_000)
                        .setMaxAnalysisCount(2)
                        .setMaxAnalysisNodeCount(1_000_000_000)
                        .setMaxAnalysisTimeMs(60_000)
                        .setMaxSessionCount(10_000)
                        .setMaxMoveCount(100_000)
                        .setIdleTimeoutMs(3_600_000)
                        .setMaxRequestBytes(1 << 20)
                        .build());
    }

    @Test
    void reset_noSeed_derivesItFromTheSeedBefore() {
        String session =
                stub.createSession(create(square(9)).setSeed(5).build()).getSessionId();

        ResetResponse second = stub.reset(reset(session).build());
        ResetResponse third = stub.reset(reset(session).build());

        assertThat(second.getSeed()).isEqualTo(new SplitMix64(5).nextLong());
        assertThat(third.getSeed()).isEqualTo(new SplitMix64(second.getSeed()).nextLong());
    }

    @Test
    void reset_afterMoves_startsTheNextEpisodeFromTheSetup() {
        EnvironmentSpec.Builder spec = Drawing.of("X . O").spec();
        CreateSessionResponse created = stub.createSession(create(spec).build());
        play(stub, created.getSessionId(), 1);

        ResetResponse answer =
                stub.reset(reset(created.getSessionId()).setSeed(0).build());

        assertThat(answer.getTimestep().getEpisode()).isEqualTo(1);
        assertThat(answer.getSeed()).isZero();
        assertThat(answer.getTimestep())
                .isEqualTo(created.getTimestep().toBuilder().setEpisode(1).build());
    }

    @Test
    void step_expectedMoveNumberOfNow_acts() {
        String session = open(stub, square(9));
        play(stub, session, 0, 1);

        assertThat(stub.step(step(session, 2).setExpectedMoveNumber(2).build())
                        .getTimestep()
                        .getMoveNumber())
                .isEqualTo(3);
    }

    @Test
    void step_lastPass_endsWithScoreAndNoLegalAction() {
        String session = open(stub, square(9));

        Timestep end = play(stub, session, 40, PASS, PASS);

        assertThat(end.getTerminated()).isTrue();
        assertThat(end.getEndReason()).isEqualTo(EndReason.END_REASON_PASSES);
        assertThat(end.getWinner()).isEqualTo(Color.COLOR_BLACK);
        assertThat(end.getRewardBlack()).isEqualTo(1);
        assertThat(end.getRewardWhite()).isEqualTo(-1);
        assertThat(end.getScore().getMargin()).isEqualTo(81 - 7.5);
        assertThat(end.getActionMask()).isEqualTo(ByteString.copyFrom(new byte[11]));
    }

    @Test
    void step_lastMoveAllowed_truncates() {
        String session = open(stub, square(9).setMaxMoves(2));

        Timestep end = play(stub, session, 0, 1);

        assertThat(end.getTruncated()).isTrue();
        assertThat(end.getTerminated()).isFalse();
        assertThat(end.getEndReason()).isEqualTo(EndReason.END_REASON_MAX_MOVES);
        assertThat(end.getWinner()).isEqualTo(Color.COLOR_UNSPECIFIED);
        assertThat(end.getRewardBlack()).isZero();
        assertThat(end.hasScore()).isTrue();
    }

    @Test
    void legalActions_suicideForbidden_reportsWhyEachIsIllegal() {
        EnvironmentSpec.Builder spec =
                Drawing.of("""
                . O .
                O X .
                . . .
                """).spec().setRules(Rules.newBuilder().setSuicide(SuicideRule.SUICIDE_RULE_FORBIDDEN));

        LegalActionsResponse answer = Calls.legalActions(stub, open(stub, spec));

        assertThat(answer.getIllegalReasons().toByteArray()).containsExactly(4, 3, 0, 3, 3, 0, 0, 0, 0, 0);
        assertThat(answer.getActionMask().toByteArray()).containsExactly(0b0010_0111, 0b1100_0000);
        assertThat(answer.getLegalCount()).isEqualTo(6);
    }

    @Test
    void legalActions_afterTheEnd_areNone() {
        String session = open(stub, square(9));
        Timestep end = play(stub, session, RESIGN);

        LegalActionsResponse answer = Calls.legalActions(stub, session);

        assertThat(answer.getLegalCount()).isZero();
        assertThat(answer.getActionMask()).isEqualTo(ByteString.copyFrom(new byte[11]));
        assertThat(answer.getIllegalReasons().toByteArray()).hasSize(82).containsOnly(1);
        assertThat(answer.getStateHash()).isEqualTo(end.getStateHash());
    }

    @Test
    void score_episodeInProgress_countsThePositionAsItStands() {
        String session =
                open(stub, Drawing.of("""
                . X . O
                X X . O
                """).spec().setRules(Rules.newBuilder().setKomi(0.5)));

        ScoreResponse answer = Calls.score(stub, session);

        assertThat(answer.getScore().getAreaBlack()).isEqualTo(4);
        assertThat(answer.getScore().getAreaWhite()).isEqualTo(2);
        assertThat(answer.getScore().getMargin()).isEqualTo(1.5, within(0.0));
        assertThat(answer.getScore().getOwner().toByteArray()).containsExactly(1, 1, 0, 2, 1, 1, 0, 2);
    }

    @Test
    void observe_encodingThatTheSpecLacks_isGiven() {
        String session = open(stub, square(9));

        ObserveResponse answer = Calls.observe(stub, session, "alphazero-17", "gymgo-6");

        assertThat(answer.getObservationsCount()).isEqualTo(2);
        assertThat(answer.getObservations(0).getPlanes().size()).isEqualTo((17 * 81 + 7) / 8);
    }

    /** Case, hyphens and underscores of names do not matter, and answers have the usual spelling. */
    @Test
    void createSession_otherSpellings_areThoseNames() {
        String session = open(
                stub,
                square(9)
                        .addEncodings("AlphaZero_17")
                        .setRules(Rules.newBuilder().setPreset("New_Zealand"))
                        .setOpponent(Opponent.newBuilder().setPlayer("EyeSafeRandom")));

        EnvironmentSpec spec = Calls.describe(stub, session).getSpec();

        assertThat(spec.getEncodingsList()).containsExactly("alphazero-17");
        assertThat(spec.getRules().getPreset()).isEqualTo("new-zealand");
        assertThat(spec.getOpponent().getPlayer()).isEqualTo("eye-safe-random");
        assertThat(Calls.observe(stub, session, "GymGo_6").getObservations(0).getEncoding())
                .isEqualTo("gymgo-6");
    }

    @Test
    void observe_noEncodingNamed_givesThoseOfTheSpec() {
        String session = open(stub, square(9).addEncodings("alphazero-17"));

        Timestep after = play(stub, session, 40);

        assertThat(Calls.observe(stub, session).getObservationsList()).isEqualTo(after.getObservationsList());
        assertThat(after.getObservationsList().stream().map(Observation::getEncoding))
                .containsExactly("alphazero-17");
    }

    @Test
    void observe_specWithoutEncodings_givesTheBoardAlone() {
        String session = open(stub, square(2));
        play(stub, session, 3, 0);

        ObserveResponse answer = Calls.observe(stub, session);

        assertThat(answer.getObservationsList()).isEmpty();
        assertThat(answer.getBoard().toByteArray()).containsExactly(2, 0, 0, 1);
        assertThat(answer.getMoveNumber()).isEqualTo(2);
    }

    @Test
    void getSession_afterResignation_listsAllActions() {
        String session = open(stub, square(9).addEncodings("alphazero-17"));
        Timestep end = play(stub, session, 40, PASS, 41, RESIGN);

        assertThat(describe(stub, session).getActionsList()).containsExactly(40, PASS, 41, RESIGN);
        assertThat(describe(stub, session).getTimestep())
                .isEqualTo(end.toBuilder().clearObservations().build());
    }

    @Test
    void closeSession_openSession_givesItsPlaceBack() {
        String session = open(stub, square(9));
        int before = SERVER.server().openSessionCount();

        Calls.close(stub, session);

        assertThat(SERVER.server().openSessionCount()).isEqualTo(before - 1);
    }
}
