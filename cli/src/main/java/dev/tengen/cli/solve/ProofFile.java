package dev.tengen.cli.solve;

import dev.tengen.solve.Solver;
import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

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
        Path absolute = file.toAbsolutePath();
        Path part = absolute.resolveSibling(absolute.getFileName() + ".part");
        try (OutputStream out = new BufferedOutputStream(Files.newOutputStream(part))) {
            solver.save(out);
        }
        Files.move(part, absolute, StandardCopyOption.REPLACE_EXISTING);
    }
}
