package dev.tengen.server.service;

import static dev.tengen.server.testing.Calls.create;
import static dev.tengen.server.testing.Calls.describe;
import static dev.tengen.server.testing.Calls.open;
import static dev.tengen.server.testing.Calls.play;
import static dev.tengen.server.testing.Calls.square;
import static dev.tengen.server.testing.Calls.step;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import dev.tengen.base.SplitMix64;
import dev.tengen.board.Color;
import dev.tengen.env.Environment;
import dev.tengen.env.EnvironmentSpec;
import dev.tengen.env.TestSpec;
import dev.tengen.game.Ko;
import dev.tengen.game.Rules;
import dev.tengen.player.Players;
import dev.tengen.proto.v1.EndReason;
import dev.tengen.proto.v1.EnvironmentServiceGrpc.EnvironmentServiceBlockingStub;
import dev.tengen.proto.v1.ForkRequest;
import dev.tengen.proto.v1.ForkResponse;
import dev.tengen.proto.v1.IllegalActionPolicy;
import dev.tengen.proto.v1.ListSessionsRequest;
import dev.tengen.proto.v1.ListSessionsResponse;
import dev.tengen.proto.v1.OpenedSession;
import dev.tengen.proto.v1.Opponent;
import dev.tengen.proto.v1.SessionSummary;
import dev.tengen.proto.v1.Timestep;
import dev.tengen.server.testing.Calls;
import dev.tengen.server.testing.CoreTypes;
import dev.tengen.server.testing.KoTally;
import dev.tengen.server.testing.RandomActions;
import dev.tengen.server.testing.RunningServer;
import dev.tengen.server.testing.ServerProcess;
import dev.tengen.server.testing.Timesteps;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Sessions listed, forked, saved and restored. */
class SavedSessionTest {
    @RegisterExtension
    static final RunningServer SERVER = RunningServer.withDefaults();

    @RegisterExtension
    static final ServerProcess OTHER_SERVER = new ServerProcess();

    private final EnvironmentServiceBlockingStub stub = SERVER.stub();
    private final EnvironmentServiceBlockingStub otherStub = OTHER_SERVER.stub();

    /** Returns a spec of a small board, where repetitions are common; sometimes with an opponent. */
    private static EnvironmentSpec randomSpec(Ko ko, SplitMix64 random) {
        TestSpec spec = TestSpec.square(2 + random.nextInt(3))
                .rules(Rules.TROMP_TAYLOR.withKo(ko))
                .encodings("alphazero-17");
        return random.nextInt(3) == 0
                ? spec.opponent(Players.RANDOM, Color.WHITE).build()
                : spec.build();
    }

    /**
     * Creates a session and plays to a random moment, or to the first ko before it; plays the same in {@code local}.
     */
    private String openAndPlay(Environment local, SplitMix64 random) {
        String session = stub.createSession(create(CoreTypes.toProto(local.spec()).toBuilder())
                        .setSeed(local.seed())
                        .build())
                .getSessionId();
        boolean isEndedByKo = random.nextInt(2) == 0;
        int left = random.nextInt(2 * local.spec().grid().pointCount());
        while (left > 0 && !local.isOver() && !(isEndedByKo && KoTally.isKo(local.game()))) {
            int action = action(local, random);
            local.step(action);
            play(stub, session, action);
            left--;
        }
        return session;
    }

    /** Copies a session in both ways at some moment, and plays all three to the end, beside the core. */
    private void playThree(Ko ko, SplitMix64 random, KoTally tally) {
        Environment local = new Environment(randomSpec(ko, random), random.nextLong());
        String original = openAndPlay(local, random);
        OpenedSession fork = Calls.fork(stub, original);
        OpenedSession restored = Calls.restore(otherStub, Calls.snapshot(stub, original));
        assertThat(fork.getTimestep()).isEqualTo(Timesteps.of(local));
        assertThat(restored.getTimestep()).isEqualTo(Timesteps.of(local));
        tally.countCopy(local.game());
        while (!local.isOver()) {
            int action = action(local, random);
            local.step(action);
            Timestep timestep = play(stub, original, action);
            assertThat(timestep).isEqualTo(Timesteps.of(local));
            assertThat(play(stub, fork.getSessionId(), action)).isEqualTo(timestep);
            assertThat(play(otherStub, restored.getSessionId(), action)).isEqualTo(timestep);
            tally.countMove(local.game());
        }
        Calls.close(stub, original);
        Calls.close(stub, fork.getSessionId());
        Calls.close(otherStub, restored.getSessionId());
    }

