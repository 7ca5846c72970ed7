package dev.tengen.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.google.protobuf.Int32Value;
import com.google.protobuf.StringValue;
import dev.tengen.client.error.TengenException;
import dev.tengen.proto.v1.EnvironmentServiceGrpc;
import dev.tengen.proto.v1.GetServerInfoResponse;
import io.grpc.MethodDescriptor;
import io.grpc.MethodDescriptor.MethodType;
import io.grpc.Server;
import io.grpc.ServerServiceDefinition;
import io.grpc.Status;
import io.grpc.netty.NettyServerBuilder;
import io.grpc.protobuf.ProtoUtils;
import io.grpc.stub.ServerCalls;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.parallel.ResourceLock;

/** {@link TengenClient#awaitReady} against servers whose health the tests choose. */
@ResourceLock("dev.tengen.client.TengenClient")
class ReadinessTest {
    private static final int SERVING = 1;
    private static final int NOT_SERVING = 2;
    private static final int FAILING = -1;

    @RegisterExtension
    static final RunningServer SERVER = new RunningServer();

    private final AtomicInteger checkCount = new AtomicInteger();
    private final Log log = new Log();

    @AfterEach
    void removeLog() {
        log.close();
    }

    /** Starts a server that answers health checks with {@code statuses}, the last of them for ever. */
    private Server health(Integer... statuses) throws IOException {
        Queue<Integer> queue = new ArrayDeque<>(List.of(statuses));
        MethodDescriptor<StringValue, Int32Value> check = MethodDescriptor.<StringValue, Int32Value>newBuilder()
                .setType(MethodType.UNARY)
                .setFullMethodName("grpc.health.v1.Health/Check")
                .setRequestMarshaller(ProtoUtils.marshaller(StringValue.getDefaultInstance()))
                .setResponseMarshaller(ProtoUtils.marshaller(Int32Value.getDefaultInstance()))
                .build();
        return start(ServerServiceDefinition.builder("grpc.health.v1.Health")
                .addMethod(check, ServerCalls.asyncUnaryCall((request, answer) -> {
                    checkCount.incrementAndGet();
                    int status = queue.size() > 1 ? queue.remove() : queue.element();
                    if (status == FAILING) {
                        answer.onError(
                                Status.UNAVAILABLE.withDescription("failing").asRuntimeException());
                    } else {
                        answer.onNext(Int32Value.of(status));
                        answer.onCompleted();
                    }
                }))
                .build());
    }

    private static Server start(ServerServiceDefinition service) throws IOException {
        return NettyServerBuilder.forAddress(new InetSocketAddress("127.0.0.1", 0))
                .addService(service)
                .build()
                .start();
    }

    private static TengenClient client(Server server) {
        return TengenClient.connect("127.0.0.1:" + server.getPort());
    }

    @Test
    void awaitReady_realServer_isReady() {
        assertThat(SERVER.client().awaitReady(Duration.ofSeconds(10))).isSameAs(SERVER.client());
        assertThat(log.about(SERVER.address())).isEmpty();
    }

    @Test
    void awaitReady_serverThatBecomesReady_waitsAndLogsEachReasonOnce() throws IOException {
        Server server = health(NOT_SERVING, NOT_SERVING, FAILING, SERVING);
        String address = "127.0.0.1:" + server.getPort();
        try (TengenClient client = client(server)) {
            client.awaitReady(Duration.ofSeconds(30));
        } finally {
            server.shutdownNow();
        }

        assertThat(checkCount).hasValue(4);
        List<LogRecord> records = log.about(address);
        assertThat(records).extracting(LogRecord::getLevel).containsExactly(Level.WARNING, Level.WARNING, Level.INFO);
        assertThat(records.get(0).getMessage())
                .isEqualTo("Waiting up to 30 seconds for the server at " + address
                        + ": it answers, but reports that it is not ready (NOT_SERVING)");
        assertThat(records.get(1).getMessage())
                .isEqualTo("Waiting up to 30 seconds for the server at " + address + ": no server answers (failing)");
        assertThat(records.get(2).getMessage())
                .matches("The server at " + address + " is ready after \\d+\\.\\d seconds");
    }

    @Test
    void awaitReady_serverThatNeverBecomesReady_saysWhatWasTriedAndWhatToDo() throws IOException {
        Server server = health(NOT_SERVING);
        try (TengenClient client = client(server)) {
            TengenException error =
                    catchThrowableOfType(TengenException.class, () -> client.awaitReady(Duration.ofSeconds(2)));

            assertThat(error.reason()).isEqualTo("NOT_READY");
            assertThat(checkCount).hasValueGreaterThanOrEqualTo(2);
            assertThat(error)
                    .hasMessage("the server at 127.0.0.1:" + server.getPort()
                            + " was not ready within 2 seconds (asked "
                            + checkCount + " times): it answers, but reports that it is not ready (NOT_SERVING);"
                            + " it may be starting, stopping or short of memory; see its log");
        } finally {
            server.shutdownNow();
        }
    }

    @Test
    void awaitReady_serverWithoutHealthService_isReadyIfItAnswers() throws IOException {
        Server server = start(ServerServiceDefinition.builder("tengen.v1.EnvironmentService")
                .addMethod(
                        EnvironmentServiceGrpc.getGetServerInfoMethod(),
                        ServerCalls.asyncUnaryCall((request, answer) -> {
                            answer.onNext(GetServerInfoResponse.newBuilder()
                                    .setVersion("0.0.1")
                                    .build());
                            answer.onCompleted();
                        }))
                .build());
        try (TengenClient client = client(server)) {
            assertThat(client.awaitReady(Duration.ofSeconds(30)).serverInfo().version())
                    .isEqualTo("0.0.1");
        } finally {
            server.shutdownNow();
        }
    }

    @Test
    void awaitReady_otherProgram_failsAtOnce() throws IOException {
        Server server = start(ServerServiceDefinition.builder("other.Service").build());
        try (TengenClient client = client(server)) {
            TengenException error =
                    catchThrowableOfType(TengenException.class, () -> client.awaitReady(Duration.ofMinutes(5)));

            assertThat(error).hasMessageContaining("is no Tengen server");
        } finally {
            server.shutdownNow();
        }
    }

    /** Records what the client logs. */
    private static final class Log extends Handler {
        private final Logger logger = Logger.getLogger(TengenClient.class.getName());
        private final List<LogRecord> records = new ArrayList<>();

        Log() {
            logger.addHandler(this);
        }

        @Override
        public synchronized void publish(LogRecord logged) {
            records.add(logged);
        }

        /** Returns the records about a server. Tests of other classes run at the same time. */
        synchronized List<LogRecord> about(String address) {
            return records.stream()
                    .filter(each -> each.getMessage().contains(address))
                    .toList();
        }

        @Override
        public void flush() {
            // Nothing is buffered.
        }

        @Override
        public void close() {
            logger.removeHandler(this);
        }
    }
}
