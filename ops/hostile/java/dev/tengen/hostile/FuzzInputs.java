package dev.tengen.hostile;

import java.io.IOException;
import java.net.URISyntaxException;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;

/** The stored inputs of fuzz tests: files in the resource folder that Jazzer reads, too. */
final class FuzzInputs {
    /** The lock of fuzz tests, since Jazzer keeps its state in static fields. */
    static final String JAZZER = "jazzer";

    private FuzzInputs() {}

    /** Returns the stored inputs of the fuzz test {@code method} of {@code type}, in the order of their names. */
    static List<byte[]> of(Class<?> type, String method) throws IOException {
        URL folder = Objects.requireNonNull(
                type.getResource(type.getSimpleName() + "Inputs/" + method), () -> "no inputs of " + method);
        List<byte[]> inputs = new ArrayList<>();
        try (Stream<Path> files = Files.list(Path.of(folder.toURI()))) {
            for (Path file : files.sorted().toList()) {
                inputs.add(Files.readAllBytes(file));
            }
        } catch (URISyntaxException e) {
            throw new AssertionError("the folder of a class has a valid name", e);
        }
        return inputs;
    }
}
