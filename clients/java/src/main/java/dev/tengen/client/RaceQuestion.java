package dev.tengen.client;

import dev.tengen.proto.v1.AnalyzeRaceRequest;

/**
 * What to ask about capturing races. Immutable. The server checks it.
 *
 * <pre>{@code
 * List<RaceAnalysis> races = client.analyzeRaces(position, RaceQuestion.DEFAULT.between(18, 45));
 * }</pre>
 */
public final class RaceQuestion {
    /** Asks about all races that are found, by counting and then by search, within the server's limits. */
    public static final RaceQuestion DEFAULT =
            new RaceQuestion(AnalyzeRaceRequest.getDefaultInstance(), AnalysisLimits.DEFAULT);

    private final AnalyzeRaceRequest request;
    private final AnalysisLimits limits;

    private RaceQuestion(AnalyzeRaceRequest request, AnalysisLimits limits) {
        this.request = request;
        this.limits = limits;
    }

    /** Returns this question about the race alone between the chains at a black and at a white stone. */
    public RaceQuestion between(int blackPoint, int whitePoint) {
        return new RaceQuestion(
                request.toBuilder()
                        .setBlackEssential(blackPoint)
                        .setWhiteEssential(whitePoint)
                        .build(),
                limits);
    }

    /** Returns this question for counting and combinatorial game theory alone, without search. */
    public RaceQuestion withoutSearch() {
        return new RaceQuestion(request.toBuilder().setIsStatic(true).build(), limits);
    }

    /** Returns this question with limits for all races together. */
    public RaceQuestion within(AnalysisLimits other) {
        return new RaceQuestion(request, other);
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
