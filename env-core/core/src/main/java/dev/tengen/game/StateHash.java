package dev.tengen.game;

import dev.tengen.base.SplitMix64;
import dev.tengen.board.Board;
import dev.tengen.board.Color;
import dev.tengen.board.Grid;
import dev.tengen.board.PointSet;

/** Computes the state hashes of games; {@link Game#stateHash} specifies what it covers. */
final class StateHash {
    private static final int ENDED_BY_REPETITION = 3;

    private final Rules rules;
    private final LegalityChecker legalityChecker;

    /** The contribution of rules and size. */
    private final long base;

    StateHash(Rules rules, Grid grid, LegalityChecker legalityChecker) {
        this.rules = rules;
        this.legalityChecker = legalityChecker;
        base = rules.hash() + 32L * grid.width() + grid.height();
    }

    /** Returns the hash of the current state. {@code resigned} is the color that resigned, or {@link Color#EMPTY}. */
    long of(Game game, int resigned, AgreementPhase agreement) {
        Board board = game.board();
        int handicapBonus = rules.handicapBonus().points(game.setup().handicap());
        int end = game.isEndedByRepetition() ? ENDED_BY_REPETITION : resigned;
        long hash = SplitMix64.mix(SplitMix64.mix(base + ((long) handicapBonus << 32)) ^ board.hash());
        hash = SplitMix64.mix(hash ^ game.positions().setHash);
        hash = SplitMix64.mix(
                hash ^ ((long) game.moveNumber() << 8 | game.passCount() << 4 | end << 2 | game.playerToMove()));
        if (rules.scoring() == Scoring.TERRITORY) {
            hash = SplitMix64.mix(hash ^ ((long) game.takenCount(Color.BLACK) << 32 | game.takenCount(Color.WHITE)));
        }
        hash = agreement.hash(hash);
        return rules.ko() == Ko.SIMPLE ? hashKoPoints(game, hash) : hash;
    }

    /** Mixes the points that simple ko forbids into {@code hash}. */
    private long hashKoPoints(Game game, long hash) {
        // One play of the other side can restore the board only after a capture of one stone or a one-stone suicide.
        if (game.removedCount() != 1) {
            return hash;
        }
        long mixed = hash;
        PointSet empty = game.board().points(Color.EMPTY);
        for (int point = empty.first(); point >= 0; point = empty.next(point)) {
            if (legalityChecker.legality(game, point, game.playerToMove()) == Legality.REPETITION) {
                mixed = SplitMix64.mix(mixed + point + 1);
            }
        }
        return mixed;
    }
}
