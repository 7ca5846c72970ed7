package dev.tengen.proto;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.tengen.proto.v1.CreateSessionRequest;
import dev.tengen.proto.v1.EnvironmentSpec;
import dev.tengen.proto.v1.Rules;
import dev.tengen.proto.v1.Symmetry;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The module of a Go programmer: {@code protoc --go_out=.} in its root, without other options, gives a package that the
 * program imports. Skipped if Go is not installed. The first run downloads and compiles the Go plug-in of protoc.
 */
@Tag("full")
class GoTest {
    private static final Path PROGRAM = Path.of("src/test/go");
    private static final int OLDEST_MINOR_VERSION = 23;

    @TempDir
    private Path module;

    @BeforeAll
    static void requireGo() throws Exception {
        String version;
        try {
            version = Command.run(PROGRAM, "go", "env", "GOVERSION").output().strip();
        } catch (IOException e) {
            version = "none";
        }
        Matcher matcher = Pattern.compile("go1\\.(\\d+).*").matcher(version);
        assumeTrue(
                matcher.matches() && Integer.parseInt(matcher.group(1)) >= OLDEST_MINOR_VERSION,
                "needs Go 1." + OLDEST_MINOR_VERSION + " or later; found: " + version);
    }

    private String go(String... words) throws Exception {
        Command go = Command.run(module, words);
        assertThat(go.exitCode()).as(go.output()).isZero();
        return go.output();
    }

    @Test
    void protoc_goOut_givesAPackageThatAProgramUses() throws Exception {
        for (String file : List.of("go.mod", "go.sum", "main.go")) {
            Files.copy(PROGRAM.resolve(file), module.resolve(file));
        }
        Path plugin = module.resolve("protoc-gen-go");
        go("go", "build", "-o", plugin.toString(), "google.golang.org/protobuf/cmd/protoc-gen-go");

        Protoc.generate(module, "--plugin=protoc-gen-go=" + plugin, "--go_out=" + module);
        go("go", "vet", "./...");
        String printed = go("go", "run", ".").strip();

        assertThat(module.resolve("tengen/v1")).isDirectoryContaining("glob:**.pb.go");
        assertThat(CreateSessionRequest.parseFrom(HexFormat.of().parseHex(printed)))
                .isEqualTo(CreateSessionRequest.newBuilder()
                        .setRequestId("from-go")
                        .setSpec(EnvironmentSpec.newBuilder()
                                .setWidth(9)
                                .setHeight(13)
                                .setRules(
                                        Rules.newBuilder().setPreset("japanese").setKomi(6.5))
                                .setMaxMoves(-1)
                                .setSymmetry(Symmetry.SYMMETRY_DRAWN))
                        .setSeed(1L << 63)
                        .build());
    }
}
