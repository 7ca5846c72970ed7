package dev.tengen.game;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tengen.base.SplitMix64;
import dev.tengen.board.Board;
import dev.tengen.board.Color;
import dev.tengen.board.Grid;
import dev.tengen.board.PointSet;
import dev.tengen.board.Zobrist;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Superko in games that are so long that a table takes the place of walks, compared with a list of all situations.
 * AgreementTest compares shorter games with a slow reference.
 */
class RepetitionTest {
    /** A coloring and the player that the rule compares. */
    private record Situation(List<PointSet> coloring, int player) {}

    private final SplitMix64 random = new SplitMix64(4);
    private final Map<Situation, Integer> firstMoves = new HashMap<>();
    private int repetitionCount;
    private int undoneCount;

    private static Situation situation(Board board, Ko ko, int mover) {
        int player = switch (ko) {
            case SITUATIONAL -> Color.opponent(mover);
            case NATURAL_SITUATIONAL -> mover;
            default -> Color.EMPTY;
        };
        return new Situation(
                List.of(
                        board.points(Color.BLACK).copy(),
                        board.points(Color.WHITE).copy()),
                player);
    }

    private void record(Game game) {
        int number = game.moveNumber();
        boolean isPlay = number > 0 && game.move(number) != game.grid().pass();
        if (isPlay
                || game.rules().ko() == Ko.SITUATIONAL
                || number == 0 && game.rules().ko() == Ko.POSITIONAL) {
            firstMoves.putIfAbsent(
                    situation(game.board(), game.rules().ko(), Color.opponent(game.playerToMove())), number);
        }
    }

    private void undo(Game game) {
        int number = game.moveNumber();
        firstMoves.values().removeIf(first -> first == number);
        game.undo();
        undoneCount++;
    }

    private void compare(Game game) {
        PointSet legal = new PointSet(game.grid());
        game.legalPoints(legal);
        PointSet empty = game.board().points(Color.EMPTY);
        for (int point = empty.first(); point >= 0; point = empty.next(point)) {
            Board after = game.board().copy();
            after.place(point, game.playerToMove());
            Integer first = firstMoves.get(situation(after, game.rules().ko(), game.playerToMove()));
            assertThat(legal.contains(point)).isEqualTo(first == null);
            if (first != null) {
                assertThat(game.repeatedMoveNumber(point)).isEqualTo(first);
                repetitionCount++;
            }
        }
    }

    /** Plays a legal move or undoes some, if no play is legal or by chance. */
    private void advance(Game game) {
        PointSet legal = new PointSet(game.grid());
        game.legalPoints(legal);
        if (legal.isEmpty() || random.nextInt(40) == 0) {
            for (int count = Math.min(1 + random.nextInt(20), game.moveNumber()); count > 0; count--) {
                undo(game);
            }
            return;
        }
        boolean isPass = random.nextInt(30) == 0;
        game.playUnchecked(isPass ? game.grid().pass() : legal.nth(random.nextInt(legal.size())));
        if (game.isOver()) {
            game.resume();
        }
        record(game);
    }

    @ParameterizedTest
    @CsvSource({
        "POSITIONAL, 64, 486",
        "SITUATIONAL, 64, 33",
        "NATURAL_SITUATIONAL, 64, 31",
        "POSITIONAL, 2, 486",
        "SITUATIONAL, 8, 33",
    })
    void legalPoints_gameWithATable_areThoseThatRepeatNoSituation(Ko ko, int keyBits, int repetitions) {
        Grid grid = Grid.of(4, 5);
        Game game = new Game(Setup.empty(grid), new Rules(ko, Suicide.ANY, 2, 0), Zobrist.of(grid, keyBits));
        int withTable = 0;
        record(game);
        for (int step = 0; step < 900; step++) {
            compare(game);
            advance(game);
            withTable += game.positions().table.isPresent() ? 1 : 0;
            if (random.nextInt(50) == 0) {
                game = game.copy();
            }
        }

        game.checkConsistency();
        assertThat(withTable).isGreaterThan(300);
        assertThat(undoneCount).isGreaterThan(100);
        assertThat(repetitionCount).isEqualTo(repetitions);
    }

    @Test
    void restart_gameWithATable_walksAgain() {
        Game game = new Game(Setup.empty(Grid.of(4, 5)), new Rules(Ko.POSITIONAL, Suicide.ANY, 2, 0));
        for (int step = 0; step < 900; step++) {
            advance(game);
        }
        assertThat(game.positions().table.isPresent()).isTrue();

        game.restart();

        assertThat(game.positions().table.isPresent()).isFalse();
        game.checkConsistency();
    }
}
