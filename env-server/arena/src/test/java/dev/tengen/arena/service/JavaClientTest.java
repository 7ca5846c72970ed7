package dev.tengen.arena.service;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.tengen.arena.host.ArenaSettings;
import dev.tengen.client.TengenClient;
import dev.tengen.client.arena.AgentAnswer;
import dev.tengen.client.arena.AgentGame;
import dev.tengen.client.arena.AgentPolicy;
import dev.tengen.client.arena.AgentSpec;
import dev.tengen.client.arena.AgentTurn;
import dev.tengen.client.arena.ArenaAgent;
import dev.tengen.client.arena.ArenaGame;
import dev.tengen.client.arena.GameEnding;
import dev.tengen.client.arena.GameVerdict;
import dev.tengen.client.arena.TengenArena;
import dev.tengen.client.arena.TournamentFormat;
import dev.tengen.client.arena.TournamentSpec;
import dev.tengen.client.arena.TournamentState;
import dev.tengen.client.arena.TournamentWatch;
import dev.tengen.client.error.TengenException;
import dev.tengen.server.ServerConfig;
import dev.tengen.server.TengenServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.logging.SimpleFormatter;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The Java client, with an arena: its agents, and the tournaments that it creates and watches. */
@SuppressWarnings("try") // An agent plays while it is there.
class JavaClientTest {
    @TempDir
    private Path folder;

    private TengenServer server;
    private TengenClient client;

    @BeforeEach
    void start() throws IOException {
        server = serve(0);
        client = TengenClient.connect("127.0.0.1:" + server.port());
    }

    private TengenServer serve(int port) throws IOException {
        ArenaSettings settings = new ArenaSettings(folder.resolve("arena.db").toString());
        return TengenServer.start(
                ServerConfig.DEFAULT.listeningAt("127.0.0.1", port),
                List.of(),
                List.of(context -> ArenaModule.open(settings, context)));
    }

    @AfterEach
    void stop() {
        client.close();
        server.close();
    }

    private static TournamentSpec cup(int pairCount) {
        return TournamentSpec.builder("cup", 5, 5, TournamentFormat.roundRobin(pairCount))
                .agent("ada")
                .player("greedy", "greedy")
                .seed(7)
                .build();
    }

    /** Plays the first legal point. Passes from move 20. */
    private static int choose(AgentTurn turn) {
        int action = 0;
        while (turn.moveNumber() < 20 && !turn.actionMask().isLegal(action)) {
            action++;
        }
        return turn.moveNumber() < 20 ? action : turn.game().passAction();
    }

    private static TournamentWatch.State last(TournamentWatch watch) {
        TournamentWatch.State state = watch.next();
        while (watch.hasNext()) {
            state = watch.next();
        }
        return state;
    }

    @Test
    void playInArena_tournamentWithABuiltInPlayer_isPlayedToItsEnd() {
        TengenArena arena = client.arena();
        List<GameEnding> endings = new CopyOnWriteArrayList<>();
        AgentPolicy policy = new AgentPolicy() {
            @Override
            public int choose(AgentTurn turn) {
                assertThat(turn.actions()).hasSize(turn.moveNumber());
                return JavaClientTest.choose(turn);
            }

            @Override
            public AgentAnswer answer(AgentTurn turn) {
                return AgentAnswer.of(choose(turn)).withWinProbability(0.25).withScoreLead(-1.5);
            }

            @Override
            public void end(AgentGame game, GameEnding ending) {
                endings.add(ending);
            }
        };
        arena.create(cup(3));

        try (ArenaAgent agent = client.playInArena("ada", policy)) {
            TournamentWatch.State end = last(arena.watch("cup"));

            assertThat(end.status().state()).isEqualTo(TournamentState.ENDED);
            assertThat(end.standings().rows()).hasSize(2);
            assertThat(arena.tournaments()).hasSize(1);
            assertThat(arena.games("cup")).hasSize(6).allMatch(game -> game.state() == ArenaGame.State.ENDED);
            assertThat(arena.record("cup/0")).startsWith("(;").contains("GN[cup/0]", "WP[0.25]");
            boolean isBlack = arena.games("cup").get(0).black().equals("ada");
            assertThat(arena.record("cup/0")).contains(isBlack ? "V[-1.5]" : "V[1.5]");
        }
        assertThat(endings).hasSize(6).extracting(GameEnding::verdict).containsOnly(GameVerdict.PASSES);
    }

    @Test
    void playInArena_agentThatExpectsToLose_resignsByTheRule() {
        client.arena()
                .create(TournamentSpec.builder("early", 5, 5, TournamentFormat.roundRobin(1))
                        .agent("ada")
                        .player("greedy", "greedy")
                        .rules("tromp-taylor", 6)
                        .resignRule(0.05, 2, 6, false)
                        .drawRule(0.1, 4, 0)
                        .endWhenSettled()
                        .build());
        AgentPolicy policy = new AgentPolicy() {
            @Override
            public int choose(AgentTurn turn) {
                return JavaClientTest.choose(turn);
            }

            @Override
            public AgentAnswer answer(AgentTurn turn) {
                return AgentAnswer.of(choose(turn)).withWinProbability(0.01);
            }
        };

        try (ArenaAgent agent = client.playInArena("ada", policy)) {
            last(client.arena().watch("early"));
        }

        assertThat(client.arena().games("early")).hasSize(2).allSatisfy(game -> {
            assertThat(game.ending().verdict()).isEqualTo(GameVerdict.RESIGN_RULE);
            assertThat(game.ending().result()).isEqualTo(game.black().equals("ada") ? "W+R" : "B+R");
        });
    }

