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
 * @param taskName its name in full
 * @param split the part of all races that are drawn from
 * @param maxMargin the greatest margin of races that are drawn, if there is a limit
 * @param minTrapCount the least count of moves that lose something where the agent first moves
 * @param isMaskRestricted whether action masks leave out what the race leaves out of play
 * @param isJudged whether each move is told to be optimal or not
 */
record RaceTask(
        RaceKind kind,
        Grid grid,
        String taskName,
        RaceSplit split,
        OptionalInt maxMargin,
        int minTrapCount,
        boolean isMaskRestricted,
        boolean isJudged)
        implements Task {
    /** Returns the task with {@code values} of its parameters. Throws what {@link RaceKind#requireGrid} throws. */
    static RaceTask of(RaceKind kind, Map<String, String> values, Grid grid) {
        kind.requireGrid(grid);
        String margin = values.getOrDefault("margin", "any");
        return new RaceTask(
                kind,
                grid,
                kind.family().taskName(values),
                RaceSplit.valueOf(values.getOrDefault("split", "").toUpperCase(Locale.ROOT)),
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
