package dev.tengen.game;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tengen.base.SplitMix64;
import dev.tengen.board.Color;
import dev.tengen.board.Grid;
import dev.tengen.board.PointSet;
import dev.tengen.testing.Grids;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The recent positions that a history knows, compared with a list of all colorings. */
class HistoryTest {
    private static final int GREATEST_KNOWN = 30;

    private final SplitMix64 random = new SplitMix64(5);
    private int firstRecent;
    private boolean isExact = true;
    private int exactCount;
    private int beyondCount;
    private int tooFarCount;
    private int captureCount;
    private int undoneCount;

    /** The colorings of a game, the start first, and for each move whether it is fresh. */
    private final List<PointSet> blacks = new ArrayList<>();

    private final List<PointSet> whites = new ArrayList<>();

    private void record(Game game) {
        blacks.add(game.board().points(Color.BLACK).copy());
        whites.add(game.board().points(Color.WHITE).copy());
    }

    private PointSet stones(int color, int number) {
        return (color == Color.BLACK ? blacks : whites).get(number);
    }

    private int total(int number) {
        return blacks.get(number).size() + whites.get(number).size();
    }

    private boolean isFreshAndStanding(Game game, int number) {
        int point = game.move(number);
        int mover = game.mover(number);
        if (point == game.grid().pass() || !stones(mover, game.moveNumber()).contains(point)) {
            return false;
        }
        for (int earlier = 0; earlier < number; earlier++) {
            if (stones(mover, earlier).contains(point)) {
                return false;
            }
        }
        return true;
    }

    private void compare(Game game) {
        History history = game.history();
        history.updateRecent(game.board());
        int last = game.moveNumber();
        int first = history.lastStandingFresh();
        assertThat(first == 0 || isFreshAndStanding(game, first)).isTrue();
        Set<Integer> differences = new HashSet<>();
        for (int number = first; number < last - 1; number++) {
            differences.add(total(number) - total(last));
        }
        // What is beyond also counts as nearer ones later, until another move is the first of the recent ones.
        boolean isTooFar = first == 0 && last >= History.MAX_RECENT;
        tooFarCount += isTooFar ? 1 : 0;
        isExact = (isExact || first != firstRecent)
                && !isTooFar
                && differences.stream().allMatch(each -> Math.abs(each) < GREATEST_KNOWN);
        firstRecent = first;
        differences.forEach(
                each -> assertThat(history.mayHaveHadBeforeLast(each)).isTrue());
        for (int difference = 1 - GREATEST_KNOWN; difference < GREATEST_KNOWN; difference++) {
            if (isExact) {
                assertThat(history.mayHaveHadBeforeLast(difference)).isEqualTo(differences.contains(difference));
            }
            if (1 - difference >= 0) {
                assertThat(((history.removedCountsToRecent(1) >>> (1 - difference)) & 1) != 0)
                        .isEqualTo(history.mayHaveHadBeforeLast(difference));
            }
            if (-difference >= 0) {
                assertThat(((history.removedCountsToRecent(0) >>> -difference) & 1) != 0)
                        .isEqualTo(history.mayHaveHadBeforeLast(difference));
            }
        }
        if (first < last) {
            assertThat(history.mayHaveHad(total(last - 1) - total(last))).isTrue();
        }
        exactCount += isExact && !differences.isEmpty() ? 1 : 0;
        beyondCount += isExact ? 0 : 1;
    }

    private void undo(Game game) {
        game.undo();
        blacks.remove(blacks.size() - 1);
        whites.remove(whites.size() - 1);
        undoneCount++;
    }

    private void advance(Game game) {
        PointSet empty = game.board().points(Color.EMPTY);
        if (empty.isEmpty() || random.nextInt(25) == 0) {
            for (int count = Math.min(1 + random.nextInt(6), game.moveNumber()); count > 0; count--) {
                undo(game);
            }
            return;
        }
        boolean isPass = random.nextInt(30) == 0;
        game.playUnchecked(isPass ? game.grid().pass() : empty.nth(random.nextInt(empty.size())));
        if (game.isOver()) {
            game.resume();
        }
        captureCount += game.removedCount();
        record(game);
    }

    @ParameterizedTest
    @CsvSource({"1x2, 200, 0, 20", "2x2, 400, 0, 20", "4x5, 600, 0, 0", "7x7, 500, 1, 0", "13x13, 1200, 1, 0"})
    void updateRecent_randomPlaysSeed5_knowsTheTotalsOfRecentPositions(
            String size, int stepCount, int leastBeyond, int leastTooFar) {
        Grid grid = Grids.of(size);
        Game game = new Game(Setup.empty(grid), new Rules(Ko.NONE, Suicide.ANY, 2, 0));
        record(game);
        for (int step = 0; step < stepCount; step++) {
            compare(game);
            advance(game);
            if (random.nextInt(50) == 0) {
                game = game.copy();
            }
        }

        assertThat(exactCount).isGreaterThan(stepCount / 10);
        assertThat(beyondCount).isGreaterThanOrEqualTo(leastBeyond);
        assertThat(tooFarCount).isGreaterThanOrEqualTo(leastTooFar);
        assertThat(captureCount).isGreaterThan(stepCount / 10);
        assertThat(undoneCount).isGreaterThan(stepCount / 20);
    }
}
