package dev.tengen.client.batch;

import com.google.common.primitives.Longs;
import dev.tengen.client.env.SessionSpec;
import dev.tengen.proto.v1.AutoresetMode;
import dev.tengen.proto.v1.BatchJournal;
import dev.tengen.proto.v1.OpenBatch;
import java.util.List;

/**
 * The spec of a batch. Immutable. Values that are not set have their defaults. The server checks all values. The seeds
 * of the session specs are ignored; set seeds here.
 *
 * <pre>{@code
 * BatchSpec spec = BatchSpec.builder(1024, SessionSpec.of(9, 9)).seeds(1).build();
 * }</pre>
 */
public final class BatchSpec {
    private final OpenBatch request;

    private BatchSpec(OpenBatch request) {
        this.request = request;
    }

    /** Returns a spec of {@code laneCount} equal lanes. */
    public static BatchSpec of(int laneCount, SessionSpec spec) {
        return builder(laneCount, spec).build();
    }

    /** Returns a builder of a spec of {@code laneCount} equal lanes. */
    public static Builder builder(int laneCount, SessionSpec spec) {
        return new Builder(laneCount, List.of(spec));
    }

    /** Returns a builder of a spec with one lane for each of {@code specs}. */
    public static Builder builder(List<SessionSpec> specs) {
        return new Builder(specs.size(), specs);
    }

    /** Returns the request that opens such a batch. */
    OpenBatch toRequest() {
        return request;
    }

    /** Builds a {@link BatchSpec}. Not thread-safe. */
    public static final class Builder {
        private final OpenBatch.Builder request = OpenBatch.newBuilder();

        private Builder(int laneCount, List<SessionSpec> specs) {
            request.setLaneCount(laneCount);
            specs.forEach(spec -> request.addSpecs(spec.toProto()));
        }

        /**
         * Sets the seeds of the first episodes: one seed for each lane, or a single seed, to which lane i adds i. By
         * default the server draws the seeds.
         */
        public Builder seeds(long... seeds) {
            request.clearSeeds().addAllSeeds(Longs.asList(seeds));
            return this;
        }

        /** Sets what happens to a lane whose episode is over; the default is {@link Autoreset#NEXT_STEP}. */
        public Builder autoreset(Autoreset mode) {
            request.setAutoresetMode(AutoresetMode.valueOf("AUTORESET_MODE_" + mode));
            return this;
        }

        /**
         * Keeps the batch in a journal in the store of the server, so that {@code TengenClient.resumeBatch} can
         * continue it after the connection or the server has ended. By default, the batch ends with its connection.
         *
         * @param name a name that none of your journals has; empty to let the server draw one
         */
        public Builder journal(String name) {
            request.setJournal(BatchJournal.newBuilder().setName(name));
            return this;
        }

        /** Returns the spec. */
        public BatchSpec build() {
            return new BatchSpec(request.build());
        }
    }
}
