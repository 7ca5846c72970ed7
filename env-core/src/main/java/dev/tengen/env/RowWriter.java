package dev.tengen.env;

/** Writes into a row where an environment stands. Nothing here allocates but the constructor, and what tells of a task. */
final class RowWriter {
    private final Environment environment;
    private final RowPlanes planes;

    RowWriter(Environment environment, RowLayout layout) {
        this.environment = environment;
        planes = new RowPlanes(environment.encodings(), environment.spec(), layout);
    }

    /** Writes all but the action, its rewards and what is wrong with it. */
    void describe(LaneRows rows, int row) {
        rows.setEnd(row, environment.endReason());
        rows.setByte(RowField.WINNERS, row, environment.winner());
        rows.setByte(RowField.PLAYERS_TO_MOVE, row, environment.game().playerToMove());
        rows.setInt(RowField.MOVE_NUMBERS, row, environment.game().moveNumber());
        rows.setInt(RowField.EPISODES, row, (int) environment.episode());
        rows.setStateHash(row, environment.stateHash());
        rows.setMargin(row, environment.isOver() ? environment.game().score().margin() : 0);
        environment.writeActionMask(rows.actionMasks(), row * rows.layout().actionMaskByteCount());
        rows.setByte(RowField.SYMMETRIES, row, environment.symmetry().number());
        RowLayout layout = rows.layout();
        planes.write(
                environment.game(), environment.symmetry(), rows.observations(), row * layout.observationByteCount());
        if (layout.globalByteCount() > 0) {
            planes.writeGlobals(environment.game(), rows.bytes(RowField.GLOBALS), row * layout.globalByteCount());
        }
        if (layout.hasTask()) {
            environment.taskInfo().ifPresent(info -> describe(info, rows, row));
        }
    }

    private static void describe(TaskInfo info, LaneRows rows, int row) {
        rows.setByte(RowField.AGENT_COLORS, row, info.agentColor());
        rows.setByte(RowField.OPTIMAL_VALUES, row, info.optimalValue());
        rows.setByte(RowField.REGRETS, row, info.regret().orElse(0));
        int optimal = info.isOracleOptimal().map(is -> is ? 1 : 2).orElse(0);
        rows.setByte(RowField.ORACLE_OPTIMAL, row, optimal);
    }
}
