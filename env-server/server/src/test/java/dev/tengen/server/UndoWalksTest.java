package dev.tengen.server;

import static org.assertj.core.api.Assertions.assertThat;

import com.github.benmanes.caffeine.cache.Ticker;
import dev.tengen.base.SplitMix64;
import dev.tengen.proto.v1.EnvironmentServiceGrpc;
import dev.tengen.proto.v1.EnvironmentServiceGrpc.EnvironmentServiceBlockingStub;
import dev.tengen.proto.v1.GetServerInfoResponse;
import dev.tengen.server.execution.ActivityListener;
import dev.tengen.server.service.EnvironmentService;
import dev.tengen.server.session.Sessions;
import dev.tengen.server.testing.LocalCalls;
import dev.tengen.server.testing.UndoWalk;
import dev.tengen.testing.TestSize;
import io.grpc.ManagedChannel;
import io.grpc.Server;
import io.grpc.inprocess.InProcessChannelBuilder;
import io.grpc.inprocess.InProcessServerBuilder;
import java.io.IOException;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Random walks of play and undo in sessions equal environments that play the remaining moves from the start: under
 * every preset and rule, with opponents, ends, proposals of dead stones, retries and copies.
 */
@Tag("reference")
class UndoWalksTest {
    private static final String NAME = InProcessServerBuilder.generateName();
    private static Server server;
    private static ManagedChannel channel;

    @BeforeAll
    static void start() throws IOException {
        Sessions sessions =
                new Sessions(ServerConfig.DEFAULT.sessionLimits(), Ticker.systemTicker(), ActivityListener.NONE);
        server = InProcessServerBuilder.forName(NAME)
                .intercept(LocalCalls.interceptor())
                .directExecutor()
                .addService(new EnvironmentService(sessions, GetServerInfoResponse.getDefaultInstance()))
                .build()
                .start();
        channel = InProcessChannelBuilder.forName(NAME).directExecutor().build();
    }

    @AfterAll
    static void stop() {
        channel.shutdownNow();
        server.shutdownNow();
    }

    private static Map<String, Integer> walk(int walkCount) {
        EnvironmentServiceBlockingStub stub = EnvironmentServiceGrpc.newBlockingStub(channel);
        Map<String, Integer> counts = new TreeMap<>();
        for (long seed = 1; seed <= walkCount; seed++) {
            try {
                UndoWalk.compare(stub, new SplitMix64(seed), counts);
            } catch (RuntimeException | AssertionError e) {
                throw new AssertionError("walk of seed " + seed, e);
            }
        }
        return counts;
    }

    @Test
    void undo_randomWalks_equalFreshReplays() {
        int count = TestSize.of(400);
        requireInteresting(walk(count), count);
    }

    @Test
    @Tag("long")
    void undo_tenThousandRandomWalks_equalFreshReplays() {
        requireInteresting(walk(10_000), 10_000);
    }

    /** Requires that so many walks have met enough of everything. Half of the counts must come up in 200 walks. */
    private static void requireInteresting(Map<String, Integer> counts, int walkCount) {
        Map<String, Integer> least = Map.ofEntries(
                Map.entry("undos", 2000),
                Map.entry("undos with an opponent", 800),
                Map.entry("refused undos", 800),
                Map.entry("retries after an undo", 500),
                Map.entry("bans of simple ko after an undo", 10),
                Map.entry("bans of superko after an undo", 80),
                Map.entry("undone captures", 400),
                Map.entry("undone suicides", 50),
                Map.entry("undone proposals", 8),
                Map.entry("undone PASSES", 120),
                Map.entry("undone RESIGNATION", 120),
                Map.entry("undone ILLEGAL_ACTION", 18),
                Map.entry("undone MAX_MOVES", 120),
                Map.entry("undone MAX_ILLEGAL_ACTIONS", 10),
                Map.entry("undone REPETITION", 4),
                Map.entry("sums of rewards", 900));
        assertThat(counts).containsEntry("comparisons", 60 * walkCount).containsEntry("copies", walkCount);
        least.forEach((what, count) -> assertThat(counts.getOrDefault(what, 0))
                .as(what + " of " + counts)
                .isGreaterThanOrEqualTo(count * walkCount / 400));
    }
}
