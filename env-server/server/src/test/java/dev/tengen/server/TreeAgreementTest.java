package dev.tengen.server;

import static org.assertj.core.api.Assertions.assertThat;

import com.github.benmanes.caffeine.cache.Ticker;
import dev.tengen.proto.v1.GetServerInfoResponse;
import dev.tengen.server.execution.ActivityListener;
import dev.tengen.server.execution.DrainHooks;
import dev.tengen.server.execution.MemoryBudget;
import dev.tengen.server.execution.RowExecutor;
import dev.tengen.server.quota.Quotas;
import dev.tengen.server.service.EnvironmentService;
import dev.tengen.server.service.SlowReaders;
import dev.tengen.server.service.TreeService;
import dev.tengen.server.session.Sessions;
import dev.tengen.server.testing.GrownTrees;
import dev.tengen.server.testing.LocalCalls;
import dev.tengen.server.testing.RunningServer;
import dev.tengen.server.tree.Forests;
import dev.tengen.testing.TestSize;
import io.grpc.ManagedChannel;
import io.grpc.Server;
import io.grpc.inprocess.InProcessChannelBuilder;
import io.grpc.inprocess.InProcessServerBuilder;
import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The nodes of random trees equal the answers of Step along the same lines. */
@Tag("reference")
class TreeAgreementTest {
    private static void requireInterestingCases(Map<String, Integer> counts, int nodeCount) {
        assertThat(counts.get("compared")).isGreaterThanOrEqualTo(nodeCount - nodeCount / 50);
        assertThat(counts)
                .containsKeys("in progress", "terminated", "truncated", "paid", "observed", "in agreement")
                .containsKeys("refused by OCCUPIED", "refused by OUT_OF_RANGE", "refused by EPISODE_OVER");
        if (nodeCount >= 20_000) {
            assertThat(counts).containsKeys("refused by SUICIDE", "refused by REPETITION");
        }
    }

    @Test
    void expand_inProcess_equalsStep() throws IOException {
        String name = InProcessServerBuilder.generateName();
        Sessions sessions =
                new Sessions(ServerConfig.DEFAULT.sessionLimits(), Ticker.systemTicker(), ActivityListener.NONE);
        RowExecutor executor = new RowExecutor();
        ScheduledExecutorService timer = Executors.newSingleThreadScheduledExecutor();
        SlowReaders slowReaders = new SlowReaders(timer, Duration.ofMinutes(1));
        Forests forests = new Forests(
                ServerConfig.DEFAULT.forestLimits(),
                64 << 20,
                executor,
                new DrainHooks(),
                ActivityListener.NONE,
                MemoryBudget.unlimited());
        Server server = InProcessServerBuilder.forName(name)
                .intercept(LocalCalls.interceptor())
                .directExecutor()
                .addService(new EnvironmentService(sessions, GetServerInfoResponse.getDefaultInstance()))
                .addService(new TreeService(forests, sessions, slowReaders, Quotas.defaults(0)))
                .build()
                .start();
        ManagedChannel channel =
                InProcessChannelBuilder.forName(name).directExecutor().build();
        try {
            int nodeCount = TestSize.of(20_000);
            requireInterestingCases(new GrownTrees(channel, 1).compare(nodeCount), nodeCount);
        } finally {
            channel.shutdownNow();
            server.shutdownNow();
            slowReaders.close();
            timer.shutdownNow();
            executor.close();
        }
    }

    @Test
    @Tag("full")
    void expand_overTcp_equalsStep() {
        compareOverTcp(2_000);
    }

    @Test
    @Tag("long")
    void expand_twentyThousandOverTcp_equalsStep() {
        compareOverTcp(20_000);
    }

    private static void compareOverTcp(int nodeCount) {
        try (RunningServer server = RunningServer.withDefaults().start()) {
            requireInterestingCases(new GrownTrees(server.channel(), 2).compare(nodeCount), nodeCount);
        }
    }
}
