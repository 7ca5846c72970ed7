package dev.tengen.game;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tengen.base.SplitMix64;
import dev.tengen.board.Color;
import dev.tengen.board.Grid;
import dev.tengen.board.PointSet;
import dev.tengen.testing.TestSize;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class GameCopyTest {
    /** Random games, on small boards so that many have a table of positions, are copied into one that is used again. */
    @Test
    void copyFrom_randomGames_continueLikeTheOriginal() {
        SplitMix64 random = new SplitMix64(8);
        int tables = 0;
        for (int size = 1; size <= 9; size++) {
            for (Ko ko : Ko.values()) {
                Rules rules = Rules.TROMP_TAYLOR.withKo(ko);
                Game copy = new Game(Setup.empty(Grid.square(size)), rules);
                for (int number = 0; number < TestSize.of(40); number++) {
                    Game game = new Game(Setup.empty(Grid.square(size)), rules);
                    play(game, random, random.nextInt(number % 4 == 0 ? 1_500 : 150));
                    int rewindCount = copy.rewindCount();

                    copy.copyFrom(game);

                    tables += game.positions().table.isPresent() ? 1 : 0;
                    assertThat(copy.rewindCount()).isNotEqualTo(rewindCount);
                    assertThat(copy.stateHash()).isEqualTo(game.stateHash());
                    copy.checkConsistency();
                    SplitMix64 original = new SplitMix64(number);
                    SplitMix64 repeated = new SplitMix64(number);
                    play(game, original, 60);
                    play(copy, repeated, 60);
                    assertThat(copy.stateHash()).isEqualTo(game.stateHash());
                    while (copy.moveNumber() > 0) {
                        copy.undo();
                    }
                    assertThat(copy.board().hash()).isZero();
                }
            }
        }
        assertThat(tables).isPositive();
    }

    /** One game becomes a copy of games from any start under any rules, with referees that share their checks. */
    @Test
    void copyFrom_otherStartsAndRules_continueLikeTheOriginal() {
        Grid grid = Grid.square(4);
        SplitMix64 random = new SplitMix64(9);
        List<Referee> referees = new ArrayList<>();
        Game copy = new Game(Setup.empty(grid), Rules.TROMP_TAYLOR);
        int whiteStarts = 0;
        for (int number = 0; number < 200; number++) {
            Rules rules = RulesPreset.values()[random.nextInt(RulesPreset.values().length)]
                    .rules(grid)
                    .withKomi(random.nextInt(20) / 2.0);
            Setup setup =
                    Setup.of(grid, PointSet.of(grid, 1 + random.nextInt(3)), PointSet.of(grid, 9), number % 2 + 1);
            Game game = new Game(setup, rules);
            play(game, random, random.nextInt(80));
            Referee shared = referees.stream()
                    .filter(known -> known.canShareWith(rules))
                    .findFirst()
                    .map(known -> known.sharedWith(rules))
                    .orElseGet(() -> {
                        referees.add(new Referee(rules, grid));
                        return referees.get(referees.size() - 1);
                    });

            copy.copyFrom(game, shared);

            assertThat(copy.setup()).isEqualTo(setup);
            assertThat(copy.rules()).isEqualTo(rules);
            assertThat(copy.stateHash()).isEqualTo(game.stateHash());
            copy.checkConsistency();
            SplitMix64 original = new SplitMix64(number);
            SplitMix64 repeated = new SplitMix64(number);
            play(game, original, 40);
            play(copy, repeated, 40);
            assertThat(copy.stateHash()).isEqualTo(game.stateHash());
            assertThat(copy.outcome()).isEqualTo(game.outcome());
            assertThat(copy.score().margin()).isEqualTo(game.score().margin());
            whiteStarts += copy.setup().playerToMove() == Color.WHITE ? 1 : 0;
        }
        assertThat(whiteStarts).isEqualTo(100);
        assertThat(referees).hasSizeBetween(4, 12);
    }

    private static void play(Game game, SplitMix64 random, int moveCount) {
        PointSet legal = new PointSet(game.grid());
        for (int move = 0; move < moveCount && !game.isOver(); move++) {
            game.legalPoints(legal);
            boolean isPass = legal.isEmpty() || (game.passCount() == 0 && random.nextInt(30) == 0);
            game.playLegal(isPass ? game.grid().pass() : legal.nth(random.nextInt(legal.size())));
        }
    }

    @Test
    void copyFrom_proposalsAndResignation_areCopied() {
        Rules rules = Rules.TROMP_TAYLOR.withDeadStones(DeadStones.AGREEMENT);
        Game game = new Game(Setup.empty(Grid.square(3)), rules);
        game.play(4);
        game.play(9);
        game.play(9);
        game.proposeDead(PointSet.of(game.grid(), 4));
        Game copy = new Game(Setup.empty(Grid.square(3)), rules);

        copy.copyFrom(game);

        assertThat(copy.proposedDead(4)).isEqualTo(game.proposedDead(4));
        game.proposeDead(PointSet.of(game.grid(), 4));
        assertThat(copy.isInAgreement()).isTrue();
        copy.resign(1);
        Game third = new Game(Setup.empty(Grid.square(3)), rules);
        third.copyFrom(copy);
        assertThat(third.outcome()).isEqualTo(copy.outcome());
        third.copyFrom(game);
        assertThat(third.outcome()).isEqualTo(game.outcome());
    }
}
