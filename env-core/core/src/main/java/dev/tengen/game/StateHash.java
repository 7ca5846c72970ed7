package dev.tengen.game;

import dev.tengen.base.SplitMix64;
import dev.tengen.board.Board;
import dev.tengen.board.Color;
import dev.tengen.board.PointSet;

/** Computes the state hash of a game; {@link Game#stateHash} specifies what it covers. */
final class StateHash {
    private static final int ENDED_BY_REPETITION = 3;

    private final Game game;
    private final Board board;
    private final Repetition repetition;
    private final LegalityChecker legalityChecker;
    private final boolean isSimpleKo;
    private final boolean isTerritory;

    /** The contribution of rules, size and handicap. */
    private final long base;

    StateHash(Game game, Repetition repetition, LegalityChecker legalityChecker) {
        this.game = game;
        this.board = game.board();
        this.repetition = repetition;
        this.legalityChecker = legalityChecker;
        Rules rules = game.rules();
        isSimpleKo = rules.ko() == Ko.SIMPLE;
        isTerritory = rules.scoring() == Scoring.TERRITORY;
        int handicapBonus = rules.handicapBonus().points(game.setup().handicap());
        base = SplitMix64.mix(rules.hash()
                + ((long) handicapBonus << 32)
                + 32L * board.grid().width()
                + board.grid().height());
    }

    /** Returns the hash of the current state. {@code resigned} is the color that resigned, or {@link Color#EMPTY}. */
    long of(int resigned, AgreementPhase agreement) {
        int end = game.isEndedByRepetition() ? ENDED_BY_REPETITION : resigned;
        long hash = SplitMix64.mix(base ^ board.hash());
        hash = SplitMix64.mix(hash ^ repetition.setHash());
        hash = SplitMix64.mix(
                hash ^ ((long) game.moveNumber() << 8 | game.passCount() << 4 | end << 2 | game.playerToMove()));
        if (isTerritory) {
            hash = SplitMix64.mix(hash ^ ((long) game.takenCount(Color.BLACK) << 32 | game.takenCount(Color.WHITE)));
        }
        hash = agreement.hash(hash);
        return isSimpleKo ? hashKoPoints(hash) : hash;
    }

    /** Mixes the points that simple ko forbids into {@code hash}. */
    private long hashKoPoints(long hash) {
        // One play of the other side can restore the board only after a capture of one stone or a one-stone suicide.
        if (game.capturedCount() != 1) {
            return hash;
        }
        long mixed = hash;
        PointSet empty = board.points(Color.EMPTY);
        for (int point = empty.first(); point >= 0; point = empty.next(point)) {
            if (legalityChecker.legality(point, game.playerToMove()) == Legality.REPETITION) {
                mixed = SplitMix64.mix(mixed + point + 1);
            }
        }
        return mixed;
    }
}
