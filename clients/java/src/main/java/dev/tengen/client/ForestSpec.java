package dev.tengen.client;

import dev.tengen.proto.v1.OpenForest;
import java.util.List;

/**
 * What a forest is to be. Immutable. Values are checked by the server; those not set are at their defaults.
 *
 * <pre>{@code
 * ForestSpec spec = ForestSpec.builder(9, 9).encodings("alphazero-17").maxNodeCount(100_000).build();
 * }</pre>
 */
public final class ForestSpec {
    private final OpenForest request;

    private ForestSpec(OpenForest request) {
        this.request = request;
    }

    /** Returns a builder of a spec of trees whose boards are at most {@code width} wide and {@code height} high. */
    public static Builder builder(int width, int height) {
        return new Builder(width, height);
    }

    /** Returns the request that makes such a forest. */
    OpenForest toRequest() {
        return request;
    }

    /** Builds a {@link ForestSpec}. Not thread-safe. */
    public static final class Builder {
        private final OpenForest.Builder request = OpenForest.newBuilder();

        private Builder(int width, int height) {
            request.setWidth(width).setHeight(height);
        }

        /** Sets the encodings that each node is observed in; the default is none. */
        public Builder encodings(String... names) {
            request.clearEncodings().addAllEncodings(List.of(names));
            return this;
        }

        /** Sets how many nodes there may be at once, roots included; the default is a million, or as many as there may be. */
        public Builder maxNodeCount(int count) {
            request.setMaxNodeCount(count);
            return this;
        }

        /** Sets how planes stand in bytes; the default is packed bits, plane by plane. */
        public Builder observationForm(ObservationFormat format, ObservationLayout layout) {
            request.setObservationFormat(dev.tengen.proto.v1.ObservationFormat.valueOf("OBSERVATION_FORMAT_" + format))
                    .setObservationLayout(
                            dev.tengen.proto.v1.ObservationLayout.valueOf("OBSERVATION_LAYOUT_" + layout));
            return this;
        }

        /** Returns the spec. */
        public ForestSpec build() {
            return new ForestSpec(request.build());
        }
    }
}
