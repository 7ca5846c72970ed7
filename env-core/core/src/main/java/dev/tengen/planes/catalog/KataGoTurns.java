package dev.tengen.planes.catalog;

import dev.tengen.game.Game;
import dev.tengen.game.Rules;
import dev.tengen.game.Scoring;

/**
 * Determines how many of the last turns KataGo's networks see, and whether a pass appears to end the play.
 *
 * <p>Normally the networks see the last five turns. After the end of play they see only the turn that ended it. If play
 * resumed afterwards, they see nothing before that turn. Under area rules that let players pass before they capture
 * dead stones (friendlyPassOk), a pass that would end the play must not look like one. There the networks see no turn
 * at all, and a pass appears to continue the play.
 */
final class KataGoTurns {
    /** Maximum number of turns shown. */
    static final int MAX_COUNT = 5;

    private KataGoTurns() {}

    /** Returns the number of last turns of {@code game} that are shown. */
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

    /** Returns whether a pass now appears to end the play. */
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

    /** Returns whether move {@code number} was a pass that ended the play. */
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
