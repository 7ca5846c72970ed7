package dev.tengen.server.service;

import static dev.tengen.server.testing.Calls.describe;
import static dev.tengen.server.testing.Calls.open;
import static dev.tengen.server.testing.Calls.play;
import static dev.tengen.server.testing.Calls.square;
import static dev.tengen.server.testing.Calls.step;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import dev.tengen.board.SplitMix64;
import dev.tengen.proto.v1.Color;
import dev.tengen.proto.v1.EnvironmentServiceGrpc.EnvironmentServiceBlockingStub;
import dev.tengen.proto.v1.EnvironmentSpec;
import dev.tengen.proto.v1.ExportRecordRequest;
import dev.tengen.proto.v1.ForkRequest;
import dev.tengen.proto.v1.ForkResponse;
import dev.tengen.proto.v1.ImportRecordRequest;
import dev.tengen.proto.v1.KoRule;
import dev.tengen.proto.v1.ListSessionsRequest;
import dev.tengen.proto.v1.ListSessionsResponse;
import dev.tengen.proto.v1.OpenedSession;
import dev.tengen.proto.v1.Opponent;
import dev.tengen.proto.v1.RestoreRequest;
import dev.tengen.proto.v1.Rules;
import dev.tengen.proto.v1.SessionSummary;
import dev.tengen.proto.v1.SnapshotRequest;
import dev.tengen.proto.v1.Timestep;
import dev.tengen.server.testing.RunningServer;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Sessions listed, copied, saved and brought back. */
class SavedSessionTest {
    @RegisterExtension
    static final RunningServer SERVER = RunningServer.withDefaults();

    @RegisterExtension
    static final RunningServer OTHER_SERVER = RunningServer.withDefaults();

    private final EnvironmentServiceBlockingStub stub = SERVER.stub();
    private final EnvironmentServiceBlockingStub otherStub = OTHER_SERVER.stub();

    private ByteString snapshot(String session) {
        return stub.snapshot(SnapshotRequest.newBuilder().setSessionId(session).build())
                .getSnapshot();
    }

    private OpenedSession fork(String session) {
        return stub.fork(ForkRequest.newBuilder().setSessionId(session).build()).getSession();
    }

    private OpenedSession restoreElsewhere(ByteString snapshot) {
        return otherStub
                .restore(RestoreRequest.newBuilder().setSnapshot(snapshot).build())
                .getSession();
    }

    private String export(String session) {
        return stub.exportRecord(
                        ExportRecordRequest.newBuilder().setSessionId(session).build())
                .getSgf();
    }

    private static int randomAction(Timestep timestep, SplitMix64 random) {
        List<Integer> legal = new ArrayList<>();
        ByteString mask = timestep.getActionMask();
        for (int action = 0; action < 8 * mask.size(); action++) {
            if ((mask.byteAt(action >>> 3) & 0x80 >>> (action & 7)) != 0) {
                legal.add(action);
            }
        }
        return legal.get(random.nextInt(legal.size()));
    }

    /** Plays to a random point, copies the session in both ways, and plays all three to the end. */
    private void playThree(KoRule ko, SplitMix64 random) {
        EnvironmentSpec.Builder spec = square(2 + random.nextInt(4))
                .setRules(Rules.newBuilder().setKo(ko))
                .addEncodings("alphazero-17");
        if (random.nextInt(3) == 0) {
            spec.setOpponent(Opponent.newBuilder().setPlayer("random"));
        }
        String original = open(stub, spec);
        Timestep timestep = play(stub, original, spec.getWidth() * spec.getHeight());
        for (int left = random.nextInt(20); left > 0 && !isOver(timestep); left--) {
            timestep = play(stub, original, randomAction(timestep, random));
        }
        OpenedSession fork = fork(original);
        OpenedSession restored = restoreElsewhere(snapshot(original));
        assertThat(fork.getTimestep()).isEqualTo(timestep);
        assertThat(restored.getTimestep()).isEqualTo(timestep);
        while (!isOver(timestep)) {
            int action = randomAction(timestep, random);
            timestep = play(stub, original, action);
            assertThat(play(stub, fork.getSessionId(), action)).isEqualTo(timestep);
            assertThat(play(otherStub, restored.getSessionId(), action)).isEqualTo(timestep);
        }
    }

