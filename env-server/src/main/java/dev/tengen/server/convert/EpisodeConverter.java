package dev.tengen.server.convert;

import com.google.protobuf.ByteString;
import com.google.protobuf.UnsafeByteOperations;
import dev.tengen.board.Color;
import dev.tengen.board.Grid;
import dev.tengen.board.InvalidValueException;
import dev.tengen.env.EndReason;
import dev.tengen.env.Environment;
import dev.tengen.game.Game;
import dev.tengen.game.Score;
import dev.tengen.planes.Encoding;
import dev.tengen.planes.Encodings;
import dev.tengen.proto.v1.LegalActionsResponse;
import dev.tengen.proto.v1.Observation;
import dev.tengen.proto.v1.ObserveResponse;
import dev.tengen.proto.v1.ScoreResponse;
import dev.tengen.proto.v1.SessionSummary;
import dev.tengen.proto.v1.Timestep;
import dev.tengen.proto.v1.WatchResponse;
import java.util.List;

/** What an episode is like, as messages. */
public final class EpisodeConverter {
    private EpisodeConverter() {}

    /** Returns where the episode stands and what the last call brought, without observations. */
    public static Timestep timestep(Environment environment) {
        Game game = environment.game();
        Timestep.Builder timestep = Timestep.newBuilder()
                .setMoveNumber(game.moveNumber())
                .setPlayerToMove(Enums.toProtoColor(game.playerToMove()))
                .setRewardBlack(environment.reward(Color.BLACK))
                .setRewardWhite(environment.reward(Color.WHITE))
                .setTerminated(environment.endReason().isTermination())
                .setTruncated(environment.endReason().isTruncation())
                .setEndReason(endReason(environment.endReason()))
                .setWinner(Enums.toProtoColor(environment.winner()))
                .setPassCount(game.passCount())
                .setStateHash(environment.stateHash())
                .setPositionHash(game.positionHash())
                .setActionMask(UnsafeByteOperations.unsafeWrap(environment.actionMask()))
                .addAllActions(environment.lastActions())
                .setIllegalReason(Enums.toProtoReason(environment.lastLegality()))
                .setIsAgreement(!environment.isOver() && game.isInAgreement())
                .setEndMessage(environment.endMessage());
        if (environment.isOver()) {
            timestep.setScore(score(game.score()));
        }
        return timestep.build();
    }

    static dev.tengen.proto.v1.EndReason endReason(EndReason reason) {
        return reason == EndReason.NONE
                ? dev.tengen.proto.v1.EndReason.END_REASON_UNSPECIFIED
                : Enums.toProto(reason, "END_REASON_", dev.tengen.proto.v1.EndReason.class);
    }

    /** Returns {@code timestep} with observations of {@code game} in {@code encodings}. */
    public static Timestep observed(Timestep timestep, Game game, List<String> encodings) {
        if (encodings.isEmpty()) {
            return timestep;
        }
        return timestep.toBuilder()
                .addAllObservations(observations(game, encodings))
                .build();
    }

    /** Returns the observations of {@code game} in {@code encodings}, which are names of encodings there are. */
    public static List<Observation> observations(Game game, List<String> encodings) {
        return encodings.stream().map(name -> observation(game, name)).toList();
    }

    private static Observation observation(Game game, String name) {
        Grid grid = game.grid();
        Encoding encoding = Encodings.named(name, grid).orElseThrow();
        return Observation.newBuilder()
                .setEncoding(name)
                .setPlaneCount(encoding.spec().planeCount())
                .setHeight(grid.height())
                .setWidth(grid.width())
                .setPlanes(UnsafeByteOperations.unsafeWrap(encoding.observation(game)))
                .build();
    }

