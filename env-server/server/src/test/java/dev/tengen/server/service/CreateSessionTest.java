package dev.tengen.server.service;

import static dev.tengen.server.testing.Calls.create;
import static dev.tengen.server.testing.Calls.describe;
import static dev.tengen.server.testing.Calls.open;
import static dev.tengen.server.testing.Calls.square;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tengen.proto.v1.Color;
import dev.tengen.proto.v1.CreateSessionResponse;
import dev.tengen.proto.v1.EnvironmentServiceGrpc.EnvironmentServiceBlockingStub;
import dev.tengen.proto.v1.EnvironmentSpec;
import dev.tengen.proto.v1.IllegalActionPolicy;
import dev.tengen.proto.v1.ObservationFormat;
import dev.tengen.proto.v1.ObservationLayout;
import dev.tengen.proto.v1.ObserveResponse;
import dev.tengen.proto.v1.Opponent;
import dev.tengen.proto.v1.RewardMode;
import dev.tengen.proto.v1.Rules;
import dev.tengen.proto.v1.Setup;
import dev.tengen.proto.v1.Symmetry;
import dev.tengen.proto.v1.Timestep;
import dev.tengen.server.testing.Calls;
import dev.tengen.server.testing.Drawing;
import dev.tengen.server.testing.RandomActions;
import dev.tengen.server.testing.RunningServer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The state of a new session. */
class CreateSessionTest {
    @RegisterExtension
    static final RunningServer SERVER = RunningServer.withDefaults();

    private final EnvironmentServiceBlockingStub stub = SERVER.stub();

    @Test
    void createSession_sizeAlone_answersWithEveryDefaultFilledIn() {
        CreateSessionResponse created = stub.createSession(create(square(9)).build());

        assertThat(created.getSpec())
                .isEqualTo(square(9)
                        .setRules(Calls.serverInfo(stub).getPresets(0).getRules())
                        .setSetup(Setup.newBuilder().setPlayerToMove(Color.COLOR_BLACK))
                        .setMaxMoves(243)
                        .setMaxIllegalActions(243)
                        .setRewardMode(RewardMode.REWARD_MODE_WIN)
                        .setIllegalActionPolicy(IllegalActionPolicy.ILLEGAL_ACTION_POLICY_REJECT)
                        .setObservationFormat(ObservationFormat.OBSERVATION_FORMAT_BITS)
                        .setObservationLayout(ObservationLayout.OBSERVATION_LAYOUT_CHW)
                        .setSymmetry(Symmetry.SYMMETRY_IDENTITY)
                        .build());
    }

    @Test
    void createSession_opponentWithoutColor_playsWhite() {
        EnvironmentSpec spec = stub.createSession(
                        create(square(9).setOpponent(Opponent.newBuilder().setPlayer("random")))
                                .build())
                .getSpec();

        assertThat(spec.getOpponent().getColor()).isEqualTo(Color.COLOR_WHITE);
    }

    @Test
    void createSession_presetThatDependsOnTheSize_isResolvedForTheSize() {
        EnvironmentSpec.Builder spec = square(9).setRules(Rules.newBuilder().setPreset("cgos"));

        assertThat(stub.createSession(create(spec).build()).getSpec().getRules().getKomi())
                .isEqualTo(7.0);
    }

    @Test
    void createSession_seedGiven_startsWithThatSeed() {
        CreateSessionResponse created =
                stub.createSession(create(square(9)).setSeed(-3).build());

        assertThat(created.getSeed()).isEqualTo(-3);
        assertThat(describe(stub, created.getSessionId()).getSeed()).isEqualTo(-3);
    }

    @Test
    void createSession_noSeed_drawsAnotherEachTime() {
        assertThat(stub.createSession(create(square(9)).build()).getSeed())
                .isNotEqualTo(stub.createSession(create(square(9)).build()).getSeed());
    }

    @Test
    void createSession_emptyBoard_startsWithEveryActionLegal() {
        Timestep start = stub.createSession(create(square(9)).build()).getTimestep();

        assertThat(RandomActions.bits(start.getActionMask()).cardinality()).isEqualTo(82);
        assertThat(start.getActionMask().size()).isEqualTo(11);
        assertThat(start.getPlayerToMove()).isEqualTo(Color.COLOR_BLACK);
        assertThat(start.getPositionHash()).isZero();
    }

    @Test
    void createSession_requestIdOf64Bytes_isTaken() {
        String id = "\u7881".repeat(21) + "a";

        assertThat(stub.createSession(create(square(9)).setRequestId(id).build())
                        .getSessionId())
                .isNotEmpty();
    }

    @Test
    void createSession_setupWithWhiteToMove_startsFromIt() {
        EnvironmentSpec.Builder spec = Drawing.of("""
                . X .
                O . .
                """).spec();
        spec.getSetupBuilder().setPlayerToMove(Color.COLOR_WHITE);

        String session = open(stub, spec);

        ObserveResponse observed = Calls.observe(stub, session);
        assertThat(observed.getBoard().toByteArray()).containsExactly(0, 1, 0, 2, 0, 0);
        assertThat(observed.getPlayerToMove()).isEqualTo(Color.COLOR_WHITE);
    }
}
