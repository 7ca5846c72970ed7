package dev.tengen.server;

import static dev.tengen.server.testing.Calls.create;
import static dev.tengen.server.testing.Calls.describe;
import static dev.tengen.server.testing.Calls.open;
import static dev.tengen.server.testing.Calls.play;
import static dev.tengen.server.testing.Calls.square;
import static dev.tengen.server.testing.Calls.step;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.google.common.util.concurrent.ListenableFuture;
import com.google.protobuf.ByteString;
import dev.tengen.base.SplitMix64;
import dev.tengen.gtp.driver.EngineSpec;
import dev.tengen.gtp.driver.FakeEngine;
import dev.tengen.gtp.driver.FakeEngine.Fault;
import dev.tengen.gtp.driver.GnuGo;
import dev.tengen.proto.v1.EndReason;
import dev.tengen.proto.v1.EnvironmentServiceGrpc;
import dev.tengen.proto.v1.EnvironmentServiceGrpc.EnvironmentServiceBlockingStub;
import dev.tengen.proto.v1.EnvironmentSpec;
import dev.tengen.proto.v1.ListSessionsRequest;
import dev.tengen.proto.v1.OpenedSession;
import dev.tengen.proto.v1.PlayerSpec;
import dev.tengen.proto.v1.StepRequest;
import dev.tengen.proto.v1.StepResponse;
import dev.tengen.proto.v1.Timestep;
import dev.tengen.server.session.EngineLimits;
import dev.tengen.server.session.SessionLimits;
import dev.tengen.server.testing.Calls;
import dev.tengen.server.testing.Failure;
import dev.tengen.server.testing.RandomActions;
import dev.tengen.server.testing.RunningServer;
import io.grpc.Status;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.parallel.Isolated;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Engines as opponents in sessions, over the wire. The fake engines are named after their faults. */
@Isolated("it counts the processes that this one has started")
class EngineOpponentTest {
    private static final Duration IDLE = Duration.ofHours(1);

    @RegisterExtension
    static final RunningServer SERVER = RunningServer.with(config(2, 3));

    private final EnvironmentServiceBlockingStub stub = SERVER.stub();
    private final List<String> opened = new ArrayList<>();

    private static ServerConfig config(int maxEach, int max) {
        List<EngineSpec> engines = new ArrayList<>();
        for (Fault fault : Fault.values()) {
            EngineSpec spec = FakeEngine.spec(fault);
            Optional<Duration> moveTimeout =
                    fault == Fault.SLEEP ? Optional.of(Duration.ofMillis(500)) : spec.moveTimeout();
            engines.add(
                    new EngineSpec(name(fault), spec.command(), spec.startTimeout(), moveTimeout, spec.deadStones()));
        }
        return ServerConfig.DEFAULT.withEngineLimits(new EngineLimits(engines, maxEach, max));
    }

    private static String name(Fault fault) {
        return fault.name().toLowerCase(Locale.ROOT);
    }

    private static EnvironmentSpec.Builder spec(Fault fault) {
        EnvironmentSpec.Builder spec = square(5);
        spec.getOpponentBuilder().setPlayer("gtp:" + name(fault));
        return spec;
    }

    private String openSession(Fault fault) {
        String session = open(stub, spec(fault));
        opened.add(session);
        return session;
    }

    private void close(String session) {
        Calls.close(stub, session);
    }

    @AfterEach
    void noProcessIsLeft() {
        opened.forEach(this::close);
        assertThat(SERVER.server().engineCount()).isZero();
        assertThat(livingProcesses()).isZero();
    }

    private static long livingProcesses() {
        return ProcessHandle.current()
                .descendants()
                .filter(ProcessHandle::isAlive)
                .count();
    }

    @Test
    void getServerInfo_engines_areNamedWithoutTheirCommands() {
        List<PlayerSpec> players = Calls.serverInfo(stub).getPlayersList();

        assertThat(players)
                .contains(PlayerSpec.newBuilder()
                        .setName("gtp:none")
                        .setSummary(
                                "An engine that speaks GTP, for sessions and the arena only: the board is scored as it stands at"
                                        + " the passes.")
                        .build());
        assertThat(players.toString()).doesNotContain("java");
    }