    /** Draws a legal action, and passes so rarely that games grow long enough for repetitions. */
    private static int action(Environment environment, SplitMix64 random) {
        ByteString mask = ByteString.copyFrom(environment.actionMask());
        int action = RandomActions.legal(mask, random);
        return action == environment.spec().grid().pass() ? RandomActions.legal(mask, random) : action;
    }

    private String playThree(Ko ko, int count, long seed) {
        SplitMix64 random = new SplitMix64(seed);
        KoTally tally = new KoTally();
        for (int i = 0; i < count; i++) {
            playThree(ko, random, tally);
        }
        return tally.toString();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "POSITIONAL | 10 games: 0 ko (0 inherited), 5 superko (3 inherited), 119 suicide, 0 played",
                "SITUATIONAL | 10 games: 0 ko (0 inherited), 2 superko (2 inherited), 2 suicide, 18 played",
                "NATURAL_SITUATIONAL | 10 games: 0 ko (0 inherited), 6 superko (3 inherited), 2 suicide, 13 played",
                "SIMPLE | 10 games: 1 ko (0 inherited), 0 superko (0 inherited), 0 suicide, 15 played",
                "NONE | 10 games: 0 ko (0 inherited), 0 superko (0 inherited), 0 suicide, 19 played"
            })
    void forkAndRestore_randomMoments_continueTheSame(Ko ko, String counts) {
        assertThat(playThree(ko, 10, ko.ordinal())).isEqualTo(counts);
    }

    @ParameterizedTest
    @Tag("full")
    @CsvSource(
            delimiter = '|',
            value = {
                "POSITIONAL | 100 games: 8 ko (4 inherited), 49 superko (26 inherited), 467 suicide, 0 played",
                "SITUATIONAL | 100 games: 13 ko (4 inherited), 36 superko (29 inherited), 45 suicide, 131 played",
                "NATURAL_SITUATIONAL | 100 games: 6 ko (2 inherited), 31 superko (17 inherited), 27 suicide, 113 played",
                "SIMPLE | 100 games: 10 ko (3 inherited), 0 superko (0 inherited), 4 suicide, 150 played",
                "NONE | 100 games: 0 ko (0 inherited), 0 superko (0 inherited), 0 suicide, 177 played"
            })
    void forkAndRestore_hundredRandomMoments_continueTheSame(Ko ko, String counts) {
        assertThat(playThree(ko, 100, ko.ordinal())).isEqualTo(counts);
    }

    @Tag("long")
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "POSITIONAL | 1000 games: 68 ko (17 inherited), 537 superko (349 inherited), 4124 suicide, 0 played",
                "SITUATIONAL | 1000 games: 69 ko (21 inherited), 316 superko (211 inherited), 286 suicide, 1205 played",
                "NATURAL_SITUATIONAL | 1000 games: 79 ko (19 inherited), 294 superko (200 inherited), 309 suicide, 1386 played",
                "SIMPLE | 1000 games: 110 ko (24 inherited), 0 superko (0 inherited), 50 suicide, 1635 played",
                "NONE | 1000 games: 0 ko (0 inherited), 0 superko (0 inherited), 0 suicide, 1565 played"
            })
    void forkAndRestore_thousandRandomMoments_continueTheSame(Ko ko, String counts) {
        assertThat(playThree(ko, 1000, 100 + ko.ordinal())).isEqualTo(counts);
    }

    @Test
    void fork_stepInTheCopy_leavesTheOriginal() {
        String original = open(stub, square(5));
        String copy = Calls.fork(stub, original).getSessionId();

        play(stub, copy, 3);

        assertThat(describe(stub, original).getActionsList()).isEmpty();
        assertThat(copy).isNotEqualTo(original);
    }

    @Test
    void fork_sameRequestId_makesOneSession() {
        ForkRequest request = ForkRequest.newBuilder()
                .setSessionId(open(stub, square(5)))
                .setRequestId("fork once")
                .build();

        ForkResponse first = stub.fork(request);

        assertThat(stub.fork(request)).isEqualTo(first);
    }

    @Test
    void restore_finishedEpisode_isFinished() {
        String original = open(stub, square(5));
        play(stub, original, 25, 25);

        OpenedSession restored = Calls.restore(otherStub, Calls.snapshot(stub, original));

        assertThat(describe(otherStub, restored.getSessionId()).getTimestep())
                .isEqualTo(describe(stub, original).getTimestep());
    }

    @Test
    void exportRecord_resignedGame_isCleanSgf() {
        String session = open(stub, square(5));
        play(stub, session, 0, 25, -2);

        assertThat(Calls.exportRecord(stub, session))
                .isEqualTo("(;GM[1]FF[4]CA[UTF-8]AP[Tengen]SZ[5]KM[7.5]RU[tromp-taylor]RE[W+R]"
                        + "TENGEN[max_moves=75 end=RESIGNATION@2]\n;B[aa];W[])\n");
    }

    /** The ignored actions count on in every copy; the spec shows the limit. */
    @Test
    void forkAndRestore_ignoredActions_countOn() {
        String original = open(
                stub,
                square(3)
                        .setIllegalActionPolicy(IllegalActionPolicy.ILLEGAL_ACTION_POLICY_IGNORE)
                        .setMaxIllegalActions(3));
        play(stub, original, -1, 4, 4);
        String fork = Calls.fork(stub, original).getSessionId();
        String restored =
                Calls.restore(otherStub, Calls.snapshot(stub, original)).getSessionId();

        Timestep end = play(stub, original, -1);

        assertThat(end.getEndReason()).isEqualTo(EndReason.END_REASON_MAX_ILLEGAL_ACTIONS);
        assertThat(end.getTruncated()).isTrue();
        assertThat(end.hasScore()).isTrue();
        assertThat(play(stub, fork, -1)).isEqualTo(end);
        assertThat(play(otherStub, restored, -1)).isEqualTo(end);
        assertThat(describe(stub, original).getTimestep()).isEqualTo(end);
        assertThat(describe(stub, original).getSpec().getMaxIllegalActions()).isEqualTo(3);
        assertThat(Calls.restore(otherStub, Calls.snapshot(stub, original)).getTimestep())
                .isEqualTo(end);
    }

    @Test
    void importRecord_moveNumber_playsThatMany() {
        OpenedSession imported = stub.importRecord(Calls.importing("(;SZ[3:2]KM[3];B[aa];W[bb];B[ca])")
                        .setMoveNumber(2)
                        .build())
                .getSession();

        assertThat(describe(stub, imported.getSessionId()).getActionsList()).containsExactly(0, 4);
        assertThat(imported.getSpec().getRules().getKomi()).isEqualTo(3);
        assertThat(imported.getSpec().getMaxMoves()).isEqualTo(-1);
    }

    @Test
    void importRecord_opponentToMove_hasMoved() {
        dev.tengen.proto.v1.EnvironmentSpec spec = dev.tengen.proto.v1.EnvironmentSpec.newBuilder()
                .setOpponent(Opponent.newBuilder().setPlayer("random").setColor(dev.tengen.proto.v1.Color.COLOR_WHITE))
                .build();

        OpenedSession imported = stub.importRecord(
                        Calls.importing("(;SZ[5];B[aa])").setSpec(spec).build())
                .getSession();

        assertThat(imported.getTimestep().getMoveNumber()).isEqualTo(2);
    }

    @Test
    void listSessions_pages_listAllInTheOrderTheyWereMade() {
        List<String> made = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            made.add(open(stub, square(3)));
        }
        stub.step(step(made.get(1), 4).build());

        List<SessionSummary> listed = new ArrayList<>();
        String token = "";
        do {
            ListSessionsResponse page = stub.listSessions(ListSessionsRequest.newBuilder()
                    .setPageSize(2)
                    .setPageToken(token)
                    .build());
            assertThat(page.getSessionsCount()).isLessThanOrEqualTo(2);
            listed.addAll(page.getSessionsList());
            token = page.getNextPageToken();
        } while (!token.isEmpty());

        assertThat(listed).extracting(SessionSummary::getSessionId).containsSubsequence(made);
        assertThat(listed).anySatisfy(summary -> {
            assertThat(summary.getSessionId()).isEqualTo(made.get(1));
            assertThat(summary.getMoveNumber()).isEqualTo(1);
        });
    }
}
