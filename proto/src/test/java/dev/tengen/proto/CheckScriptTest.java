package dev.tengen.proto;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code proto/check} itself, run in a copy of the module. */
@Tag("full")
class CheckScriptTest {
    private static final String NEW_FILE = "tengen/v1/extra.proto";

    @TempDir
    private Path root;

    private Path module;

    @BeforeEach
    void copyModule() throws IOException {
        module = root.resolve("proto");
        copy("../pom.xml");
        for (String file : List.of("pom.xml", "buf.yaml", "buf", "check", Contract.BASELINE.toString())) {
            copy(file);
        }
        for (String file : Contract.files()) {
            copy(Contract.FOLDER.resolve(file).toString());
        }
    }

    private void copy(String file) throws IOException {
        Path target = module.resolve(file).normalize();
        Files.createDirectories(target.getParent());
        Files.copy(Path.of(file), target);
    }

    private Command check(String... options) throws Exception {
        String[] command = new String[options.length + 1];
        command[0] = "./check";
        System.arraycopy(options, 0, command, 1, options.length);
        return Command.run(module, command);
    }

    private void addFile() throws IOException {
        String header = Files.readString(module.resolve(Contract.FOLDER).resolve("tengen/v1/rules.proto"))
                .replaceFirst("(?s)\n// [^\n]*\nmessage .*", "")
                .replace("RulesProto", "ExtraProto");
        String message = "\n// One number.\nmessage Extra {\n  // The number.\n  uint32 number = 1;\n}\n";
        Files.writeString(module.resolve(Contract.FOLDER).resolve(NEW_FILE), header + message);
    }

    private void replace(String file, String before, String after) throws IOException {
        Path path = module.resolve(file);
        String text = Files.readString(path);
        assertThat(text).contains(before);
        Files.writeString(path, text.replace(before, after));
    }

    /** Replaces the version of the project. */
    private void setVersion(String version) throws IOException {
        Path pom = module.resolve("pom.xml");
        Files.writeString(
                pom,
                Files.readString(pom).replaceFirst("<version>[^<]*</version>", "<version>" + version + "</version>"));
    }

    @Test
    void check_renumberedField_fails() throws Exception {
        replace("src/main/proto/tengen/v1/tree.proto", "repeated TreeRoot roots = 1;", "repeated TreeRoot roots = 2;");

        Command check = check();

        assertThat(check.exitCode()).as(check.output()).isNotZero();
        assertThat(check.output()).contains("tree.proto", "PlantTrees");
    }

    @Test
    void check_fileAddedBetweenReleases_passesAndNamesIt() throws Exception {
        setVersion("0.1.1-SNAPSHOT");
        addFile();

        Command check = check();

        assertThat(check.exitCode()).as(check.output()).isZero();
        assertThat(check.output()).contains(NEW_FILE + " is new since the last release");
    }

    @Test
    void check_release_requiresABaselineThatEqualsTheContract() throws Exception {
        setVersion("0.1.1");
        addFile();

        Command before = check();
        Command renewal = check("--baseline");
        Command after = check();

        assertThat(before.exitCode()).isNotZero();
        assertThat(before.output()).contains("run proto/check --baseline");
        assertThat(renewal).isEqualTo(new Command(0, ""));
        assertThat(after.exitCode()).as(after.output()).isZero();
        assertThat(after.output()).doesNotContain(NEW_FILE);
    }
}
