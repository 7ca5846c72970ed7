package dev.tengen.client.analysis;

import dev.tengen.proto.v1.AnalyzeRaceRequest;

/**
 * A query about capturing races. Immutable. The server checks it.
 *
 * <pre>{@code
 * List<RaceAnalysis> races = client.analyzeRace(position, RaceQuery.DEFAULT.between(18, 45));
 * }</pre>
 */
public final class RaceQuery {
    /** Asks for all races on the board, by counting and then by search, within the server's limits. */
    public static final RaceQuery DEFAULT = new RaceQuery(AnalyzeRaceRequest.newBuilder(), AnalysisLimits.DEFAULT);

    private final AnalyzeRaceRequest request;
    private final AnalysisLimits limits;

    private RaceQuery(AnalyzeRaceRequest.Builder request, AnalysisLimits limits) {
        this.request = request.build();
        this.limits = limits;
    }

    /** Returns this query for the one race between the chains at {@code blackPoint} and {@code whitePoint}. */
    public RaceQuery between(int blackPoint, int whitePoint) {
        return new RaceQuery(request.toBuilder().setBlackEssential(blackPoint).setWhiteEssential(whitePoint), limits);
    }

    /** Returns this query without search: counting and combinatorial game theory only. */
    public RaceQuery withoutSearch() {
        return new RaceQuery(request.toBuilder().setIsStatic(true), limits);
    }

    /** Returns this query with limits, which apply to all races together. */
    public RaceQuery within(AnalysisLimits other) {
        return new RaceQuery(request.toBuilder(), other);
    }

    AnalysisLimits limits() {
        return limits;
    }

    AnalyzeRaceRequest toProto(AnalyzedPosition position) {
        return request.toBuilder()
                .setPosition(position.toProto())
                .setLimits(limits.toProto())
                .build();
    }
}
