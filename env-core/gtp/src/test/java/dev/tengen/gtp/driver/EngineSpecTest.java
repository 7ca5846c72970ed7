package dev.tengen.gtp.driver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tengen.base.InvalidValueException;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class EngineSpecTest {
    @Test
    void of_commandWithQuotes_isSplitAsAShellDoes() {
        EngineSpec spec = EngineSpec.of("katago", "katago  gtp -config 'my dir/a b.cfg' -x \"\" --y=\"it's\"$HOME;|");

        assertThat(spec.command())
                .containsExactly("katago", "gtp", "-config", "my dir/a b.cfg", "-x", "", "--y=it's$HOME;|");
    }

    @Test
    void of_openQuote_isRejected() {
        assertThatThrownBy(() -> EngineSpec.of("e", "run 'this"))
                .isInstanceOf(InvalidValueException.class)
                .hasMessage("command of engine e run 'this is not text in which every quote is closed");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "  ", "\t"})
    void of_noCommand_isRejected(String command) {
        assertThatThrownBy(() -> EngineSpec.of("e", command)).hasMessageContaining("a program and its arguments");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "a b", "a=b", "é", "01234567890123456789012345678901234567890"})
    void of_otherName_isRejected(String name) {
        assertThatThrownBy(() -> EngineSpec.of(name, "run")).hasMessageStartingWith("engine \"" + name + "\" is not");
    }

    @Test
    void requireProgram_onThePath_isFound(@TempDir Path folder) throws IOException {
        Path program = Files.createFile(folder.resolve("engine"));
        String path = "/no/such/folder" + File.pathSeparator + folder;

        assertThatThrownBy(() -> EngineSpec.of("e", "engine --gtp").requireProgram(path))
                .isInstanceOf(InvalidValueException.class)
                .hasMessage("engine e cannot be started: the PATH has no program \"engine\"");
        assertThat(program.toFile().setExecutable(true)).isTrue();
        EngineSpec.of("e", "engine --gtp").requireProgram(path);
    }

    @Test
    void requireProgram_withAFolder_isNotLookedForOnThePath(@TempDir Path folder) throws IOException {
        Path program = Files.createFile(folder.resolve("engine"));

        assertThatThrownBy(() -> EngineSpec.of("e", program + " --gtp").requireProgram())
                .hasMessage("engine e cannot be started: \"" + program + "\" is not executable");
        assertThatThrownBy(() -> EngineSpec.of("e", "bin/engine").requireProgram(folder.toString()))
                .hasMessage("engine e cannot be started: \"bin/engine\" does not exist");
        assertThat(program.toFile().setExecutable(true)).isTrue();
        EngineSpec.of("e", program + " --gtp").requireProgram();
    }

    @Test
    void requireProgram_folder_isNotAProgram(@TempDir Path folder) {
        assertThatThrownBy(() -> EngineSpec.of("e", folder.toString()).requireProgram())
                .hasMessageEndingWith("is not executable");
    }

    @Test
    void withTimeouts_outOfRange_areRejected() {
        EngineSpec spec = EngineSpec.of("e", "run");

        assertThatThrownBy(() -> spec.withMoveTimeout(Duration.ZERO))
                .hasMessage("move_timeout_ms 0 is outside [1, 3600000]");
        assertThatThrownBy(() -> spec.withStartTimeout(Duration.ofHours(2)))
                .hasMessage("start_timeout_ms 7200000 is outside [1, 3600000]");
        assertThat(spec.withMoveTimeout(Duration.ofHours(1)).moveTimeout()).contains(Duration.ofHours(1));
    }
}
