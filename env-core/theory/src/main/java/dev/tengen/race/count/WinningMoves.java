package dev.tengen.race.count;

import dev.tengen.board.Board;
import dev.tengen.board.Color;
import dev.tengen.board.PointSet;
import dev.tengen.race.Race;
import dev.tengen.race.RaceResult;
import java.util.Optional;

/**
 * Finds the first moves that capture by force, by counting the race after each move. Suicide is skipped: a player who
 * gives stones away to avoid a move has another move, or could just pass.
 */
final class WinningMoves {
    private final RaceCounter counter;

    WinningMoves(RaceCounter counter) {
        this.counter = counter;
    }

    /**
     * Returns the moves of {@code color} that win {@code race}; empty if counting does not decide the race after one of
     * the moves.
     */
    Optional<PointSet> find(Race race, RaceDecomposition decomposition, int color) {
        PointSet winning = new PointSet(race.board().grid());
        PointSet points = decomposition.playable();
        for (int point = points.first(); point >= 0; point = points.next(point)) {
            if (!race.board().isSuicide(point, color)) {
                Optional<RaceResult> result = resultAfter(race, point, color);
                if (result.isEmpty()) {
                    return Optional.empty();
                }
                if (result.get() == RaceResult.captureBy(color)) {
                    winning.add(point);
                }
            }
        }
        return Optional.of(winning);
    }

    private Optional<RaceResult> resultAfter(Race race, int point, int color) {
        int enemy = Color.opponent(color);
        Board board = race.board().copy();
        board.place(point, color);
        if (board.colorAt(race.essential(enemy).first()) != enemy) {
            return Optional.of(RaceResult.captureBy(color));
        }
        Race next = new Race(
                board,
                race.unplayable(),
                race.essential(Color.BLACK).first(),
                race.essential(Color.WHITE).first());
        RaceDecomposition decomposition = new RaceDecomposition(next);
        try {
            RaceCount count = counter.count(next, decomposition);
            return counter.lastLibertyDecline(next, decomposition).isEmpty()
                    ? Optional.of(count.result(enemy))
                    : Optional.empty();
        } catch (DeclinedException e) {
            return Optional.empty();
        }
    }
}
