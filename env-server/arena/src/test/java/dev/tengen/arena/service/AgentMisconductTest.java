package dev.tengen.arena.service;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import com.google.protobuf.ByteString;
import dev.tengen.proto.v1.AgentTurn;
import dev.tengen.proto.v1.AnswerOutcome;
import dev.tengen.proto.v1.AnswerReceipt;
import dev.tengen.proto.v1.Color;
import dev.tengen.proto.v1.GameEnd;
import dev.tengen.proto.v1.GameEnding;
import dev.tengen.proto.v1.GameVerdict;
import dev.tengen.proto.v1.GetArenaGameRequest;
import dev.tengen.proto.v1.JoinArena;
import dev.tengen.proto.v1.PlayRequest;
import dev.tengen.proto.v1.PlayResponse;
import dev.tengen.proto.v1.TournamentState;
import dev.tengen.proto.v1.TurnAnswer;
import dev.tengen.proto.v1.WatchTournamentResponse;
import dev.tengen.server.testing.Failure;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Agents that break the protocol, while others continue to play. */
class AgentMisconductTest {
    private static final Duration RECONNECT = Duration.ofMillis(300);

    @TempDir
    private Path folder;

    private ServedArena arena;

    @BeforeEach
    void start() {
        arena = ServedArena.start(folder, RECONNECT);
        arena.create(Specs.roundRobin("control", 3, "ada", "ben").build());
        arena.join("ada", RawAgent.Policy.FIRST_LEGAL);
        arena.join("ben", RawAgent.Policy.FIRST_LEGAL);
    }

    /** Checks that the other agents are unaffected. */
    @AfterEach
    void stop() {
        WatchTournamentResponse control = arena.awaitEnd("control");
        assertThat(control.getTournament().getState()).isEqualTo(TournamentState.TOURNAMENT_STATE_ENDED);
        for (int number = 0; number < 6; number++) {
            assertThat(ending("control/" + number).getVerdict()).isEqualTo(GameVerdict.GAME_VERDICT_PASSES);
        }
        arena.close();
    }

    private GameEnding ending(String game) {
        return arena.stub()
                .getArenaGame(GetArenaGameRequest.newBuilder().setGameId(game).build())
                .getGame()
                .getEnding();
    }

    /** Starts a game of the agent "bad" with Black and {@code policy}, and returns the agent. */
    private RawAgent play(String timeControl, RawAgent.Policy policy) {
        arena.create(Specs.roundRobin("cup", 1, "bad", "random=random")
                .setTimeControl(timeControl)
                .setConcurrency(1)
                .build());
        return arena.join("bad", policy);
    }

    private static void require(GameEnd end, GameVerdict verdict, RawAgent agent) {
        Color color = agent.starts().get(0).getColor();
        assertThat(end.getEnding().getVerdict()).isEqualTo(verdict);
        assertThat(end.getEnding().getCulprit()).isEqualTo(color);
        assertThat(end.getEnding().getWinner()).isNotEqualTo(color).isNotEqualTo(Color.COLOR_UNSPECIFIED);
    }

    private static Failure failure(RawAgent agent) {
        return Failure.of((StatusRuntimeException) agent.awaitEnd());
    }

    @Test
    void illegalMove_ofAnAgent_losesTheGame() {
        RawAgent bad = play("none", (agent, turn) -> agent.answer(turn, 999));

        require(bad.awaitGameEnd(), GameVerdict.GAME_VERDICT_ILLEGAL_MOVE, bad);
        assertThat(bad.receipts().findFirst().orElseThrow().getOutcome())
                .isEqualTo(AnswerOutcome.ANSWER_OUTCOME_ACCEPTED);
    }

    @Test
    void silence_ofAnAgent_losesOnTime() {
        RawAgent bad = play("200ms/move", RawAgent.Policy.SILENT);

        require(bad.awaitGameEnd(), GameVerdict.GAME_VERDICT_TIME, bad);
    }

    @Test
    void answer_afterTheTime_isTooLate() {
        RawAgent bad = play("100ms/move", RawAgent.Policy.SILENT);
        AgentTurn turn = bad.awaitTurn();
        bad.awaitGameEnd();

        bad.answer(turn, 0);

        assertThat(bad.await(PlayResponse::hasReceipt).getReceipt().getOutcome())
                .isEqualTo(AnswerOutcome.ANSWER_OUTCOME_GAME_OVER);
    }

