package dev.tengen.cli.board;

import dev.tengen.board.Color;
import dev.tengen.game.Game;
import dev.tengen.game.Rules;
import dev.tengen.sgf.GameRecord;
import dev.tengen.sgf.RecordedMove;
import java.util.Optional;

/**
 * A record played by rules, as far as they allow.
 *
 * @param game the game after the last move that was legal
 * @param problem what is wrong with the move after that, if it is no legal move
 */
public record RecordedGame(Game game, Optional<String> problem) {
    /** Plays the first {@code moveCount} moves of {@code record}, or as many as there are or are legal. */
    public static RecordedGame play(GameRecord record, Rules rules, int moveCount) {
        Game game = new Game(record.setup(), rules);
        int last = Math.min(moveCount, record.moves().size());
        for (int number = 1; number <= last; number++) {
            RecordedMove move = record.moves().get(number - 1);
            if (game.playerToMove() != move.color()) {
                String problem = game.grid().name(move.move()) + " is illegal: it is the turn of "
                        + Color.name(game.playerToMove()) + ".";
                return new RecordedGame(game, Optional.of("move " + number + ": " + problem));
            }
            if (!game.legality(move.move()).isLegal()) {
                return new RecordedGame(
                        game, Optional.of("move " + number + ": " + Verdicts.ofMove(game, move.move())));
            }
            game.playUnchecked(move.move());
        }
        return new RecordedGame(game, Optional.empty());
    }
}
