package dev.tengen.cli.data;

import dev.tengen.board.Color;
import dev.tengen.env.EndReason;
import dev.tengen.env.Environment;
import dev.tengen.game.Game;
import dev.tengen.game.Legality;
import java.util.List;
import java.util.Optional;

/** Replays games of a rollout by the rules. Not thread-safe. */
final class GameReplay {
    private final Environment environment;

    GameReplay(RolloutSpec spec) {
        environment = new Environment(spec.environment(), 0);
    }

    /**
     * Returns the first difference between {@code game} and the rules: an illegal move, a move after the end, another
     * end, winner or margin. Empty if there is none.
     */
    Optional<String> difference(PlayedGame game) {
        environment.reset(0);
        for (int i = 0; i < game.moves().size(); i++) {
            int move = game.moves().get(i);
            Optional<String> problem = difference(i + 1, move);
            if (problem.isPresent()) {
                return problem;
            }
        }
        PlayedGame replayed = ended(game);
        if (replayed.endReason() == EndReason.NONE) {
            return Optional.of("it has not ended after its " + game.moves().size() + " moves");
        }
        if (replayed.endReason() != game.endReason()) {
            return Optional.of("its end is " + game.endReason() + " and must be " + replayed.endReason());
        }
        if (replayed.winner() != game.winner()) {
            return Optional.of("its winner is " + name(game.winner()) + " and must be " + name(replayed.winner()));
        }
        return replayed.blackMargin() == game.blackMargin()
                ? Optional.empty()
                : Optional.of("its margin is " + game.blackMargin() + " and must be " + replayed.blackMargin());
    }

    private Optional<String> difference(int number, int move) {
        String name = "move " + number;
        Game game = environment.game();
        boolean isMove = move >= 0 && move <= game.grid().pass();
        if (!isMove) {
            return Optional.of(name + " is " + move + ", which is outside [0, "
                    + game.grid().pass() + "]");
        }
        if (environment.isOver()) {
            return Optional.of(name + " follows the end of the game (" + environment.endReason() + ")");
        }
        Legality legality = environment.step(move);
        return legality.isLegal()
                ? Optional.empty()
                : Optional.of(name + " (" + game.grid().name(move) + ") is illegal: " + legality);
    }

    /**
     * Returns the game as the rules end it after its moves. An end that is no move is taken from {@code game} if it is
     * possible.
     */
    private PlayedGame ended(PlayedGame game) {
        if (!environment.isOver()) {
            switch (game.endReason()) {
                case RESIGNATION -> environment.step(Environment.RESIGN);
                case ILLEGAL_ACTION, OPPONENT_REFUSED -> {
                    return PlayedGame.disputed(game.number(), environment.game(), game.endReason());
                }
                default -> {
                    // The moves do not end the game: the end is NONE.
                }
            }
        }
        return PlayedGame.of(game.number(), environment);
    }

    /**
     * Returns the game of {@code moves} with the result that the rules give it. Illegal moves are left for
     * {@link #difference} to find.
     *
     * @param recorded the end, if it does not follow from the moves
     */
    PlayedGame complete(long number, List<Integer> moves, EndReason recorded) {
        PlayedGame incomplete = new PlayedGame(number, moves, recorded, Color.EMPTY, 0);
        environment.reset(0);
        for (int move : moves) {
            if (environment.isOver() || !environment.step(move).isLegal()) {
                return incomplete;
            }
        }
        return ended(incomplete);
    }

    private static String name(int color) {
        return Color.isPlayer(color) ? Color.name(color) : "nobody";
    }
}
