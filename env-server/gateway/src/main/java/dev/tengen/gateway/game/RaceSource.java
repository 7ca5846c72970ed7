package dev.tengen.gateway.game;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tengen.gateway.game.TaskCatalog.Task;
import dev.tengen.task.TaskSplit;
import java.util.List;

/**
 * Capturing races.
 *
 * @param split the split of the races
 * @param countPerLevel the number of races of each level
 */
record RaceSource(TaskSplit split, int countPerLevel) implements TaskSource {
    /** A level of difficulty: a family of races with parameters, and the size of the board. */
    private record Level(String task, String parameters, int size) {}

    /** The levels, the easiest first. */
    private static final List<Level> LEVELS = List.of(
            new Level("race-class0", "margin=any,traps=1", 9),
            new Level("race-class0", "margin=2,traps=2", 9),
            new Level("race-class0", "margin=1,traps=3", 9),
            new Level("race-class1", "margin=any,traps=1", 9),
            new Level("race-class1", "margin=2,traps=2", 9),
            new Level("race-class1", "margin=1,traps=3", 9),
            new Level("race-cgt", "margin=any,traps=1", 13),
            new Level("race-cgt", "margin=any,traps=2", 13));

    @Override
    public int count() {
        return LEVELS.size() * countPerLevel;
    }

    @Override
    public Task task(int index) {
        int level = index / countPerLevel;
        int seed = index % countPerLevel;
        Level chosen = LEVELS.get(level);
        String name = chosen.task() + ":split=" + split.word() + "," + chosen.parameters();
        ObjectNode reset = GatewayJson.object()
                .put("task", name)
                .put("size", chosen.size())
                .put("seed", seed);
        return new Task(
                split.word() + "/" + index,
                split.word(),
                level + 1,
                "Win a capturing race, or make it a seki if it cannot be won.",
                reset);
    }
}
