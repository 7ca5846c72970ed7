package dev.tengen.server.metrics;

import static dev.tengen.server.testing.Calls.square;

import dev.tengen.proto.v1.OpenForest;
import dev.tengen.proto.v1.TreeRoot;
import dev.tengen.server.ServerConfig;
import dev.tengen.server.testing.RunningServer;
import dev.tengen.server.testing.Scrape;
import dev.tengen.server.testing.TreeCall;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** What the server counts of trees. */
class TreeMetricsTest {
    private static final RunningServer SERVER = RunningServer.with(ServerConfig.DEFAULT.withHttp("127.0.0.1", 0));

    @BeforeAll
    static void start() {
        SERVER.start();
    }

    @AfterAll
    static void stop() {
        SERVER.close();
    }

    private static void await(double nodes, double trees, double expanded) {
        Scrape.awaitMetrics(
                SERVER,
                Map.of(
                        "tengen_nodes_open",
                        nodes,
                        "tengen_trees_open",
                        trees,
                        "tengen_nodes_expanded_total",
                        expanded));
    }

    @Test
    void metrics_nodesThatComeAndGo_areCounted() throws Exception {
        await(0, 0, 0);
        try (TreeCall call = TreeCall.open(
                SERVER.channel(), OpenForest.newBuilder().setWidth(9).setHeight(9))) {
            call.receive();
            TreeRoot.Builder root = TreeRoot.newBuilder().setSpec(square(9));
            long node = call.plant(root, root, root).get(0);
            await(3, 3, 0);
            call.expand(new long[] {node, node, node, node}, 1, 2, 3, 99);
            await(6, 3, 3);
            call.ask(TreeCall.releasing(node));
            await(2, 2, 3);
        }
        await(0, 0, 3);
    }
}
