package dev.tengen.server.metrics;

import static dev.tengen.server.testing.BatchCall.ints;
import static dev.tengen.server.testing.Calls.square;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.tengen.base.SplitMix64;
import dev.tengen.proto.v1.EndReason;
import dev.tengen.proto.v1.IllegalReason;
import dev.tengen.proto.v1.LaneStates;
import dev.tengen.proto.v1.OpenBatch;
import dev.tengen.server.ServerConfig;
import dev.tengen.server.testing.BatchCall;
import dev.tengen.server.testing.RunningServer;
import dev.tengen.server.testing.Scrape;
import java.time.Duration;
import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** What the server counts of lanes equals what a client counts in rows. */
class BatchMetricsTest {
    private static final int LANES = 50;
    private static final String RESERVED_LANES = "tengen_reserved_ratio{resource=\"lanes\"}";
    private static final String RESERVED_SESSIONS = "tengen_reserved_ratio{resource=\"sessions\"}";

    @RegisterExtension
    final RunningServer server = RunningServer.with(ServerConfig.DEFAULT.withHttp("127.0.0.1", 0));

    private final SplitMix64 random = new SplitMix64(8);
    private final Map<String, Double> counted = new TreeMap<>();

    private void count(String metric) {
        counted.merge(metric, 1.0, Double::sum);
    }

    private void count(LaneStates states) {
        int[] actions = ints(states.getActions());
        for (int row = 0; row < actions.length; row++) {
            IllegalReason reason =
                    IllegalReason.forNumber(states.getIllegalReasons().byteAt(row));
            boolean isIllegal = reason != IllegalReason.ILLEGAL_REASON_UNSPECIFIED;
            if (isIllegal) {
                count("tengen_illegal_actions_total{reason=\"" + label(reason, "illegal_reason_") + "\"}");
            } else if (actions[row] != -1) {
                count("tengen_steps_total");
            }
            EndReason end = EndReason.forNumber(states.getEndReasons().byteAt(row));
            if (end != EndReason.END_REASON_UNSPECIFIED && actions[row] != -1 && !isIllegal) {
                count("tengen_episodes_total{end_reason=\"" + label(end, "end_reason_") + "\"}");
            }
        }
    }

    private static String label(Enum<?> value, String prefix) {
        return value.name().toLowerCase(Locale.ROOT).replace(prefix, "");
    }

    private int[] actions() {
        int[] actions = new int[LANES];
        Arrays.setAll(actions, lane -> random.nextInt(3) == 0 ? random.nextInt(14) - 2 : -3);
        return actions;
    }

    @Test
    void metrics_randomPlayInAllModes_equalWhatTheClientCounted() throws Exception {
        for (int mode = 1; mode <= 3; mode++) {
            OpenBatch.Builder open = OpenBatch.newBuilder()
                    .setLaneCount(LANES)
                    .addSeeds(mode)
                    .setAutoresetModeValue(mode)
                    .addSpecs(square(3).setMaxMoves(20));
            try (BatchCall call = BatchCall.open(server.channel(), open)) {
                call.receive();
                for (int step = 0; step < 60; step++) {
                    call.step(actions());
                    count(call.receive().getStates());
                }
                counted.put("tengen_lanes_open", (double) LANES);
                Scrape.awaitMetrics(server, counted);
            }
            counted.put("tengen_lanes_open", 0.0);
            Scrape.awaitMetrics(server, counted);
        }
        assertThat(counted).hasSizeGreaterThan(8);
    }

    /** The autoscaler of servers reads this: lanes count although nobody steps them. */
    @Test
    void reservedRatio_idleLanes_isTheirShareOfTheServer() throws Exception {
        int maxLaneCount = ServerConfig.DEFAULT.maxLaneCount();
        Scrape.awaitMetrics(server, Map.of(RESERVED_LANES, 0.0, RESERVED_SESSIONS, 0.0));
        int laneCount = maxLaneCount / 10;
        OpenBatch.Builder open = OpenBatch.newBuilder().setLaneCount(laneCount).addSpecs(square(3));
        try (BatchCall call = BatchCall.open(server.channel(), open)) {
            call.receive();

            Map<String, Double> metrics = Scrape.metrics(server);
            double lanes = metrics.get(RESERVED_LANES);
            double bytes = metrics.get("tengen_memory_reserved_bytes{kind=\"lane\"}");
            assertThat(lanes)
                    .isEqualTo(Math.max(
                            (double) laneCount / maxLaneCount,
                            bytes / metrics.get("tengen_memory_limit_bytes{kind=\"lane\"}")))
                    .isBetween(0.09, 1.0);
            assertThat(metrics.get("tengen_reserved_ratio{resource=\"memory\"}"))
                    .isGreaterThanOrEqualTo(bytes / metrics.get("tengen_memory_total_bytes{area=\"heap\"}"))
                    .isLessThan(1.0);
        }
        Scrape.awaitMetrics(server, Map.of(RESERVED_LANES, 0.0));
    }

    /** A reader that takes no answer costs the server a few of them, not one for each request. */
    @Test
    void metrics_stalledReader_areThoseOfAFewRequests() throws Exception {
        OpenBatch.Builder open =
                OpenBatch.newBuilder().setLaneCount(1000).addSpecs(square(19).addEncodings("alphazero-17"));
        try (BatchCall call = BatchCall.open(server.channel(), open)) {
            call.receive();
            call.stall();
            int[] actions = new int[1000];
            Arrays.fill(actions, -3);
            for (int request = 0; request < 100; request++) {
                call.step(actions);
            }

            AtomicReference<Double> last = new AtomicReference<>(-1.0);
            Callable<Boolean> isIdle = () -> {
                Double now = Scrape.metrics(server).get("tengen_steps_total");
                return now.equals(last.getAndSet(now));
            };
            await().forever().during(Duration.ofMillis(500)).forever().until(isIdle);
            assertThat(last.get()).isBetween(1000.0, 20_000.0);
        }
    }
}
