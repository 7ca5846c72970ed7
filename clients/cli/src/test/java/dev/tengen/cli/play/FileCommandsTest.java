package dev.tengen.cli.play;

import static dev.tengen.cli.play.BoardSessions.KO;
import static dev.tengen.cli.play.BoardSessions.drawn;
import static dev.tengen.cli.play.BoardSessions.empty;
import static dev.tengen.cli.play.BoardSessions.rejection;
import static dev.tengen.cli.play.BoardSessions.run;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tengen.board.Grid;
import dev.tengen.game.RulesPreset;
import dev.tengen.game.RulesText;
import dev.tengen.game.Scoring;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class FileCommandsTest {
    @TempDir
    private Path folder;

    private static int moveNumber(CommandInterpreter commands) {
        return commands.session().game().moveNumber();
    }

    @Test
    void saveAndLoad_setUpGame_isTheSame() {
        Path file = folder.resolve("a game.sgf");
        CommandInterpreter first = drawn(KO);
        run(first, "C2", "D1", "pass", "komi 0.5", "save " + file);
        CommandInterpreter second = empty(9);

        CommandResult result = run(second, "load " + file);

        assertThat(result.text()).isEqualTo(file + ": 4x3, 3 moves.");
        assertThat(second.session().game().stateHash())
                .isEqualTo(first.session().game().stateHash());
    }

    @Test
    void save_existingFile_isRefused() throws IOException {
        Path file = Files.writeString(folder.resolve("kept"), "as it was");

        assertThat(rejection(empty(3), "save " + file)).isEqualTo(file + " exists already; choose another name.");
        assertThat(file).content().isEqualTo("as it was");
    }

    @Test
    void load_illegalMove_stopsBeforeItAndSaysWhy() throws IOException {
        Path file = Files.writeString(folder.resolve("ko.sgf"), "(;GM[1]SZ[3]KM[0];B[bb];W[bb])");
        CommandInterpreter commands = empty(9);

        CommandResult result = run(commands, "load " + file);

        assertThat(result.text()).endsWith("The game stops here, move 2: B2 is illegal: a black stone stands there.");
        assertThat(moveNumber(commands)).isEqualTo(1);
    }

    @Test
    void load_noSuchFile_isRefused() {
        assertThat(rejection(empty(3), "load /no/such/file")).endsWith("cannot be read: there is no such file");
    }

    @Test
    void load_recordThatNamesRules_playsByThem() throws IOException {
        Path file =
                Files.writeString(folder.resolve("aga.sgf"), "(;GM[1]SZ[5]KM[0]RU[AGA]HA[2]AB[bb][dd];W[cc];W[ca])");
        CommandInterpreter commands = empty(9);

        CommandResult result = run(commands, "load " + file);

        assertThat(result.text())
                .isEqualTo(
                        file + ": 5x5, 2 moves.\nWarning: move 2 (White C5) is out of turn; a pass of Black is inserted"
                                + " before it");
        assertThat(run(commands, "board").text())
                .isEqualTo(
                        "5x5 board, ko situational, suicide forbidden, handicap bonus n-minus-one, komi 0.0, 2 passes"
                                + " end the game.");
        assertThat(run(commands, "score").text()).contains("1 point for handicap stones");
    }

    @Test
    void load_unknownRules_keepsTheTablesAndSaysSo() throws IOException {
        Path file = Files.writeString(folder.resolve("house.sgf"), "(;GM[1]SZ[5]KM[0]RU[house])");
        CommandInterpreter commands = empty(9);

        CommandResult result = run(commands, "rules japanese", "load " + file);

        assertThat(result.text()).endsWith("Warning: RU: the rules \"house\" are unknown; used instead: japanese");
        assertThat(commands.session().game().rules().scoring()).isEqualTo(Scoring.TERRITORY);
    }

    /** Every preset is restored from its record. */
    @ParameterizedTest
    @EnumSource(RulesPreset.class)
    void saveAndLoad_everyPreset_isTheSameGame(RulesPreset preset) {
        boolean isSaid = !RulesText.name(preset.rules(Grid.square(4))).isEmpty();
        Path file = folder.resolve("saved.sgf");
        CommandInterpreter first = empty(4);
        run(first, "rules " + preset.presetName(), "B2", "C3", "pass", "D4", "save " + file);
        CommandInterpreter second = empty(9);

        run(second, "load " + file);

        assertThat(isSaid).isTrue();
        assertThat(second.session().game().stateHash())
                .isEqualTo(first.session().game().stateHash());
    }
}
