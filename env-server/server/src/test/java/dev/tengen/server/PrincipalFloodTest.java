package dev.tengen.server;

import static dev.tengen.server.testing.Calls.create;
import static dev.tengen.server.testing.Calls.square;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.google.common.util.concurrent.FutureCallback;
import com.google.common.util.concurrent.Futures;
import dev.tengen.proto.v1.EnvironmentServiceGrpc;
import dev.tengen.proto.v1.EnvironmentServiceGrpc.EnvironmentServiceFutureStub;
import dev.tengen.proto.v1.GetSessionRequest;
import dev.tengen.server.identity.Authenticator;
import dev.tengen.server.identity.Principal;
import dev.tengen.server.identity.Role;
import dev.tengen.server.quota.QuotaKind;
import dev.tengen.server.testing.HostileClient;
import dev.tengen.server.testing.HostileClient.Load;
import dev.tengen.server.testing.RunningServer;
import io.grpc.ManagedChannel;
import io.grpc.Metadata;
import io.grpc.stub.MetadataUtils;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;

/** Principals that keep their quotas, while one calls as often as it can. */
@Tag("full")
@Isolated
class PrincipalFloodTest {
    private static final Metadata.Key<String> AUTHORIZATION =
            Metadata.Key.of("authorization", Metadata.ASCII_STRING_MARSHALLER);
    private static final Duration PERIOD = Duration.ofMillis(200);

    /** Takes each token as the name of an agent. */
    private static final Authenticator NAMES =
            credentials -> credentials.bearerToken().map(token -> new Principal(token, Role.AGENT));

    @TempDir
    private Path folder;

    /** A principal with a connection and a session of its own. */
    private record Caller(ManagedChannel channel, EnvironmentServiceFutureStub stub, GetSessionRequest request) {
        static Caller open(int port, String name) {
            Metadata headers = new Metadata();
            headers.put(AUTHORIZATION, "Bearer " + name);
            ManagedChannel channel = RunningServer.newChannel(port, Runnable::run);
            var interceptor = MetadataUtils.newAttachHeadersInterceptor(headers);
            String session = EnvironmentServiceGrpc.newBlockingStub(channel)
                    .withInterceptors(interceptor)
                    .createSession(create(square(9)).build())
                    .getSessionId();
            return new Caller(
                    channel,
                    EnvironmentServiceGrpc.newFutureStub(channel).withInterceptors(interceptor),
                    GetSessionRequest.newBuilder().setSessionId(session).build());
        }
    }

    /** What the callers measured: the times of their calls in nanoseconds, and how many failed or were not answered. */
    private record Measured(List<Long> nanos, int failedCount) {
        double millis(int percent) {
            return nanos.get(Math.min(nanos.size() - 1, nanos.size() * percent / 100)) / 1e6;
        }

        @Override
        public String toString() {
            return String.format(
                    Locale.ROOT,
                    "%d calls, %d failed, median %.2f ms, p99 %.2f ms",
                    nanos.size(),
                    failedCount,
                    millis(50),
                    millis(99));
        }
    }

    /** Each caller calls once in a period, whether its last call has been answered or not. */
    private static Measured measure(List<Caller> callers, Duration time) throws InterruptedException {
        List<Long> nanos = Collections.synchronizedList(new ArrayList<>());
        AtomicInteger planned = new AtomicInteger();
        ScheduledExecutorService timer = Executors.newSingleThreadScheduledExecutor();
        long between = PERIOD.toNanos() / callers.size();
        for (int number = 0; number < callers.size(); number++) {
            Caller caller = callers.get(number);
            var unused = timer.scheduleAtFixedRate(
                    () -> {
                        planned.incrementAndGet();
                        long start = System.nanoTime();
                        Futures.addCallback(
                                caller.stub().getSession(caller.request()),
                                onSuccess(answer -> nanos.add(System.nanoTime() - start)),
                                Runnable::run);
                    },
                    number * between,
                    PERIOD.toNanos(),
                    TimeUnit.NANOSECONDS);
        }
        TimeUnit.NANOSECONDS.sleep(time.toNanos());
        timer.shutdown();
        assertThat(timer.awaitTermination(10, TimeUnit.SECONDS)).isTrue();
        TimeUnit.SECONDS.sleep(1); // For the last answers.
        List<Long> sorted = new ArrayList<>(nanos);
        Collections.sort(sorted);
        return new Measured(sorted, planned.get() - sorted.size());
    }

    private static <T> FutureCallback<T> onSuccess(Consumer<T> consumer) {
        return new FutureCallback<>() {
            @Override
            public void onSuccess(T result) {
                consumer.accept(result);
            }

            @Override
            public void onFailure(Throwable error) {} // The calls that are not answered are counted.
        };
    }

    /** Returns what the callers measured before and during the flood, and checks that the flood met its quotas. */
    private List<Measured> flood(int callerCount, Duration time) throws IOException, InterruptedException {
        Path quotas = Files.writeString(
                folder.resolve("quotas"),
                "role:agent calls_per_second=100 concurrent_calls=16 sessions=20 memory_bytes=2%\n");
        ServerConfig config =
                ServerConfig.DEFAULT.withAuthenticator(NAMES).withQuotas(quotas).withDrainLimit(Duration.ZERO);
        try (RunningServer server = RunningServer.with(config).start()) {
            int port = server.server().port();
            List<Caller> callers = new ArrayList<>();
            for (int number = 0; number < callerCount; number++) {
                callers.add(Caller.open(port, "caller" + number));
            }
            measure(callers, time.dividedBy(2)); // Warms up.
            Measured quiet = measure(callers, time);
            long refusals = server.server().quotaRefusalCount(QuotaKind.CALLS_PER_SECOND);
            Measured loaded;
            try (HostileClient flooder = HostileClient.start(Load.CALLS, port, 4, "flooder")) {
                await().forever().until(() -> server.server().quotaRefusalCount(QuotaKind.CALLS_PER_SECOND) > refusals);
                loaded = measure(callers, time);
                flooder.kill();
            }
            System.out.println("quiet: " + quiet + "\nloaded: " + loaded + ", calls of the flooder that were refused: "
                    + (server.server().quotaRefusalCount(QuotaKind.CALLS_PER_SECOND) - refusals));
            callers.forEach(caller -> caller.channel().shutdownNow());
            return List.of(quiet, loaded);
        }
    }

    @Test
    void flood_ofOnePrincipal_failsNoCallOfOthers() throws Exception {
        Measured loaded = flood(20, Duration.ofSeconds(2)).get(1);

        assertThat(loaded.failedCount()).as("%s", loaded).isZero();
    }

    /** The figures are printed; the bound of p99 needs an idle machine. */
    @Tag("long")
    @Test
    void flood_besideHundredPrincipals_delaysThemLittle() throws Exception {
        List<Measured> measured = flood(100, Duration.ofSeconds(10));

        assertThat(measured.get(1).failedCount()).isZero();
        assertThat(measured.get(1).millis(99)).isLessThan(5 * measured.get(0).millis(99));
    }
}
