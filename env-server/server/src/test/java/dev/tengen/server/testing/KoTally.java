package dev.tengen.server.testing;

import dev.tengen.game.Game;
import dev.tengen.game.Legality;

/** Counts the repetitions in games after they were copied, to prove that tests cover them. */
public final class KoTally {
    private int games;
    private int copiedMoveNumber;
    private int koBans;
    private int superkoBans;
    private int suicideBans;
    private int inheritedKoBans;
    private int inheritedSuperkoBans;
    private int repetitions;

    /** Returns whether a play is banned that would restore the position before the last move. */
    public static boolean isKo(Game game) {
        for (int point = 0; point < game.grid().pass(); point++) {
            if (game.legality(point) == Legality.REPETITION
                    && game.repeatedMoveNumber(point) == game.moveNumber() - 1
                    && !isAsNow(game, game.repeatedMoveNumber(point))) {
                return true;
            }
        }
        return false;
    }

    private static boolean isAsNow(Game game, int moveNumber) {
        return game.replayTo(moveNumber).positionHash() == game.positionHash();
    }

    /** Counts a game that is copied in its current state. */
    public void countCopy(Game game) {
        games++;
        copiedMoveNumber = game.moveNumber();
        countBans(game);
    }

    /** Counts a move of the game that was copied last. */
    public void countMove(Game game) {
        countBans(game);
        if (isRepetition(game)) {
            repetitions++;
        }
    }

    private void countBans(Game game) {
        for (int point = 0; point < game.grid().pass(); point++) {
            if (game.legality(point) == Legality.REPETITION) {
                countBan(game, game.repeatedMoveNumber(point));
            }
        }
    }

    private void countBan(Game game, int repeatedMoveNumber) {
        boolean isInherited = repeatedMoveNumber < copiedMoveNumber;
        if (isAsNow(game, repeatedMoveNumber)) {
            suicideBans++;
        } else if (repeatedMoveNumber == game.moveNumber() - 1) {
            koBans++;
            inheritedKoBans += isInherited ? 1 : 0;
        } else {
            superkoBans++;
            inheritedSuperkoBans += isInherited ? 1 : 0;
        }
    }

    private static boolean isRepetition(Game game) {
        int last = game.moveNumber();
        if (last == 0 || game.move(last) == game.grid().pass()) {
            return false;
        }
        for (int number = 0; number < last; number++) {
            if (isAsNow(game, number)) {
                return true;
            }
        }
        return false;
    }

    /**
     * Returns the counts. "ko" are bans of the position before the last move, "superko" of an earlier one, "suicide" of
     * the current one; of the first two, those "inherited" that a copy without a history would not have; "played" are
     * the positions that a play has repeated.
     */
    @Override
    public String toString() {
        return String.format(
                "%d games: %d ko (%d inherited), %d superko (%d inherited), %d suicide, %d played",
                games, koBans, inheritedKoBans, superkoBans, inheritedSuperkoBans, suicideBans, repetitions);
    }
}
