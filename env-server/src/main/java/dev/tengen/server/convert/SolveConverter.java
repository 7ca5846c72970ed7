package dev.tengen.server.convert;

import dev.tengen.board.InvalidValueException;
import dev.tengen.game.Game;
import dev.tengen.game.Legality;
import dev.tengen.planes.SymmetryMap;
import dev.tengen.proto.v1.ActionRegret;
import dev.tengen.proto.v1.Certainty;
import dev.tengen.proto.v1.MarginBounds;
import dev.tengen.proto.v1.SolvePositionResponse;
import dev.tengen.server.error.CallException;
import dev.tengen.server.error.Reason;
import dev.tengen.solve.Bounds;
import dev.tengen.solve.Regret;
import dev.tengen.solve.Solution;
import java.util.ArrayList;
import java.util.List;

/** Questions about perfect play, and the answers. */
public final class SolveConverter {
    private static final String REGRET_ACTIONS = "regret_actions";

    private SolveConverter() {}

    /** Throws {@link CallException} where the game is over. */
    public static void requireNotOver(Game game) {
        if (game.isOver()) {
            throw CallException.of(Reason.EPISODE_OVER, "the game is over; there is nothing to solve");
        }
    }

    /**
     * Returns the moves on the board that {@code actions} mean. Throws {@link CallException} or {@link InvalidValueException} where
     * one is named twice or is illegal.
     */
    public static List<Integer> moves(List<Integer> actions, StandingPosition position) {
        Game game = position.game();
        List<Integer> moves = new ArrayList<>();
        for (int action : actions) {
            int move = position.seen().original(action);
            Legality legality = game.legality(move);
            if (action < 0 || legality == Legality.OUT_OF_RANGE) {
                throw CallException.invalid(
                        Reason.OUT_OF_RANGE,
                        InvalidValueException.outside(
                                REGRET_ACTIONS, action, 0, game.grid().pass()));
            }
            if (!legality.isLegal()) {
                throw CallException.of(
                                Reason.valueOf(legality.name()),
                                REGRET_ACTIONS + " " + action + " ("
                                        + game.grid().name(move) + ") is illegal: " + legality)
                        .with("field", REGRET_ACTIONS)
                        .with("value", action);
            }
            if (moves.contains(move)) {
                throw CallException.invalid(
                        REGRET_ACTIONS, "with action " + action + " twice", "a list of different actions");
            }
            moves.add(move);
        }
        return moves;
    }

    /** Returns what was found out about a position. */
    public static SolvePositionResponse toProto(StandingPosition position, Solution solution, List<Regret> regrets) {
        SymmetryMap seen = position.seen();
        SolvePositionResponse.Builder response = SolvePositionResponse.newBuilder()
                .setCertainty(Enums.toProto(solution.certainty(), "CERTAINTY_", Certainty.class))
                .setProven(toProto(solution.proven()))
                .setFree(toProto(solution.free()))
                .addAllBestActions(turned(solution.bestMoves(), seen))
                .addAllOpenActions(turned(solution.openMoves(), seen))
                .setNodeCount(solution.nodes())
                .setLongestLine(solution.deepest())
                .setPlayerToMove(Enums.toProtoColor(position.game().playerToMove()))
                .setMoveNumber(position.game().moveNumber())
                .setStateHash(position.stateHash())
                .setSymmetry(ViewConverter.toProto(seen.symmetry()));
        regrets.forEach(regret -> response.addRegrets(toProto(regret, seen)));
        return response.build();
    }

    private static List<Integer> turned(List<Integer> moves, SymmetryMap seen) {
        return moves.stream().map(seen::turned).sorted().toList();
    }

    private static MarginBounds toProto(Bounds bounds) {
        return MarginBounds.newBuilder()
                .setLower(bounds.lower())
                .setUpper(bounds.upper())
                .build();
    }

    private static ActionRegret toProto(Regret regret, SymmetryMap seen) {
        ActionRegret.Builder message = ActionRegret.newBuilder().setAction(seen.turned(regret.move()));
        regret.points().ifPresent(message::setPoints);
        return message.build();
    }
}
