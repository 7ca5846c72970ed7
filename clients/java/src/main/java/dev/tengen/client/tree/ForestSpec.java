package dev.tengen.client.tree;

import dev.tengen.client.env.ObservationFormat;
import dev.tengen.client.env.ObservationLayout;
import dev.tengen.client.internal.ProtoConverter;
import dev.tengen.proto.v1.OpenForest;
import java.util.List;

/**
 * The spec of a forest. Immutable. Values that are not set have their defaults. The server checks all values.
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

    /** Returns the request that opens such a forest. */
    OpenForest toRequest() {
        return request;
    }

    /** Builds a {@link ForestSpec}. Not thread-safe. */
    public static final class Builder {
        private final OpenForest.Builder request = OpenForest.newBuilder();

        private Builder(int width, int height) {
            request.setWidth(width).setHeight(height);
        }

        /** Sets the encodings of observations, by name; the default is none. */
        public Builder encodings(String... names) {
            request.clearEncodings().addAllEncodings(List.of(names));
            return this;
        }

        /**
         * Sets the maximum number of nodes at once, roots included; the default is a million, or the server's limit if
         * that is lower.
         */
        public Builder maxNodeCount(int count) {
            request.setMaxNodeCount(count);
            return this;
        }

        /** Sets the format and layout of observations on the wire; the default is bits, plane by plane. */
        public Builder observationForm(ObservationFormat format, ObservationLayout layout) {
            request.setObservationFormat(ProtoConverter.toProto(format))
                    .setObservationLayout(ProtoConverter.toProto(layout));
            return this;
        }

        /** Returns the spec. */
        public ForestSpec build() {
            return new ForestSpec(request.build());
        }
    }
}
