package dev.tengen.arena.game;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tengen.arena.clock.TimeControl;
import dev.tengen.arena.clock.TimeControls;
import dev.tengen.arena.opening.Opening;
import dev.tengen.board.Color;
import dev.tengen.board.Grid;
import dev.tengen.game.Rules;
import dev.tengen.game.RulesPreset;
import dev.tengen.game.Setup;
import dev.tengen.player.Player;
import dev.tengen.player.PlayerException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RefereedGameTest {
    private static final Grid GRID = Grid.square(3);
    private static final int PASS = GRID.pass();
    private static final Rules RULES = Rules.TROMP_TAYLOR.withKomi(0.5);

    private final VirtualTime time = new VirtualTime();
    private final ManualSeat black = new ManualSeat("Ada");
    private final ManualSeat white = new ManualSeat("Ben");

    private static GameSpec spec(String control, int maxMoves, Integer... openingMoves) {
        Opening opening = new Opening("o", Setup.empty(GRID), List.of(openingMoves));
        return new GameSpec(opening, RULES, maxMoves, TimeControl.parse(control), Duration.ofNanos(2));
    }

    private RefereedGame game(GameSpec spec) {
        return new RefereedGame("g1", "p1", spec, black, white, time);
    }

    private CompletableFuture<GameReport> start(String control) {
        return game(spec(control, -1)).start();
    }

    private void assertEnded(CompletableFuture<GameReport> report, Verdict verdict, String result) {
        assertThat(report).isCompleted();
        GameOutcome ending = report.join().outcome();
        assertThat(ending.verdict()).isEqualTo(verdict);
        assertThat(ending.result()).isEqualTo(result);
        assertThat(black.endings()).containsExactly(ending);
        assertThat(white.endings()).containsExactly(ending);
        assertThat(time.alarmCount()).isZero();
        assertThat(report.join().result().isPresent()).isEqualTo(!result.equals("Void"));
    }

    @Test
    void answers_untilBothPass_theScoreDecides() {
        CompletableFuture<GameReport> report = start("none");

        assertThat(black.play(4)).isEqualTo(AnswerStatus.ACCEPTED);
        assertThat(white.play(PASS)).isEqualTo(AnswerStatus.ACCEPTED);
        assertThat(report).isNotCompleted();
        black.play(PASS);

        assertEnded(report, Verdict.PASSES, "B+8.5");
        assertThat(report.join().outcome().winner()).isEqualTo(Color.BLACK);
        assertThat(report.join().outcome().summary()).isEqualTo("the players passed");
    }

    @Test
    void offer_turn_containsThePositionTheTimeAndTheTimeLeft() {
        game(spec("10ns+5ns", -1, 4)).start();

        Turn turn = white.turn();
        assertThat(black.turnCount()).isZero();
        assertThat(turn.gameId()).isEqualTo("g1");
        assertThat(turn.moveNumber()).isEqualTo(1);
        assertThat(turn.color()).isEqualTo(Color.WHITE);
        assertThat(turn.game().colorAt(4)).isEqualTo(Color.BLACK);
        assertThat(turn.allowed()).contains(Duration.ofNanos(12));
        time.pass(6);
        white.play(0);
        assertThat(black.turn().opponentLeft().mainNanos()).isEqualTo(10 - 4 + 5);
        assertThat(black.turn().left().mainNanos()).isEqualTo(10);
    }

    @Test
    void offer_gameOfTheTurn_isTheSeatsOwn() {
        start("none");

        black.turn().game().play(0);
        black.play(4);

        assertThat(white.turn().game().colorAt(0)).isEqualTo(Color.EMPTY);
    }

    @Test
    void answer_resignation_winsForTheOther() {
        CompletableFuture<GameReport> report = start("none");

        assertThat(black.play(Player.RESIGN)).isEqualTo(AnswerStatus.ACCEPTED);

        assertEnded(report, Verdict.RESIGNATION, "W+R");
        assertThat(report.join().outcome().summary()).isEqualTo("Black resigned");
    }

    @Test
    void answer_illegalMove_losesTheGame() {
        CompletableFuture<GameReport> report = start("none");

        black.play(4);
        assertThat(white.play(4)).isEqualTo(AnswerStatus.ACCEPTED);

        assertEnded(report, Verdict.ILLEGAL_MOVE, "B+F");
        assertThat(report.join().outcome().summary()).isEqualTo("White made an illegal move: it chose B2: OCCUPIED");
        assertThat(report.join().game().moveNumber()).isEqualTo(1);
    }

    @ParameterizedTest
    @CsvSource({"-1", "10", "-3", "2147483647", "-2147483648"})
    void answer_noMoveOfTheBoard_losesTheGame(int action) {
        CompletableFuture<GameReport> report = start("none");

        black.play(action);

        assertEnded(report, Verdict.ILLEGAL_MOVE, "W+F");
        assertThat(report.join().outcome().message()).isEqualTo("it chose " + action + ": OUT_OF_RANGE");
    }

    @ParameterizedTest
    @CsvSource({
        "TIMEOUT, TIME, W+T",
        "FAILED, ENGINE_FAILURE, W+F",
        "ILLEGAL_MOVE, ILLEGAL_MOVE, W+F",
        "REFUSED_MOVE, REFUSED_MOVE, Void"
    })
    void answer_failure_losesOrVoidsTheGame(PlayerException.Kind kind, Verdict verdict, String result) {
        CompletableFuture<GameReport> report = start("none");

        black.answer(MoveAnswer.failed(black.turn(), kind, "it failed"));

        assertEnded(report, verdict, result);
        assertThat(report.join().outcome().message()).isEqualTo("it failed");
        assertThat(report.join().outcome().culprit()).isEqualTo(Color.BLACK);
    }

    @Test
    void time_noAnswer_losesOneNanosecondAfterTheDeadline() {
        CompletableFuture<GameReport> report = start("10ns/move");

        time.pass(12);
        assertThat(report).isNotCompleted();
        time.pass(1);

        assertEnded(report, Verdict.TIME, "W+T");
        assertThat(report.join().outcome().summary()).isEqualTo("Black lost on time: no answer came");
    }

    @Test
    void time_odds_eachPlayerHasItsOwnClock() {
        TimeControls odds = new TimeControls(TimeControl.parse("10ns/move"), TimeControl.parse("100ns"));
        CompletableFuture<GameReport> report =
                game(spec("none", -1).withTimeControls(odds)).start();

        time.pass(12);
        black.play(4);
        assertThat(white.turn().allowed()).contains(Duration.ofNanos(102));
        time.pass(102);
        assertThat(report).isNotCompleted();
        time.pass(1);

        assertEnded(report, Verdict.TIME, "B+T");
    }

    @Test
    void time_answerAtTheDeadline_isAccepted() {
        start("10ns/move");

        time.pass(12);

        assertThat(black.play(4)).isEqualTo(AnswerStatus.ACCEPTED);
        time.pass(12);
        assertThat(white.play(PASS)).isEqualTo(AnswerStatus.ACCEPTED);
        assertThat(black.turn().allowed()).contains(Duration.ofNanos(12));
    }

    @Test
    void time_answerThatTheAlarmHasNotSeen_isLate() {
        CompletableFuture<GameReport> report = start("10ns/move");

        time.passUnnoticed(13);

        assertThat(black.play(4)).isEqualTo(AnswerStatus.LATE);
        assertEnded(report, Verdict.TIME, "W+T");
        assertThat(report.join().outcome().message()).isEqualTo("its answer came after 0.000000013 s");
        assertThat(report.join().game().moveNumber()).isZero();
    }

    @Test
    void time_opponentThinks_ownClockStands() {
        start("10ns");

        black.play(4);
        time.pass(9);
        white.play(0);

        assertThat(black.turn().left().mainNanos()).isEqualTo(10);
        assertThat(black.turn().opponentLeft().mainNanos()).isEqualTo(3);
    }

    @Test
    void answer_elsewhere_isRefusedAndChangesNothing() {
        RefereedGame game = game(spec("10ns/move", -1));
        assertThat(game.answer(Color.BLACK, MoveAnswer.of("g1", 0, 4)))
                .isEqualTo(AnswerStatus.NOT_YOUR_TURN); // Not started.
        CompletableFuture<GameReport> report = game.start();
        black.play(4);
        white.play(0);

        assertThat(game.answer(Color.BLACK, MoveAnswer.of("g2", 2, 1))).isEqualTo(AnswerStatus.WRONG_GAME);
        assertThat(game.answer(Color.BLACK, MoveAnswer.of("g1", 0, 1))).isEqualTo(AnswerStatus.WRONG_MOVE);
        assertThat(game.answer(Color.BLACK, MoveAnswer.of("g1", 4, 1))).isEqualTo(AnswerStatus.WRONG_MOVE);
        assertThat(game.answer(Color.WHITE, MoveAnswer.of("g1", 2, 1))).isEqualTo(AnswerStatus.NOT_YOUR_TURN);
        assertThatThrownBy(() -> game.answer(Color.EMPTY, MoveAnswer.of("g1", 2, 1)))
                .isInstanceOf(IllegalArgumentException.class);
        assertThat(report).isNotCompleted();
        assertThat(black.turnCount()).isEqualTo(2);
        assertThat(black.turn().game().moveNumber()).isEqualTo(2);
        assertThat(black.play(1)).isEqualTo(AnswerStatus.ACCEPTED);
        assertThat(white.turn().game().moveNumber()).isEqualTo(3);
    }

    @Test
    void answer_twice_countsOnce() {
        start("none");
        MoveAnswer answer = black.turn().answer(4);

        assertThat(black.answer(answer)).isEqualTo(AnswerStatus.ACCEPTED);

        assertThat(black.answer(answer)).isEqualTo(AnswerStatus.WRONG_MOVE);
        assertThat(white.turnCount()).isEqualTo(1);
    }

    @Test
    void answer_afterTheEnd_isRefused() {
        CompletableFuture<GameReport> report = start("10ns/move");
        time.pass(13);
        GameReport before = report.join();

        assertThat(black.play(4)).isEqualTo(AnswerStatus.GAME_OVER);

        assertEnded(report, Verdict.TIME, "W+T");
        assertThat(report.join()).isSameAs(before);
        assertThat(before.game().moveNumber()).isZero();
    }

    @Test
    void disconnect_atTheOpponentsTurn_loses() {
        RefereedGame game = game(spec("10ns/move", -1));
        CompletableFuture<GameReport> report = game.start();

        game.disconnect(Color.WHITE);
        game.disconnect(Color.BLACK);

        assertEnded(report, Verdict.DISCONNECTION, "B+F");
        assertThat(report.join().outcome().summary()).isEqualTo("White was disconnected");
    }

    @Test
    void cancel_game_isVoid() {
        RefereedGame game = game(spec("10ns/move", -1));
        CompletableFuture<GameReport> report = game.start();

        game.cancel("the server stops");

        assertEnded(report, Verdict.CANCELLATION, "Void");
        assertThat(report.join().outcome().summary()).isEqualTo("the game was cancelled: the server stops");
        assertThat(black.play(4)).isEqualTo(AnswerStatus.GAME_OVER);
    }

    @Test
    void moves_toTheLimit_areScored() {
        CompletableFuture<GameReport> report = game(spec("none", 3, 4)).start();

        white.play(PASS);
        black.play(0);

        assertEnded(report, Verdict.MOVE_LIMIT, "B+8.5");
        assertThat(report.join().game().moveNumber()).isEqualTo(3);
        assertThat(report.join().result().orElseThrow().winner()).isEqualTo(Color.BLACK);
        assertThat(report.join().outcome().summary()).isEqualTo("the limit on moves was reached");
    }

    @Test
    void moves_toTheLimitOfAGameThatIsVoidThere_areVoid() {
        GameSpec scored = spec("none", 3, 4);
        CompletableFuture<GameReport> report = game(new GameSpec(
                        scored.opening(),
                        scored.rules(),
                        3,
                        MoveLimitRule.VOID,
                        Adjudication.NONE,
                        scored.timeControls(),
                        scored.networkAllowance()))
                .start();

        white.play(PASS);
        black.play(0);

        assertEnded(report, Verdict.MOVE_LIMIT, "Void");
        assertThat(report.join().result()).isEmpty();
    }

    @Test
    void moves_passesAtTheLimit_endByTheRules() {
        CompletableFuture<GameReport> report = game(spec("none", 2)).start();

        black.play(PASS);
        white.play(PASS);

        assertEnded(report, Verdict.PASSES, "W+0.5");
    }

    @Test
    void moves_repetitionThatEndsTheGame_hasAVerdictOfItsOwn() {
        Rules rules = RulesPreset.named("openspiel").orElseThrow().rules(GRID);
        CompletableFuture<GameReport> report = game(new GameSpec(
                        new Opening("o", Setup.empty(Grid.of(3, 1)), List.of()),
                        rules,
                        -1,
                        TimeControl.NONE,
                        Duration.ZERO))
                .start();

        playUntilOver(report, 200);

        assertEnded(report, Verdict.REPETITION, "Draw");
        assertThat(report.join().result().orElseThrow().winner()).isEqualTo(Color.EMPTY);
    }

    /** Plays the first legal point, or passes if there is none. */
    private void playUntilOver(CompletableFuture<GameReport> report, int most) {
        for (int i = 0; i < most && !report.isDone(); i++) {
            ManualSeat seat = i % 2 == 0 ? black : white;
            int point = 0;
            while (point < seat.turn().game().grid().pass()
                    && !seat.turn().game().legality(point).isLegal()) {
                point++;
            }
            seat.play(point);
        }
    }

    @Test
    void offer_seatThatThrows_hasFailed() {
        Seat throwing = new Seat() {
            @Override
            public String name() {
                return "Cai";
            }

            @Override
            public void offer(Turn turn, Adjudicator referee) {
                throw new IllegalStateException("no chair");
            }

            @Override
            public void over(GameOutcome ending) {
                throw new IllegalStateException("no chair");
            }
        };

        GameReport report = new RefereedGame("g1", "", spec("none", -1), throwing, white, time)
                .start()
                .join();

        assertThat(report.outcome().verdict()).isEqualTo(Verdict.ENGINE_FAILURE);
        assertThat(report.outcome().message()).contains("no chair");
        assertThat(white.endings()).hasSize(1);
    }

    @Test
    void start_twice_isRefused() {
        RefereedGame game = game(spec("none", -1));
        game.start();

        assertThatThrownBy(game::start)
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("game g1 was started before");
    }
}
