package dev.tengen.arena.game;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tengen.arena.clock.TimeControl;
import dev.tengen.arena.opening.Opening;
import dev.tengen.base.SplitMix64;
import dev.tengen.board.Color;
import dev.tengen.board.Grid;
import dev.tengen.game.Rules;
import dev.tengen.game.Setup;
import dev.tengen.player.Players;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class GameWatcherTest {
    private static final Grid GRID = Grid.square(3);

    private final VirtualTime time = new VirtualTime();
    private final ManualSeat black = new ManualSeat("Ada");
    private final ManualSeat white = new ManualSeat("Ben");
    private final List<GameView> views = new ArrayList<>();

    private RefereedGame game(String control, Integer... openingMoves) {
        Opening opening = new Opening("o", Setup.empty(GRID), List.of(openingMoves));
        GameSpec spec = new GameSpec(opening, Rules.TROMP_TAYLOR, -1, TimeControl.parse(control), Duration.ofNanos(2));
        return new RefereedGame("g1", "p1", spec, black, white, time);
    }

    @Test
    void watch_fromTheStart_seesEveryPositionAndTheEnd() {
        RefereedGame game = game("10ns+5ns", 4);
        game.watch(views::add);
        game.start();
        time.pass(6);
        white.play(0);
        time.pass(1);
        black.play(GRID.pass());
        white.play(GRID.pass());

        assertThat(views).extracting(view -> view.game().moveNumber()).containsExactly(1, 2, 3, 4);
        assertThat(views).extracting(view -> view.outcome().isPresent()).containsExactly(false, false, false, true);
        assertThat(views).extracting(GameView::id).containsOnly("g1");
        assertThat(views.get(1).game().colorAt(0)).isEqualTo(Color.WHITE);
        assertThat(views.get(1).whiteLeft().mainNanos()).isEqualTo(10 - 4 + 5);
        assertThat(views.get(1).blackLeft().mainNanos()).isEqualTo(10);
        assertThat(views.get(3).outcome().orElseThrow().verdict()).isEqualTo(Verdict.PASSES);
    }

    @Test
    void watch_inTheMiddle_seesHowItStands() {
        RefereedGame game = game("10ns");
        game.start();
        black.play(4);
        time.pass(3);

        game.watch(views::add);

        assertThat(views).hasSize(1);
        assertThat(views.get(0).game().colorAt(4)).isEqualTo(Color.BLACK);
        assertThat(views.get(0).turnNanos()).isEqualTo(3);
        assertThat(views.get(0).outcome()).isEmpty();
    }

    @Test
    void watch_gameThatIsOver_seesTheEndOnce() {
        RefereedGame game = game("none");
        game.start();
        game.cancel("enough");

        game.watch(views::add);
        game.watch(view -> {});

        assertThat(views).hasSize(1);
        assertThat(views.get(0).outcome().orElseThrow().summary()).isEqualTo("the game was cancelled: enough");
        assertThat(views.get(0).turnNanos()).isZero();
    }

    @Test
    void watch_endsOfEachKind_areTheLastThingSeen() {
        List<Runnable> ends = List.of(() -> time.pass(13), () -> black.play(-1), () -> black.play(-2));
        for (Runnable end : ends) {
            views.clear();
            RefereedGame game = game("10ns/move");
            game.watch(views::add);
            game.start();

            end.run();

            assertThat(views).extracting(view -> view.game().moveNumber()).containsExactly(0, 0);
            assertThat(views.get(1).outcome()).isPresent();
        }
    }

    @Test
    void watch_viewIsACopy_ofTheWatchersOwn() {
        RefereedGame game = game("none");
        game.start();
        game.watch(view -> view.game().play(0));
        game.watch(views::add);

        black.play(4);

        assertThat(views).extracting(view -> view.game().moveNumber()).containsExactly(0, 1);
        assertThat(views.get(1).game().colorAt(0)).isEqualTo(Color.EMPTY);
    }

    @Test
    void unwatch_seesNothingMore() {
        RefereedGame game = game("none");
        GameWatcher watcher = views::add;
        game.start();
        game.watch(watcher);

        game.unwatch(watcher);
        black.play(4);

        assertThat(views).hasSize(1);
    }

    @Test
    void see_watcherThatThrows_affectsNoOther() {
        RefereedGame game = game("none");
        game.start();
        game.watch(view -> {
            views.add(view);
            throw new IllegalStateException("blind");
        });

        assertThat(black.play(4)).isEqualTo(AnswerStatus.ACCEPTED);

        assertThat(white.turnCount()).isEqualTo(1);
        assertThat(views).hasSize(1);
    }

    /** A watcher that answers within its call is not called recursively, and the game holds no lock. */
    @Test
    void see_watcherThatPlays_doesNotGoDeeper() {
        RefereedGame game = game("none");
        game.start();
        boolean[] isInside = {false};

        game.watch(view -> {
            assertThat(isInside[0]).isFalse();
            isInside[0] = true;
            views.add(view);
            if (view.game().moveNumber() == 0) {
                black.play(4);
            }
            isInside[0] = false;
        });

        assertThat(views).extracting(view -> view.game().moveNumber()).containsExactly(0, 1);
    }

    /** Players move at once, while other threads add watchers. */
    @Test
    void watch_whileOthersPlay_seesEachPositionOnceAndInOrder() throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(3);
        try {
            for (int seed = 0; seed < 100; seed++) {
                List<List<GameView>> seen = IntStream.range(0, 3)
                        .mapToObj(i -> (List<GameView>) new ArrayList<GameView>())
                        .toList();
                GameSpec spec = new GameSpec(Opening.empty(Grid.square(7)), Rules.TROMP_TAYLOR);
                RefereedGame game = new RefereedGame("g", "", spec, random(spec, seed), random(spec, -seed), time);
                var watching = seen.stream()
                        .map(list -> threads.submit(() -> game.watch(view -> {
                            synchronized (list) {
                                list.add(view);
                                list.notifyAll();
                            }
                        })))
                        .toList();
                GameReport report = game.start().get(5, TimeUnit.MINUTES);
                for (var task : watching) {
                    task.get();
                }

                for (List<GameView> list : seen) {
                    synchronized (list) {
                        while (list.isEmpty()
                                || list.get(list.size() - 1).outcome().isEmpty()) {
                            list.wait();
                        }
                        int first = list.get(0).game().moveNumber();
                        int last = report.game().moveNumber();
                        assertThat(list)
                                .extracting(view -> view.game().moveNumber())
                                .isEqualTo(IntStream.rangeClosed(first, last)
                                        .boxed()
                                        .toList());
                    }
                }
            }
        } finally {
            threads.shutdownNow();
        }
    }

    private static PlayerSeat random(GameSpec spec, long seed) {
        return PlayerSeat.of("r", Players.RANDOM.create(spec.grid()), new SplitMix64(seed), Runnable::run);
    }
}
