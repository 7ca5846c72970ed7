package dev.tengen.client;

import dev.tengen.proto.v1.GameStart;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/** Translation between the arena's messages of the contract and the types of this package. */
final class ArenaMessages {
    private ArenaMessages() {}

    static AgentGame game(GameStart message) {
        return new AgentGame(
                message.getGameId(),
                message.getTournament(),
                Messages.color(message.getColor()),
                message.getOpponent(),
                message.getWidth(),
                message.getHeight(),
                RulesMessages.rules(message.getRules()),
                message.getSetup().getBlackPointsList(),
                message.getSetup().getWhitePointsList(),
                Messages.color(message.getSetup().getPlayerToMove()),
                message.getTimeControl(),
                message.getMoveLimit(),
                message.getSeed());
    }

    /** Returns a turn of {@code game}, in which {@code actions} are all moves so far. */
    static AgentTurn turn(dev.tengen.proto.v1.AgentTurn message, AgentGame game, List<Integer> actions) {
        return new AgentTurn(
                game,
                message.getMoveNumber(),
                actions,
                new ActionMask(message.getActionMask().toByteArray(), game.pass() + 1),
                message.getObservationsList().stream().map(Observation::new).toList(),
                message.hasAllowedMs() ? Optional.of(Duration.ofMillis(message.getAllowedMs())) : Optional.empty(),
                message.hasLeft() ? Optional.of(time(message.getLeft())) : Optional.empty(),
                message.hasOpponentLeft() ? Optional.of(time(message.getOpponentLeft())) : Optional.empty(),
                message.getStateHash());
    }

    private static AgentTurn.ClockTime time(dev.tengen.proto.v1.ClockTime message) {
        return new AgentTurn.ClockTime(Duration.ofMillis(message.getTimeMs()), message.getPeriodCount());
    }

    static GameEnding ending(dev.tengen.proto.v1.GameEnding message) {
        return new GameEnding(
                Messages.value(
                        GameVerdict.class,
                        message.getVerdict(),
                        "GAME_VERDICT_",
                        GameVerdict.NONE,
                        GameVerdict.UNKNOWN),
                Messages.color(message.getCulprit()),
                Messages.color(message.getWinner()),
                message.getResult(),
                message.getMessage());
    }

    static TournamentStatus status(dev.tengen.proto.v1.Tournament message) {
        return new TournamentStatus(
                TournamentSpec.of(message.getSpec()),
                Messages.value(
                        TournamentState.class,
                        message.getState(),
                        "TOURNAMENT_STATE_",
                        TournamentState.UNKNOWN,
                        TournamentState.UNKNOWN),
                Instant.ofEpochMilli(message.getCreatedAtMs()),
                message.getEndedGameCount(),
                message.getRunningGameCount(),
                message.getGameCount() == 0 ? OptionalInt.empty() : OptionalInt.of(message.getGameCount()),
                message.getMissingAgentsList());
    }

    static ArenaStandings standings(dev.tengen.proto.v1.Standings message) {
        return new ArenaStandings(
                message.getRowsList().stream()
                        .map(row -> new ArenaStandings.Row(
                                row.getRank(),
                                row.getPlayer(),
                                row.getRating().getElo(),
                                row.getRating().getLower(),
                                row.getRating().getUpper(),
                                row.getGameCount(),
                                row.getWinCount(),
                                row.getLossCount(),
                                row.getDrawCount()))
                        .toList(),
                message.getIsAnchored());
    }

    static ArenaGame game(dev.tengen.proto.v1.ArenaGame message) {
        return new ArenaGame(
                message.getGameId(),
                message.getBlack(),
                message.getWhite(),
                Messages.value(
                        ArenaGame.State.class,
                        message.getState(),
                        "ARENA_GAME_STATE_",
                        ArenaGame.State.UNKNOWN,
                        ArenaGame.State.UNKNOWN),
                ending(message.getEnding()),
                message.getMoveNumber());
    }
}