    @Test
    void resignation_ofAnAgent_losesTheGame() {
        RawAgent bad = play("none", (agent, turn) -> agent.answer(turn, -2));

        require(bad.awaitGameEnd(), GameVerdict.GAME_VERDICT_RESIGNATION, bad);
    }

    @Test
    void stream_thatIsCutAndNotResumed_losesByDisconnection() {
        RawAgent bad = play("none", (agent, turn) -> agent.close());
        bad.awaitEnd();

        GameEnding ending = arena.awaitGameEnding("cup/0");

        assertThat(ending.getVerdict()).isEqualTo(GameVerdict.GAME_VERDICT_DISCONNECTION);
        assertThat(ending.getCulprit()).isEqualTo(Color.COLOR_BLACK);
    }

    @Test
    void answer_sentTwice_countsOnce() {
        RawAgent bad = play("none", (agent, turn) -> {
            RawAgent.Policy.FIRST_LEGAL.play(agent, turn);
            RawAgent.Policy.FIRST_LEGAL.play(agent, turn);
        });

        assertThat(bad.awaitGameEnd().getEnding().getVerdict()).isEqualTo(GameVerdict.GAME_VERDICT_PASSES);
        assertThat(bad.receipts().filter(receipt -> receipt.getGameId().equals("cup/0")))
                .extracting(AnswerReceipt::getOutcome)
                .contains(AnswerOutcome.ANSWER_OUTCOME_ACCEPTED, AnswerOutcome.ANSWER_OUTCOME_WRONG_MOVE)
                .doesNotContain(AnswerOutcome.ANSWER_OUTCOME_LATE);
    }

    @Test
    void answer_forAGameOfOthers_changesNothing() {
        RawAgent bad = play("none", RawAgent.Policy.SILENT);
        AgentTurn turn = bad.awaitTurn();

        bad.answer("control/0", 0, 3);
        bad.answer("no such game", 0, 3);
        bad.answer(turn.getGameId(), turn.getMoveNumber() + 1, 3);

        bad.await(response -> response.getReceipt().getOutcome() == AnswerOutcome.ANSWER_OUTCOME_WRONG_MOVE);
        assertThat(bad.receipts())
                .extracting(AnswerReceipt::getOutcome)
                .containsExactly(
                        AnswerOutcome.ANSWER_OUTCOME_WRONG_GAME,
                        AnswerOutcome.ANSWER_OUTCOME_WRONG_GAME,
                        AnswerOutcome.ANSWER_OUTCOME_WRONG_MOVE);
        bad.answer(turn, -2);
        require(bad.awaitGameEnd(), GameVerdict.GAME_VERDICT_RESIGNATION, bad);
    }

    private RawAgent playInBatches() {
        RawAgent bad = RawAgent.join(
                arena.channel(),
                JoinArena.newBuilder().setName("bad").setAcceptBatches(true).build(),
                RawAgent.Policy.SILENT);
        arena.create(Specs.roundRobin("cup", 1, "bad", "random=random")
                .setConcurrency(1)
                .build());
        return bad;
    }

    private static TurnAnswer answer(String game, int moveNumber, int action) {
        return TurnAnswer.newBuilder()
                .setGameId(game)
                .setMoveNumber(moveNumber)
                .setAction(action)
                .build();
    }

    @Test
    void answers_oneForAGameOfOthers_refusesThatOneAlone() {
        RawAgent bad = playInBatches();
        AgentTurn turn = bad.awaitTurn();

        bad.answerAll(answer("control/0", 0, 3), answer(turn.getGameId(), turn.getMoveNumber(), -2));

        require(bad.awaitGameEnd(), GameVerdict.GAME_VERDICT_RESIGNATION, bad);
        assertThat(bad.receipts())
                .extracting(AnswerReceipt::getGameId, AnswerReceipt::getOutcome)
                .containsExactly(tuple("control/0", AnswerOutcome.ANSWER_OUTCOME_WRONG_GAME));
    }

    @Test
    void answers_noneOrTooMany_endTheStream() {
        for (int count : new int[] {0, 1025}) {
            RawAgent bad = RawAgent.join(
                    arena.channel(),
                    JoinArena.newBuilder()
                            .setName("bad" + count)
                            .setAcceptBatches(true)
                            .build(),
                    RawAgent.Policy.SILENT);
            bad.awaitJoined();

            bad.answerAll(
                    Stream.generate(() -> answer("cup/0", 0, 0)).limit(count).toArray(TurnAnswer[]::new));

            Failure failure = failure(bad);
            assertThat(failure.code()).isEqualTo(Status.Code.INVALID_ARGUMENT);
            assertThat(failure.description()).isEqualTo("answers of " + count + " is outside [1, 1024]");
        }
    }

