package dev.tengen.benchmarks;

import dev.tengen.proto.v1.EnvironmentServiceGrpc;
import dev.tengen.proto.v1.ObserveRequest;
import dev.tengen.proto.v1.ObserveResponse;
import io.grpc.CallOptions;
import io.grpc.ManagedChannel;
import io.grpc.Metadata;
import io.grpc.Status;
import io.grpc.stub.ClientCalls;
import io.grpc.stub.StreamObserver;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.HdrHistogram.Histogram;

/** Calls that are made over several connections, in a closed or an open loop. */
final class OverloadLoad {
    private static final Metadata.Key<String> PUSHBACK =
            Metadata.Key.of("grpc-retry-pushback-ms", Metadata.ASCII_STRING_MARSHALLER);
    private static final double SETTLE_SECONDS = 2;
    private static final int END_SECONDS = 10;

    private final List<Target> targets;

    OverloadLoad(List<Target> targets) {
        this.targets = targets;
    }

    /** A connection, and the request that is made over it. */
    record Target(ManagedChannel channel, ObserveRequest request) {}

    /**
     * What the calls of a run got.
     *
     * @param seconds duration
     * @param accepted nanoseconds from a request to its answer
     * @param refused nanoseconds from a request to its refusal
     */
    record Result(double seconds, Histogram accepted, Histogram refused) {
        double offered() {
            return (accepted.getTotalCount() + refused.getTotalCount()) / seconds;
        }

        double goodput() {
            return accepted.getTotalCount() / seconds;
        }

        long refusedCount() {
            return refused.getTotalCount();
        }

        double acceptedMillis(double percentile) {
            return accepted.getValueAtPercentile(percentile) / 1e6;
        }

        double refusedMillis(double percentile) {
            return refused.getValueAtPercentile(percentile) / 1e6;
        }
    }

    /** Runs {@code callerCount} callers that wait for each answer, and after a refusal for the stated time. */
    Result closed(int callerCount, double seconds) throws InterruptedException {
        Run run = new Run(seconds);
        ScheduledExecutorService timer = Executors.newSingleThreadScheduledExecutor();
        for (int caller = 0; caller < callerCount; caller++) {
            repeat(run, timer, targets.get(caller % targets.size()));
        }
        return run.await(timer);
    }

    private static void repeat(Run run, ScheduledExecutorService timer, Target target) {
        if (!run.isOver()) {
            run.call(target, delayMillis -> {
                if (delayMillis == 0) {
                    repeat(run, timer, target);
                } else if (!run.isOver()) {
                    var unused = timer.schedule(() -> repeat(run, timer, target), delayMillis, TimeUnit.MILLISECONDS);
                }
            });
        }
    }

    /** Starts {@code rate} calls in a second, even if the server refuses them. */
    Result open(double rate, double seconds) throws InterruptedException {
        Run run = new Run(seconds);
        long start = System.nanoTime();
        long count = 0;
        while (!run.isOver()) {
            double due = (System.nanoTime() - start) / 1e9 * rate;
            for (; count < due && !run.isOver(); count++) {
                run.call(targets.get((int) (count % targets.size())), delay -> {});
            }
            LockSupport.parkNanos(200_000);
        }
        return run.await(Executors.newSingleThreadScheduledExecutor());
    }

    /** Receives the end of a call. */
    @FunctionalInterface
    private interface End {
        /** {@code delayMillis} is the time to wait before the next call; 0 after an answer. */
        void ended(long delayMillis);
    }

    /** A run, whose first seconds do not count. */
    private static final class Run {
        private final double seconds;
        private final long start = System.nanoTime() + (long) (SETTLE_SECONDS * 1e9);
        private final long end;
        private final Histogram accepted = new Histogram(3);
        private final Histogram refused = new Histogram(3);
        private final AtomicInteger openCount = new AtomicInteger();

        Run(double seconds) {
            this.seconds = seconds;
            end = start + (long) (seconds * 1e9);
        }

        boolean isOver() {
            return System.nanoTime() - end >= 0;
        }

        void call(Target target, End whenEnded) {
            openCount.incrementAndGet();
            long sent = System.nanoTime();
            ClientCalls.asyncUnaryCall(
                    target.channel.newCall(EnvironmentServiceGrpc.getObserveMethod(), CallOptions.DEFAULT),
                    target.request,
                    new StreamObserver<ObserveResponse>() {
                        @Override
                        public void onNext(ObserveResponse response) {
                            record(accepted, sent);
                        }

                        @Override
                        public void onError(Throwable error) {
                            if (Status.fromThrowable(error).getCode() != Status.Code.RESOURCE_EXHAUSTED) {
                                throw new AssertionError(error);
                            }
                            record(refused, sent);
                            Metadata trailers = Status.trailersFromThrowable(error);
                            String delay = trailers == null ? null : trailers.get(PUSHBACK);
                            ended(delay == null ? 1 : Long.parseLong(delay));
                        }

                        @Override
                        public void onCompleted() {
                            ended(0);
                        }

                        private void ended(long delayMillis) {
                            whenEnded.ended(delayMillis);
                            openCount.decrementAndGet();
                        }
                    });
        }

        private void record(Histogram histogram, long sent) {
            long now = System.nanoTime();
            if (now - start >= 0 && now - end < 0) {
                synchronized (histogram) {
                    histogram.recordValue(now - sent);
                }
            }
        }

        Result await(ScheduledExecutorService timer) throws InterruptedException {
            while (!isOver()) {
                Thread.sleep(10);
            }
            timer.shutdownNow();
            long limit = System.nanoTime() + TimeUnit.SECONDS.toNanos(END_SECONDS);
            while (openCount.get() > 0 && System.nanoTime() < limit) {
                Thread.sleep(10);
            }
            return new Result(seconds, accepted, refused);
        }
    }
}