    @Test
    void step_engine_repliesInTheSameCallUntilTheEnd() {
        String session = openSession(Fault.NONE);
        int replyCount = 0;
        Timestep timestep = play(stub, session, 12);
        while (!timestep.getTerminated() && !timestep.getTruncated()) {
            assertThat(timestep.getActionsCount()).isEqualTo(2);
            replyCount++;
            timestep = play(stub, session, firstLegal(timestep));
        }

        assertThat(replyCount).isGreaterThan(5);
        assertThat(timestep.getEndReason()).isEqualTo(EndReason.END_REASON_PASSES);
        assertThat(timestep.getEndMessage()).isEmpty();
    }

    /** Returns a pass after forty moves, which ends the game; before, the first legal action. */
    private static int firstLegal(Timestep timestep) {
        byte[] mask = timestep.getActionMask().toByteArray();
        for (int action = 0; timestep.getMoveNumber() < 40; action++) {
            if ((mask[action >> 3] & (0x80 >> (action & 7))) != 0) {
                return action;
            }
        }
        return 25;
    }

    @ParameterizedTest
    @CsvSource({
        "RESIGN, RESIGNATION, ''",
        "SLEEP, OPPONENT_TIMEOUT, 'within 0.500 s, its limit for a move'",
        "DIE, OPPONENT_FAILED, 'or so it seems'",
        "GARBAGE, OPPONENT_FAILED, Segmentation fault",
        "NO_VERTEX, OPPONENT_FAILED, banana",
        "ERROR, OPPONENT_FAILED, cannot think",
        "OFF_BOARD, ILLEGAL_ACTION, Z25",
        "OCCUPIED, ILLEGAL_ACTION, OCCUPIED",
    })
    @Tag("full")
    void step_engineFails_theAgentWins(Fault fault, String end, String message) {
        String session = openSession(fault);

        Timestep timestep = play(stub, session, 12);

        assertThat(timestep.getEndReason()).isEqualTo(EndReason.valueOf("END_REASON_" + end));
        assertThat(timestep.getTerminated()).isTrue();
        assertThat(timestep.getWinnerValue()).isEqualTo(1);
        assertThat(timestep.getRewardBlack()).isEqualTo(1);
        assertThat(timestep.getEndMessage()).contains(message);
        assertThat(describe(stub, session).getTimestep().getEndMessage()).isEqualTo(timestep.getEndMessage());
    }

    @Test
    void step_engineRefusesALegalMove_nobodyWins() {
        String session = openSession(Fault.REFUSE);

        Timestep timestep = play(stub, session, 12);

        assertThat(timestep.getEndReason()).isEqualTo(EndReason.END_REASON_OPPONENT_REFUSED);
        assertThat(timestep.getTruncated()).isTrue();
        assertThat(timestep.getWinnerValue()).isZero();
        assertThat(timestep.getRewardBlack()).isZero();
        assertThat(timestep.getEndMessage()).contains("move 1, black C3, which is legal");
    }

    @Test
    void reset_engineHasDied_isStartedAgain() {
        String session = openSession(Fault.DIE);
        play(stub, session, 12);

        stub.reset(Calls.reset(session).build());

        Timestep again = play(stub, session, 12);
        assertThat(again.getEndReason()).isEqualTo(EndReason.END_REASON_OPPONENT_FAILED);
        assertThat(describe(stub, session).getTimestep().getEpisode()).isEqualTo(1);
    }

    /** The engine chooses by its own board, so it replies alike only if that board follows the undo. */
    @Test
    void undo_engine_followsAndRepliesAlike() {
        String session = openSession(Fault.NONE);
        play(stub, session, 12);
        Timestep first = play(stub, session, 0);
        Timestep second = play(stub, session, firstLegal(first));

        Timestep back = Calls.undo(stub, session, 4);

        assertThat(back.getMoveNumber()).isEqualTo(2);
        assertThat(play(stub, session, 0)).isEqualTo(first);
        assertThat(play(stub, session, firstLegal(first))).isEqualTo(second);
    }

    @Test
    void undo_engineWithoutUndo_isRefusedAndChangesNothing() {
        String session = openSession(Fault.NO_UNDO);
        Timestep before = play(stub, session, 12);

        Failure refused = Failure.of(() -> Calls.undo(stub, session, 2));

        assertThat(refused.code()).isEqualTo(Status.Code.FAILED_PRECONDITION);
        assertThat(refused.reason()).contains("UNDO_UNAVAILABLE");
        assertThat(refused.description())
                .isEqualTo("no move can be taken back: the opponent gtp:no_undo does not support undo");
        assertThat(describe(stub, session).getTimestep()).isEqualTo(before);
        assertThat(play(stub, session, firstLegal(before)).getMoveNumber()).isEqualTo(4);
    }