    private static boolean isOver(Timestep timestep) {
        return timestep.getTerminated() || timestep.getTruncated();
    }

    @ParameterizedTest
    @EnumSource(
            value = KoRule.class,
            mode = EnumSource.Mode.EXCLUDE,
            names = {"UNRECOGNIZED", "KO_RULE_UNSPECIFIED"})
    void forkAndRestore_randomMoments_goOnTheSame(KoRule ko) {
        SplitMix64 random = new SplitMix64(ko.getNumber());
        for (int count = 0; count < 20; count++) {
            playThree(ko, random);
        }
    }

    @Tag("long")
    @ParameterizedTest
    @EnumSource(
            value = KoRule.class,
            mode = EnumSource.Mode.EXCLUDE,
            names = {"UNRECOGNIZED", "KO_RULE_UNSPECIFIED"})
    void forkAndRestore_thousandRandomMoments_goOnTheSame(KoRule ko) {
        SplitMix64 random = new SplitMix64(100 + ko.getNumber());
        for (int count = 0; count < 1000; count++) {
            playThree(ko, random);
        }
    }

    @Test
    void fork_stepInTheCopy_leavesTheOriginal() {
        String original = open(stub, square(5));
        String copy = fork(original).getSessionId();

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

        OpenedSession restored = restoreElsewhere(snapshot(original));

        assertThat(describe(otherStub, restored.getSessionId()).getTimestep())
                .isEqualTo(describe(stub, original).getTimestep());
    }

    @Test
    void exportRecord_resignedGame_isCleanSgf() {
        String session = open(stub, square(5));
        play(stub, session, 0, 25, -2);

        assertThat(export(session))
                .isEqualTo("(;GM[1]FF[4]CA[UTF-8]AP[Tengen]SZ[5]KM[7.5]RU[tromp-taylor]RE[W+R]\n;B[aa];W[])\n");
    }

    @Test
    void importRecord_exportedGame_standsWhereItStood() {
        String session = open(stub, square(5));
        play(stub, session, 0, 6, 12);

        OpenedSession imported = otherStub
                .importRecord(ImportRecordRequest.newBuilder()
                        .setSgf(ByteString.copyFromUtf8(export(session)))
                        .setSpec(EnvironmentSpec.newBuilder().setMaxMoves(75))
                        .build())
                .getSession();

        assertThat(imported.getTimestep().getStateHash())
                .isEqualTo(describe(stub, session).getTimestep().getStateHash());
    }

    @Test
    void importRecord_moveNumber_playsThatMany() {
        OpenedSession imported = stub.importRecord(ImportRecordRequest.newBuilder()
                        .setSgf(ByteString.copyFromUtf8("(;SZ[3:2]KM[3];B[aa];W[bb];B[ca])"))
                        .setMoveNumber(2)
                        .build())
                .getSession();

        assertThat(describe(stub, imported.getSessionId()).getActionsList()).containsExactly(0, 4);
        assertThat(imported.getSpec().getRules().getKomi()).isEqualTo(3);
        assertThat(imported.getSpec().getMaxMoves()).isEqualTo(-1);
    }

    @Test
    void importRecord_opponentToMove_hasMoved() {
        EnvironmentSpec spec = EnvironmentSpec.newBuilder()
                .setOpponent(Opponent.newBuilder().setPlayer("random").setColor(Color.COLOR_WHITE))
                .build();

        OpenedSession imported = stub.importRecord(ImportRecordRequest.newBuilder()
                        .setSgf(ByteString.copyFromUtf8("(;SZ[5];B[aa])"))
                        .setSpec(spec)
                        .build())
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
