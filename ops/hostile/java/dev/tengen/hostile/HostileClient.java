package dev.tengen.hostile;

import com.google.protobuf.InvalidProtocolBufferException;
import io.grpc.CallOptions;
import io.grpc.ClientCall;
import io.grpc.ManagedChannel;
import io.grpc.Metadata;
import io.grpc.Status;
import io.grpc.netty.NettyChannelBuilder;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/**
 * A client that visits the server again and again, each time on a new connection. It sends random requests over all
 * RPCs, cancels some, and leaves politely or not. One kind of client never reads. One connection in two waits as the
 * server asks when it has too much to do; all do so in a mix that takes longer than planned.
 */
final class HostileClient implements Runnable {
    private static final Metadata.Key<String> PUSHBACK =
            Metadata.Key.of("grpc-retry-pushback-ms", Metadata.ASCII_STRING_MARSHALLER);

    private static final int MAX_ANSWER_BYTES = 80 << 20;
    private static final int CALL_WINDOW = 24;
    private static final int SLOW_CALL_WINDOW = 2;
    private static final int STREAM_WINDOW = 16;
    private static final int MAX_BURST = 8;
    private static final int SILENT_STREAM_WINDOW = 600;
    private static final int MAX_STREAMS_EACH = 2;
    private static final int MAX_WATCH_COUNT = 4;
    private static final long MAX_VISIT_MS = 15_000;
    private static final long CALL_TIMEOUT_MS = 20_000;
    private static final long LEAVE_TIMEOUT_MS = 3_000;

    private final MixLoad load;
    private final String token;
    private final boolean isReading;
    private final List<ServerMethod> methods;
    private final KnownValues known;
    private final MixTally tally;
    private final Random random;
    private final RequestGenerator generator;
    private final BooleanSupplier isOver;

    /**
     * Creates a client.
     *
     * @param load the mix that it is a part of
     * @param token the token that it sends; empty for none
     * @param methods the RPCs that it calls
     * @param isReading whether it reads answers
     */
    HostileClient(
            MixLoad load,
            String token,
            List<ServerMethod> methods,
            boolean isReading,
            Random random,
            RequestGenerator generator) {
        this.load = load;
        this.token = token;
        this.isReading = isReading;
        this.methods = methods;
        this.random = random;
        this.generator = generator;
        known = load.known(token);
        tally = load.tally();
        isOver = () -> load.isOver(token);
    }

