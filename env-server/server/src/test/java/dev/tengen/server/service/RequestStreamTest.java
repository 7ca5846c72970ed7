package dev.tengen.server.service;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.StringValue;
import dev.tengen.server.execution.CallToken;
import dev.tengen.server.execution.DrainHooks;
import dev.tengen.server.execution.MemoryBudget;
import dev.tengen.server.execution.MemoryKind;
import dev.tengen.server.execution.StreamAnswer;
import dev.tengen.server.identity.Principal;
import io.grpc.Context;
import io.grpc.stub.ServerCallStreamObserver;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** When a stream takes requests, which it answers one after another. */
class RequestStreamTest {
    private static final String OPEN = "open";

    private final ScheduledExecutorService timer = Executors.newSingleThreadScheduledExecutor();
    private final SlowReaders slowReaders = new SlowReaders(timer, Duration.ofDays(1));
    private final DrainHooks drainHooks = new DrainHooks();
    private final MemoryBudget budget = new MemoryBudget(1 << 20, Map.of());
    private final Client client = new Client();
    private final Handler handler = new Handler();

    @AfterEach
    void close() {
        slowReaders.close();
        timer.shutdown();
        assertThat(budget.reservedBytes()).isZero();
    }

    /** The client of a stream: it notes what the stream asks for and sends. */
    private static final class Client extends ServerCallStreamObserver<String> {
        private final List<String> received = new ArrayList<>();
        private int requestedCount;
        private boolean isReady = true;
        private Runnable onReady = () -> {};
        private Runnable onRequest = () -> {};

        @Override
        public boolean isCancelled() {
            return false;
        }

        @Override
        public void setOnCancelHandler(Runnable onCancel) {}

        @Override
        public void setOnCloseHandler(Runnable onClose) {}

        @Override
        public void setCompression(String compression) {}

        @Override
        public void setMessageCompression(boolean enable) {}

        @Override
        public void disableAutoRequest() {}

        @Override
        public void disableAutoInboundFlowControl() {}

        @Override
        public boolean isReady() {
            return isReady;
        }

        @Override
        public void setOnReadyHandler(Runnable handler) {
            onReady = handler;
        }

        @Override
        public void request(int count) {
            requestedCount += count;
            onRequest.run();
        }

        @Override
        public void onNext(String answer) {
            received.add(answer);
        }

        @Override
        public void onError(Throwable error) {
            received.add("error");
        }

        @Override
        public void onCompleted() {
            received.add("completed");
        }
    }

    /** A handler whose requests take as long as the test wants. */
    private static final class Handler implements RequestStream.Handler<String, StringValue, String> {
        private final List<String> handled = new ArrayList<>();
        private final List<StreamAnswer<String>> answers = new ArrayList<>();
        private boolean isQuick;

        @Override
        public String open(StringValue request, CallToken call) {
            return request.getValue();
        }

        @Override
        public void opened(String resource, StringValue request, StreamAnswer<String> answer) {
            answer.answered(resource);
        }

        @Override
        public void handle(String resource, StringValue request, StreamAnswer<String> answer) {
            handled.add(request.getValue());
            if (isQuick) {
                answer.answered(request.getValue());
            } else {
                answers.add(answer);
            }
        }

        @Override
        public boolean readsAhead() {
            return true;
        }

        @Override
        public void close(String resource) {
            handled.add("closed");
        }
    }

    /** Returns a stream whose first request has been answered. */
    private RequestStream<String, StringValue, String> open() throws Exception {
        RequestStream.Host host = new RequestStream.Host(drainHooks, slowReaders, budget);
        RequestStream<String, StringValue, String> stream =
                CallContext.of(Principal.LOCAL).in(Context.ROOT).call(() -> RequestStream.open(handler, host, client));
        stream.onNext(StringValue.of(OPEN));
        assertThat(client.received).containsExactly(OPEN);
        assertThat(client.requestedCount).isEqualTo(2);
        return stream;
    }

