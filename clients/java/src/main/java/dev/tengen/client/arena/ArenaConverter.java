package dev.tengen.client.arena;

import dev.tengen.client.internal.ProtoConverter;
import dev.tengen.proto.v1.GameStart;
import dev.tengen.proto.v1.TurnAnswer;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/** Converts the arena's messages to the types of this package. */
final class ArenaConverter {
    private ArenaConverter() {}

    static AgentGame game(GameStart message) {
        return new AgentGame(
                message.getGameId(),
                message.getTournament(),
                ProtoConverter.color(message.getColor()),
                message.getOpponent(),
                message.getWidth(),
                message.getHeight(),
                ProtoConverter.rules(message.getRules()),
                message.getSetup().getBlackPointsList(),
                message.getSetup().getWhitePointsList(),
                ProtoConverter.color(message.getSetup().getPlayerToMove()),
                message.getTimeControl(),
                message.getMaxMoves(),
                message.getSeed());
    }

    /** Returns a turn of {@code game} after all moves so far, {@code actions}. */
    static AgentTurn turn(dev.tengen.proto.v1.AgentTurn message, AgentGame game, List<Integer> actions) {
        return new AgentTurn(
                game,
                message.getMoveNumber(),
                actions,
                ProtoConverter.actionMask(message.getActionMask(), game.passAction() + 1),
                ProtoConverter.observations(message.getObservationsList()),
                message.hasAllowedMs() ? Optional.of(Duration.ofMillis(message.getAllowedMs())) : Optional.empty(),
                message.hasLeft() ? Optional.of(time(message.getLeft())) : Optional.empty(),
                message.hasOpponentLeft() ? Optional.of(time(message.getOpponentLeft())) : Optional.empty(),
                message.getStateHash());
    }

    /** Returns the message that answers {@code turn}. */
    static TurnAnswer toProto(AgentTurn turn, AgentAnswer answer) {
        TurnAnswer.Builder message = TurnAnswer.newBuilder()
                .setGameId(turn.game().gameId())
                .setMoveNumber(turn.moveNumber())
                .setAction(answer.action());
        answer.winProbability().ifPresent(message::setWinProbability);
        answer.scoreLead().ifPresent(message::setScoreLead);
        return message.build();
    }

    private static AgentTurn.ClockTime time(dev.tengen.proto.v1.ClockTime message) {
        return new AgentTurn.ClockTime(Duration.ofMillis(message.getTimeMs()), message.getPeriodCount());
    }

    static GameEnding ending(dev.tengen.proto.v1.GameEnding message) {
        return new GameEnding(
                ProtoConverter.value(message.getVerdict(), GameVerdict.NONE, GameVerdict.UNKNOWN),
                ProtoConverter.color(message.getCulprit()),
                ProtoConverter.color(message.getWinner()),
                message.getResult(),
                message.getMessage());
    }

    static TournamentStatus status(dev.tengen.proto.v1.Tournament message) {
        return new TournamentStatus(
                TournamentSpec.of(message.getSpec()),
                ProtoConverter.value(message.getState(), TournamentState.UNKNOWN, TournamentState.UNKNOWN),
                Instant.ofEpochMilli(message.getCreatedAtMs()),
                message.getEndedGameCount(),
                message.getRunningGameCount(),
                message.getGameCount() == 0 ? OptionalInt.empty() : OptionalInt.of(message.getGameCount()),
                message.getMissingAgentsList());
    }

    static ArenaStandings standings(dev.tengen.proto.v1.Standings message) {
        return new ArenaStandings(
                ProtoConverter.list(
                        message.getRowsList(),
                        row -> new ArenaStandings.Row(
                                row.getRank(),
                                row.getPlayer(),
                                row.getRating().getElo(),
                                row.getRating().getLower(),
                                row.getRating().getUpper(),
                                row.getGameCount(),
                                row.getWinCount(),
                                row.getLossCount(),
                                row.getDrawCount())),
                message.getIsAnchored());
    }

    static ArenaGame game(dev.tengen.proto.v1.ArenaGame message) {
        return new ArenaGame(
                message.getGameId(),
                message.getBlack(),
                message.getWhite(),
                ProtoConverter.value(message.getState(), ArenaGame.State.UNKNOWN, ArenaGame.State.UNKNOWN),
                ending(message.getEnding()),
                message.getMoveNumber());
    }
}
