package dev.tengen.client.analysis;

import com.google.common.primitives.Ints;
import dev.tengen.client.env.Symmetry;
import dev.tengen.client.internal.Call;
import dev.tengen.client.internal.ProtoConverter;
import dev.tengen.proto.v1.ActionRegret;
import dev.tengen.proto.v1.AnalysisServiceGrpc;
import dev.tengen.proto.v1.AnalyzeRaceResponse;
import dev.tengen.proto.v1.Certainty;
import dev.tengen.proto.v1.Race;
import dev.tengen.proto.v1.RaceComponent;
import dev.tengen.proto.v1.RaceOutcome;
import dev.tengen.proto.v1.RaceSide;
import dev.tengen.proto.v1.SolvePositionRequest;
import dev.tengen.proto.v1.SolvePositionResponse;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/** The calls of the analysis service, which change nothing. Not part of the API: {@code TengenClient} makes them. */
public final class AnalysisCalls {
    private AnalysisCalls() {}

    /** Returns a call that solves {@code position} and rates {@code regretActions}. */
    public static Call<?, ?, PositionSolution> solve(
            AnalyzedPosition position, AnalysisLimits limits, int... regretActions) {
        SolvePositionRequest.Builder request = SolvePositionRequest.newBuilder()
                .setPosition(position.toProto())
                .setLimits(limits.toProto())
                .addAllRegretActions(Ints.asList(regretActions));
        return new Call<>(AnalysisServiceGrpc.getSolvePositionMethod(), request.build(), AnalysisCalls::solution)
                .withExtraTime(limits.maxTime());
    }

    /** Returns a call that analyzes the capturing races of {@code position}. */
    public static Call<?, ?, List<RaceAnalysis>> analyzeRace(AnalyzedPosition position, RaceQuery query) {
        return new Call<>(AnalysisServiceGrpc.getAnalyzeRaceMethod(), query.toProto(position), AnalysisCalls::races)
                .withExtraTime(query.limits().maxTime());
    }

    private static PositionSolution solution(SolvePositionResponse message) {
        return new PositionSolution(
                message.getCertainty() == Certainty.CERTAINTY_EXACT,
                message.getProven().getLower(),
                message.getProven().getUpper(),
                message.getFree().getLower(),
                message.getFree().getUpper(),
                List.copyOf(message.getBestActionsList()),
                List.copyOf(message.getOpenActionsList()),
                message.getNodeCount(),
                message.getLongestLine(),
                ProtoConverter.list(message.getRegretsList(), AnalysisCalls::regret),
                ProtoConverter.color(message.getPlayerToMove()),
                message.getMoveNumber(),
                message.getStateHash(),
                Symmetry.of(message.getSymmetryValue()));
    }

    private static PositionSolution.Regret regret(ActionRegret message) {
        return new PositionSolution.Regret(
                message.getAction(), message.hasPoints() ? OptionalInt.of(message.getPoints()) : OptionalInt.empty());
    }

    private static List<RaceAnalysis> races(AnalyzeRaceResponse message) {
        return ProtoConverter.list(message.getRacesList(), AnalysisCalls::race);
    }

    private static RaceAnalysis race(Race message) {
        return new RaceAnalysis(
                status(message.getStatus()),
                ProtoConverter.value(message.getMethod(), RaceMethod.NONE, RaceMethod.UNKNOWN),
                status(message.getDeclined()),
                message.getDeclinedReason(),
                message.getIsConditionalOnKo(),
                outcome(message.getBlackFirst()),
                outcome(message.getWhiteFirst()),
                side(message.getBlack()),
                side(message.getWhite()),
                List.copyOf(message.getSharedPointsList()),
                message.hasAdjustedBlackFirst() ? Optional.of(sum(message)) : Optional.empty(),
                message.getNodeCount());
    }

    private static RaceStatus status(dev.tengen.proto.v1.RaceStatus status) {
        return ProtoConverter.value(status, RaceStatus.NONE, RaceStatus.UNKNOWN);
    }

    private static RaceAnalysis.Outcome outcome(RaceOutcome message) {
        boolean isKnown = message.getResult() != dev.tengen.proto.v1.RaceResult.RACE_RESULT_UNSPECIFIED;
        RaceResult result = ProtoConverter.value(message.getResult(), RaceResult.UNKNOWN, RaceResult.UNKNOWN);
        return new RaceAnalysis.Outcome(
                isKnown ? Optional.of(result) : Optional.empty(),
                message.getHasWinningPoints()
                        ? Optional.of(List.copyOf(message.getWinningPointsList()))
                        : Optional.empty());
    }

    private static RaceAnalysis.Side side(RaceSide message) {
        return new RaceAnalysis.Side(
                List.copyOf(message.getChainPointsList()),
                List.copyOf(message.getExternalPointsList()),
                List.copyOf(message.getEyePointsList()),
                List.copyOf(message.getComplexPointsList()),
                message.getEyeLibertyCount());
    }

    private static RaceAnalysis.Sum sum(Race message) {
        return new RaceAnalysis.Sum(
                ProtoConverter.list(message.getComponentsList(), AnalysisCalls::component),
                message.getSumCooled(),
                message.hasDelta() ? OptionalInt.of(message.getDelta()) : OptionalInt.empty(),
                message.getAdjustedBlackFirst(),
                message.getAdjustedWhiteFirst());
    }

    private static RaceAnalysis.Component component(RaceComponent message) {
        return new RaceAnalysis.Component(
                ProtoConverter.color(message.getOwner()),
                message.getIsEye(),
                List.copyOf(message.getPointsList()),
                message.getValue(),
                message.getCooled(),
                message.getTemperature(),
                message.getMean());
    }
}
