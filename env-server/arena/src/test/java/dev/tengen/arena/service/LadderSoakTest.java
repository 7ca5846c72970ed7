package dev.tengen.arena.service;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tengen.arena.game.Verdict;
import dev.tengen.arena.settings.FormatSettings;
import dev.tengen.arena.store.ArenaStore;
import dev.tengen.arena.store.GameState;
import dev.tengen.arena.store.StoredGame;
import dev.tengen.arena.store.StoredResult;
import dev.tengen.proto.v1.LadderRow;
import dev.tengen.proto.v1.LeaveArena;
import dev.tengen.proto.v1.PlayRequest;
import io.grpc.ManagedChannel;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;

/**
 * A compressed day of a ladder: agents come and go, some of them without a word, and the server restarts. No game is
 * lost but those that disconnected agents forfeit, every player keeps its games, and the memory stays flat.
 */
@Isolated("The memory of other tests would count.")
@Tag("full")
class LadderSoakTest {
    private static final int AGENT_COUNT = 12;
    private static final long MEMORY_SLACK_BYTES = 12L << 20;

    @TempDir
    private Path folder;

    private final Random random = new Random(3);

    /** A connected agent with a connection of its own. */
    private record Visitor(ManagedChannel channel, RawAgent agent) {
        /** Leaves after the games, or drops the connection in the middle of them. */
        private void go(boolean isAbrupt) {
            if (isAbrupt) {
                channel.shutdownNow();
            } else {
                agent.send(PlayRequest.newBuilder()
                        .setLeave(LeaveArena.getDefaultInstance())
                        .build());
                channel.shutdown(); // After its stream has ended.
            }
        }
    }

    @Test
    void day_fewHours_losesNoGame() throws Exception {
        play(4, 2, 1_000);
    }

    @Test
    @Tag("long")
    void day_24Hours_losesNoGame() throws Exception {
        play(24, 4, 6_000);
    }

    private void play(int hourCount, int restartEvery, int millisPerHour) throws Exception {
        Map<String, Integer> gameCounts = new HashMap<>();
        List<Long> memory = new ArrayList<>();
        int abruptCount = 0;
        for (int hour = 0; hour < hourCount; ) {
            Map<String, Visitor> visitors = new HashMap<>();
            try (ServedArena arena = LadderFixture.start(folder, new FormatSettings.Ladder(2, 1_000_000, 100, 100))) {
                requireKept(arena, gameCounts);
                for (int i = 0; i < restartEvery && hour < hourCount; i++, hour++) {
                    for (int visit = 0; visit < 10; visit++) {
                        abruptCount += comeOrGo(arena, visitors) ? 1 : 0;
                        TimeUnit.MILLISECONDS.sleep(millisPerHour / 10);
                    }
                }
                memory.add(usedMemory());
                LadderFixture.ladder(arena)
                        .getLadder()
                        .getRowsList()
                        .forEach(row -> gameCounts.put(row.getPlayer(), row.getGameCount()));
            } finally {
                visitors.values().forEach(visitor -> visitor.go(true));
            }
        }
        check(abruptCount, memory);
    }

    /** Lets a random agent come, or go if it is there. Returns whether it went without a word. */
    private boolean comeOrGo(ServedArena arena, Map<String, Visitor> visitors) {
        int number = random.nextInt(AGENT_COUNT);
        String name = "agent" + number;
        Visitor present = visitors.remove(name);
        if (present != null) {
            boolean isAbrupt = random.nextBoolean();
            present.go(isAbrupt);
            return isAbrupt;
        }
        ManagedChannel channel = arena.connect();
        String version = "1." + random.nextInt(2);
        visitors.put(name, new Visitor(channel, LadderFixture.join(channel, name, version)));
        return false;
    }

    private static void requireKept(ServedArena arena, Map<String, Integer> gameCounts) {
        List<LadderRow> rows = LadderFixture.ladder(arena).getLadder().getRowsList();
        gameCounts.forEach((player, count) -> assertThat(rows)
                .as("rows after a restart")
                .anyMatch(row -> row.getPlayer().equals(player) && row.getGameCount() >= count));
    }

    private static long usedMemory() throws InterruptedException {
        long least = Long.MAX_VALUE;
        for (int i = 0; i < 3; i++) {
            System.gc();
            TimeUnit.MILLISECONDS.sleep(50);
            Runtime runtime = Runtime.getRuntime();
            least = Math.min(least, runtime.totalMemory() - runtime.freeMemory());
        }
        return least;
    }

    private void check(int goneCount, List<Long> memory) {
        try (ArenaStore store = ArenaStore.open(folder.resolve("arena.db").toString())) {
            List<StoredGame> games = store.games().list(LadderFixture.NAME);
            List<StoredResult> results = store.results().list(LadderFixture.NAME);
            long forfeitCount = results.stream()
                    .filter(result -> result.verdict().equals(Verdict.DISCONNECTION.name()))
                    .count();
            long waitingCount = games.size() - results.size();
            System.out.printf(
                    "ladder: %d games, %d forfeited by %d agents that went, %d wait, memory %s MB%n",
                    results.size(),
                    forfeitCount,
                    goneCount,
                    waitingCount,
                    memory.stream().map(bytes -> bytes >> 20).toList());
            assertThat(results).isNotEmpty();
            assertThat(games).noneMatch(game -> game.state() == GameState.RUNNING);
            assertThat(games).extracting(StoredGame::game).doesNotHaveDuplicates();
            assertThat(results)
                    .extracting(StoredResult::verdict)
                    .as("a game ends by the rules, or an agent that went forfeits it")
                    .isSubsetOf(
                            Verdict.PASSES.name(),
                            Verdict.REPETITION.name(),
                            Verdict.MOVE_LIMIT.name(),
                            Verdict.DISCONNECTION.name());
            assertThat(forfeitCount).isLessThanOrEqualTo(2L * goneCount);
            assertThat(waitingCount).as("second games of pairs").isLessThanOrEqualTo(2L * AGENT_COUNT * 2 * 2);
        }
        assertThat(memory.get(memory.size() - 1)).isLessThan(memory.get(0) + MEMORY_SLACK_BYTES);
    }
}
