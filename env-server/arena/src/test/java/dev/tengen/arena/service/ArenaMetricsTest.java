package dev.tengen.arena.service;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tengen.arena.host.AgentSettings;
import dev.tengen.proto.v1.AgentTurn;
import dev.tengen.server.ServerConfig;
import dev.tengen.server.testing.Scrape;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The metrics of the arena. */
class ArenaMetricsTest {
    private static final String AGENTS = "tengen_arena_agents";
    private static final String OPEN_GAMES = "tengen_arena_games_open";
    private static final String TURNS = "tengen_arena_turns_seconds_count";
    private static final int RESIGNATION = -2;

    @TempDir
    private Path folder;

    private ServedArena arena;

    @BeforeEach
    void start() {
        arena = ServedArena.start(folder, AgentSettings.DEFAULT, ServerConfig.DEFAULT.withHttp("127.0.0.1", 0));
    }

    @AfterEach
    void stop() {
        arena.close();
    }

    private Map<String, Double> metrics() throws Exception {
        Map<String, Double> metrics = Scrape.metrics(arena.server());
        metrics.keySet().removeIf(name -> !name.startsWith("tengen_arena_"));
        return metrics;
    }

    private static String games(String verdict) {
        return "tengen_arena_games_total{verdict=\"" + verdict + "\"}";
    }

    @Test
    void metrics_beforeAnything_areThereAtZero() throws Exception {
        assertThat(metrics())
                .containsKeys(AGENTS, OPEN_GAMES, TURNS, games("passes"), games("engine_failure"))
                .allSatisfy((name, value) -> assertThat(value).as(name).isZero());
    }

    @Test
    @Tag("full")
    void metrics_gamesOfAnAgent_areCountedAndNothingStaysOpen() throws Exception {
        arena.create(Specs.roundRobin("cup", 1, "ada", "random=random")
                .setConcurrency(1)
                .build());
        RawAgent ada = arena.join("ada", RawAgent.Policy.SILENT);
        AgentTurn first = ada.awaitTurn();
        assertThat(metrics())
                .containsEntry(AGENTS, 1.0)
                .containsEntry(OPEN_GAMES, 1.0)
                .containsEntry(TURNS, 0.0);

        ada.answer(first, RESIGNATION);
        AgentTurn second = ada.await(response -> response.getTurn().getGameId().equals("cup/1"))
                .getTurn();
        assertThat(metrics()).containsEntry(games("resignation"), 1.0).containsEntry(TURNS, 1.0);
        ada.answer(second, RESIGNATION);
        arena.awaitEnd("cup");
        awaitEndOf(ada);

        Map<String, Double> after = metrics();
        assertThat(after)
                .containsEntry(AGENTS, 0.0)
                .containsEntry(OPEN_GAMES, 0.0)
                .containsEntry(games("resignation"), 2.0)
                .containsEntry(games("disconnection"), 0.0)
                .containsEntry(TURNS, 2.0)
                .containsEntry("tengen_arena_turns_seconds_bucket{le=\"+Inf\"}", 2.0);
        assertThat(after.get("tengen_arena_turns_seconds_sum")).isPositive();
    }

    private void awaitEndOf(RawAgent agent) throws InterruptedException {
        Semaphore changes = new Semaphore(0);
        Runnable unwatch = arena.arena().agents().onFree(changes::release);
        agent.close();
        while (arena.arena().agents().connectedCount() > 0) {
            assertThat(changes.tryAcquire(5, TimeUnit.MINUTES)).isTrue();
        }
        unwatch.run();
    }
}