    @Test
    void undo_engineHasDied_takesBackTheMoveBeforeItsTurn() {
        String session = openSession(Fault.DIE);
        play(stub, session, 12);

        Failure even = Failure.of(() -> Calls.undo(stub, session, 2));
        Timestep back = Calls.undo(stub, session, 1);

        assertThat(even.description())
                .isEqualTo("move_count 2 is not an odd number within [1, 1], which leaves you to move");
        assertThat(back.getEndReason()).isEqualTo(EndReason.END_REASON_UNSPECIFIED);
        assertThat(back.getEndMessage()).isEmpty();
        assertThat(back.getMoveNumber()).isZero();
        assertThat(play(stub, session, 12).getEndReason()).isEqualTo(EndReason.END_REASON_OPPONENT_FAILED);
    }

    @Test
    void undo_gnuGoInARandomWalkOfSeed1_playsOn() {
        EngineLimits limits = new EngineLimits(List.of(GnuGo.capturing(1)), 1, 1);
        EnvironmentSpec.Builder spec = square(7);
        spec.getOpponentBuilder().setPlayer("gtp:gnugo");
        SplitMix64 random = new SplitMix64(1);
        int undoCount = 0;
        try (RunningServer server = RunningServer.with(ServerConfig.DEFAULT.withEngineLimits(limits))
                .start()) {
            String session = open(server.stub(), spec);
            Timestep timestep = describe(server.stub(), session).getTimestep();
            for (int call = 0; call < 50; call++) {
                boolean isOver = timestep.getEndReasonValue() != 0;
                int moveNumber = timestep.getMoveNumber();
                if (isOver || (moveNumber > 0 && random.nextInt(3) == 0)) {
                    int least = timestep.getPlayerToMoveValue() == 1 ? 2 : 1;
                    timestep = Calls.undo(
                            server.stub(), session, least + (moveNumber > least + 1 ? 2 * random.nextInt(2) : 0));
                    undoCount++;
                } else {
                    timestep = play(server.stub(), session, RandomActions.legal(timestep.getActionMask(), random));
                }
                assertThat(timestep.getEndMessage()).isEmpty();
            }
        }
        assertThat(undoCount).isGreaterThan(10);
    }

    @Test
    void step_retried_doesNotAskTheEngineAgain() {
        String session = openSession(Fault.ERROR);
        StepRequest request = step(session, 12).setRequestId("once").build();
        StepResponse first = stub.step(request);

        StepResponse again = stub.step(request);
        stub.reset(Calls.reset(session).build());
        StepResponse later = stub.step(request);

        assertThat(first.getTimestep().getEndMessage()).contains("cannot think");
        assertThat(again).isEqualTo(first);
        // Another question would have another id in its message.
        assertThat(later).isEqualTo(first.toBuilder().setCurrentEpisode(1).build());
        assertThat(describe(stub, session).getTimestep().getMoveNumber()).isZero();
    }

    @Test
    void fork_session_hasItsOwnProcessAndContinuesAlike() {
        String session = openSession(Fault.NONE);
        play(stub, session, 12, 0);

        OpenedSession fork = Calls.fork(stub, session);
        opened.add(fork.getSessionId());
        ByteString snapshot = Calls.snapshot(stub, session);

        assertThat(livingProcesses()).isEqualTo(2);
        Timestep original = play(stub, session, firstLegal(fork.getTimestep()));
        Timestep copy = play(stub, fork.getSessionId(), firstLegal(fork.getTimestep()));
        assertThat(copy).isEqualTo(original);
        close(opened.remove(0));
        OpenedSession restored = Calls.restore(stub, snapshot);
        opened.add(restored.getSessionId());
        assertThat(play(stub, restored.getSessionId(), firstLegal(fork.getTimestep())))
                .isEqualTo(original);
    }

