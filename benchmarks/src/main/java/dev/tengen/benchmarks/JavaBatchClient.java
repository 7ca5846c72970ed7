package dev.tengen.benchmarks;

import dev.tengen.client.TengenClient;
import dev.tengen.client.batch.BatchSpec;
import dev.tengen.client.batch.LaneRows;
import dev.tengen.client.batch.TengenBatch;
import dev.tengen.client.env.Color;
import dev.tengen.client.env.Rules.KoRule;
import dev.tengen.client.env.SessionSpec;
import java.util.Locale;
import java.util.SplittableRandom;
import org.HdrHistogram.Histogram;

/** The Java client, in this process. */
final class JavaBatchClient implements BatchClient {
    private static final int PRECISION = 3;

    private final TengenClient client;
    private final TengenBatch batch;
    private final Part[] parts;
    private final int bitCount;
    private final RowUnpacker planes = new RowUnpacker();
    private final SplittableRandom random = new SplittableRandom(1);
    private long stepCount;
    private long episodeCount;
    private double rewardSum;

    JavaBatchClient(BatchOptions options, int laneCount, String address) {
        client = TengenClient.connect(address);
        SessionSpec spec = SessionSpec.builder(options.size(), options.size())
                .ko(KoRule.valueOf(options.ko().toUpperCase(Locale.ROOT)))
                .encodings(options.encoding())
                .build();
        String[] asked = options.encoding().isEmpty() ? new String[0] : new String[] {options.encoding()};
        int planeCount = client.serverInfo(asked).encodings().stream()
                .filter(encoding -> encoding.name().equals(options.encoding()))
                .mapToInt(encoding -> encoding.planes().size())
                .findFirst()
                .orElse(0);
        bitCount = planeCount * options.size() * options.size();
        batch = client.openBatch(BatchSpec.builder(laneCount, spec).seeds(1).build());
        parts = new Part[Math.min(options.partCount(), laneCount)];
        for (int part = 0; part < parts.length; part++) {
            int first = (int) ((long) laneCount * part / parts.length);
            int last = (int) ((long) laneCount * (part + 1) / parts.length);
            parts[part] = new Part(first, last - first);
            // From here on each part reads its own rows.
            parts[part].choose(batch.reset(parts[part].lanes));
        }
    }

    @Override
    public BatchRun run(double seconds) {
        Histogram latencies = new Histogram(PRECISION);
        stepCount = 0;
        episodeCount = 0;
        long start = System.nanoTime();
        long end = start + (long) (seconds * 1e9);
        for (Part part : parts) {
            part.send();
        }
        boolean isWanted = true;
        while (isWanted) {
            isWanted = System.nanoTime() < end;
            for (Part part : parts) {
                part.take(latencies);
                if (isWanted) {
                    part.send();
                }
            }
        }
        double elapsed = (System.nanoTime() - start) / 1e9;
        if (Double.isNaN(rewardSum)) {
            throw new AssertionError("a reward is not a number");
        }
        return new BatchRun(stepCount, episodeCount, elapsed, latencies);
    }

    @Override
    public ProcessHandle process() {
        return ProcessHandle.current();
    }

    @Override
    public void close() {
        batch.close();
        client.close();
    }

    /** The lanes of one request. */
    private final class Part {
        final int[] lanes;
        final int[] actions;
        private long sentAt;

        Part(int first, int count) {
            lanes = new int[count];
            actions = new int[count];
            for (int i = 0; i < count; i++) {
                lanes[i] = first + i;
            }
        }

        void send() {
            sentAt = System.nanoTime();
            if (parts.length == 1) {
                batch.send(actions);
            } else {
                batch.send(lanes, actions);
            }
        }

        void take(Histogram latencies) {
            LaneRows rows = batch.receive();
            latencies.recordValue(System.nanoTime() - sentAt);
            choose(rows);
            int rowCount = rows.rowCount();
            for (int row = 0; row < rowCount; row++) {
                stepCount += rows.isReset(row) ? 0 : 1;
                episodeCount += rows.isOver(row) ? 1 : 0;
                rewardSum += rows.reward(row, Color.BLACK);
            }
        }

        /** Unpacks the observations and draws the next actions. */
        void choose(LaneRows rows) {
            int byteCount = batch.layout().observationByteCount();
            planes.unpack(rows.observations(), rows.rowCount(), byteCount, bitCount);
            planes.draw(rows.actionMasks(), batch.layout().actionMaskByteCount(), random, actions);
        }
    }
}
