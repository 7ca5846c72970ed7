package dev.tengen.gateway.game;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tengen.gateway.game.TaskCatalog.Task;
import dev.tengen.task.BoardProblem;
import dev.tengen.task.BoardProblems;
import dev.tengen.task.TaskSplit;
import java.util.List;

/**
 * Solved positions of small boards, against the perfect player.
 *
 * @param splitName the name of the split
 * @param problems the positions
 */
record BoardSource(String splitName, List<BoardProblem> problems) implements TaskSource {
    /** Returns the problems of {@code split}, for the split called {@code splitName}. */
    static BoardSource of(String splitName, TaskSplit split) {
        return new BoardSource(splitName, BoardProblems.of(split));
    }

    @Override
    public int count() {
        return problems.size();
    }

    @Override
    public Task task(int index) {
        BoardProblem problem = problems.get(index);
        String color = GameObservation.name(problem.playerToMove());
        return new Task(
                splitName + "/" + index,
                splitName,
                problem.level(),
                "Lose no point with " + color + " against perfect play: it " + result(problem.margin()) + ".",
                reset(problem));
    }

    /** Returns the options of the reset that starts {@code problem}. */
    static ObjectNode reset(BoardProblem problem) {
        String color = GameObservation.name(problem.playerToMove());
        ObjectNode reset = GatewayJson.object();
        problem.rows().forEach(reset.putArray("rows")::add);
        return reset.put("to_move", color)
                .put("color", color)
                .put("opponent", GameOptionsReader.ORACLE)
                .put("komi", 0)
                .put("reward", RewardKind.REGRET.text())
                .put("seed", 0);
    }

    private static String result(int margin) {
        if (margin == 0) {
            return "is a tie";
        }
        return margin > 0 ? "wins by " + margin : "loses by " + -margin;
    }
}
