package dev.tengen.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tengen.board.Grid;
import dev.tengen.env.EnvironmentSpec;
import dev.tengen.game.Rules;
import dev.tengen.game.Setup;
import dev.tengen.server.execution.MemoryArea;
import dev.tengen.server.execution.MemoryBudget;
import dev.tengen.server.execution.MemoryLimits;
import java.util.Map;
import org.junit.jupiter.api.Test;

class DefaultCountsTest {
    private static final long MEGABYTE = 1L << 20;

    private static MemoryBudget budget(long heapMegabytes) {
        return MemoryLimits.DEFAULT.newBudget(heapMegabytes * MEGABYTE, heapMegabytes * MEGABYTE);
    }

    @Test
    void of_largeHeap_isTheGreatest() {
        assertThat(DefaultCounts.of(budget(16 << 10)))
                .isEqualTo(new DefaultCounts(
                        DefaultCounts.MAX_SESSION_COUNT,
                        DefaultCounts.MAX_LANE_COUNT,
                        DefaultCounts.MAX_NODE_COUNT,
                        DefaultCounts.MAX_TREE_COUNT));
    }

    @Test
    void of_smallHeap_isWhatFits() {
        MemoryBudget budget = budget(128);
        DefaultCounts counts = DefaultCounts.of(budget);

        EnvironmentSpec spec = EnvironmentSpec.builder(Setup.empty(Grid.square(9)), Rules.TROMP_TAYLOR)
                .maxMoves(81)
                .build();
        long sessionBytes = Capacity.of(budget, spec).sessionBytes();
        // The server remembers the answer that opened each session.
        long openedBytes = sessionBytes + Capacity.REMEMBERED_OPENING_BYTES;
        long limit = budget.totalBytes(MemoryArea.HEAP) - Capacity.CLIENT_BYTES;
        assertThat(counts.sessionCount() * openedBytes).isBetween(limit - openedBytes, limit);
        assertThat(counts.laneCount()).isBetween(1_000, 20_000);
        assertThat(counts.nodeCount()).isBetween(1_000_000, 1_500_000);
        assertThat(counts.treeCount()).isBetween(1_000, DefaultCounts.MAX_TREE_COUNT - 1);
    }

    /** The benchmark of sessions opens 10,000 in a heap of 512 MB. */
    @Test
    void of_halfAGigabyte_allowsAllSessions() {
        assertThat(DefaultCounts.of(budget(512)).sessionCount()).isEqualTo(DefaultCounts.MAX_SESSION_COUNT);
    }

    @Test
    void of_noMemory_isOne() {
        assertThat(DefaultCounts.of(new MemoryBudget(0, Map.of()))).isEqualTo(new DefaultCounts(1, 1, 1, 1));
    }

    @Test
    void withDefaults_otherMemory_followsIt() {
        ServerConfig config = ServerConfig.withDefaults(new MemoryLimits(8 * MEGABYTE, 0, Map.of()));

        assertThat(config.sessionLimits().maxSessionCount()).isBetween(100, 2_000);
        assertThat(config.maxLaneCount()).isBetween(100, 4_000);
        assertThat(config.forestLimits().maxNodeCount()).isBetween(100_000, 300_000);
        assertThat(config.forestLimits().maxTreeCount()).isBetween(100, 2_000);
        assertThat(config.memoryLimits().maxBytes()).isEqualTo(8 * MEGABYTE);
        assertThat(config.withSessionLimits(ServerConfig.DEFAULT.sessionLimits())
                        .withMaxLaneCount(ServerConfig.DEFAULT.maxLaneCount())
                        .withForestLimits(ServerConfig.DEFAULT.forestLimits())
                        .withMemoryLimits(MemoryLimits.DEFAULT))
                .isEqualTo(ServerConfig.DEFAULT);
    }
}
