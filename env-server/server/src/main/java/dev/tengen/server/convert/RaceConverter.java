package dev.tengen.server.convert;

import dev.tengen.base.InvalidValueException;
import dev.tengen.board.Board;
import dev.tengen.board.Color;
import dev.tengen.board.PointSet;
import dev.tengen.proto.v1.AnalyzeRaceRequest;
import dev.tengen.proto.v1.AnalyzeRaceResponse;
import dev.tengen.proto.v1.RaceMethod;
import dev.tengen.proto.v1.RaceSide;
import dev.tengen.proto.v1.RaceStatus;
import dev.tengen.race.Race;
import dev.tengen.race.RaceAnalysis;
import dev.tengen.race.RaceComponent;
import dev.tengen.race.RaceOutcome;
import dev.tengen.race.RaceSum;
import dev.tengen.server.analysis.RacePosition;
import dev.tengen.server.error.CallException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Converts requests for analyses of capturing races, and their results. */
public final class RaceConverter {
    private static final String STATUS = "RACE_STATUS_";

    private RaceConverter() {}

    /**
     * Returns the race that {@code request} names; empty if it asks for all races.
     *
     * @throws CallException if only one of the two chains is named
     * @throws InvalidValueException if a point is out of range or not that of a race
     */
    public static Optional<Race> named(AnalyzeRaceRequest request, RacePosition position) {
        if (!request.hasBlackEssential() && !request.hasWhiteEssential()) {
            return Optional.empty();
        }
        if (!request.hasBlackEssential() || !request.hasWhiteEssential()) {
            String missing = request.hasBlackEssential() ? "white_essential" : "black_essential";
            throw CallException.invalid(missing, "missing", "given together with the other color's");
        }
        Board board = position.board();
        int last = board.grid().pointCount() - 1;
        int black = SpecConverter.requireInt("black_essential", request.getBlackEssential(), 0, last);
        int white = SpecConverter.requireInt("white_essential", request.getWhiteEssential(), 0, last);
        return Optional.of(new Race(board, position.unplayable(), black, white));
    }

    /** Returns the results of {@code analyses}. */
    public static AnalyzeRaceResponse toProto(RacePosition position, List<RaceAnalysis> analyses) {
        AnalyzeRaceResponse.Builder response = AnalyzeRaceResponse.newBuilder()
                .setPlayerToMove(Enums.toProtoColor(position.playerToMove()))
                .setWidth(position.board().grid().width())
                .setHeight(position.board().grid().height());
        long nodes = 0;
        for (RaceAnalysis analysis : analyses) {
            nodes += analysis.nodes();
            response.addRaces(toProto(analysis));
        }
        return response.setNodeCount(nodes).build();
    }

    private static dev.tengen.proto.v1.Race toProto(RaceAnalysis analysis) {
        dev.tengen.proto.v1.Race.Builder race = dev.tengen.proto.v1.Race.newBuilder()
                .setStatus(Enums.toProto(analysis.status(), STATUS, RaceStatus.class))
                .setIsConditionalOnKo(analysis.isConditionalOnKo())
                .setBlackFirst(toProto(analysis.blackFirst()))
                .setWhiteFirst(toProto(analysis.whiteFirst()))
                .setBlack(side(analysis, Color.BLACK))
                .setWhite(side(analysis, Color.WHITE))
                .addAllSharedPoints(list(analysis.liberties().shared()))
                .setNodeCount(analysis.nodes());
        analysis.method().ifPresent(method -> race.setMethod(Enums.toProto(method, "RACE_METHOD_", RaceMethod.class)));
        analysis.declined()
                .ifPresent(decline -> race.setDeclined(Enums.toProto(decline.status(), STATUS, RaceStatus.class))
                        .setDeclinedReason(decline.reason()));
        analysis.sum().ifPresent(sum -> addSum(race, sum));
        return race.build();
    }

    private static void addSum(dev.tengen.proto.v1.Race.Builder race, RaceSum sum) {
        sum.components().forEach(component -> race.addComponents(toProto(component)));
        sum.delta().ifPresent(race::setDelta);
        race.setSumCooled(sum.cooled())
                .setAdjustedBlackFirst(sum.adjustedBlackFirst())
                .setAdjustedWhiteFirst(sum.adjustedWhiteFirst());
    }

    private static dev.tengen.proto.v1.RaceOutcome toProto(RaceOutcome outcome) {
        dev.tengen.proto.v1.RaceOutcome.Builder message = dev.tengen.proto.v1.RaceOutcome.newBuilder()
                .setHasWinningPoints(outcome.winningMoves().isPresent());
        outcome.result()
                .ifPresent(result ->
                        message.setResult(Enums.toProto(result, "RACE_RESULT_", dev.tengen.proto.v1.RaceResult.class)));
        outcome.winningMoves().ifPresent(moves -> message.addAllWinningPoints(list(moves)));
        return message.build();
    }

    private static RaceSide side(RaceAnalysis analysis, int color) {
        return RaceSide.newBuilder()
                .addAllChainPoints(list(analysis.race().essential(color)))
                .addAllExternalPoints(list(analysis.liberties().external(color)))
                .addAllEyePoints(list(analysis.liberties().eye(color)))
                .addAllComplexPoints(list(analysis.liberties().complex(color)))
                .setEyeLibertyCount(analysis.eyeLiberties(color))
                .build();
    }

    private static dev.tengen.proto.v1.RaceComponent toProto(RaceComponent component) {
        return dev.tengen.proto.v1.RaceComponent.newBuilder()
                .setOwner(Enums.toProtoColor(component.owner()))
                .addAllPoints(list(component.points()))
                .setValue(component.value())
                .setCooled(component.cooled())
                .setTemperature(component.temperature().toString())
                .setMean(component.mean().toString())
                .setIsEye(component.isEye())
                .build();
    }

    private static List<Integer> list(PointSet points) {
        List<Integer> list = new ArrayList<>();
        points.forEach(list::add);
        return list;
    }
}
