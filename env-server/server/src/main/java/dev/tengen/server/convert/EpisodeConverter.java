package dev.tengen.server.convert;

import com.google.protobuf.ByteString;
import com.google.protobuf.UnsafeByteOperations;
import dev.tengen.base.InvalidValueException;
import dev.tengen.board.Color;
import dev.tengen.board.Grid;
import dev.tengen.env.EndReason;
import dev.tengen.env.Environment;
import dev.tengen.env.EnvironmentSpec;
import dev.tengen.game.Game;
import dev.tengen.game.RulesPreset;
import dev.tengen.game.Score;
import dev.tengen.planes.ObservationForm;
import dev.tengen.planes.Symmetry;
import dev.tengen.planes.catalog.Encodings;
import dev.tengen.proto.v1.LegalActionsResponse;
import dev.tengen.proto.v1.Observation;
import dev.tengen.proto.v1.ObserveRequest;
import dev.tengen.proto.v1.ObserveResponse;
import dev.tengen.proto.v1.ScoreResponse;
import dev.tengen.proto.v1.Timestep;
import dev.tengen.proto.v1.WatchResponse;
import dev.tengen.server.error.CallException;
import java.util.List;

/** Converts the state of an episode to messages. */
public final class EpisodeConverter {
    private EpisodeConverter() {}

    /** Returns the state of the episode and the effects of the last call, without observations. */
    public static Timestep timestep(Environment environment) {
        return unobserved(environment).build();
    }

    private static Timestep.Builder unobserved(Environment environment) {
        return common(environment)
                .setActionMask(UnsafeByteOperations.unsafeWrap(environment.actionMask()))
                .addAllActions(environment.lastActions())
                .setSymmetry(ViewConverter.toProto(environment.symmetry()));
    }

    /** Returns the parts of a timestep that do not depend on the symmetry of the agent. */
    private static Timestep.Builder common(Environment environment) {
        Game game = environment.game();
        Timestep.Builder timestep = Timestep.newBuilder()
                .setEpisode(environment.episode())
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
                .setIsAgreement(environment.isInAgreement())
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

    /** Returns {@link #timestep} with observations in the encodings and the form of the spec. */
    public static Timestep observedTimestep(Environment environment) {
        EnvironmentSpec spec = environment.spec();
        return unobserved(environment)
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
                .setIllegalReasons(UnsafeByteOperations.unsafeWrap(reasons))
                .setMoveNumber(environment.game().moveNumber())
                .setPlayerToMove(Enums.toProtoColor(environment.game().playerToMove()))
                .setStateHash(environment.stateHash())
                .setSymmetry(ViewConverter.toProto(environment.symmetry()))
                .build();
    }

    /**
     * Returns the score of the current position.
     *
     * @param deadPoints the dead stones; those that both players agreed on if empty
     * @param overlays names of overlays to add
     * @param preset the rule preset the session was created with
     * @throws CallException if an overlay is unknown
     * @throws InvalidValueException if the points are not those of complete chains
     */
    public static ScoreResponse score(
            Environment environment, List<Integer> deadPoints, List<String> overlays, RulesPreset preset) {
        List<String> named = SpecConverter.overlays(overlays);
        Game game = environment.game();
        Score score = deadPoints.isEmpty()
                ? game.score()
                : game.score(SpecConverter.points("dead_points", deadPoints, game.grid()));
        return ScoreResponse.newBuilder()
                .setScore(score(score))
                .setRules(RulesConverter.toProto(game.rules(), preset))
                .setMoveNumber(environment.game().moveNumber())
                .setStateHash(environment.stateHash())
                .addAllOverlays(OverlayConverter.overlays(game, named))
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
     * Returns the stones, and the observations and overlays that {@code request} asks for; the observations of the spec
     * if it names no encoding.
     *
     * @throws CallException if an encoding or an overlay is unknown
     */
    public static ObserveResponse observe(Environment environment, ObserveRequest request) {
        List<String> named = SpecConverter.encodings(request.getEncodingsList());
        List<String> overlays = SpecConverter.overlays(request.getOverlaysList());
        EnvironmentSpec spec = environment.spec();
        List<String> encodings = named.isEmpty() ? spec.encodings() : named;
        Game game = environment.game();
        return ObserveResponse.newBuilder()
                .addAllObservations(observations(environment, encodings, ViewConverter.form(request, spec.form())))
                .setBoard(board(game))
                .setMoveNumber(game.moveNumber())
                .setPlayerToMove(Enums.toProtoColor(game.playerToMove()))
                .setStateHash(environment.stateHash())
                .setSymmetry(ViewConverter.toProto(environment.symmetry()))
                .addAllOverlays(OverlayConverter.overlays(game, overlays))
                .build();
    }

    /** Returns the message for watchers: the board itself, without the symmetry of the agent. */
    public static WatchResponse watched(Environment environment) {
        return WatchResponse.newBuilder()
                .setTimestep(common(environment)
                        .setActionMask(UnsafeByteOperations.unsafeWrap(environment.actionMaskOnBoard()))
                        .addAllActions(environment.lastActionsOnBoard())
                        .setSymmetry(ViewConverter.toProto(Symmetry.IDENTITY)))
                .setBoard(board(environment.game()))
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
