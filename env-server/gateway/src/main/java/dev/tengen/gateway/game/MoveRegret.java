package dev.tengen.gateway.game;

import dev.tengen.board.Color;
import dev.tengen.env.Environment;
import dev.tengen.env.TaskEpisode;
import dev.tengen.game.Game;
import dev.tengen.solve.Bounds;
import dev.tengen.solve.SharedSolver;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;

/**
 * What the client's move of the last call loses against perfect play: in races, a part of the value from -1 to 1; on
 * boards of up to 3x3, points of the margin. Thread-safe.
 */
final class MoveRegret {
    /** The greatest board that is solved. */
    static final int MAX_SIZE = 3;

    private MoveRegret() {}

    /** Returns the regret of the client's move; 0 if it made none, and empty if a limit was reached. */
    static OptionalDouble of(Environment environment) {
        if (!environment.lastLegality().isLegal()
                || environment.lastActionsOnBoard().isEmpty()) {
            return OptionalDouble.of(0);
        }
        int action = environment.lastActionsOnBoard().get(0);
        int moveCount = (int) environment.lastActionsOnBoard().stream()
                .filter(made -> made != Environment.RESIGN)
                .count();
        Game game = environment.game();
        Game before = game.replayTo(game.moveNumber() - moveCount);
        Optional<TaskEpisode> task = environment.taskEpisode();
        OptionalInt regret = task.isPresent() ? ofRace(task.get(), before, action) : ofBoard(before, action);
        return regret.isPresent() ? OptionalDouble.of(regret.getAsInt()) : OptionalDouble.empty();
    }

    private static OptionalInt ofRace(TaskEpisode task, Game before, int action) {
        int mover = before.playerToMove();
        OptionalInt best = task.value(before, mover);
        OptionalInt obtained = OptionalInt.of(-1);
        if (action != Environment.RESIGN) {
            Game after = before.copy();
            after.playUnchecked(action);
            obtained = task.value(after, mover);
        }
        return best.isPresent() && obtained.isPresent()
                ? OptionalInt.of(best.getAsInt() - obtained.getAsInt())
                : OptionalInt.empty();
    }

    private static OptionalInt ofBoard(Game before, int action) {
        SharedSolver solver = SharedSolver.of(before.grid());
        if (action != Environment.RESIGN) {
            return solver.regret(before, action);
        }
        Bounds margin = solver.margin(before);
        int best = before.playerToMove() == Color.BLACK ? margin.lower() : -margin.lower();
        return margin.isExact() ? OptionalInt.of(best + before.grid().pointCount()) : OptionalInt.empty();
    }
}
