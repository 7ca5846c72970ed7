package dev.tengen.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tengen.env.Environment;
import dev.tengen.env.EnvironmentBatch;
import dev.tengen.game.Game;
import dev.tengen.proto.v1.OpenBatch;
import dev.tengen.proto.v1.RunResponse;
import dev.tengen.server.batch.Batch;
import dev.tengen.server.convert.BatchConverter;
import dev.tengen.server.service.BatchService;
import dev.tengen.server.testing.BatchCall;
import dev.tengen.server.testing.Calls;
import dev.tengen.server.testing.PathDrawing;
import dev.tengen.server.testing.RunningServer;
import dev.tengen.server.testing.TraceReceiver;
import io.grpc.ForwardingServerCall.SimpleForwardingServerCall;
import io.grpc.Metadata;
import io.grpc.ServerCall;
import io.grpc.ServerCallHandler;
import io.grpc.ServerInterceptor;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The path of a row of a batch through the server is the one that the page on the architecture draws. */
class BatchPathTest {
    private static final String HEADING = "A batch step";

    /** The classes of the server on the stack while the rows of a step are sent, the outermost first. */
    private static List<String> stations;

    /** Takes a stack trace when the second answer of a stream is sent: that of the first step. */
    private static final class StackTraces implements ServerInterceptor {
        private final CompletableFuture<List<StackTraceElement>> ofStep = new CompletableFuture<>();

        @Override
        public <Q, R> ServerCall.Listener<Q> interceptCall(
                ServerCall<Q, R> call, Metadata headers, ServerCallHandler<Q, R> next) {
            return next.startCall(
                    new SimpleForwardingServerCall<>(call) {
                        private boolean isOpen;

                        @Override
                        public void sendMessage(R message) {
                            if (message instanceof RunResponse) {
                                if (isOpen) {
                                    ofStep.complete(PathDrawing.stack());
                                }
                                isOpen = true;
                            }
                            super.sendMessage(message);
                        }
                    },
                    headers);
        }
    }

    @BeforeAll
    static void step() throws Exception {
        StackTraces traces = new StackTraces();
        try (TraceReceiver receiver = new TraceReceiver();
                RunningServer server = RunningServer.with(
                                ServerConfig.DEFAULT.withTracing(receiver.settings(1)), traces)
                        .start()) {
            BatchCall batch = BatchCall.open(
                    server.channel(), OpenBatch.newBuilder().setLaneCount(1).addSpecs(Calls.square(3)));
            batch.receive();
            batch.step(4);
            batch.receive();
        }
        stations = PathDrawing.stations(traces.ofStep.get(5, TimeUnit.MINUTES), "dev.tengen.server.");
    }

    @Test
    void drawing_ofABatch_hasFewBoxes() throws IOException {
        assertThat(PathDrawing.boxes(HEADING))
                .hasSizeBetween(1, PathDrawing.MAX_BOXES)
                .doesNotHaveDuplicates();
    }

    @Test
    void drawing_ofABatch_hasTheStationsOfItsStackInOrder() throws IOException {
        List<String> drawn = PathDrawing.boxes(HEADING);

        assertThat(drawn.stream().filter(stations::contains).toList())
                .containsExactlyElementsOf(
                        stations.stream().filter(drawn::contains).toList());
        assertThat(drawn)
                .filteredOn(name -> !stations.contains(name))
                .as("stations that have returned when the rows are sent; not on %s", stations)
                .containsExactly("EnvironmentBatch", "Lane", "Environment", "Game", "BatchConverter");
    }

    /** These have returned when the rows are sent. */
    @Test
    @Tag("full")
    void batch_itsLanesAndTheConverter_areCalledInTurn() throws ClassNotFoundException {
        Class<?> lane = Class.forName("dev.tengen.env.Lane");

        PathDrawing.assertCalls(Batch.class, EnvironmentBatch.class, "step");
        PathDrawing.assertCalls(EnvironmentBatch.class, lane, "step");
        PathDrawing.assertCalls(lane, Environment.class, "step");
        PathDrawing.assertCalls(Environment.class, Game.class, "play");
        PathDrawing.assertCalls(BatchService.class, BatchConverter.class, "states");
    }
}
