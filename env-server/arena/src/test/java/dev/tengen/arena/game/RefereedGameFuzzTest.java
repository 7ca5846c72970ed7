package dev.tengen.arena.game;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tengen.arena.clock.TimeControl;
import dev.tengen.arena.opening.Opening;
import dev.tengen.base.SplitMix64;
import dev.tengen.board.Color;
import dev.tengen.board.Grid;
import dev.tengen.game.Game;
import dev.tengen.game.Rules;
import dev.tengen.player.Player;
import java.time.Duration;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** Half of the answers are garbage or late. A simple model of the rules predicts the result of each. */
class RefereedGameFuzzTest {
    private static final Grid GRID = Grid.square(3);
    private static final int ALLOWANCE = 3;
    private static final int MOVE_LIMIT = 20;
    private static final List<String> CONTROLS = List.of("none", "40ns/move", "300ns", "100ns+3x30ns", "60ns+20ns");

    private final Map<AnswerStatus, Integer> receipts = new EnumMap<>(AnswerStatus.class);
    private final Map<Verdict, Integer> verdicts = new EnumMap<>(Verdict.class);

    @Test
    void answers_random_areJudgedAsTheRulesSay() {
        for (int seed = 0; seed < 4000; seed++) {
            playOne(new SplitMix64(seed), CONTROLS.get(seed % CONTROLS.size()));
        }

        for (AnswerStatus receipt : AnswerStatus.values()) {
            assertThat(receipts.getOrDefault(receipt, 0)).as(receipt.name()).isGreaterThan(50);
        }
        for (Verdict verdict : List.of(
                Verdict.PASSES,
                Verdict.RESIGNATION,
                Verdict.TIME,
                Verdict.ILLEGAL_MOVE,
                Verdict.DISCONNECTION,
                Verdict.MOVE_LIMIT)) {
            assertThat(verdicts.getOrDefault(verdict, 0)).as(verdict.name()).isGreaterThan(50);
        }
    }

    private void playOne(SplitMix64 random, String control) {
        Play play = new Play(control);
        Optional<Verdict> verdict = Optional.empty();
        while (verdict.isEmpty()) {
            boolean isExpired = play.passTime(random);
            if (random.nextInt(100) == 0 && !isExpired) {
                play.arena.disconnect(play.mover());
                verdict = Optional.of(Verdict.DISCONNECTION);
            } else {
                verdict = play.answer(random, isExpired);
                assertThat(play.report.isDone()).isEqualTo(verdict.isPresent());
            }
        }
        verdicts.merge(verdict.get(), 1, Integer::sum);
        play.assertEnded(verdict.get());
    }

    private static int action(SplitMix64 random, Game game) {
        int action = random.nextInt(40) == 0 ? Player.RESIGN : random.nextInt(GRID.moveCount());
        for (int i = 0;
                i < 50
                        && action >= 0
                        && random.nextInt(30) > 0
                        && !game.legality(action).isLegal();
                i++) {
            action = random.nextInt(GRID.moveCount());
        }
        return action;
    }

    private static Optional<Verdict> verdictAfter(Game model, int action) {
        if (action == Player.RESIGN) {
            return Optional.of(Verdict.RESIGNATION);
        }
        if (!model.play(action).isLegal()) {
            return Optional.of(Verdict.ILLEGAL_MOVE);
        }
        if (model.isOver()) {
            return Optional.of(Verdict.PASSES);
        }
        return model.moveNumber() == MOVE_LIMIT ? Optional.of(Verdict.MOVE_LIMIT) : Optional.empty();
    }

    /** A game and its model. */
    private final class Play {
        private final VirtualTime time = new VirtualTime();
        private final ManualSeat black = new ManualSeat("Ada");
        private final ManualSeat white = new ManualSeat("Ben");
        private final Game model = new Game(Opening.empty(GRID).setup(), Rules.TROMP_TAYLOR);
        private final RefereedGame arena;
        private final CompletableFuture<GameReport> report;
        private long offered = time.nanoTime();

        Play(String control) {
            TimeControl timeControl = TimeControl.parse(control);
            Duration allowance = Duration.ofNanos(ALLOWANCE);
            GameSpec spec = new GameSpec(Opening.empty(GRID), Rules.TROMP_TAYLOR, MOVE_LIMIT, timeControl, allowance);
            arena = new RefereedGame("g", "", spec, black, white, time);
            report = arena.start();
        }

        int mover() {
            return model.playerToMove();
        }

        /** Returns whether the time is over. */
        boolean isLate() {
            Turn turn = (mover() == Color.BLACK ? black : white).turn();
            return turn.allowed()
                    .filter(allowed -> time.nanoTime() - offered > allowed.toNanos())
                    .isPresent();
        }

        /** Advances the time, and returns whether the alarm has ended the game. */
        boolean passTime(SplitMix64 random) {
            int nanos = random.nextInt(random.nextInt(10) == 0 ? 60 : 12);
            if (random.nextInt(3) == 0) {
                time.passUnnoticed(nanos);
                return false;
            }
            time.pass(nanos);
            return isLate();
        }

        /** Sends an answer, and returns the verdict if the game is over after it. */
        Optional<Verdict> answer(SplitMix64 random, boolean isExpired) {
            int number = model.moveNumber() + (random.nextInt(6) == 0 ? random.nextInt(5) - 2 : 0);
            MoveAnswer answer = MoveAnswer.of(random.nextInt(8) == 0 ? "h" : "g", number, action(random, model));
            int color = random.nextInt(6) == 0 ? Color.opponent(mover()) : mover();

            AnswerStatus receipt = arena.answer(color, answer);

            assertThat(receipt).isEqualTo(expected(answer, color, isExpired));
            receipts.merge(receipt, 1, Integer::sum);
            if (receipt == AnswerStatus.LATE || isExpired) {
                return Optional.of(Verdict.TIME);
            }
            if (receipt != AnswerStatus.ACCEPTED) {
                return Optional.empty();
            }
            offered = time.nanoTime();
            return verdictAfter(model, answer.action());
        }

        private AnswerStatus expected(MoveAnswer answer, int color, boolean isExpired) {
            if (!answer.gameId().equals("g")) {
                return AnswerStatus.WRONG_GAME;
            }
            if (isExpired) {
                return AnswerStatus.GAME_OVER;
            }
            if (answer.moveNumber() != model.moveNumber()) {
                return AnswerStatus.WRONG_MOVE;
            }
            if (color != mover()) {
                return AnswerStatus.NOT_YOUR_TURN;
            }
            return isLate() ? AnswerStatus.LATE : AnswerStatus.ACCEPTED;
        }

        void assertEnded(Verdict verdict) {
            assertThat(report.join().outcome().verdict()).isEqualTo(verdict);
            assertThat(report.join().game().moveNumber()).isEqualTo(model.moveNumber());
            assertThat(report.join().game().positionHash()).isEqualTo(model.positionHash());
            assertThat(black.endings()).hasSize(1);
            assertThat(white.endings()).hasSize(1);
            assertThat(time.alarmCount()).isZero();
        }
    }
}
