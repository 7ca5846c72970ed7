package dev.tengen.server.metrics;

import dev.tengen.proto.v1.OpenSelfPlay;
import dev.tengen.proto.v1.SelfPlaySettings;
import dev.tengen.server.ServerConfig;
import dev.tengen.server.testing.Calls;
import dev.tengen.server.testing.RunningServer;
import dev.tengen.server.testing.Scrape;
import dev.tengen.server.testing.SelfPlayCall;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** What the server counts of self-plays. */
class SearchMetricsTest {
    @RegisterExtension
    static final RunningServer SERVER = RunningServer.with(ServerConfig.DEFAULT.withHttp("127.0.0.1", 0));

    private static void await(double slots, double leaves, double games) {
        Scrape.awaitMetrics(
                SERVER,
                Map.of(
                        "tengen_lanes_open",
                        slots,
                        "tengen_leaves_evaluated_total",
                        leaves,
                        "tengen_episodes_total{end_reason=\"max_moves\"}",
                        games));
    }

    @Test
    void metrics_slotsLeavesAndGames_areCounted() throws Exception {
        await(0, 0, 0);
        try (SelfPlayCall call = new SelfPlayCall(SERVER.channel())) {
            call.open(OpenSelfPlay.newBuilder()
                    .addSpecs(Calls.square(5).setMaxMoves(1))
                    .setSelfPlay(SelfPlaySettings.newBuilder().setSimulationCount(2))
                    .setSlotCount(3)
                    .setMaxGameCount(3)
                    .build());
            await(3, 0, 0);
            call.ask(SelfPlayCall.beginning(0));
            // The root is the only position: its search ends with the games.
            call.ask(SelfPlayCall.even(0, 3, 26));
            await(3, 3, 3);
        }
        await(0, 3, 3);
    }
}