    @Test
    void onNext_whileARequestIsHandled_waitsForItsAnswer() throws Exception {
        var stream = open();

        stream.onNext(StringValue.of("a"));
        assertThat(client.requestedCount).as("with the one ahead").isEqualTo(3);
        stream.onNext(StringValue.of("b"));
        assertThat(handler.handled).containsExactly("a");
        assertThat(client.requestedCount).as("no more than one ahead").isEqualTo(3);
        handler.answers.get(0).answered("A");

        assertThat(handler.handled).containsExactly("a", "b");
        assertThat(client.received).containsExactly(OPEN, "A");
        assertThat(client.requestedCount).isEqualTo(4);
        handler.answers.get(1).answered("B");
        assertThat(client.received).containsExactly(OPEN, "A", "B");
        stream.onCompleted();
    }

    @Test
    void onNext_answerThatIsNotRead_waitsForTheReader() throws Exception {
        var stream = open();
        stream.onNext(StringValue.of("a"));
        stream.onNext(StringValue.of("b"));

        client.isReady = false;
        handler.answers.get(0).answered("A");
        assertThat(handler.handled).containsExactly("a");
        client.isReady = true;
        client.onReady.run();

        assertThat(handler.handled).containsExactly("a", "b");
        handler.answers.get(1).answered("B");
        stream.onCompleted();
    }

    @Test
    void onCompleted_aRequestWaits_endsTheStreamAfterIt() throws Exception {
        var stream = open();
        stream.onNext(StringValue.of("a"));
        stream.onNext(StringValue.of("b"));

        stream.onCompleted();
        handler.answers.get(0).answered("A");
        handler.answers.get(1).answered("B");

        assertThat(client.received).containsExactly(OPEN, "A", "B", "completed");
        assertThat(handler.handled).containsExactly("a", "b", "closed");
    }

    @Test
    void drain_aRequestWaits_endsTheStreamBeforeIt() throws Exception {
        var stream = open();
        stream.onNext(StringValue.of("a"));
        stream.onNext(StringValue.of("b"));

        drainHooks.runAll();
        handler.answers.get(0).answered("A");

        assertThat(client.received).containsExactly(OPEN, "A", "error");
        assertThat(handler.handled).containsExactly("a", "closed");
    }

    @Test
    void onNext_tooLittleMemoryForTheNext_failsAfterTheAnswer() throws Exception {
        var stream = open();
        stream.onNext(StringValue.of("a"));
        var others = budget.reserve(MemoryKind.REQUEST, budget.freeBytes(MemoryKind.REQUEST) - 100);

        stream.onNext(StringValue.of("b".repeat(1000)));
        assertThat(client.received).containsExactly(OPEN);
        handler.answers.get(0).answered("A");

        assertThat(client.received).containsExactly(OPEN, "A", "error");
        assertThat(handler.handled).containsExactly("a", "closed");
        others.close();
    }

    @Test
    void onNext_bothRequests_areReserved() throws Exception {
        var stream = open();
        stream.onNext(StringValue.of("a".repeat(1000)));
        stream.onNext(StringValue.of("b".repeat(2000)));

        assertThat(budget.reservedBytes(MemoryKind.REQUEST)).isBetween(6_000L, 6_100L);
        handler.answers.get(0).answered("A");
        assertThat(budget.reservedBytes(MemoryKind.REQUEST)).isBetween(4_000L, 4_100L);
        handler.answers.get(1).answered("B");
        assertThat(budget.reservedBytes(MemoryKind.REQUEST)).isZero();
        stream.onCompleted();
    }

    /** A request that begins in the answer to the one before, and so on, would overflow the stack. */
    @Test
    void onNext_manyQuickRequests_doNotNest() throws Exception {
        var stream = open();
        int requestCount = 50_000;
        handler.isQuick = true;
        int[] sent = {0};
        client.onRequest = () -> {
            if (sent[0]++ < requestCount) {
                stream.onNext(StringValue.of("q"));
            }
        };

        client.onRequest.run();

        assertThat(client.received).hasSize(1 + requestCount).doesNotContain("error");
        stream.onCompleted();
    }
}
