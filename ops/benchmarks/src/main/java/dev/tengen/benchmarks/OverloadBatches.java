package dev.tengen.benchmarks;

import com.google.protobuf.ByteString;
import dev.tengen.benchmarks.OverloadLoad.Result;
import dev.tengen.client.env.SessionSpec;
import dev.tengen.proto.v1.AutoresetMode;
import dev.tengen.proto.v1.BatchServiceGrpc;
import dev.tengen.proto.v1.OpenBatch;
import dev.tengen.proto.v1.RunRequest;
import dev.tengen.proto.v1.RunResponse;
import dev.tengen.proto.v1.StepBatch;
import io.grpc.ManagedChannel;
import io.grpc.stub.StreamObserver;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.HdrHistogram.Histogram;

/** Streams of batches over several connections, with a fixed number of requests in flight on each. */
final class OverloadBatches {
    private static final int SIZE = 19;

    /** The action that the server draws. */
    private static final int DRAWN_ACTION = -3;

    private final List<ManagedChannel> channels;
    private final RunRequest open;
    private final RunRequest step;

    OverloadBatches(List<ManagedChannel> channels, int laneCount) {
        this.channels = channels;
        open = RunRequest.newBuilder()
                .setOpen(OpenBatch.newBuilder()
                        .setLaneCount(laneCount)
                        .addSpecs(SessionSpec.builder(SIZE, SIZE)
                                .encodings("katago-v7")
                                .build()
                                .toProto())
                        .addSeeds(1)
                        .setAutoresetMode(AutoresetMode.AUTORESET_MODE_NEXT_STEP))
                .build();
        ByteBuffer actions = ByteBuffer.allocate(Integer.BYTES * laneCount).order(ByteOrder.LITTLE_ENDIAN);
        while (actions.hasRemaining()) {
            actions.putInt(DRAWN_ACTION);
        }
        step = RunRequest.newBuilder()
                .setStep(StepBatch.newBuilder().setActions(ByteString.copyFrom(actions.flip())))
                .build();
    }

    /** Runs {@code streamCount} streams, each with {@code inFlightCount} requests in flight. */
    Result run(int streamCount, int inFlightCount, double seconds) throws InterruptedException {
        Histogram latencies = new Histogram(3);
        long start = System.nanoTime() + 1_000_000_000L;
        long end = start + (long) (seconds * 1e9);
        List<Stream> streams = new ArrayList<>();
        for (int i = 0; i < streamCount; i++) {
            streams.add(new Stream(channels.get(i % channels.size()), inFlightCount, start, end, latencies));
        }
        for (Stream stream : streams) {
            stream.ended.await();
        }
        return new Result(seconds, latencies, new Histogram(3));
    }

    /** A stream, which sends a request for each answer until the end. */
    private final class Stream implements StreamObserver<RunResponse> {
        final CountDownLatch ended = new CountDownLatch(1);
        private final int inFlightCount;
        private final long start;
        private final long end;
        private final Histogram latencies;
        private final StreamObserver<RunRequest> requests;
        private final Deque<Long> sent = new ArrayDeque<>();
        private boolean isOpen;

        Stream(ManagedChannel channel, int inFlightCount, long start, long end, Histogram latencies) {
            this.inFlightCount = inFlightCount;
            this.start = start;
            this.end = end;
            this.latencies = latencies;
            requests = BatchServiceGrpc.newStub(channel).run(this);
            requests.onNext(open);
        }

        @Override
        public void onNext(RunResponse response) {
            long now = System.nanoTime();
            if (isOpen) {
                long since = sent.remove();
                if (now - start >= 0 && now - end < 0) {
                    synchronized (latencies) {
                        latencies.recordValue(now - since);
                    }
                }
            }
            isOpen = true;
            while (now - end < 0 && sent.size() < inFlightCount) {
                sent.add(System.nanoTime());
                requests.onNext(step);
            }
            if (sent.isEmpty()) {
                requests.onCompleted();
            }
        }

        @Override
        public void onError(Throwable error) {
            ended.countDown();
            throw new AssertionError(error);
        }

        @Override
        public void onCompleted() {
            ended.countDown();
        }
    }
}
