package dev.tengen.client.analysis;

import dev.tengen.client.env.Symmetry;
import dev.tengen.client.internal.ProtoConverter;
import dev.tengen.proto.v1.ActionRegret;
import dev.tengen.proto.v1.AnalyzeRaceResponse;
import dev.tengen.proto.v1.Certainty;
import dev.tengen.proto.v1.Race;
import dev.tengen.proto.v1.RaceComponent;
import dev.tengen.proto.v1.RaceOutcome;
import dev.tengen.proto.v1.RaceSide;
import dev.tengen.proto.v1.SolvePositionResponse;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/** Converts the messages of the analysis service. */
final class AnalysisConverter {
    private AnalysisConverter() {}

    static PositionSolution solution(SolvePositionResponse message) {
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
                message.getRegretsList().stream().map(AnalysisConverter::regret).toList(),
                ProtoConverter.color(message.getPlayerToMove()),
                message.getMoveNumber(),
                message.getStateHash(),
                Symmetry.of(message.getSymmetryValue()));
    }

    private static PositionSolution.Regret regret(ActionRegret message) {
        return new PositionSolution.Regret(
                message.getAction(), message.hasPoints() ? OptionalInt.of(message.getPoints()) : OptionalInt.empty());
    }

    static List<RaceAnalysis> races(AnalyzeRaceResponse message) {
        return message.getRacesList().stream().map(AnalysisConverter::race).toList();
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
                message.getComponentsList().stream()
                        .map(AnalysisConverter::component)
                        .toList(),
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
