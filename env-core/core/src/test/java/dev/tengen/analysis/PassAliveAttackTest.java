package dev.tengen.analysis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tengen.base.SplitMix64;
import dev.tengen.board.Board;
import dev.tengen.board.Color;
import dev.tengen.board.Grid;
import dev.tengen.board.PointSet;
import dev.tengen.game.Game;
import dev.tengen.game.Rules;
import dev.tengen.game.Suicide;
import dev.tengen.testing.Diagrams;
import dev.tengen.testing.Grids;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Pass-alive stones against an enemy who plays every turn: exactly these cannot be captured. */
class PassAliveAttackTest {
    @ParameterizedTest(name = "{0}, suicide {1}")
    @CsvSource({
        "1x8, FORBIDDEN, 2401 boards; 46 with life",
        "1x8, MULTI_STONE, 2401 boards; 8 with life",
        "3x3, FORBIDDEN, 12675 boards; 883 with life",
        "3x3, MULTI_STONE, 12675 boards; 635 with life",
        "2x5, FORBIDDEN, 35117 boards; 1743 with life",
        "2x5, MULTI_STONE, 35117 boards; 930 with life"
    })
    @Tag("full")
    void stones_everySmallBoard_areThoseThatCannotBeCaptured(String size, Suicide suicide, String counts) {
        assertExact(Grids.of(size), suicide, counts);
    }

    @Tag("long")
    @ParameterizedTest(name = "{0}, suicide {1}")
    @CsvSource({
        "3x4, FORBIDDEN, 321689 boards; 14246 with life",
        "3x4, MULTI_STONE, 321689 boards; 7782 with life",
        "2x6, FORBIDDEN, 299681 boards; 11012 with life",
        "2x6, MULTI_STONE, 299681 boards; 6345 with life"
    })
    void stones_everyLargerBoard_areThoseThatCannotBeCaptured(String size, Suicide suicide, String counts) {
        assertExact(Grids.of(size), suicide, counts);
    }

    private static void assertExact(Grid grid, Suicide suicide, String counts) {
        AttackSearch search = new AttackSearch(grid, suicide != Suicide.FORBIDDEN);
        PassAlive passAlive = new PassAlive(grid);
        int boardCount = 0;
        int aliveCount = 0;
        for (int coloring = 0; coloring < search.colorings(); coloring++) {
            if (search.isLegal(coloring)) {
                Board board = search.board(coloring);
                passAlive.find(board, suicide);
                PointSet safe = search.safe(coloring);
                if (!passAlive.stones(Color.BLACK).equals(safe)) {
                    throw new AssertionError(
                            "not " + safe + " but " + passAlive.stones(Color.BLACK) + " in\n" + Diagrams.draw(board));
                }
                boardCount++;
                aliveCount += safe.isEmpty() ? 0 : 1;
            }
        }
        assertThat(boardCount + " boards; " + aliveCount + " with life").isEqualTo(counts);
    }

    @ParameterizedTest(name = "{0}, suicide {1}")
    @CsvSource({
        "7x5, FORBIDDEN, 842 alive; 207 held; 477 captured; 0 cleared",
        "7x5, ANY, 898 alive; 224 held; 543 captured; 534 cleared",
        "9x9, FORBIDDEN, 2534 alive; 450 held; 757 captured; 0 cleared",
        "9x9, MULTI_STONE, 3006 alive; 542 held; 624 captured; 903 cleared",
        "13x13, ANY, 6073 alive; 932 held; 1401 captured; 1377 cleared"
    })
    void stones_attackedAtRandom_stay(String size, Suicide suicide, String counts) {
        Grid grid = Grids.of(size);
        SplitMix64 random = new SplitMix64(1);
        RandomPositions positions = new RandomPositions(grid, random);
        Attack attack = new Attack(grid, suicide, random);
        for (int i = 0; i < 60; i++) {
            Game game = positions.game(Rules.TROMP_TAYLOR.withSuicide(suicide));
            attack.run(game.board(), Color.BLACK);
            attack.run(game.board(), Color.WHITE);
        }
        assertThat(attack.counts()).isEqualTo(counts);
    }

    /** An enemy who plays at random and is never answered. */
    private static final class Attack {
        private final Suicide suicide;
        private final SplitMix64 random;
        private final PassAlive atFirst;
        private final PassAlive later;
        private int alive;
        private int held;
        private int captured;
        private int cleared;

        Attack(Grid grid, Suicide suicide, SplitMix64 random) {
            this.suicide = suicide;
            this.random = random;
            atFirst = new PassAlive(grid);
            later = new PassAlive(grid);
        }

        void run(Board start, int defender) {
            Board board = start.copy();
            atFirst.find(board, suicide);
            PointSet stones = atFirst.stones(defender);
            PointSet territory = atFirst.territory(defender);
            alive += stones.size();
            held += territory.size();
            int attacker = Color.opponent(defender);
            for (int ply = 0; ply < 4 * board.grid().pointCount(); ply++) {
                play(board, attacker);
                assertThat(holds(board.points(defender), stones)).isTrue();
            }
            later.find(board, suicide);
            PointSet lost = later.stones(attacker).copy();
            lost.retainAll(territory);
            assertThat(lost.isEmpty()).isTrue();
        }

        private static boolean holds(PointSet whole, PointSet part) {
            PointSet rest = part.copy();
            rest.removeAll(whole);
            return rest.isEmpty();
        }

        private void play(Board board, int attacker) {
            PointSet empty = board.points(Color.EMPTY);
            if (empty.isEmpty()) {
                return;
            }
            int point = empty.nth(random.nextInt(empty.size()));
            boolean isSuicide = board.isSuicide(point, attacker);
            if (isSuicide && suicide == Suicide.FORBIDDEN) {
                return;
            }
            board.place(point, attacker);
            cleared += isSuicide && board.removedCount() > 1 ? 1 : 0;
            captured += isSuicide ? 0 : board.removedCount();
        }

        String counts() {
            return alive + " alive; " + held + " held; " + captured + " captured; " + cleared + " cleared";
        }
    }
}
