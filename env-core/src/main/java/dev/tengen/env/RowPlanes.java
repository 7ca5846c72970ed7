package dev.tengen.env;

import dev.tengen.board.Grid;
import dev.tengen.game.Game;
import dev.tengen.planes.Encoding;
import dev.tengen.planes.Symmetry;
import dev.tengen.planes.bits.ObservationWriter;
import java.util.List;

/** Writes the observations of an environment into a row, in the form of its spec, padded to the widest board of the batch. */
final class RowPlanes {
    private final ObservationWriter[] writers;

    RowPlanes(List<Encoding> encodings, EnvironmentSpec spec, RowLayout layout) {
        Grid widest = Grid.of(layout.width(), layout.height());
        writers = encodings.stream()
                .map(encoding -> new ObservationWriter(encoding, spec.grid(), widest, spec.form()))
                .toArray(ObservationWriter[]::new);
    }

    /** Writes the observation in each encoding to {@code bytes}, whose bytes from {@code offset} on are zero. */
    void write(Game game, Symmetry symmetry, byte[] bytes, int offset) {
        int start = offset;
        for (ObservationWriter writer : writers) {
            writer.write(game, symmetry, bytes, start);
            start += writer.byteCount();
        }
    }

    /** Writes the globals of each encoding to {@code bytes} from {@code offset} on. */
    void writeGlobals(Game game, byte[] bytes, int offset) {
        int start = offset;
        for (ObservationWriter writer : writers) {
            writer.writeGlobals(game, bytes, start);
            start += writer.globalByteCount();
        }
    }
}
