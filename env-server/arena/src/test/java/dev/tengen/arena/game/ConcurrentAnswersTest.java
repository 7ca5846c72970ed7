package dev.tengen.arena.game;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tengen.arena.clock.TimeControl;
import dev.tengen.arena.opening.Opening;
import dev.tengen.base.SplitMix64;
import dev.tengen.board.Color;
import dev.tengen.board.Grid;
import dev.tengen.game.Rules;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Several threads answer for both seats at the same time. In every other game an agent disconnects. */
class ConcurrentAnswersTest {
    private static final Grid GRID = Grid.square(5);
    private static final int THREAD_COUNT = 4;

    private final SystemTimeSource time = new SystemTimeSource();
    private final ExecutorService threads = Executors.newFixedThreadPool(THREAD_COUNT);

    @AfterEach
    void stop() {
        time.close();
        threads.shutdownNow();
    }

    @Test
    void answers_ofManyThreads_eachMoveCountsOnce() throws Exception {
        int interrupted = 0;
        for (int seed = 0; seed < 60; seed++) {
            Counting black = new Counting();
            Counting white = new Counting();
            TimeControl control = TimeControl.suddenDeath(Duration.ofHours(1));
            GameSpec spec = new GameSpec(Opening.empty(GRID), Rules.TROMP_TAYLOR, 60, control, Duration.ZERO);
            RefereedGame game = new RefereedGame("g", "", spec, black, white, time);
            CompletableFuture<GameReport> report = game.start();

            int accepted = 0;
            for (Future<Integer> count : threads.invokeAll(answerers(game, report, seed))) {
                accepted += count.get();
            }

            GameReport last = report.get();
            interrupted += last.outcome().verdict() == Verdict.DISCONNECTION ? 1 : 0;
            // An illegal move would also be accepted and end the game; these threads make none.
            assertThat(accepted)
                    .isEqualTo(last.game().moveNumber())
                    .isEqualTo(last.moveTimes().size());
            last.game().checkConsistency();
            assertThat(black.overCount).isEqualTo(1);
            assertThat(white.overCount).isEqualTo(1);
            assertThat(black.isDisordered || white.isDisordered).isFalse();
        }
        assertThat(interrupted).as("games taken away").isBetween(1, 30);
    }

    private static List<Callable<Integer>> answerers(
            RefereedGame game, CompletableFuture<GameReport> report, int seed) {
        List<Callable<Integer>> answerers = new ArrayList<>();
        for (int thread = 0; thread < THREAD_COUNT; thread++) {
            SplitMix64 random = new SplitMix64(seed * 100L + thread);
            answerers.add(() -> {
                int accepted = 0;
                for (int number = 0; !report.isDone(); number = random.nextInt(61)) {
                    // A pass is always legal, and two passes end the game.
                    MoveAnswer answer = MoveAnswer.of("g", number, number % 4 == 0 ? GRID.pass() : point(number));
                    AnswerStatus receipt = game.answer(1 + random.nextInt(2), answer);
                    accepted += receipt == AnswerStatus.ACCEPTED ? 1 : 0;
                    if (seed % 2 == 1 && accepted >= 3) {
                        game.disconnect(Color.WHITE);
                    }
                }
                return accepted;
            });
        }
        return answerers;
    }

    /** Returns move {@code number}: each point once, then passes. */
    private static int point(int number) {
        int index = number - number / 4 - 1;
        return index < 18 ? index : GRID.pass();
    }

    /** Checks that the game makes one call at a time, and none after the end. Its fields are read after the end. */
    private static final class Counting implements Seat {
        private volatile boolean isBusy;
        private volatile boolean isDisordered;
        private volatile int overCount;

        @Override
        public String name() {
            return "player";
        }

        @Override
        public void offer(Turn turn, Adjudicator referee) {
            isDisordered |= isBusy || overCount > 0;
            isBusy = true;
            isDisordered |= turn.game().moveNumber() != turn.moveNumber();
            isBusy = false;
        }

        @Override
        public void over(GameOutcome ending) {
            isDisordered |= isBusy;
            overCount++;
        }
    }
}
