package dev.tengen.planes.catalog;

import dev.tengen.game.Game;
import dev.tengen.game.Rules;
import dev.tengen.game.Scoring;

/**
 * How much of a game's past KataGo's networks are shown, and what they are told of passes.
 *
 * <p>They see the last five turns, in general. Once play has ended they see the turn that ended it and no more; where play
 * went on afterwards, nothing from before that turn. Under area rules that let players pass before they have captured dead
 * stones (friendlyPassOk), a pass that would end the play is not to look like one: there they see no turn at all, and are told
 * that the play would go on.
 */
final class KataGoTurns {
    /** The most turns that are shown. */
    static final int MAX_COUNT = 5;

    private KataGoTurns() {}

    /** Returns how many of the last turns of {@code game} are shown. */
    static int shownCount(Game game) {
        if (isEndHidden(game)) {
            return 0;
        }
        int most = Math.min(isPlayOver(game) ? 1 : MAX_COUNT, game.moveNumber());
        int count = 0;
        boolean isBeforeEnd = false;
        while (count < most && !isBeforeEnd) {
            isBeforeEnd = hasEndedPlay(game, game.moveNumber() - count);
            count++;
        }
        return count;
    }

    /** Returns whether a pass now would end the play, as far as the networks are told. */
    static boolean wouldPassEndPlay(Game game) {
        return !isEndHidden(game) && game.passCount() + 1 >= game.rules().passesToEnd();
    }

    private static boolean isEndHidden(Game game) {
        Rules rules = game.rules();
        return rules.friendlyPassOk()
                && rules.scoring() == Scoring.AREA
                && game.passCount() + 1 == rules.passesToEnd()
                && !isPlayOver(game);
    }

    private static boolean isPlayOver(Game game) {
        return game.isOver() || game.isInAgreement();
    }

    /** Returns whether move {@code number} was a pass behind so many that it ended the play. */
    private static boolean hasEndedPlay(Game game, int number) {
        int first = number - game.rules().passesToEnd() + 1;
        if (first < 1) {
            return false;
        }
        for (int pass = first; pass <= number; pass++) {
            if (game.move(pass) != game.grid().pass()) {
                return false;
            }
        }
        return true;
    }
}
