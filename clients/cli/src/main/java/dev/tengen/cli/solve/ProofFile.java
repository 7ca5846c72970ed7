package dev.tengen.cli.solve;

import dev.tengen.file.AtomicFile;
import dev.tengen.solve.Solver;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;

/** A file with the proofs of a solver. Saving is atomic: a temporary file replaces the old one. */
final class ProofFile {
    private ProofFile() {}

    static void load(Solver solver, Path file) throws IOException {
        try (InputStream in = new BufferedInputStream(Files.newInputStream(file))) {
            solver.load(in);
        } catch (IOException e) {
            throw new IOException(file + " cannot be read: " + e.getMessage(), e);
        }
    }

    static void save(Solver solver, Path file) throws IOException {
        AtomicFile.replace(file, solver::save);
    }
}
