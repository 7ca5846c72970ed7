package dev.tengen.server.convert;

import dev.tengen.planes.SymmetryMap;
import dev.tengen.proto.v1.ActionRegret;
import dev.tengen.proto.v1.Certainty;
import dev.tengen.proto.v1.MarginBounds;
import dev.tengen.proto.v1.SolvePositionResponse;
import dev.tengen.server.analysis.Analyses;
import dev.tengen.server.analysis.SolvablePosition;
import dev.tengen.solve.Bounds;
import dev.tengen.solve.Regret;
import dev.tengen.solve.Solution;
import java.util.List;

/** Converts the solutions of positions to messages. */
public final class SolveConverter {
    private SolveConverter() {}

    /** Returns the solution of {@code position}. */
    public static SolvePositionResponse toProto(SolvablePosition position, Analyses.Solved solved) {
        Solution solution = solved.solution();
        SymmetryMap view = position.view();
        SolvePositionResponse.Builder response = SolvePositionResponse.newBuilder()
                .setCertainty(Enums.toProto(solution.certainty(), "CERTAINTY_", Certainty.class))
                .setProven(toProto(solution.proven()))
                .setFree(toProto(solution.free()))
                .addAllBestActions(turned(solution.bestMoves(), view))
                .addAllOpenActions(turned(solution.openMoves(), view))
                .setNodeCount(solution.nodes())
                .setLongestLine(solution.deepest())
                .setPlayerToMove(Enums.toProtoColor(position.game().playerToMove()))
                .setMoveNumber(position.game().moveNumber())
                .setStateHash(position.stateHash())
                .setSymmetry(ViewConverter.toProto(view.symmetry()));
        solved.regrets().forEach(regret -> response.addRegrets(toProto(regret, view)));
        return response.build();
    }

    private static List<Integer> turned(List<Integer> moves, SymmetryMap view) {
        return moves.stream().map(view::turned).sorted().toList();
    }

    private static MarginBounds toProto(Bounds bounds) {
        return MarginBounds.newBuilder()
                .setLower(bounds.lower())
                .setUpper(bounds.upper())
                .build();
    }

    private static ActionRegret toProto(Regret regret, SymmetryMap view) {
        ActionRegret.Builder message = ActionRegret.newBuilder().setAction(view.turned(regret.move()));
        regret.points().ifPresent(message::setPoints);
        return message.build();
    }
}
