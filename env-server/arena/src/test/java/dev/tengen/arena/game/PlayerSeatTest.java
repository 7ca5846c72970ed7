package dev.tengen.arena.game;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tengen.arena.clock.TimeControl;
import dev.tengen.arena.opening.Opening;
import dev.tengen.base.SplitMix64;
import dev.tengen.board.Grid;
import dev.tengen.game.Game;
import dev.tengen.game.Ko;
import dev.tengen.game.Rules;
import dev.tengen.game.Suicide;
import dev.tengen.player.Player;
import dev.tengen.player.Players;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

class PlayerSeatTest {
    private static final Grid GRID = Grid.square(9);

    private final VirtualTime time = new VirtualTime();

    private static PlayerSeat random(long seed) {
        return PlayerSeat.of("random", Players.RANDOM.create(GRID), new SplitMix64(seed), Runnable::run);
    }

    private static GameSpec spec(String control) {
        return new GameSpec(Opening.empty(GRID), Rules.TROMP_TAYLOR, -1, TimeControl.parse(control), Duration.ZERO);
    }

    @Test
    void game_playersThatMoveAtOnce_isTheirsMoveByMove() {
        GameReport report = new RefereedGame("g", "", spec("none"), random(1), random(2), time)
                .start()
                .join();

        Game expected = new Game(Opening.empty(GRID).setup(), Rules.TROMP_TAYLOR);
        Player player = Players.RANDOM.create(GRID);
        SplitMix64[] chance = {new SplitMix64(1), new SplitMix64(2)};
        while (!expected.isOver()) {
            expected.play(player.chooseMove(expected, chance[expected.moveNumber() % 2]));
        }
        assertThat(report.game().stateHash()).isEqualTo(expected.stateHash());
        assertThat(report.outcome().result()).isEqualTo(expected.score().text());
        assertThat(expected.moveNumber()).isGreaterThan(20);
    }

    /** The process ends on this error, so the seat must not hide it in the outcome of a game. */
    @Test
    void offer_playerRunsOutOfMemory_throwsTheError() {
        AtomicReference<OutOfMemoryError> thrown = new AtomicReference<>();
        Executor executor = task -> {
            try {
                task.run();
            } catch (OutOfMemoryError e) {
                thrown.set(e);
            }
        };
        OutOfMemoryError error = new OutOfMemoryError("made by this test");
        Player player = (game, random) -> {
            throw error;
        };

        CompletableFuture<GameReport> report = new RefereedGame(
                        "g",
                        "",
                        spec("none"),
                        PlayerSeat.of("full", player, new SplitMix64(1), executor),
                        random(2),
                        time)
                .start();

        assertThat(thrown).hasValue(error);
        assertThat(report).isNotDone();
    }

    /** This many moves would overflow the stack if each were made within the previous one. */
    @Test
    void game_longOneInOneThread_doesNotGoDeeper() {
        Player playsOrPasses = (game, random) -> {
            for (int i = 0; i < 200 && game.moveNumber() < 20_000; i++) {
                int move = random.nextInt(game.grid().pointCount());
                if (game.legality(move).isLegal()) {
                    return move;
                }
            }
            return game.grid().pass();
        };
        GameSpec spec = new GameSpec(
                Opening.empty(Grid.square(5)),
                Rules.TROMP_TAYLOR.withKo(Ko.NONE).withSuicide(Suicide.FORBIDDEN),
                -1,
                TimeControl.NONE,
                Duration.ZERO);
        PlayerSeat black = PlayerSeat.of("a", playsOrPasses, new SplitMix64(1), Runnable::run);
        PlayerSeat white = PlayerSeat.of("b", playsOrPasses, new SplitMix64(2), Runnable::run);

        GameReport report =
                new RefereedGame("g", "", spec, black, white, time).start().join();

        assertThat(report.outcome().verdict()).isEqualTo(Verdict.PASSES);
        assertThat(report.game().moveNumber()).isGreaterThan(20_000);
    }

    @Test
    void offer_playerThatThinks_isAskedByTheExecutor() {
        Deque<Runnable> tasks = new ArrayDeque<>();
        PlayerSeat black = PlayerSeat.of("a", Players.GREEDY.create(GRID), new SplitMix64(1), tasks::add);
        ManualSeat white = new ManualSeat("b");
        new RefereedGame("g", "", spec("none"), black, white, time).start();

        assertThat(white.turnCount()).isZero();
        tasks.remove().run();

        assertThat(white.turnCount()).isEqualTo(1);
    }

    @Test
    void offer_latePlayer_losesAndAffectsNoOther() {
        Deque<Runnable> tasks = new ArrayDeque<>();
        PlayerSeat black = PlayerSeat.of("a", Players.GREEDY.create(GRID), new SplitMix64(1), tasks::add);
        CompletableFuture<GameReport> report =
                new RefereedGame("g", "", spec("5ns/move"), black, new ManualSeat("b"), time).start();

        time.pass(6);
        tasks.remove().run();

        assertThat(report.join().outcome().result()).isEqualTo("W+T");
        assertThat(report.join().game().moveNumber()).isZero();
    }

    @Test
    void offer_playerThatThrows_hasFailed() {
        for (Throwable thrown : new Throwable[] {new IllegalStateException("bug"), new StackOverflowError("deep")}) {
            Player broken = (game, random) -> {
                if (thrown instanceof Error error) {
                    throw error;
                }
                throw (RuntimeException) thrown;
            };
            PlayerSeat black = PlayerSeat.of("a", broken, new SplitMix64(1), Runnable::run);

            GameReport report = new RefereedGame("g", "", spec("none"), black, new ManualSeat("b"), time)
                    .start()
                    .join();

            assertThat(report.outcome().verdict()).isEqualTo(Verdict.ENGINE_FAILURE);
            assertThat(report.outcome().message()).isEqualTo(thrown.toString());
        }
    }

    @Test
    void absent_player_failsAtItsFirstTurn() {
        GameReport report = new RefereedGame(
                        "g", "", spec("none"), random(1), PlayerSeat.absent("b", "no such file"), time)
                .start()
                .join();

        assertThat(report.outcome().summary()).isEqualTo("White failed: no such file");
        assertThat(report.game().moveNumber()).isEqualTo(1);
    }

    @Test
    void over_player_isClosedOnce() {
        AtomicInteger closed = new AtomicInteger();
        PlayerSeat black = PlayerSeat.of("a", resigning(closed), new SplitMix64(1), Runnable::run);

        new RefereedGame("g", "", spec("none"), black, random(1), time).start().join();

        assertThat(closed).hasValue(1);
    }

    @Test
    void over_executorThatIsShutDown_playerIsClosedAllTheSame() {
        AtomicInteger closed = new AtomicInteger();
        ExecutorService executor = Executors.newSingleThreadExecutor();
        PlayerSeat black = PlayerSeat.of("a", resigning(closed), new SplitMix64(1), executor);
        executor.shutdown();

        GameReport report = new RefereedGame("g", "", spec("none"), black, random(1), time)
                .start()
                .join();

        assertThat(closed).hasValue(1);
        assertThat(report.outcome().verdict()).isEqualTo(Verdict.ENGINE_FAILURE);
    }

    private static Player resigning(AtomicInteger closed) {
        return new Player() {
            @Override
            public int chooseMove(Game game, SplitMix64 random) {
                return RESIGN;
            }

            @Override
            public void close() {
                closed.incrementAndGet();
            }
        };
    }
}
