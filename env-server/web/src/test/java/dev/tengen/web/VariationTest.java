package dev.tengen.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tengen.base.CooperativeThread;
import dev.tengen.board.Grid;
import dev.tengen.game.Game;
import dev.tengen.game.Ko;
import dev.tengen.game.Rules;
import dev.tengen.game.Setup;
import dev.tengen.sgf.SgfVariation;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class VariationTest {
    /** A replay offers its turn once for so many moves. */
    private static final int MOVES_PER_TURN = 1024;

    private static final int TURN_COUNT = 8;
    private static final Game LONG_GAME = longGame(TURN_COUNT * MOVES_PER_TURN);

    /** Returns a game in which both players take the same ko again and again. */
    private static Game longGame(int moveCount) {
        Grid grid = Grid.of(4, 3);
        Game game = new Game(Setup.empty(grid), Rules.TROMP_TAYLOR.withKo(Ko.NONE));
        for (String point : List.of("B3", "C3", "A2", "D2", "B1", "C1", "A1", "B2")) {
            game.play(grid.point(point));
        }
        for (int number = game.moveNumber(); number < moveCount; number++) {
            assertThat(game.play(grid.point(number % 2 == 0 ? "C2" : "B2")).isLegal())
                    .isTrue();
        }
        return game;
    }

    /** A thread that counts the offers of its turn, by which it can be interrupted. */
    private static final class CountingThread extends CooperativeThread {
        private final int interruptAt;
        private int offerCount;

        CountingThread(Runnable work, int interruptAt) {
            super(work);
            this.interruptAt = interruptAt;
        }

        @Override
        protected void yieldTurn() {
            offerCount++;
            if (offerCount == interruptAt) {
                interrupt();
            }
        }

        /** Runs the work and returns how often it offered its turn. */
        int count() throws InterruptedException {
            start();
            join();
            return offerCount;
        }
    }

    private static List<Variation> variations(int count) {
        // The latest ones first, as the tree of a browser may have them.
        return IntStream.range(0, count)
                .mapToObj(index -> new Variation(LONG_GAME.moveNumber() - index, List.of(12, 12)))
                .toList();
    }

    /** Each of 498 variations of a game of 20,000 moves was replayed from the first move. */
    @Test
    void recorded_manyVariations_replaysTheGameOnce() throws InterruptedException {
        List<SgfVariation> recorded = new ArrayList<>();

        int offerCount =
                new CountingThread(() -> recorded.addAll(Variation.recorded(LONG_GAME, variations(100))), -1).count();

        assertThat(recorded).hasSize(100);
        assertThat(offerCount).isEqualTo(TURN_COUNT);
    }

    @Test
    void recorded_interrupted_stopsAtTheNextLook() throws InterruptedException {
        AtomicReference<@Nullable Throwable> thrown = new AtomicReference<>();
        Runnable work = () -> {
            try {
                Variation.recorded(LONG_GAME, variations(100));
            } catch (CancellationException e) {
                thrown.set(e);
            }
        };

        int offerCount = new CountingThread(work, 2).count();

        assertThat(offerCount).isEqualTo(2);
        assertThat(thrown.get()).isInstanceOf(CancellationException.class);
    }

    @Test
    void recorded_anyOrder_keepsOrderAndColors() {
        Grid grid = Grid.square(5);
        Game game = new Game(Setup.empty(grid), Rules.TROMP_TAYLOR);
        IntStream.range(0, 6).forEach(game::play);
        List<Variation> variations = List.of(
                new Variation(6, List.of(20, 25, 25)),
                new Variation(1, List.of(20, 21)),
                new Variation(1, List.of(22)),
                new Variation(0, List.of(24)));

        List<SgfVariation> recorded = Variation.recorded(game, variations);

        assertThat(recorded)
                .containsExactlyElementsOf(variations.stream()
                        .map(variation ->
                                Variation.recorded(game, List.of(variation)).get(0))
                        .toList());
        assertThat(recorded.stream().map(SgfVariation::moveNumber)).containsExactly(6, 1, 1, 0);
        assertThat(recorded.get(1).moves().get(0).color()).isEqualTo(2);
        assertThat(game.moveNumber()).isEqualTo(6);
    }

    @Test
    void recorded_startBehindTheEnd_isRefused() {
        Game game = new Game(Setup.empty(Grid.square(5)), Rules.TROMP_TAYLOR);
        game.play(0);

        assertThatThrownBy(() -> Variation.recorded(game, List.of(new Variation(2, List.of(5)))))
                .hasMessage("move_number 2 is outside [0, 1]");
    }
}
