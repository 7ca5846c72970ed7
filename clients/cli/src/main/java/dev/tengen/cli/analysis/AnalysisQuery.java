package dev.tengen.cli.analysis;

import java.util.List;

/**
 * A query for analysis that was checked.
 *
 * @param tasks a task for each position, in the order of turns
 * @param warnings what has no effect
 */
record AnalysisQuery(List<PositionTask> tasks, List<Warning> warnings) {
    /**
     * A warning about a field.
     *
     * @param field the field
     * @param message the text for the client
     */
    record Warning(String field, String message) {}
}
