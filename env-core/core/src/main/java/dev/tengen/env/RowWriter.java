package dev.tengen.env;

import dev.tengen.base.MemoryModel;
import dev.tengen.board.Grid;
import dev.tengen.game.Game;
import dev.tengen.planes.ObservationForm;
import dev.tengen.planes.Symmetry;
import dev.tengen.planes.bits.ObservationWriter;
import dev.tengen.planes.catalog.Encodings;

/**
 * Writes the states of environments to rows, with observations padded to the widest board of the batch. Only the
 * constructor and the information about a task allocate. Not thread-safe.
 */
final class RowWriter {
    private final ObservationWriter[] writers;

    /** Creates a writer for environments with the board, encodings and form of {@code spec}. */
    RowWriter(EnvironmentSpec spec, RowLayout layout) {
        Grid grid = spec.grid();
        Grid widest = Grid.of(layout.width(), layout.height());
        writers = spec.encodings().stream()
                .map(name -> Encodings.named(name, grid).orElseThrow())
                .map(encoding -> new ObservationWriter(encoding, grid, widest, spec.form()))
                .toArray(ObservationWriter[]::new);
    }

    /** Returns whether a writer with the encodings of {@code spec} is slower if environments take turns. */
    static boolean isForOneGame(EnvironmentSpec spec) {
        return spec.encodings().stream().anyMatch(Encodings::isForOneGame);
    }

    /** Writes all fields except the action, its rewards and its legality. */
    void describe(Environment environment, LaneRows rows, int row) {
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
        writePlanes(environment, rows.observations(), row * layout.observationByteCount());
        if (layout.globalByteCount() > 0) {
            writeGlobals(environment.game(), rows.bytes(RowField.GLOBALS), row * layout.globalByteCount());
        }
        if (layout.hasAgreement()) {
            rows.setByte(RowField.AGREEMENTS, row, environment.isInAgreement() ? 1 : 0);
        }
        if (layout.hasTask()) {
            environment.taskInfo().ifPresent(info -> describe(info, rows, row));
        }
    }

    /**
     * Writes the observation in each encoding to {@code bytes} at {@code offset}. The bytes written must be zero
     * before.
     */
    private void writePlanes(Environment environment, byte[] bytes, int offset) {
        Game game = environment.game();
        Symmetry symmetry = environment.symmetry();
        int start = offset;
        for (ObservationWriter writer : writers) {
            writer.write(game, symmetry, bytes, start);
            start += writer.byteCount();
        }
    }

    private void writeGlobals(Game game, byte[] bytes, int offset) {
        int start = offset;
        for (ObservationWriter writer : writers) {
            writer.writeGlobals(game, bytes, start);
            start += writer.globalByteCount();
        }
    }

    private static void describe(TaskInfo info, LaneRows rows, int row) {
        rows.setByte(RowField.AGENT_COLORS, row, info.agentColor());
        rows.setByte(RowField.OPTIMAL_VALUES, row, info.optimalValue());
        rows.setByte(RowField.REGRETS, row, info.regret().orElse(0));
        int optimal = info.isOracleOptimal().map(is -> is ? 1 : 2).orElse(0);
        rows.setByte(RowField.ORACLE_OPTIMAL, row, optimal);
    }

    /**
     * Returns an estimate of the size in memory of a writer that has seen positions from move {@code firstMove} to
     * {@code moveCount}, in bytes.
     */
    static long memoryBytes(EnvironmentSpec spec, RowLayout layout, int firstMove, int moveCount) {
        Grid grid = spec.grid();
        boolean isArranged = !spec.form().equals(ObservationForm.PACKED)
                || grid.width() != layout.width()
                || grid.height() != layout.height();
        int scratchCount = (isArranged ? 1 : 0) + (spec.symmetry().mayTurn() ? 1 : 0);
        long writerBytes = spec.encodings().stream()
                .mapToLong(name -> MemoryModel.OBSERVATION_WRITER.bytes(
                        (long) scratchCount * Encodings.spec("encoding", name).byteCount(grid)))
                .sum();
        return writerBytes + spec.encodingBytes(firstMove, moveCount);
    }
}
