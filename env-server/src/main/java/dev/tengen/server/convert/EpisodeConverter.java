package dev.tengen.server.convert;

import com.google.protobuf.ByteString;
import com.google.protobuf.UnsafeByteOperations;
import dev.tengen.board.Color;
import dev.tengen.board.Grid;
import dev.tengen.board.InvalidValueException;
import dev.tengen.env.EndReason;
import dev.tengen.env.Environment;
import dev.tengen.env.EnvironmentSpec;
import dev.tengen.game.Game;
import dev.tengen.game.Score;
import dev.tengen.planes.catalog.Encodings;
import dev.tengen.planes.ObservationForm;
import dev.tengen.planes.Symmetry;
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
        return common(environment)
                .setActionMask(UnsafeByteOperations.unsafeWrap(environment.actionMask()))
                .addAllActions(environment.lastActions())
                .setSymmetry(ViewConverter.toProto(environment.symmetry()))
                .build();
    }

    /** Returns what a timestep says that is the same whoever looks. */
    private static Timestep.Builder common(Environment environment) {
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
                .setIllegalReason(Enums.toProtoReason(environment.lastLegality()))
                .setIsAgreement(!environment.isOver() && game.isInAgreement())
                .setEndMessage(environment.endMessage());
        environment.taskInfo().ifPresent(info -> timestep.setTask(TaskConverter.toProto(info)));
        if (environment.isOver()) {
            timestep.setScore(score(game.score()));
        }
        return timestep;
    }

    static dev.tengen.proto.v1.EndReason endReason(EndReason reason) {
        return reason == EndReason.NONE
                ? dev.tengen.proto.v1.EndReason.END_REASON_UNSPECIFIED
                : Enums.toProto(reason, "END_REASON_", dev.tengen.proto.v1.EndReason.class);
    }

    /** Returns {@code timestep} with observations in the encodings and the form of the spec. */
    public static Timestep observed(Timestep timestep, Environment environment) {
        EnvironmentSpec spec = environment.spec();
        if (spec.encodings().isEmpty()) {
            return timestep;
        }
        return timestep.toBuilder()
                .addAllObservations(observations(environment, spec.encodings(), spec.form()))
                .build();
    }

    private static List<Observation> observations(
            Environment environment, List<String> encodings, ObservationForm form) {
        Grid grid = environment.game().grid();
        return encodings.stream()
                .map(name -> Encodings.named(name, grid).orElseThrow())
                .map(encoding -> ViewConverter.observation(environment, encoding, form))
                .toList();
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
                .setSymmetry(ViewConverter.toProto(environment.symmetry()))
                .build();
    }

    /**
     * Returns the score of the position without the stones at {@code deadPoints}; if there are none, without those that both
     * players agreed are dead; and the {@code overlays}, names of overlays there are. {@code preset} names the rule preset.
     * Throws {@link InvalidValueException} where the points are not those of whole chains.
     */
    public static ScoreResponse score(
            Environment environment, List<Integer> deadPoints, List<String> overlays, String preset) {
        Game game = environment.game();
        Score score = deadPoints.isEmpty()
                ? game.score()
                : game.score(SpecConverter.points("dead_points", deadPoints, game.grid()));
        return ScoreResponse.newBuilder()
                .setScore(score(score))
                .setRules(RulesConverter.toProto(game.rules(), preset))
                .setMoveNumber(environment.game().moveNumber())
                .setStateHash(environment.stateHash())
                .addAllOverlays(OverlayConverter.overlays(game, overlays))
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

    /**
     * Returns the stones, the position in {@code encodings}, which are names of encodings there are, in {@code form}, and the
     * {@code overlays}, names of overlays there are.
     */
    public static ObserveResponse observe(
            Environment environment, List<String> encodings, ObservationForm form, List<String> overlays) {
        Game game = environment.game();
        return ObserveResponse.newBuilder()
                .addAllObservations(observations(environment, encodings, form))
                .setBoard(board(game))
                .setMoveNumber(game.moveNumber())
                .setPlayerToMove(Enums.toProtoColor(game.playerToMove()))
                .setStateHash(environment.stateHash())
                .setSymmetry(ViewConverter.toProto(environment.symmetry()))
                .addAllOverlays(OverlayConverter.overlays(game, overlays))
                .build();
    }

    /** Returns what a watcher is sent: the board as it is, whatever the agent sees. */
    public static WatchResponse watched(Environment environment) {
        return WatchResponse.newBuilder()
                .setEpisode(environment.episode())
                .setTimestep(common(environment)
                        .setActionMask(UnsafeByteOperations.unsafeWrap(environment.actionMaskOnBoard()))
                        .addAllActions(environment.lastActionsOnBoard())
                        .setSymmetry(ViewConverter.toProto(Symmetry.IDENTITY)))
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