    @Test
    void createSession_moreEnginesThanAllowed_isRejectedUntilOneIsClosed() {
        openSession(Fault.NONE);
        openSession(Fault.NONE);

        Failure each = Failure.of(() -> open(stub, spec(Fault.NONE)));
        openSession(Fault.PASS);
        Failure all = Failure.of(() -> open(stub, spec(Fault.RECTANGULAR)));
        close(opened.remove(0));
        openSession(Fault.RECTANGULAR);

        assertThat(each.code()).isEqualTo(Status.Code.RESOURCE_EXHAUSTED);
        assertThat(each.reason()).contains("TOO_MANY_ENGINES");
        assertThat(each.description())
                .startsWith("all 2 processes of gtp:none are in use, by tournaments or sessions; try again later")
                .endsWith("or raise --max-engines-each");
        assertThat(each.retryInfo()).isPresent();
        assertThat(all.description())
                .startsWith("all 3 processes of engines are in use, by tournaments or sessions; try again later")
                .endsWith("or raise --max-engines");
    }

    @Test
    void createSession_unknownEngine_namesTheAllowedOnes() {
        EnvironmentSpec.Builder spec = square(5);
        spec.getOpponentBuilder().setPlayer("gtp:rm -rf");

        Failure failure = Failure.of(() -> open(stub, spec));

        assertThat(failure.code()).isEqualTo(Status.Code.INVALID_ARGUMENT);
        assertThat(failure.reason()).contains("UNKNOWN_PLAYER");
        assertThat(failure.info().orElseThrow().getMetadataMap())
                .containsEntry("field", "opponent.player")
                .containsEntry("value", "\"gtp:rm -rf\"");
        assertThat(failure.description()).contains("random").contains("gtp:none");
    }

    @Test
    void createSession_boardThatTheEngineHasNot_isRejectedAndLeavesNothing() {
        EnvironmentSpec.Builder spec = spec(Fault.NONE).setWidth(7);
        int before = SERVER.server().openSessionCount();

        Failure failure = Failure.of(() -> open(stub, spec));

        assertThat(failure.code()).isEqualTo(Status.Code.INVALID_ARGUMENT);
        assertThat(failure.description())
                .isEqualTo("the engine cannot play on a board of 7x5: it does not list rectangular_boardsize");
        assertThat(failure.info().orElseThrow().getMetadataMap())
                .containsEntry("field", "opponent.player")
                .containsEntry("value", "gtp:none");
        assertThat(SERVER.server().openSessionCount()).isEqualTo(before);
    }

    @Test
    void createSession_engineThatDoesNotStart_isUnavailable() {
        Failure failure = Failure.of(() -> open(stub, spec(Fault.DIE_AT_START)));

        assertThat(failure.code()).isEqualTo(Status.Code.UNAVAILABLE);
        assertThat(failure.reason()).contains("ENGINE_FAILED");
        assertThat(failure.description()).contains("exit code 9").contains("no license");
    }

    /** All calls use one connection, and so one thread of the transport. */
    @Test
    @Tag("full")
    void step_engineThinks_otherSessionsAreServedMeanwhile() throws Exception {
        String slow = openSession(Fault.LATE);
        String plain = open(stub, square(9));
        ListenableFuture<StepResponse> thinking = EnvironmentServiceGrpc.newFutureStub(SERVER.channel())
                .step(step(slow, 12).build());

        for (int action = 0; action < 30; action++) {
            play(stub, plain, action);
        }
        int listedCount =
                stub.listSessions(ListSessionsRequest.getDefaultInstance()).getSessionsCount();
        String other = stub.createSession(
                        create(square(9)).setRequestId("meanwhile").build())
                .getSessionId();
        close(other);
        boolean isThinking = !thinking.isDone();

        assertThat(isThinking).isTrue();
        assertThat(listedCount).isGreaterThanOrEqualTo(2);
        assertThat(thinking.get().getTimestep().getActionsList()).containsExactly(12, 25);
        close(plain);
    }

    @Test
    void expiry_session_endsItsEngine() throws Exception {
        ServerConfig config = config(1, 1).withSessionLimits(new SessionLimits(10, Duration.ofMillis(300)));
        try (RunningServer hasty = RunningServer.with(config).start()) {
            open(hasty.stub(), spec(Fault.NONE));
            await().forever().until(() -> hasty.server().engineCount() == 0 && livingProcesses() == 0);
        }
    }

    @Test
    void close_serverWithEngines_endsThem() {
        ServerConfig config = config(1, 1).withSessionLimits(new SessionLimits(10, IDLE));
        RunningServer other = RunningServer.with(config).start();
        open(other.stub(), spec(Fault.STAY));
        long before = livingProcesses();

        other.close();

        assertThat(before).isEqualTo(1);
        assertThat(livingProcesses()).isZero();
    }
}
