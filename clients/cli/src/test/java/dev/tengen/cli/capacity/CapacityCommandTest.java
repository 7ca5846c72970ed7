package dev.tengen.cli.capacity;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.tengen.cli.CommandRun;
import dev.tengen.cli.output.ExitCode;
import dev.tengen.server.DefaultCounts;
import dev.tengen.server.execution.MemoryArea;
import dev.tengen.server.execution.MemoryBudget;
import dev.tengen.server.execution.MemoryKind;
import dev.tengen.server.execution.MemoryLimits;
import org.junit.jupiter.api.Test;

class CapacityCommandTest {
    private static JsonNode capacity(String... options) throws Exception {
        String[] command = new String[options.length + 2];
        command[0] = "capacity";
        command[1] = "--json";
        System.arraycopy(options, 0, command, 2, options.length);
        CommandRun run = CommandRun.of(command);
        assertThat(run.exitCode()).isEqualTo(ExitCode.OK);
        return new ObjectMapper().readTree(run.lines().get(0)).get("capacity");
    }

    @Test
    void capacity_text_hasARowForEachSize() {
        CommandRun run = CommandRun.of("capacity", "--heap-megabytes", "512", "--size", "9,13x7");

        assertThat(run.exitCode()).isEqualTo(ExitCode.OK);
        assertThat(run.lines()).hasSize(8);
        assertThat(run.lines().get(0))
                .isEqualTo("heap 512 MB, of which clients may reserve 268 MB; encodings alphazero-17;"
                        + " opponent eye-safe-random");
        assertThat(run.lines().get(1))
                .matches("default limits: 10,000 sessions, [0-9]{2},[0-9]{3} lanes, [0-9],[0-9]{3},[0-9]{3} nodes,"
                        + " 10,000 trees");
        assertThat(run.lines().get(3)).matches(" +9x9 +243 .*");
        assertThat(run.lines().get(4)).matches(" +13x7 +273 .*");
        assertThat(run.lines().get(5)).isEqualTo("one principal, which may reserve 134 MB:");
        assertThat(run.lines().get(6)).matches(" +9x9 +243 .*");
    }

    @Test
    void capacity_counts_useUpTheBudgetOfTheUsableHeap() throws Exception {
        JsonNode shown = capacity("--heap-megabytes", "240", "--size", "19");
        // The serial collector keeps a thirtieth of the heap empty.
        long usable = 232L << 20;
        MemoryBudget budget = MemoryLimits.DEFAULT.newBudget(usable, usable);

        assertUsedUp(shown, "session", budget.limitBytes(MemoryKind.SESSION));
        assertUsedUp(shown, "node", budget.limitBytes(MemoryKind.TREE));
        assertUsedUp(shown, "tree", budget.limitBytes(MemoryKind.ROOT));
        // A lane also has parts of a request and of an answer, which are other kinds of memory.
        assertThat(shown.get("lane_count").asLong() * shown.get("lane_bytes").asLong())
                .isBetween(budget.limitBytes(MemoryKind.LANE), budget.totalBytes(MemoryArea.HEAP));
    }

    private static void assertUsedUp(JsonNode shown, String kind, long limit) {
        long bytes = shown.get(kind + "_bytes").asLong();
        assertThat(shown.get(kind + "_count").asLong() * bytes).as(kind).isBetween(limit - bytes, limit);
    }

    @Test
    void capacity_smallBoardsAndLargeHeap_areAtMostTheDefaultLimits() throws Exception {
        JsonNode shown = capacity("--heap-megabytes", "8192", "--size", "3");

        assertThat(shown.get("session_count").asInt()).isEqualTo(DefaultCounts.MAX_SESSION_COUNT);
        assertThat(shown.get("lane_count").asInt()).isEqualTo(DefaultCounts.MAX_LANE_COUNT);
        assertThat(shown.get("node_count").asInt()).isEqualTo(DefaultCounts.MAX_NODE_COUNT);
        assertThat(shown.get("tree_count").asInt()).isEqualTo(DefaultCounts.MAX_TREE_COUNT);
    }

    @Test
    void capacity_opponent_countsWithItsSearch() throws Exception {
        String[] options = {"--heap-megabytes", "512", "--size", "9", "--opponent", ""};

        options[5] = "none";
        JsonNode alone = capacity(options);
        options[5] = "eye-safe-random";
        JsonNode quick = capacity(options);
        options[5] = "monte-carlo";
        JsonNode searching = capacity(options);

        assertThat(quick.get("lane_bytes").asLong())
                .isGreaterThan(alone.get("lane_bytes").asLong());
        assertThat(quick.get("session_bytes").asLong())
                .isGreaterThan(alone.get("session_bytes").asLong());
        assertThat(searching.get("lane_count").asLong())
                .isLessThan(quick.get("lane_count").asLong());
    }

    @Test
    void capacity_moves_areTheLimitOfEpisodes() throws Exception {
        JsonNode few = capacity("--heap-megabytes", "512", "--size", "9", "--moves", "81");
        JsonNode usual = capacity("--heap-megabytes", "512", "--size", "9");

        assertThat(few.get("lane_bytes").asLong())
                .isLessThan(usual.get("lane_bytes").asLong());
        assertThat(CommandRun.of("capacity", "--moves", "-1").err()).contains("--moves -1 is outside [0, 1000000]");
    }

    @Test
    void capacity_encodings_makeLanesLarger() throws Exception {
        JsonNode bare = capacity("--heap-megabytes", "512", "--size", "19", "--encodings", "none");
        JsonNode encoded = capacity("--heap-megabytes", "512", "--size", "19", "--encodings", "katago-v7", "--floats");

        // A float32 observation of 22 planes, and as much again for the answer.
        assertThat(encoded.get("lane_bytes").asLong() - bare.get("lane_bytes").asLong())
                .isGreaterThan(2 * 22 * 361 * 4);
        assertThat(encoded.get("session_bytes")).isEqualTo(bare.get("session_bytes"));
    }

    @Test
    void capacity_encodingTwice_isAUsageError() {
        CommandRun run = CommandRun.of("capacity", "--encodings", "tactical,tactical");

        assertThat(run.exitCode()).isEqualTo(ExitCode.USAGE);
        assertThat(run.err()).contains("encodings with \"tactical\" twice is not a list of different encodings");
    }
}
