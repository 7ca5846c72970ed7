package dev.tengen.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tengen.env.Environment;
import dev.tengen.game.Game;
import dev.tengen.proto.v1.EnvironmentServiceGrpc;
import dev.tengen.proto.v1.WatchResponse;
import dev.tengen.server.log.AccessLogTarget;
import dev.tengen.server.session.Session;
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
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The path of a unary step through the server is the one that the page on the architecture draws. */
class StepPathTest {
    private static final int MAX_INTERCEPTORS = 6;
    private static final String HEADING = "A unary step";

    @TempDir
    private static Path folder;

    /** The classes whose interceptors a step crosses, the outermost first. */
    private static List<String> interceptors;

    /** The classes of the server on the stack while a step notifies a watcher of its session, the outermost first. */
    private static List<String> stations;

    /**
     * Takes a stack trace in the last of the nested methods that start a Step, and in a step when it notifies a
     * watcher.
     */
    private static final class StackTraces implements ServerInterceptor {
        private final CompletableFuture<List<StackTraceElement>> ofStart = new CompletableFuture<>();
        private final CompletableFuture<List<StackTraceElement>> ofStep = new CompletableFuture<>();

        @Override
        public <Q, R> ServerCall.Listener<Q> interceptCall(
                ServerCall<Q, R> call, Metadata headers, ServerCallHandler<Q, R> next) {
            String method = call.getMethodDescriptor().getFullMethodName();
            return next.startCall(
                    new SimpleForwardingServerCall<>(call) {
                        @Override
                        public void request(int count) {
                            if (method.equals(
                                    EnvironmentServiceGrpc.getStepMethod().getFullMethodName())) {
                                ofStart.complete(PathDrawing.stack());
                            }
                            super.request(count);
                        }

                        @Override
                        public void sendMessage(R message) {
                            if (message instanceof WatchResponse state
                                    && state.getTimestep().getMoveNumber() == 1) {
                                ofStep.complete(PathDrawing.stack());
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
                RunningServer server =
                        RunningServer.with(everything(receiver), traces).start()) {
            String session = Calls.open(server.stub(), Calls.square(3));
            Iterator<WatchResponse> states = Calls.watch(server.stub(), session);
            states.next();
            Calls.play(server.stub(), session, 4);
        }
        interceptors = traces.ofStart.get(5, TimeUnit.MINUTES).stream()
                .filter(frame -> frame.getMethodName().equals("interceptCall"))
                .map(frame -> frame.getClassName().replaceAll("^.*[.$]", ""))
                .filter(name -> name.endsWith("Interceptor")) // Not the one of this test, nor Contexts.
                .toList();
        stations = PathDrawing.stations(traces.ofStep.get(5, TimeUnit.MINUTES), "dev.tengen.server.");
    }

    /** Returns a server with everything on that may look at a call. */
    private static ServerConfig everything(TraceReceiver receiver) throws IOException {
        Path quotas = Files.writeString(folder.resolve("quotas"), "someone calls_per_second=50\n");
        return ServerConfig.DEFAULT
                .withHttp("127.0.0.1", 0)
                .withAccessLog(new AccessLogTarget.File(folder.resolve("calls")))
                .withQuotas(quotas)
                .withTracing(receiver.settings(1));
    }

    @Test
    void step_withEverythingOn_crossesFewInterceptors() {
        assertThat(interceptors).hasSizeLessThanOrEqualTo(MAX_INTERCEPTORS);
    }

    @Test
    void drawing_ofAStep_hasFewBoxes() throws IOException {
        assertThat(PathDrawing.boxes(HEADING))
                .hasSizeBetween(1, PathDrawing.MAX_BOXES)
                .doesNotHaveDuplicates();
    }

    @Test
    void drawing_ofAStep_beginsWithItsInterceptors() throws IOException {
        assertThat(PathDrawing.boxes(HEADING).stream().filter(name -> name.endsWith("Interceptor")))
                .containsExactlyElementsOf(interceptors);
    }

    @Test
    void drawing_ofAStep_hasTheStationsOfItsStackInOrder() throws IOException {
        List<String> drawn = PathDrawing.boxes(HEADING);

        assertThat(drawn.stream().filter(stations::contains).toList())
                .containsExactlyElementsOf(
                        stations.stream().filter(drawn::contains).toList());
        assertThat(drawn)
                .filteredOn(name -> !interceptors.contains(name) && !stations.contains(name))
                .as("stations that the stack of a step does not show")
                .containsExactly(Environment.class.getSimpleName(), Game.class.getSimpleName());
    }

    /** These have returned when watchers are notified. */
    @Test
    @Tag("full")
    void session_itsEnvironmentAndGame_areCalledInTurn() {
        PathDrawing.assertCalls(Session.class, Environment.class, "step");
        PathDrawing.assertCalls(Environment.class, Game.class, "play");
    }
}
