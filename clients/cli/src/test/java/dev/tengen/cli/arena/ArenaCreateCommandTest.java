package dev.tengen.cli.arena;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tengen.arena.host.ArenaSettings;
import dev.tengen.arena.service.ArenaModule;
import dev.tengen.cli.CommandRun;
import dev.tengen.cli.output.ExitCode;
import dev.tengen.client.TengenClient;
import dev.tengen.client.arena.TournamentStatus;
import dev.tengen.server.ServerConfig;
import dev.tengen.server.TengenServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code arena create} with a server. {@link ArenaWorkerCommandTest} has stores. */
class ArenaCreateCommandTest {
    @TempDir
    private Path folder;

    private TengenServer serve() throws IOException {
        ArenaSettings settings = new ArenaSettings(folder.resolve("arena.db").toString());
        return TengenServer.start(
                ServerConfig.DEFAULT.listeningAt("127.0.0.1", 0),
                List.of(),
                List.of(context -> ArenaModule.open(settings, context)));
    }

    private CommandRun create(String yaml, String... options) throws IOException {
        Path file = Files.writeString(folder.resolve("cup.yaml"), yaml);
        String[] words = new String[3 + options.length];
        System.arraycopy(new String[] {"arena", "create", file.toString()}, 0, words, 0, 3);
        System.arraycopy(options, 0, words, 3, options.length);
        return CommandRun.of(words);
    }

    @Test
    void create_address_createsTheTournamentOfTheFileOnTheServer() throws IOException {
        String cup = """
                players: [{name: ada, player: agent}, {name: gr, player: greedy, rating: 500}]
                format: {round_robin: {pairs: 3}}
                size: 7x5
                seed: 4
                """;
        try (TengenServer server = serve();
                TengenClient client = TengenClient.connect("127.0.0.1:" + server.port())) {
            String address = "127.0.0.1:" + server.port();

            CommandRun first = create(cup, "--address", address);
            CommandRun again = create(cup, "--address", address);
            CommandRun changed = create(cup + "max_moves: 9\n", "--address", address);

            assertThat(first.err()).isEmpty();
            assertThat(first.out()).isEqualToIgnoringNewLines("cup: created; the server at " + address + " plays it");
            assertThat(again.exitCode()).isZero();
            assertThat(changed.exitCode()).isEqualTo(ExitCode.FAILED);
            assertThat(changed.err()).contains("there is another tournament \"cup\"");
            TournamentStatus created = client.arena().tournament("cup");
            assertThat(created.spec().players()).containsExactly("ada", "gr");
            assertThat(created.missingAgents()).containsExactly("ada");
            assertThat(created.gameCount()).hasValue(6);
        }
    }

    @Test
    void create_engineThatTheServerDoesNotHave_isRefused() throws IOException {
        try (TengenServer server = serve()) {
            CommandRun run = create("""
                    players: [greedy, {name: gnu, player: "gtp:gnugo"}]
                    format: {round_robin: {pairs: 1}}
                    size: 5
                    engines: {gnugo: "gnugo --mode gtp"}
                    """, "--address", "127.0.0.1:" + server.port());

            assertThat(run.exitCode()).isEqualTo(ExitCode.FAILED);
            assertThat(run.err()).contains("gtp:gnugo");
        }
    }

    @Test
    void create_neitherStoreNorAddress_isRefused() throws IOException {
        CommandRun run = create("size: 5\n");

        assertThat(run.exitCode()).isEqualTo(ExitCode.USAGE);
        assertThat(run.err()).contains("--store", "--address", "Try 'tengen arena create --help'");
    }
}
