package dev.tengen.proto;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** The protoc of the build, from Maven Central. It runs on the unmodified folder, with no options but those given. */
final class Protoc {
    private Protoc() {}

    /** Generates code for all files of the contract and fails if protoc does, or if it prints a warning. */
    static void generate(Path output, String... options) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>();
        command.add(executable(output).toString());
        command.addAll(List.of(options));
        command.addAll(Contract.files());
        Command protoc = Command.run(Contract.FOLDER, command.toArray(String[]::new));

        assertThat(protoc).isEqualTo(new Command(0, ""));
    }

    /** Returns a copy that may be executed, since Maven does not set that permission. */
    private static Path executable(Path folder) throws IOException {
        Path repository = Path.of(System.getProperty("tengen.protoc.folder"));
        try (Stream<Path> files = Files.list(repository)) {
            Path downloaded = files.filter(file -> file.toString().endsWith(".exe"))
                    .findFirst()
                    .orElseThrow(() -> new AssertionError("the build has put no protoc in " + repository));
            Path copy = Files.copy(downloaded, folder.resolve("protoc"), StandardCopyOption.REPLACE_EXISTING);
            assertThat(copy.toFile().setExecutable(true)).isTrue();
            return copy;
        }
    }
}
