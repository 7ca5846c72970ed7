package dev.tengen.cli.analysis;

import dev.tengen.cli.gtp.EngineGame;
import dev.tengen.game.Game;
import dev.tengen.game.Rules;
import dev.tengen.game.Setup;
import dev.tengen.sgf.RecordedMove;
import java.util.List;

/**
 * A position of a game. Immutable.
 *
 * @param setup the start of the game
 * @param rules its rules
 * @param moves the moves up to the position, which are legal, in any order of colors
 */
record Position(Setup setup, Rules rules, List<RecordedMove> moves) {
    /** Returns the game, where the opponent of the last mover is to move; passes have not ended it. */
    Game game() {
        EngineGame game = new EngineGame(setup, rules);
        game.playAll(moves);
        return game.asIf(game.game().playerToMove());
    }
}
