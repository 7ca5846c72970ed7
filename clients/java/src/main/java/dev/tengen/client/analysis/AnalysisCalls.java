package dev.tengen.client.analysis;

import dev.tengen.client.internal.Call;
import dev.tengen.proto.v1.AnalysisServiceGrpc;
import dev.tengen.proto.v1.SolvePositionRequest;
import java.util.Arrays;
import java.util.List;

/** The calls of the analysis service, which change nothing. Not part of the API: {@code TengenClient} makes them. */
public final class AnalysisCalls {
    private AnalysisCalls() {}

    /** Returns a call that solves {@code position} and rates {@code regretActions}. */
    public static Call<?, ?, PositionSolution> solve(
            AnalyzedPosition position, AnalysisLimits limits, int... regretActions) {
        SolvePositionRequest.Builder request = SolvePositionRequest.newBuilder()
                .setPosition(position.toProto())
                .setLimits(limits.toProto());
        Arrays.stream(regretActions).forEach(request::addRegretActions);
        return new Call<>(AnalysisServiceGrpc.getSolvePositionMethod(), request.build(), AnalysisConverter::solution)
                .withExtraTime(limits.maxTime());
    }

    /** Returns a call that analyzes the capturing races of {@code position}. */
    public static Call<?, ?, List<RaceAnalysis>> analyzeRaces(AnalyzedPosition position, RaceQuery query) {
        return new Call<>(AnalysisServiceGrpc.getAnalyzeRaceMethod(), query.toProto(position), AnalysisConverter::races)
                .withExtraTime(query.limits().maxTime());
    }
}
