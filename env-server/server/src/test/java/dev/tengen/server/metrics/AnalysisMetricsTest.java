package dev.tengen.server.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tengen.proto.v1.AnalysisServiceGrpc;
import dev.tengen.proto.v1.AnalyzedPosition;
import dev.tengen.proto.v1.DrawnPosition;
import dev.tengen.proto.v1.SolvePositionRequest;
import dev.tengen.server.ServerConfig;
import dev.tengen.server.testing.RunningServer;
import dev.tengen.server.testing.Scrape;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class AnalysisMetricsTest {
    @RegisterExtension
    static final RunningServer SERVER = RunningServer.with(ServerConfig.DEFAULT.withHttp("127.0.0.1", 0));

    private static final String CALLS = "grpc_server_processing_duration_seconds_count{method=\"SolvePosition\","
            + "method_type=\"UNARY\",service=\"tengen.v1.AnalysisService\",status_code=\"OK\"}";

    @Test
    void metrics_afterAnAnalysis_countItsCallAndItsNodes() throws Exception {
        SolvePositionRequest request = SolvePositionRequest.newBuilder()
                .setPosition(AnalyzedPosition.newBuilder()
                        .setDrawing(DrawnPosition.newBuilder().addRows("...").addRows("...")))
                .build();

        long nodes = AnalysisServiceGrpc.newBlockingStub(SERVER.channel())
                .solvePosition(request)
                .getNodeCount();

        assertThat(nodes).isPositive();
        Scrape.awaitMetrics(
                SERVER, Map.of(CALLS, 1.0, "tengen_analysis_nodes_total", (double) nodes, "tengen_analyses_open", 0.0));
    }
}
