package dev.tengen.cli.arena;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tengen.cli.CommandRun;
import dev.tengen.cli.Main;
import dev.tengen.cli.output.ExitCode;
import dev.tengen.client.TengenClient;
import dev.tengen.client.arena.AgentGame;
import dev.tengen.client.arena.AgentPolicy;
import dev.tengen.client.arena.AgentTurn;
import dev.tengen.client.arena.GameEnding;
import io.grpc.Grpc;
import io.grpc.InsecureChannelCredentials;
import io.grpc.ManagedChannel;
import java.io.BufferedReader;
import java.io.PipedReader;
import java.io.PipedWriter;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tournaments with agents. */
class ArenaAgentsTest {
    private static final Pattern WHERE = Pattern.compile("Agents join at (\\S+), each under its player's name, .*");

    @TempDir
    private Path folder;

    @Test
    @Tag("full")
    void run_agents_areWaitedForAndPlay() throws Exception {
        Path file = Files.writeString(folder.resolve("cup.yaml"), """
                players: [{name: ada, player: agent}, {name: ben, player: agent}, random]
                format: {round_robin: {pairs: 2}}
                size: 4
                max_moves: -1
                concurrency: 3
                """);
        StringWriter out = new StringWriter();
        try (PipedReader pipe = new PipedReader(1 << 16);
                BufferedReader messages = new BufferedReader(pipe)) {
            PrintWriter err = new PrintWriter(new PipedWriter(pipe), true);
            CompletableFuture<Integer> exitCode = run(file, out, err);
            assertThat(messages.readLine()).startsWith("cup: 3 players, 12 games on 4x4; ");
            Matcher where = WHERE.matcher(messages.readLine());
            assertThat(where.matches()).isTrue();
            assertThat(messages.readLine()).isEqualTo("Waiting for ada, ben.");
            ManagedChannel channel = Grpc.newChannelBuilder(where.group(1), InsecureChannelCredentials.create())
                    .build();

            LowestPointAgent ada = LowestPointAgent.join(channel, "ada");
            assertThat(messages.readLine()).isEqualTo("Waiting for ben.");
            LowestPointAgent ben = LowestPointAgent.join(channel, "ben");
            assertThat(messages.readLine()).isEqualTo("All agents are here.");

            assertThat(exitCode.join()).isZero();
            assertThat(ada.awaitEnd()).isEmpty();
            assertThat(ben.awaitEnd()).isEmpty();
            err.close();
            assertThat(messages.readLine()).isNull(); // Nobody waits for the agents that have left.
            channel.shutdownNow();
        }
        assertThat(out.toString()).startsWith("cup: ended, 12 games over").contains("How games ended: passes 12");
        assertThat(new ArenaFiles(folder.resolve("out")).games("cup")).hasSize(12);
    }

    /** Runs a tournament, whose agents join at a free port. */
    private CompletableFuture<Integer> run(Path file, StringWriter out, PrintWriter err) {
        return CompletableFuture.supplyAsync(() -> Main.commandLine(Map.of())
                .setOut(new PrintWriter(out))
                .setErr(err)
                .execute(
                        "arena",
                        "run",
                        file.toString(),
                        "--port",
                        "0",
                        "--out",
                        folder.resolve("out").toString()));
    }

    @Test
    void run_agentOfTheJavaClient_leavesWhenTheTournamentIsOver() throws Exception {
        Path file = Files.writeString(folder.resolve("cup.yaml"), """
                players: [{name: ada, player: agent}, random]
                format: {round_robin: {pairs: 1}}
                size: 3
                """);
        try (PipedReader pipe = new PipedReader(1 << 16);
                PrintWriter err = new PrintWriter(new PipedWriter(pipe), true);
                BufferedReader messages = new BufferedReader(pipe)) {
            CompletableFuture<Integer> exitCode = run(file, new StringWriter(), err);
            messages.readLine();
            Matcher where = WHERE.matcher(messages.readLine());
            assertThat(where.matches()).isTrue();
            List<String> results = new CopyOnWriteArrayList<>();

            try (TengenClient client = TengenClient.connect(where.group(1))) {
                client.playInArena("ada", new Passer(results)).awaitEnd();
            }

            assertThat(results).hasSize(2);
            assertThat(exitCode.join()).isZero();
        }
    }

    /** An agent that passes, and adds the results of its games to {@code results}. */
    private record Passer(List<String> results) implements AgentPolicy {
        @Override
        public int choose(AgentTurn turn) {
            return turn.game().passAction();
        }

        @Override
        public void end(AgentGame game, GameEnding ending) {
            results.add(ending.result());
        }
    }

    @Test
    void run_portInUse_saysWhatToDo() throws Exception {
        Path file = Files.writeString(folder.resolve("cup.yaml"), """
                players: [{name: ada, player: agent}, random]
                format: {round_robin: {pairs: 1}}
                size: 4
                """);
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            CommandRun run = CommandRun.of(
                    "arena",
                    "run",
                    file.toString(),
                    "--out",
                    folder.resolve("out").toString(),
                    "--port",
                    Integer.toString(taken.getLocalPort()));

            assertThat(run.exitCode()).isEqualTo(ExitCode.UNAVAILABLE);
            assertThat(run.err())
                    .endsWith("; choose another address for agents with --host and --port" + System.lineSeparator());
        }
    }
}
