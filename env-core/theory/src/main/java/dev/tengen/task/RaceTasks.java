package dev.tengen.task;

import dev.tengen.board.Grid;
import dev.tengen.env.Task;
import dev.tengen.env.TaskFamily;
import dev.tengen.env.TaskProvider;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/** Provides the tasks of capturing races. */
public final class RaceTasks implements TaskProvider {
    /** Makes the provider. */
    public RaceTasks() {}

    @Override
    public List<TaskFamily> families() {
        return Arrays.stream(RaceKind.values()).map(RaceKind::family).toList();
    }

    @Override
    public Task task(TaskFamily family, Map<String, String> values, Grid grid) {
        RaceKind kind = Arrays.stream(RaceKind.values())
                .filter(candidate -> candidate.family().equals(family))
                .findFirst()
                .orElseThrow();
        return RaceTask.of(kind, values, grid);
    }
}