    /** Returns the legal actions of the player to move, and why the others are illegal. */
    public static LegalActionsResponse legalActions(Environment environment) {
        int actionCount = environment.game().grid().moveCount();
        byte[] reasons = new byte[actionCount];
        int legalCount = 0;
        for (int action = 0; action < actionCount; action++) {
            int reason = Enums.toProtoReason(environment.legality(action)).getNumber();
            reasons[action] = (byte) reason;
            legalCount += reason == 0 ? 1 : 0;
        }
        return LegalActionsResponse.newBuilder()
                .setActionMask(UnsafeByteOperations.unsafeWrap(environment.actionMask()))
                .setLegalCount(legalCount)
                .setReasons(UnsafeByteOperations.unsafeWrap(reasons))
                .setMoveNumber(environment.game().moveNumber())
                .setPlayerToMove(Enums.toProtoColor(environment.game().playerToMove()))
                .setStateHash(environment.stateHash())
                .build();
    }

    /**
     * Returns the score of the position without the stones at {@code deadPoints}; if there are none, without those that both
     * players agreed are dead. {@code preset} names the rule preset. Throws {@link InvalidValueException} where the points are
     * not those of whole chains.
     */
    public static ScoreResponse score(Environment environment, List<Integer> deadPoints, String preset) {
        Game game = environment.game();
        Score score = deadPoints.isEmpty()
                ? game.score()
                : game.score(SpecConverter.points("dead_points", deadPoints, game.grid()));
        return ScoreResponse.newBuilder()
                .setScore(score(score))
                .setRules(RulesConverter.toProto(game.rules(), preset))
                .setMoveNumber(environment.game().moveNumber())
                .setStateHash(environment.stateHash())
                .build();
    }

    private static dev.tengen.proto.v1.Score score(Score score) {
        return dev.tengen.proto.v1.Score.newBuilder()
                .setAreaBlack(score.blackArea())
                .setAreaWhite(score.whiteArea())
                .setKomi(score.komi())
                .setMargin(score.margin())
                .setWinner(Enums.toProtoColor(score.winner()))
                .setOwner(UnsafeByteOperations.unsafeWrap(score.owners()))
                .setPointsBlack(score.blackTally().points())
                .setPointsWhite(score.whiteTally().points())
                .setPrisonersBlack(score.blackTally().prisoners())
                .setPrisonersWhite(score.whiteTally().prisoners())
                .setTaxBlack(score.blackTally().tax())
                .setTaxWhite(score.whiteTally().tax())
                .setHandicapBonus(score.handicapBonus())
                .build();
    }

    /** Returns the stones, and the position in {@code encodings}, which are names of encodings there are. */
    public static ObserveResponse observe(Environment environment, List<String> encodings) {
        Game game = environment.game();
        return ObserveResponse.newBuilder()
                .addAllObservations(observations(game, encodings))
                .setBoard(board(game))
                .setMoveNumber(game.moveNumber())
                .setPlayerToMove(Enums.toProtoColor(game.playerToMove()))
                .setStateHash(environment.stateHash())
                .build();
    }

    /** Returns what a watcher is sent. */
    public static WatchResponse watched(Environment environment) {
        return WatchResponse.newBuilder()
                .setEpisode(environment.episode())
                .setTimestep(timestep(environment))
                .setBoard(board(environment.game()))
                .build();
    }

    /** Returns a line of a list of sessions. */
    public static SessionSummary summary(String sessionId, Environment environment) {
        return SessionSummary.newBuilder()
                .setSessionId(sessionId)
                .setWidth(environment.game().grid().width())
                .setHeight(environment.game().grid().height())
                .setEpisode(environment.episode())
                .setMoveNumber(environment.game().moveNumber())
                .setEndReason(endReason(environment.endReason()))
                .build();
    }

    private static ByteString board(Game game) {
        byte[] board = new byte[game.grid().pointCount()];
        for (int point = 0; point < board.length; point++) {
            board[point] = (byte) game.colorAt(point);
        }
        return UnsafeByteOperations.unsafeWrap(board);
    }
}