    @Test
    void playInArena_bookAndTimeOdds_areThoseOfTheSpec() {
        Set<String> clocks = ConcurrentHashMap.newKeySet();
        client.arena()
                .create(TournamentSpec.builder("odds", 5, 5, TournamentFormat.roundRobin(1))
                        .agent("ada")
                        .player("greedy", "greedy")
                        .bookOpenings(List.of("# one opening", "C3 B2"))
                        .timeControl("none")
                        .playerTimeControl("ada", "20m")
                        .build());

        AgentPolicy policy = turn -> {
            clocks.add(turn.game().timeControl() + ", opponent " + turn.opponentLeft());
            return choose(turn);
        };
        try (ArenaAgent agent = client.playInArena("ada", policy)) {
            assertThat(last(client.arena().watch("odds")).status().state()).isEqualTo(TournamentState.ENDED);
        }

        assertThat(clocks).containsExactly("20m, opponent Optional.empty");
        assertThat(List.of(client.arena().record("odds/0"), client.arena().record("odds/1")))
                .allSatisfy(record -> assertThat(record).contains("Opening: book-2, moves: 2", ";B[cc];W[bd]"))
                .anySatisfy(record ->
                        assertThat(record).contains("Time control of Black: 20m\nTime control of White: none"))
                .anySatisfy(record ->
                        assertThat(record).contains("Time control of Black: none\nTime control of White: 20m"));
    }

    @Test
    void create_adjudicatorThatTheServerDoesNotAllow_namesIt() {
        TournamentSpec spec = TournamentSpec.builder("judged", 5, 5, TournamentFormat.roundRobin(1))
                .player("greedy", "greedy")
                .player("random", "random")
                .adjudicator("gtp:gnugo")
                .build();

        assertThatThrownBy(() -> client.arena().create(spec))
                .hasMessageContaining("adjudicator \"gtp:gnugo\" is not an engine of the server");
    }

    @Test
    void playerTimeControl_unknownPlayer_throws() {
        TournamentSpec.Builder spec = TournamentSpec.builder("cup", 5, 5, TournamentFormat.roundRobin(1));

        assertThatThrownBy(() -> spec.playerTimeControl("ada", "20m")).hasMessage("there is no player \"ada\"");
    }

    @Test
    @Tag("full")
    void playInArena_serverRestarted_resumes() throws IOException {
        client.arena().create(cup(20));

        try (ArenaAgent agent = client.playInArena("ada", JavaClientTest::choose)) {
            int port = server.port();
            TournamentWatch watch = client.arena().watch("cup");
            int endedCount = 0;
            while (endedCount < 4) {
                endedCount = watch.next().status().endedGameCount();
            }
            server.close();
            server = serve(port);

            try (TengenClient other = TengenClient.connect("127.0.0.1:" + port)) {
                assertThat(last(other.arena().watch("cup")).status().endedGameCount())
                        .isEqualTo(40);
            }
        }
    }

    @Test
    void playInArena_serverRestarted_logsWhatTheAgentWaitsFor() throws IOException {
        List<String> lines = new CopyOnWriteArrayList<>();
        Handler handler = new Handler() {
            @Override
            public void publish(LogRecord line) {
                lines.add(line.getLevel() + " " + new SimpleFormatter().formatMessage(line));
            }

            @Override
            public void flush() {}

            @Override
            public void close() {}
        };
        Logger log = Logger.getLogger(ArenaAgent.class.getName());
        log.addHandler(handler);
        String address = "127.0.0.1:" + server.port();
        try (ArenaAgent agent = client.playInArena("ada", JavaClientTest::choose)) {
            int port = server.port();
            server.close();
            awaitLine(lines, "WARNING Agent ada at " + address + " waits for the server, and retries: ");
            server = serve(port);
            awaitLine(lines, "INFO Agent ada at " + address + " has joined, and waits for games");
            client.arena().create(cup(1));
            awaitLine(lines, "INFO Agent ada at " + address + " plays BLACK against greedy in game ");
            awaitLine(lines, "INFO Agent ada at " + address + " has ended game ");
        } finally {
            log.removeHandler(handler);
        }
        assertThat(lines.get(0)).isEqualTo("INFO Agent ada at " + address + " has joined, and waits for games");
        assertThat(lines.stream().filter(line -> line.startsWith("WARNING"))).hasSize(1);
    }

    /** Waits for a line after the first, which is that of the first join. */
    private static void awaitLine(List<String> lines, String start) {
        await(start).forever().until(() -> lines.stream().skip(1).anyMatch(line -> line.startsWith(start)));
    }

