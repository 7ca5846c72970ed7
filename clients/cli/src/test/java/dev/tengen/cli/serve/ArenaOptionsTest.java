package dev.tengen.cli.serve;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tengen.arena.settings.FormatSettings;
import dev.tengen.arena.settings.TournamentSettings;
import dev.tengen.base.InvalidValueException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

class ArenaOptionsTest {
    @TempDir
    private Path folder;

    private static ArenaOptions parse(String... arguments) {
        ArenaOptions options = new ArenaOptions();
        new CommandLine(new Command(options)).parseArgs(arguments);
        return options;
    }

    @CommandLine.Command
    private static final class Command {
        @CommandLine.Mixin
        private final ArenaOptions options;

        Command(ArenaOptions options) {
            this.options = options;
        }
    }

    private String file(String text) throws IOException {
        return Files.writeString(folder.resolve("open.yaml"), text).toString();
    }

    @Test
    void ladder_file_hasTheNameOfTheFileAndDefaults() throws IOException {
        String file = file(
                "players: [{name: greedy, player: greedy, rating: 600}]\nformat: {ladder: {games_each: 3}}\nsize: 7\n");

        TournamentSettings settings = parse("--arena", "arena.db", "--ladder", file)
                .ladder()
                .orElseThrow()
                .settings();

        assertThat(settings.name()).isEqualTo("open");
        assertThat(settings.format()).isEqualTo(new FormatSettings.Ladder(3, 1_000, 256, 20));
        assertThat(settings.ratingOptions().anchors()).containsEntry("greedy", 600.0);
    }

    @Test
    void ladder_noPlayers_isAllowed() throws IOException {
        String file = file("players: []\nformat: {ladder: {}}\nsize: 7\n");

        assertThat(parse("--arena", "arena.db", "--ladder", file).ladder()).isPresent();
    }

    @Test
    void ladder_none_isEmpty() throws IOException {
        assertThat(parse("--arena", "arena.db").ladder()).isEmpty();
    }

    @Test
    void ladder_withoutArena_isRefused() throws IOException {
        String file = file("players: []\nformat: {ladder: {}}\nsize: 7\n");

        assertThatThrownBy(() -> parse("--ladder", file).ladder())
                .isInstanceOf(InvalidValueException.class)
                .hasMessageContaining("--ladder needs --arena");
    }

    @Test
    void ladder_fileOfATournament_isRefused() throws IOException {
        String file = file("players: [greedy, random]\nformat: {round_robin: {pairs: 1}}\nsize: 7\n");

        assertThatThrownBy(() -> parse("--arena", "arena.db", "--ladder", file).ladder())
                .isInstanceOf(InvalidValueException.class)
                .hasMessageContaining("is not the file of a ladder");
    }

    @Test
    void ladder_limitOutOfRange_namesTheKey() throws IOException {
        String file = file("players: []\nformat: {ladder: {games_each: 65}}\nsize: 7\n");

        assertThatThrownBy(() -> parse("--arena", "arena.db", "--ladder", file).ladder())
                .isInstanceOf(InvalidValueException.class)
                .hasMessageContaining("games_each 65");
    }
}