    @Override
    public void run() {
        while (!isOver.getAsBoolean() && (isReading || !load.isCalm().getAsBoolean())) {
            ManagedChannel channel = NettyChannelBuilder.forTarget(load.server().address())
                    .usePlaintext()
                    .directExecutor()
                    .maxInboundMessageSize(MAX_ANSWER_BYTES)
                    .intercept(MixPrincipals.interceptor(token))
                    .build();
            try {
                new Visit(channel).make();
                if (generator.happens(50)) {
                    channel.shutdown().awaitTermination(LEAVE_TIMEOUT_MS, TimeUnit.MILLISECONDS);
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return;
            } finally {
                channel.shutdownNow();
            }
        }
    }

    /** A connection of the client. */
    private final class Visit {
        private final ManagedChannel channel;
        private final Semaphore window = new Semaphore(CALL_WINDOW);
        private final Semaphore slowWindow = new Semaphore(SLOW_CALL_WINDOW);
        private final Semaphore watchWindow = new Semaphore(MAX_WATCH_COUNT);
        private final List<HostileStream> streams = new ArrayList<>();
        private final List<ServerMethod> streamMethods = new ArrayList<>();
        private final boolean isPatient = generator.happens(50);

        /** The time before which the server asked for no more calls. */
        private volatile long nextCall = System.nanoTime();

        Visit(ManagedChannel channel) {
            this.channel = channel;
        }

        void make() throws InterruptedException {
            long longest = isReading ? MAX_VISIT_MS : 5 * MAX_VISIT_MS;
            long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(50 + (long) (random.nextDouble() * longest));
            while (!isOver.getAsBoolean() && System.nanoTime() < end) {
                if (isReading) {
                    TimeUnit.NANOSECONDS.sleep(nextCall - System.nanoTime());
                    act(ServerMethod.any(methods, random));
                    load.rest();
                } else if (load.isCalm().getAsBoolean()) {
                    return;
                } else {
                    burden(ServerMethod.any(methods, random));
                }
            }
            leave();
        }

        private void act(ServerMethod method) throws InterruptedException {
            if (method.isUnary()) {
                if (!method.isSlow()) {
                    window.acquire();
                    call(method, window);
                } else if (slowWindow.tryAcquire()) {
                    call(method, slowWindow);
                }
            } else if (method.isServerStream()) {
                if (watchWindow.tryAcquire()) {
                    watch(method);
                }
            } else {
                HostileStream stream = stream(method);
                for (int count = 1 + random.nextInt(MAX_BURST); count > 0 && stream.send(); count--) {}
            }
        }

        /** Opens streams and watches whose answers are never read, and sends more as long as the server takes them. */
        private void burden(ServerMethod method) throws InterruptedException {
            if (method.isServerStream()) {
                if (watchWindow.tryAcquire()) {
                    watch(method);
                }
            } else if (!method.isUnary()) {
                stream(method).send();
            }
            Thread.sleep(1);
        }

        private void refused(Metadata trailers) {
            String millis = trailers.get(PUSHBACK);
            if ((isPatient || load.isCalm().getAsBoolean()) && millis != null) {
                nextCall = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(Long.parseLong(millis));
            }
        }

        private HostileStream stream(ServerMethod method) {
            for (int index = 0; index < streams.size(); index++) {
                if (streams.get(index).isEnded()) {
                    streams.remove(index);
                    streamMethods.remove(index);
                    index--;
                }
            }
            List<HostileStream> open = new ArrayList<>();
            for (int index = 0; index < streams.size(); index++) {
                if (streamMethods.get(index) == method) {
                    open.add(streams.get(index));
                }
            }
            if (open.size() == MAX_STREAMS_EACH || !open.isEmpty() && !generator.happens(5)) {
                return open.get(random.nextInt(open.size()));
            }
            HostileStream fresh = new HostileStream(
                            method,
                            channel,
                            generator,
                            known,
                            tally,
                            random,
                            isReading ? STREAM_WINDOW : SILENT_STREAM_WINDOW,
                            isReading,
                            this::refused)
                    .start();
            streams.add(fresh);
            streamMethods.add(method);
            if (generator.happens(10)) {
                load.timer().schedule(fresh::cancel, random.nextInt(1000), TimeUnit.MILLISECONDS);
            }
            return fresh;
        }

        private void call(ServerMethod method, Semaphore permits) {
            long timeout = generator.happens(3) ? 1 + random.nextInt(20) : CALL_TIMEOUT_MS;
            ClientCall<byte[], byte[]> call = channel.newCall(
                    method.raw(), CallOptions.DEFAULT.withDeadlineAfter(timeout, TimeUnit.MILLISECONDS));
            send(method, call, permits);
            if (generator.happens(2)) {
                call.cancel("the client does not wait", null);
            } else if (generator.happens(2)) {
                load.timer()
                        .schedule(
                                () -> call.cancel("the client does not wait", null),
                                random.nextInt(50),
                                TimeUnit.MILLISECONDS);
            }
        }

        private void watch(ServerMethod method) {
            ClientCall<byte[], byte[]> call = channel.newCall(method.raw(), CallOptions.DEFAULT);
            send(method, call, watchWindow);
            load.timer()
                    .schedule(
                            () -> call.cancel("the client has seen enough", null),
                            random.nextInt(isReading ? 1_000 : 60_000),
                            TimeUnit.MILLISECONDS);
        }

        private void send(ServerMethod method, ClientCall<byte[], byte[]> call, Semaphore permits) {
            byte[] request = generator.request(method);
            call.start(new Answers(method, call, permits, generator.session(), this::refused), new Metadata());
            if (isReading) {
                call.request(2);
            }
            tally.sent();
            call.sendMessage(request);
            call.halfClose();
        }

        private void leave() {
            boolean isPolite = generator.happens(50);
            for (HostileStream stream : streams) {
                if (isPolite) {
                    stream.halfClose();
                }
            }
        }
    }

    /** Counts the answers of a call, and learns from them. */
    private final class Answers extends ClientCall.Listener<byte[]> {
        private final ServerMethod method;
        private final ClientCall<byte[], byte[]> call;
        private final Semaphore permits;
        private final String session;
        private final Consumer<Metadata> whenRefused;

        Answers(
                ServerMethod method,
                ClientCall<byte[], byte[]> call,
                Semaphore permits,
                String session,
                Consumer<Metadata> whenRefused) {
            this.method = method;
            this.call = call;
            this.permits = permits;
            this.session = session;
            this.whenRefused = whenRefused;
        }

        @Override
        public void onMessage(byte[] answer) {
            tally.answered(method.fullName());
            call.request(1);
            try {
                known.learn(method.answerParser().parseFrom(answer), random);
            } catch (InvalidProtocolBufferException e) {
                throw new AssertionError("the server sent no message of " + method.fullName(), e);
            }
        }

        @Override
        public void onClose(Status status, Metadata trailers) {
            permits.release();
            tally.ended(method.fullName(), status, trailers);
            if (status.getCode() == Status.Code.RESOURCE_EXHAUSTED) {
                whenRefused.accept(trailers);
            }
            if (status.getCode() == Status.Code.NOT_FOUND) {
                known.removeSession(session);
            }
        }
    }
}
