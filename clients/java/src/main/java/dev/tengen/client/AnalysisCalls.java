package dev.tengen.client;

import dev.tengen.proto.v1.AnalysisServiceGrpc;
import dev.tengen.proto.v1.AnalyzeRaceRequest;
import dev.tengen.proto.v1.AnalyzeRaceResponse;
import dev.tengen.proto.v1.SolvePositionRequest;
import dev.tengen.proto.v1.SolvePositionResponse;
import java.util.Arrays;
import java.util.List;

/** The calls that analyze. They change nothing. */
final class AnalysisCalls {
    private AnalysisCalls() {}

    /** Asks what perfect play comes to, and what {@code regretActions} lose. */
    static Call<SolvePositionRequest, SolvePositionResponse, PositionSolution> solve(
            AnalyzedPosition position, AnalysisLimits limits, int... regretActions) {
        SolvePositionRequest.Builder request = SolvePositionRequest.newBuilder()
                .setPosition(position.toProto())
                .setLimits(limits.toProto());
        Arrays.stream(regretActions).forEach(request::addRegretActions);
        return new Call<>(AnalysisServiceGrpc.getSolvePositionMethod(), request.build(), AnalysisMessages::solution)
                .within(limits.maxTime());
    }

    /** Asks how races stand. */
    static Call<AnalyzeRaceRequest, AnalyzeRaceResponse, List<RaceAnalysis>> analyzeRaces(
            AnalyzedPosition position, RaceQuestion question) {
        return new Call<>(
                        AnalysisServiceGrpc.getAnalyzeRaceMethod(), question.toProto(position), AnalysisMessages::races)
                .within(question.limits().maxTime());
    }
}
