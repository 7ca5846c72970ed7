package dev.tengen.client.search;

import dev.tengen.client.env.ObservationFormat;
import dev.tengen.client.env.ObservationLayout;
import dev.tengen.client.internal.ProtoConverter;
import dev.tengen.proto.v1.OpenPositionSearch;
import java.util.List;

/**
 * The spec of a search of positions. Immutable. Values that are not set have their defaults. The server checks all
 * values.
 *
 * <pre>{@code
 * PositionSearchSpec spec = PositionSearchSpec.builder(9, 9)
 *         .encodings("alphazero-17")
 *         .search(SearchSettings.builder(RootMethod.PUCT).leavesPerRound(8).build())
 *         .build();
 * }</pre>
 */
public final class PositionSearchSpec {
    private final OpenPositionSearch request;

    private PositionSearchSpec(OpenPositionSearch request) {
        this.request = request;
    }

    /** Returns a builder of the spec of a search of positions on boards {@code width} wide and {@code height} high. */
    public static Builder builder(int width, int height) {
        return new Builder(width, height);
    }

    /** Returns the request that opens such a search. */
    OpenPositionSearch toRequest() {
        return request;
    }

    /** Builds a {@link PositionSearchSpec}. Not thread-safe. */
    public static final class Builder {
        private final OpenPositionSearch.Builder request = OpenPositionSearch.newBuilder();

        private Builder(int width, int height) {
            request.setWidth(width).setHeight(height);
        }

        /** Sets the encodings of observations, by name; the default is none. */
        public Builder encodings(String... names) {
            request.clearEncodings().addAllEncodings(List.of(names));
            return this;
        }

        /** Sets the format and layout of observations on the wire; the default is bits, plane by plane. */
        public Builder observationForm(ObservationFormat format, ObservationLayout layout) {
            request.setObservationFormat(ProtoConverter.toProto(format))
                    .setObservationLayout(ProtoConverter.toProto(layout));
            return this;
        }

        /**
         * Sets the parameters of each search; the default is {@link RootMethod#PUCT} with its defaults. Noise and other
         * exploration at the root are ignored.
         */
        public Builder search(SearchSettings settings) {
            request.setSearch(settings.toProto());
            return this;
        }

        /** Sets the seed of the symmetries through which positions are seen. By default, the server draws it. */
        public Builder seed(long seed) {
            request.setSeed(seed);
            return this;
        }

        /** Sets what priors are; the default is {@link PriorKind#LOGITS}. */
        public Builder priorKind(PriorKind kind) {
            request.getEvaluationFormatBuilder()
                    .setPriorKind(dev.tengen.proto.v1.PriorKind.valueOf("PRIOR_KIND_" + kind));
            return this;
        }

        /** Returns the spec. */
        public PositionSearchSpec build() {
            return new PositionSearchSpec(request.build());
        }
    }
}
