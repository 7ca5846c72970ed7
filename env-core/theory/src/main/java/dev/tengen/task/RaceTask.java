package dev.tengen.task;

import dev.tengen.board.Grid;
import dev.tengen.env.Task;
import dev.tengen.env.TaskEpisode;
import dev.tengen.env.TaskOptions;
import dev.tengen.game.Rules;
import dev.tengen.solve.Solver;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalInt;

/**
 * A task of a family of races.
 *
 * @param kind the family
 * @param grid the size of the board
 * @param taskName the full name
 * @param split the split to draw from
 * @param maxMargin the maximum margin of the races; empty for no limit
 * @param minTrapCount the minimum number of moves that lose something at the agent's first move
 * @param isMaskRestricted whether action masks exclude the unplayable points of the race
 * @param isJudged whether each move is reported as optimal or not
 */
record RaceTask(
        RaceKind kind,
        Grid grid,
        String taskName,
        TaskSplit split,
        OptionalInt maxMargin,
        int minTrapCount,
        boolean isMaskRestricted,
        boolean isJudged)
        implements Task {
    /**
     * Returns the task with the given parameter values.
     *
     * @throws InvalidValueException if there are no such races on {@code grid}
     */
    static RaceTask of(RaceKind kind, Map<String, String> values, Grid grid) {
        kind.requireGrid(grid);
        String margin = values.getOrDefault("margin", "any");
        return new RaceTask(
                kind,
                grid,
                kind.family().taskName(values),
                TaskSplit.valueOf(values.getOrDefault("split", "").toUpperCase(Locale.ROOT)),
                margin.equals("any") ? OptionalInt.empty() : OptionalInt.of(Integer.parseInt(margin)),
                Integer.parseInt(values.getOrDefault("traps", "")),
                values.getOrDefault("mask", "").equals("region"),
                values.getOrDefault("judge", "").equals("moves"));
    }

    @Override
    public void requireRules(Rules rules) {
        Solver.requireRules(rules);
    }

    @Override
    public TaskEpisode episode(long seed, TaskOptions options) {
        return new RaceEpisodeSampler(this, options).episode(seed);
    }
}
