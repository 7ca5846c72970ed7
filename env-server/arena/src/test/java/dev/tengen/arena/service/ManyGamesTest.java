package dev.tengen.arena.service;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tengen.arena.host.AgentSettings;
import dev.tengen.arena.store.StoredResult;
import dev.tengen.proto.v1.AnswerOutcome;
import dev.tengen.proto.v1.AnswerReceipt;
import dev.tengen.proto.v1.JoinArena;
import dev.tengen.proto.v1.PlayResponse;
import dev.tengen.proto.v1.WatchTournamentResponse;
import dev.tengen.server.ServerConfig;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Hundreds of concurrent games. Prints the latency from an answer to its receipt. */
@Tag("full")
class ManyGamesTest {
    private static final List<String> AGENTS = List.of("ada", "ben", "cleo", "dan");

    @TempDir
    private Path folder;

    @Test
    void play_60GamesAtOnce_losesNoTurn() {
        play(60, 4);
    }

    @Test
    @Tag("long")
    void play_500GamesAtOnce_losesNoTurn() {
        play(500, 34);
    }

    private void play(int concurrency, int pairCount) {
        AgentSettings agents = new AgentSettings(10, Duration.ofSeconds(60));
        try (ServedArena arena = ServedArena.start(folder, agents, ServerConfig.DEFAULT)) {
            Queue<Long> waits = new ConcurrentLinkedQueue<>();
            List<RawAgent> joined = new ArrayList<>();
            for (String name : AGENTS) {
                joined.add(join(arena, name, waits));
            }
            String[] players = Stream.concat(AGENTS.stream(), Stream.of("greedy=greedy", "safe=eye-safe-random"))
                    .toArray(String[]::new);

            arena.create(Specs.roundRobin("cup", pairCount, players)
                    .setConcurrency(concurrency)
                    .build());
            WatchTournamentResponse last = arena.awaitEnd("cup");

            assertThat(last.getTournament().getEndedGameCount()).isEqualTo(30 * pairCount);
            assertThat(arena.arena().store().results().list("cup"))
                    .extracting(StoredResult::verdict)
                    .isSubsetOf("PASSES", "MOVE_LIMIT");
            for (RawAgent agent : joined) {
                agent.requireConsistentTurns();
                assertThat(agent.receipts())
                        .extracting(AnswerReceipt::getOutcome)
                        .containsOnly(AnswerOutcome.ANSWER_OUTCOME_ACCEPTED);
            }
            print(waits, concurrency);
        }
    }

    private static RawAgent join(ServedArena arena, String name, Queue<Long> waits) {
        JoinArena join =
                JoinArena.newBuilder().setName(name).setMaxGameCount(1024).build();
        Map<String, Long> sent = new ConcurrentHashMap<>();
        RawAgent agent = RawAgent.join(arena.channel(), join, (self, turn) -> {
            sent.put(turn.getGameId() + "#" + turn.getMoveNumber(), System.nanoTime());
            RawAgent.Policy.FIRST_LEGAL.play(self, turn);
        });
        agent.onResponse((PlayResponse response) -> {
            if (response.hasReceipt()) {
                AnswerReceipt receipt = response.getReceipt();
                Long begin = sent.remove(receipt.getGameId() + "#" + receipt.getMoveNumber());
                waits.add(System.nanoTime() - begin);
            }
        });
        return agent;
    }

    private static void print(Queue<Long> waits, int concurrency) {
        long[] sorted = waits.stream().mapToLong(Long::longValue).sorted().toArray();
        System.out.printf(
                "%d games at once, %d turns: answer to receipt p50 %d us, p90 %d us, p99 %d us, longest %d us%n",
                concurrency,
                sorted.length,
                Arrays.stream(sorted).skip(sorted.length / 2).findFirst().orElse(0) / 1000,
                Arrays.stream(sorted).skip(sorted.length * 9L / 10).findFirst().orElse(0) / 1000,
                Arrays.stream(sorted)
                                .skip(sorted.length * 99L / 100)
                                .findFirst()
                                .orElse(0)
                        / 1000,
                sorted[sorted.length - 1] / 1000);
    }
}