    @Test
    void answers_withoutBatches_endTheStream() {
        RawAgent bad = arena.join("bad", RawAgent.Policy.SILENT);
        bad.awaitJoined();

        bad.answerAll(answer("cup/0", 0, 0));

        Failure failure = failure(bad);
        assertThat(failure.code()).isEqualTo(Status.Code.INVALID_ARGUMENT);
        assertThat(failure.description()).isEqualTo("request answers is not answer or leave, after the first request");
    }

    @Test
    void firstRequest_otherThanJoin_endsTheStream() {
        RawAgent bad = RawAgent.open(arena.channel(), RawAgent.Policy.SILENT);

        bad.answer("cup/0", 0, 0);

        Failure failure = failure(bad);
        assertThat(failure.code()).isEqualTo(Status.Code.INVALID_ARGUMENT);
        assertThat(failure.reason()).contains("INVALID_VALUE");
        assertThat(failure.description()).isEqualTo("request answer is not join, as the first request");
    }

    @Test
    void laterJoin_onAStream_endsIt() {
        RawAgent bad = arena.join("bad", RawAgent.Policy.SILENT);
        bad.awaitJoined();

        bad.send(PlayRequest.newBuilder()
                .setJoin(JoinArena.newBuilder().setName("bad"))
                .build());

        assertThat(failure(bad).reason()).contains("INVALID_VALUE");
    }

    @Test
    void join_underANameThatIsTaken_fails() {
        arena.join("bad", RawAgent.Policy.SILENT).awaitJoined();

        RawAgent second = arena.join("bad", RawAgent.Policy.SILENT);

        Failure failure = failure(second);
        assertThat(failure.code()).isEqualTo(Status.Code.FAILED_PRECONDITION);
        assertThat(failure.reason()).contains("AGENT_NAME_TAKEN");
    }

    @Test
    void join_withAForeignKey_fails() {
        arena.join("bad", RawAgent.Policy.SILENT).awaitJoined();
        JoinArena join = JoinArena.newBuilder()
                .setName("bad")
                .setResumeKey(ByteString.copyFromUtf8("the key of somebody else"))
                .build();

        assertThat(failure(RawAgent.join(arena.channel(), join, RawAgent.Policy.SILENT))
                        .reason())
                .contains("AGENT_NAME_TAKEN");
    }

    @Test
    void join_withItsKey_replacesTheOldStream() {
        RawAgent first = arena.join("bad", RawAgent.Policy.SILENT);
        JoinArena join = JoinArena.newBuilder()
                .setName("bad")
                .setResumeKey(first.awaitJoined())
                .build();

        RawAgent second = RawAgent.join(arena.channel(), join, RawAgent.Policy.SILENT);

        assertThat(second.awaitJoined()).isEqualTo(first.awaitJoined());
        assertThat(failure(first).reason()).contains("AGENT_REPLACED");
    }

    @Test
    void join_withBadValues_failsForTheReason() {
        JoinArena join = JoinArena.newBuilder().setName("bad").build();

        assertThat(reason(join.toBuilder().setName(" "))).isEqualTo("INVALID_VALUE");
        assertThat(reason(join.toBuilder().setMaxGameCount(1025))).isEqualTo("INVALID_VALUE");
        assertThat(reason(join.toBuilder().setDescription("x".repeat(201)))).isEqualTo("INVALID_VALUE");
        assertThat(reason(join.toBuilder().addEncodings("no-such"))).isEqualTo("UNKNOWN_ENCODING");
        assertThat(reason(join.toBuilder().setObservationFormatValue(99))).isEqualTo("INVALID_VALUE");
    }

    private String reason(JoinArena.Builder join) {
        return failure(RawAgent.join(arena.channel(), join.build(), RawAgent.Policy.SILENT))
                .reason()
                .orElseThrow();
    }

    @Test
    @Tag("full")
    void flood_ofAnswersWithoutReading_isThrottledAndCut() {
        RawAgent bad = arena.join("bad", RawAgent.Policy.SILENT);
        bad.awaitJoined();
        bad.stall();

        int sentCount = bad.flood(() -> !arena.arena().agents().isConnected("bad"));
        bad.resume();

        assertThat(sentCount).as("answers that were taken before flow control").isLessThan(RawAgent.FLOOD_LIMIT);
        assertThat(failure(bad).reason()).contains("SLOW_READER");
    }
}
