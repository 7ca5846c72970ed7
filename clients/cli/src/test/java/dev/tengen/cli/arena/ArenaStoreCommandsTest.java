package dev.tengen.cli.arena;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.tengen.arena.store.ArenaStore;
import dev.tengen.cli.CommandRun;
import dev.tengen.cli.output.ExitCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The commands that report on the tournaments of a store. */
class ArenaStoreCommandsTest {
    @TempDir
    private static Path folder;

    private static String cup;
    private static String both;
    private static String standings;

    @BeforeAll
    static void play() throws IOException {
        Path file = Files.writeString(folder.resolve("cup.yaml"), """
                players: [greedy, random]
                format: {round_robin: {pairs: 2}}
                size: 5
                """);
        cup = folder.resolve("cup").toString();
        both = folder.resolve("both.db").toString();
        standings = CommandRun.of("arena", "run", file.toString(), "--out", cup).out();
        CommandRun.of(
                "arena", "run", file.toString(), "--out", folder.resolve("a").toString(), "--store", both);
        Path other = Files.writeString(folder.resolve("other.yaml"), Files.readString(file));
        CommandRun.of(
                "arena", "run", other.toString(), "--out", folder.resolve("b").toString(), "--store", both);
    }

    @Test
    void list_store_namesTheOldestFirst() {
        CommandRun run = CommandRun.of("arena", "list", both);

        assertThat(run.lines()).hasSize(2);
        assertThat(run.lines().get(0)).startsWith("cup: ended, 2 players, created 20");
        assertThat(run.lines().get(1)).startsWith("other: ended, ");
    }

    @Test
    void list_json_isAnObjectEach() throws IOException {
        JsonNode first = new ObjectMapper()
                .readTree(CommandRun.of("arena", "list", both, "--json").lines().get(0));

        assertThat(first.get("name").asText()).isEqualTo("cup");
        assertThat(first.get("state").asText()).isEqualTo("ended");
    }

    @Test
    void names_ofAgents_areListedAndReleased() {
        String store = folder.resolve("names.db").toString();
        Instant noon = Instant.parse("2026-01-02T12:00:00Z");
        try (ArenaStore open = ArenaStore.open(store)) {
            open.agentNames().claim("bot", "ann", 1, noon);
        }

        CommandRun listed = CommandRun.of("arena", "names", store);
        CommandRun released = CommandRun.of("arena", "names", store, "--release", "bot");

        assertThat(listed.lines()).containsExactly("bot: belongs to ann since 2026-01-02T12:00:00Z");
        assertThat(released.exitCode()).isZero();
        assertThat(CommandRun.of("arena", "names", store).out()).isEmpty();
        assertThat(CommandRun.of("arena", "names", store, "--release", "bot").exitCode())
                .isEqualTo(ExitCode.USAGE);
    }

    @Test
    void standings_onlyTournamentOfAFolder_areThoseOfTheRun() {
        CommandRun run = CommandRun.of("arena", "standings", cup);

        assertThat(standings).startsWith(run.out());
        assertThat(run.lines()).hasSizeGreaterThan(4);
    }

    @Test
    void standings_json_isOneObject() throws IOException {
        CommandRun run = CommandRun.of("arena", "standings", both, "other", "--json");

        assertThat(new ObjectMapper().readTree(run.out()).get("name").asText()).isEqualTo("other");
    }

    @Test
    void games_tournament_areListed() {
        CommandRun run = CommandRun.of("arena", "games", cup);

        assertThat(run.lines()).hasSize(4);
        assertThat(run.lines().get(0)).matches("    0  (greedy v random|random v greedy)  [BW]\\+\\d+\\.5, passes");
    }

    @Test
    void games_json_isAnObjectEach() throws IOException {
        CommandRun run = CommandRun.of("arena", "games", cup, "--json");

        assertThat(run.lines()).hasSize(4);
        JsonNode last = new ObjectMapper().readTree(run.lines().get(3));
        assertThat(last.get("number").asInt()).isEqualTo(3);
        assertThat(last.get("verdict").asText()).isEqualTo("PASSES");
    }

    @Test
    void export_tournament_writesWhatTheRunWrote() throws IOException {
        Path out = folder.resolve("exported");

        CommandRun run = CommandRun.of("arena", "export", cup, "cup", "--out", out.toString());

        assertThat(run.out()).isEqualToIgnoringNewLines("cup: 4 games exported to " + out);
        for (String name : ArenaFiles.NAMES) {
            assertThat(out.resolve(name)).hasSameBinaryContentAs(Path.of(cup).resolve(name));
        }
    }

    @Test
    void standings_oneOfSeveral_mustBeNamed() {
        CommandRun run = CommandRun.of("arena", "standings", both);

        assertThat(run.exitCode()).isEqualTo(ExitCode.USAGE);
        assertThat(run.err()).isEqualToIgnoringNewLines("tengen: name one of the tournaments [cup, other]");
    }

    @Test
    void standings_unknownTournament_fails() {
        CommandRun run = CommandRun.of("arena", "standings", both, "third");

        assertThat(run.exitCode()).isEqualTo(ExitCode.FAILED);
        assertThat(run.err()).contains("third");
    }

    @Test
    void list_noStore_isRefusedAndNotMade() {
        Path none = folder.resolve("none.db");

        CommandRun run = CommandRun.of("arena", "list", none.toString());

        assertThat(run.exitCode()).isEqualTo(ExitCode.USAGE);
        assertThat(run.err()).isEqualToIgnoringNewLines("tengen: there is no store at " + none);
        assertThat(none).doesNotExist();
    }

    @Test
    void list_somethingElse_saysSo() throws IOException {
        Path file = Files.writeString(folder.resolve("text.db"), "this is no database".repeat(100));

        CommandRun run = CommandRun.of("arena", "list", file.toString());

        assertThat(run.exitCode()).isEqualTo(ExitCode.UNAVAILABLE);
        assertThat(run.err()).startsWith("tengen: ").contains("text.db");
    }
}
