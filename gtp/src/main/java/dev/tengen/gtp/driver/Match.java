package dev.tengen.gtp.driver;

import dev.tengen.board.Color;
import dev.tengen.board.SplitMix64;
import dev.tengen.env.EndReason;
import dev.tengen.game.Game;
import dev.tengen.game.Outcome;
import dev.tengen.game.Rules;
import dev.tengen.game.Setup;
import dev.tengen.player.Player;
import dev.tengen.player.PlayerException;
import java.util.OptionalInt;

/**
 * A game between two players, of which our game is the referee.
 *
 * <p>With {@link DeadStones#CLEAN_UP} the passes that end the game begin a second phase instead: it goes on until as many
 * passes have come again, and engines are asked with {@code kgs-genmove_cleanup}, which captures dead stones.
 *
 * @param setup where it starts
 * @param rules its rules
 * @param maxMoves moves after which it is void, or {@link dev.tengen.env.EnvironmentSpec#UNLIMITED_MOVES}
 * @param deadStones what becomes of dead stones
 */
public record Match(Setup setup, Rules rules, int maxMoves, DeadStones deadStones) {
    /** Plays a game to its end. Built-in players draw from {@code random}. The players are not closed. */
    public MatchResult play(Player black, Player white, SplitMix64 random) {
        Game game = new Game(setup, rules);
        OptionalInt cleanUpFrom = OptionalInt.empty();
        while (true) {
            if (isPassedOut(game) && cleanUpFrom.isEmpty() && deadStones == DeadStones.CLEAN_UP) {
                game.resume();
                cleanUpFrom = OptionalInt.of(game.moveNumber() + 1);
            } else if (game.isOver()) {
                return finished(game, cleanUpFrom);
            } else if (game.moveNumber() == maxMoves) {
                return new MatchResult(game, EndReason.MAX_MOVES, Color.EMPTY, "", cleanUpFrom);
            }
            Player player = game.playerToMove() == Color.BLACK ? black : white;
            try {
                int move = choose(player, game, cleanUpFrom.isPresent(), random);
                if (move == Player.RESIGN) {
                    return lost(game, EndReason.RESIGNATION, "", cleanUpFrom);
                }
                game.playUnchecked(move);
            } catch (PlayerException e) {
                return failed(game, e, cleanUpFrom);
            }
        }
    }

    private static int choose(Player player, Game game, boolean isCleanUp, SplitMix64 random) {
        return isCleanUp && player instanceof GtpPlayer engine
                ? GtpPlayer.moveOf(engine.cleanUpTurn(game))
                : player.chooseMove(game, random);
    }

    private static MatchResult failed(Game game, PlayerException failure, OptionalInt cleanUpFrom) {
        String text = String.valueOf(failure.getMessage());
        return switch (failure.kind()) {
            case TIMEOUT -> lost(game, EndReason.OPPONENT_TIMEOUT, text, cleanUpFrom);
            case FAILED -> lost(game, EndReason.OPPONENT_FAILED, text, cleanUpFrom);
            case ILLEGAL_MOVE -> lost(game, EndReason.ILLEGAL_ACTION, text, cleanUpFrom);
            case REFUSED_MOVE -> new MatchResult(game, EndReason.OPPONENT_REFUSED, Color.EMPTY, text, cleanUpFrom);
        };
    }

    private static boolean isPassedOut(Game game) {
        return game.outcome()
                .filter(outcome -> outcome.ending() == Outcome.Ending.PASSES)
                .isPresent();
    }

    private static MatchResult finished(Game game, OptionalInt cleanUpFrom) {
        EndReason reason = isPassedOut(game) ? EndReason.PASSES : EndReason.REPETITION;
        return new MatchResult(game, reason, game.outcome().orElseThrow().winner(), "", cleanUpFrom);
    }

    private static MatchResult lost(Game game, EndReason reason, String text, OptionalInt cleanUpFrom) {
        return new MatchResult(game, reason, Color.opponent(game.playerToMove()), text, cleanUpFrom);
    }
}
