package dev.tengen.journal;

import dev.tengen.proto.v1.EnvironmentServiceGrpc;
import dev.tengen.proto.v1.EnvironmentServiceGrpc.EnvironmentServiceBlockingStub;
import dev.tengen.server.ServerConfig;
import dev.tengen.server.session.SessionLimits;
import dev.tengen.server.testing.RunningServer;
import dev.tengen.store.PostgresCluster;
import io.grpc.CallOptions;
import io.grpc.Channel;
import io.grpc.ClientCall;
import io.grpc.Metadata;
import io.grpc.MethodDescriptor;
import io.grpc.Status;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Servers in this process that share a store, with a client that calls any of them and follows what they answer: it
 * goes to the server that has the session, or claims that it cannot reach that one.
 */
final class SharedServers implements AutoCloseable {
    private static final Metadata.Key<String> REASON =
            Metadata.Key.of("tengen-reason", Metadata.ASCII_STRING_MARSHALLER);
    private static final Metadata.Key<String> OWNER = Metadata.Key.of("tengen-owner", Metadata.ASCII_STRING_MARSHALLER);
    private static final Metadata.Key<String> UNREACHABLE =
            Metadata.Key.of("tengen-unreachable", Metadata.ASCII_STRING_MARSHALLER);
    /** Sessions move as often as clients want. */
    private static final SharingSettings NO_STAY = new SharingSettings(SharingSettings.DEFAULT.lease(), Duration.ZERO);

    private static final int RETRY_MILLIS = 20;
    private static final int NOTICE_MILLIS = 400;
    private static final int MAX_ATTEMPT_COUNT = 500;

    private final String url;
    private final SessionLimits limits;
    private final Random random;
    private final List<RunningServer> servers = new ArrayList<>();
    private int elsewhereCount;
    private int fenceCount;

    /** Starts {@code count} servers, whose idle sessions leave the memory after {@code memoryTime}. */
    SharedServers(String url, int count, Duration memoryTime, Random random) {
        this.url = url;
        this.random = random;
        limits = new SessionLimits(1000, Duration.ofHours(1)).withMemoryTime(memoryTime);
        for (int index = 0; index < count; index++) {
            servers.add(start(index));
        }
    }

    private RunningServer start(int index) {
        return RunningServer.with(ServerConfig.DEFAULT
                        .withSessionLimits(limits)
                        .withSessionStore(DatabaseSessionStore.factory(url, address(index), NO_STAY)))
                .start();
    }

    /** The names need not be addresses, since only the client here reads them. */
    private static String address(int index) {
        return "server-" + index + ":9019";
    }

    EnvironmentServiceBlockingStub stub() {
        return EnvironmentServiceGrpc.newBlockingStub(new RoutingChannel());
    }

    /** Returns how often a server answered that another one has the session. */
    int elsewhereCount() {
        return elsewhereCount;
    }

    /** Returns how often a server that ran was fenced. */
    int fenceCount() {
        return fenceCount;
    }

    /**
     * Restarts a server, fences one that runs, or breaks all connections of the servers to the database. Then waits for
     * some heartbeats: until a server notices that it was fenced although its lease has not lapsed, it answers reads
     * from memory.
     */
    void disturb() {
        int index = random.nextInt(servers.size());
        switch (random.nextInt(3)) {
            case 0 -> {
                servers.get(index).close();
                servers.set(index, start(index));
            }
            case 1 -> {
                fenceCount++;
                PostgresCluster.execute(url, "DELETE FROM servers WHERE address = '" + address(index) + "'");
            }
            default ->
                PostgresCluster.execute(
                        url,
                        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
                                + " WHERE datname = current_database() AND pid <> pg_backend_pid()");
        }
        try {
            TimeUnit.MILLISECONDS.sleep(NOTICE_MILLIS);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Sends each unary call to a random server, and then to others until one answers it. */
    private final class RoutingChannel extends Channel {
        @Override
        public <Q, A> ClientCall<Q, A> newCall(MethodDescriptor<Q, A> method, CallOptions options) {
            return new RoutedCall<>(method, options);
        }

        @Override
        public String authority() {
            return "servers";
        }
    }

    private final class RoutedCall<Q, A> extends ClientCall<Q, A> {
        private final MethodDescriptor<Q, A> method;
        private final CallOptions options;
        private @Nullable Listener<A> listener;
        private @Nullable Q request;
        private int attemptCount;

        RoutedCall(MethodDescriptor<Q, A> method, CallOptions options) {
            this.method = method;
            this.options = options;
        }

        @Override
        public void start(Listener<A> listener, Metadata headers) {
            this.listener = listener;
        }

        @Override
        public void request(int count) {
            // The one answer is asked for with the call.
        }

        @Override
        public void cancel(@Nullable String message, @Nullable Throwable cause) {
            // Calls here are short.
        }

        @Override
        public void sendMessage(Q message) {
            request = message;
        }

        @Override
        public void halfClose() {
            attempt(random.nextInt(servers.size()), "");
        }

        private void attempt(int index, String unreachable) {
            attemptCount++;
            Metadata headers = new Metadata();
            if (!unreachable.isEmpty()) {
                headers.put(UNREACHABLE, unreachable);
            }
            ClientCall<Q, A> call = servers.get(index)
                    .channel()
                    .newCall(method, CallOptions.DEFAULT.withDeadlineAfter(20, TimeUnit.SECONDS));
            call.start(
                    new Listener<>() {
                        private @Nullable A answer;

                        @Override
                        public void onMessage(A message) {
                            answer = message;
                        }

                        @Override
                        public void onClose(Status status, Metadata trailers) {
                            closed(index, answer, status, trailers);
                        }
                    },
                    headers);
            call.request(2);
            call.sendMessage(request);
            call.halfClose();
        }

        private void closed(int index, @Nullable A answer, Status status, Metadata trailers) {
            if (status.getCode() != Status.Code.UNAVAILABLE || attemptCount == MAX_ATTEMPT_COUNT) {
                options.getExecutor().execute(() -> {
                    if (answer != null) {
                        listener.onMessage(answer);
                    }
                    listener.onClose(status, trailers);
                });
                return;
            }
            int next = random.nextInt(servers.size());
            String unreachable = "";
            if ("SESSION_ELSEWHERE".equals(trailers.get(REASON))) {
                elsewhereCount++;
                String owner = trailers.get(OWNER);
                boolean isFollowed = random.nextBoolean();
                next = isFollowed ? Character.digit(owner.charAt("server-".length()), 10) : index;
                unreachable = isFollowed ? "" : owner;
            }
            int chosen = next;
            String claimed = unreachable;
            CompletableFuture.delayedExecutor(claimed.isEmpty() ? RETRY_MILLIS : 0, TimeUnit.MILLISECONDS)
                    .execute(() -> attempt(chosen, claimed));
        }
    }

    @Override
    public void close() {
        servers.forEach(RunningServer::close);
    }
}
