package dev.tengen.reference;

import dev.tengen.game.Legality;

/** Counts the rare things that random games came across, to prove that they did. */
final class AgreementCounts {
    private long positions;
    private long koBans;
    private long superkoBans;
    private long multiStoneSuicides;
    private long quietRepetitions;
    private long startBans;

    /** Counts the bans of one position. */
    void countPosition(ReferenceGame game) {
        positions++;
        boolean isStartBanning = false;
        for (int point = 0; point < game.pass(); point++) {
            ReferenceGame.Ruling ruling = game.ruling(point);
            if (isRepetition(ruling)) {
                countRepetition(game, ruling);
                isStartBanning |= ruling.repeatedMoveNumber() == 0 && !game.isMadeByPlay(ruling.coloring());
            }
        }
        if (isStartBanning) {
            startBans++;
        }
    }

    /** Counts a play that the rules allow and that is about to be made. */
    void countPlay(ReferenceGame.Ruling ruling) {
        if (ruling.suicideCount() > 1) {
            multiStoneSuicides++;
        }
    }

    private void countRepetition(ReferenceGame game, ReferenceGame.Ruling ruling) {
        if (isKoBan(game, ruling)) {
            koBans++;
        } else {
            superkoBans++;
        }
        if (ruling.capturedCount() == 0 && ruling.suicideCount() == 0) {
            quietRepetitions++;
        }
    }

    /** Returns whether a ruling about the next move forbids taking a single stone back at once. */
    static boolean isKoBan(ReferenceGame game, ReferenceGame.Ruling ruling) {
        return ruling.legality() == Legality.REPETITION
                && game.removedCount() == 1
                && ruling.capturedCount() == 1
                && ruling.coloring().equals(game.coloringAfter(game.moveNumber() - 1));
    }

    /** Returns whether a ruling about the next move forbids any other repetition, a one-stone suicide left out. */
    static boolean isSuperkoBan(ReferenceGame game, ReferenceGame.Ruling ruling) {
        return isRepetition(ruling) && !isKoBan(game, ruling);
    }

    private static boolean isRepetition(ReferenceGame.Ruling ruling) {
        return ruling.legality() == Legality.REPETITION && ruling.suicideCount() != 1;
    }

    /**
     * Returns the counts in this order: positions compared; bans of taking a single stone back at once; other bans of a
     * repetition, one-stone suicides left out; suicides of two or more stones played; banned plays that clear nothing;
     * positions with a play that nothing but the starting position forbids.
     */
    @Override
    public String toString() {
        return String.join(
                " ",
                "" + positions,
                "" + koBans,
                "" + superkoBans,
                "" + multiStoneSuicides,
                "" + quietRepetitions,
                "" + startBans);
    }
}