    @Test
    void playInArena_nameThatIsTaken_throws() {
        try (ArenaAgent agent = client.playInArena("ada", JavaClientTest::choose)) {
            assertThatThrownBy(() ->
                            client.playInArena(AgentSpec.of("ada").withNameWait(Duration.ZERO), JavaClientTest::choose))
                    .isInstanceOfSatisfying(
                            TengenException.class, e -> assertThat(e.reason()).isEqualTo("AGENT_NAME_TAKEN"));
        }
    }

    @Test
    void playInArena_nameThatBecomesFree_joins() {
        ArenaAgent first = client.playInArena("ada", JavaClientTest::choose);
        CompletableFuture<ArenaAgent> second =
                CompletableFuture.supplyAsync(() -> client.playInArena("ada", JavaClientTest::choose));
        assertThat(second).isNotDone();

        first.close();

        try (ArenaAgent agent = second.orTimeout(20, TimeUnit.SECONDS).join()) {
            assertThat(client.arena().tournaments()).isEmpty();
        }
    }

    @Test
    void playInArena_keyFile_resumesTheGameOfTheAgentBefore() throws Exception {
        Path file = folder.resolve("ada.key");
        AgentSpec spec = AgentSpec.of("ada").withKeyFile(file);
        CountDownLatch thinking = new CountDownLatch(1);
        client.arena().create(cup(1));
        try (TengenClient other = TengenClient.connect("127.0.0.1:" + server.port())) {
            ArenaAgent stuck = other.playInArena(spec, turn -> {
                thinking.countDown();
                return turn.moveNumber() < 4 ? choose(turn) : chooseLate(turn);
            });
            assertThat(thinking.await(5, TimeUnit.MINUTES)).isTrue();

            try (ArenaAgent agent = client.playInArena(spec, JavaClientTest::choose)) {
                last(client.arena().watch("cup"));
            }
            assertThatThrownBy(stuck::awaitEnd)
                    .isInstanceOfSatisfying(
                            TengenException.class, e -> assertThat(e.reason()).isEqualTo("AGENT_REPLACED"));
        }

        assertThat(client.arena().games("cup"))
                .extracting(game -> game.ending().verdict())
                .containsOnly(GameVerdict.PASSES);
        assertThat(Files.readString(file)).matches("[0-9a-f]+\n");
    }

    private static void awaitQuietly(CountDownLatch latch) {
        try {
            assertThat(latch.await(5, TimeUnit.MINUTES)).isTrue();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Returns a move late, when another agent has the games. */
    private static int chooseLate(AgentTurn turn) {
        try {
            Thread.sleep(500);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        return choose(turn);
    }

    @Test
    void playInArena_fileWithoutAKey_isRefused() throws IOException {
        Path file = Files.writeString(folder.resolve("ada.key"), "no key");

        assertThatThrownBy(() -> client.playInArena(AgentSpec.of("ada").withKeyFile(file), JavaClientTest::choose))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("has no key of an agent");
    }

    @Test
    void leave_duringAGame_playsItAndNoMore() {
        client.arena().create(cup(2));
        AtomicReference<ArenaAgent> leaving = new AtomicReference<>();
        List<String> ended = new CopyOnWriteArrayList<>();
        CountDownLatch isSet = new CountDownLatch(1);
        leaving.set(client.playInArena("ada", new AgentPolicy() {
            @Override
            public int choose(AgentTurn turn) {
                awaitQuietly(isSet);
                leaving.get().leave();
                return JavaClientTest.choose(turn);
            }

            @Override
            public void end(AgentGame game, GameEnding ending) {
                ended.add(ending.verdict().name());
            }
        }));
        isSet.countDown();

        leaving.get().awaitEnd();

        assertThat(ended).containsExactly("PASSES");
        assertThat(client.arena().tournament("cup").missingAgents()).containsExactly("ada");
    }

    @Test
    void leave_withoutGames_endsAtOnce() {
        ArenaAgent agent = client.playInArena("ada", JavaClientTest::choose);

        agent.leave();
        agent.awaitEnd();

        client.playInArena(AgentSpec.of("ada").withNameWait(Duration.ZERO), JavaClientTest::choose)
                .close();
    }

    @Test
    void awaitEnd_policyThatThrows_throwsTheSame() {
        client.arena().create(cup(1));
        ArenaAgent agent = client.playInArena("ada", turn -> {
            throw new IllegalStateException("no idea");
        });

        assertThatThrownBy(agent::awaitEnd)
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("no idea");
    }

    @Test
    void cancel_tournamentThatWaits_isCancelled() {
        TengenArena arena = client.arena();
        arena.create(cup(1));

        assertThat(arena.cancel("cup").state()).isEqualTo(TournamentState.CANCELLED);
        assertThatThrownBy(() -> arena.cancel("cap"))
                .isInstanceOfSatisfying(
                        TengenException.class, e -> assertThat(e.reason()).isEqualTo("TOURNAMENT_NOT_FOUND"));
    }
}
