package dev.tengen.env;

import dev.tengen.board.Color;
import dev.tengen.game.Game;

/** Computes rewards, and keeps those of the present call and the sum of the episode. */
final class Rewards {
    private final RewardMode mode;
    private double black;
    private double white;
    private double paidToBlack;

    /** The number of moves at the start of the episode that paid nothing: those of an imported record. */
    private int unpaidMoveCount;

    Rewards(RewardMode mode) {
        this.mode = mode;
    }

    /** Restores the rewards of {@code snapshot}. */
    void restore(EnvironmentSnapshot snapshot) {
        black = snapshot.rewardBlack();
        white = snapshot.rewardWhite();
        paidToBlack = snapshot.paidToBlack();
        unpaidMoveCount = snapshot.unpaidMoveCount();
    }

    /** Sets these rewards to those of {@code other}, which has the same mode. */
    void set(Rewards other) {
        black = other.black;
        white = other.white;
        paidToBlack = other.paidToBlack;
        unpaidMoveCount = other.unpaidMoveCount;
    }

    /** Returns an object of the same mode without rewards. */
    Rewards blank() {
        return new Rewards(mode);
    }

    /** Returns the sum of Black's rewards in the episode so far, without penalties. */
    double paidToBlack() {
        return paidToBlack;
    }

    /** Returns the number of moves at the start of the episode that paid nothing. */
    int unpaidMoveCount() {
        return unpaidMoveCount;
    }

    void startEpisode() {
        paidToBlack = 0;
        unpaidMoveCount = 0;
        startCall();
    }

    void startCall() {
        black = 0;
        white = 0;
    }

    double of(int color) {
        return color == Color.BLACK ? black : white;
    }

    /** Pays for a position that does not decide the episode. */
    void payMove(Game game) {
        if (mode == RewardMode.AREA_DELTA) {
            payUpTo(game.score().margin());
        }
    }

    /** Takes back what the moves after the present position of {@code game} paid. The rewards of the call are 0. */
    void undo(Game game) {
        startCall();
        boolean isPaidByMove = mode == RewardMode.AREA_DELTA && game.moveNumber() > unpaidMoveCount;
        paidToBlack = isPaidByMove ? game.score().margin() : 0;
        unpaidMoveCount = Math.min(unpaidMoveCount, game.moveNumber());
    }

    /** Pays for an end decided by the score. */
    void payScore(Game game) {
        double margin = game.score().margin();
        switch (mode) {
            case WIN -> pay(Math.signum(margin));
            case MARGIN -> pay(margin);
            case MARGIN_PER_POINT -> pay(margin / game.grid().pointCount());
            case AREA_DELTA -> payUpTo(margin);
        }
    }

    /** Pays for a truncation. Where rewards add up to the margin, they do so in a truncated episode, too. */
    void payTruncation(Game game, boolean isScored) {
        if (isScored) {
            payScore(game);
        } else {
            payMove(game);
        }
    }

    /** Pays for an end not decided by the score. */
    void payForfeit(Game game, int winner) {
        switch (mode) {
            case WIN -> pay(sign(winner));
            case MARGIN -> pay(forfeit(game, winner));
            case MARGIN_PER_POINT -> pay(forfeit(game, winner) / game.grid().pointCount());
            case AREA_DELTA -> payUpTo(forfeit(game, winner));
        }
    }

    /**
     * Returns the margin that a forfeit counts as: plus or minus the number of points, or the margin of the position if
     * that is worse for the loser. Otherwise a loser who is further behind, as with a large komi, would gain by giving
     * up.
     */
    private static double forfeit(Game game, int winner) {
        int sign = sign(winner);
        return sign * Math.max(game.grid().pointCount(), sign * game.score().margin());
    }

    private static int sign(int winner) {
        return winner == Color.BLACK ? 1 : -1;
    }

    /** Pays for a tie, regardless of the score. */
    void payTie() {
        if (mode == RewardMode.AREA_DELTA) {
            payUpTo(0);
        } else {
            pay(0);
        }
    }

    /** Subtracts {@code penalty} from the reward of {@code color} alone. */
    void penalize(int color, double penalty) {
        if (color == Color.BLACK) {
            black -= penalty;
        } else {
            white -= penalty;
        }
    }

    private void payUpTo(double episodeSum) {
        pay(episodeSum - paidToBlack);
    }

    private void pay(double toBlack) {
        black += toBlack;
        white -= toBlack;
        paidToBlack += toBlack;
    }
}
