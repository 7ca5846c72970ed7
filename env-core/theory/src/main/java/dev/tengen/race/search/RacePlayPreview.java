package dev.tengen.race.search;

import dev.tengen.board.Color;
import dev.tengen.game.Suicide;

/**
 * The effect of a stone on a point of a region: captures, suicide, the end of the race. Holds the outcome of the last
 * {@link #play}. Nothing here allocates. Not thread-safe.
 */
final class RacePlayPreview {
    private final RaceRegion region;
    private final Suicide suicide;

    private long black;
    private long white;
    private long removed;
    private boolean isSuicide;
    private int winner;

    RacePlayPreview(RaceRegion region, Suicide suicide) {
        this.region = region;
        this.suicide = suicide;
    }

    /**
     * Computes the effect of a stone of {@code mover} on the empty {@code point} of a coloring. Returns whether the
     * play is legal, apart from repetition. A suicide that leaves the coloring unchanged is not legal.
     */
    boolean play(long blackBefore, long whiteBefore, int mover, int point) {
        int enemy = Color.opponent(mover);
        long stone = 1L << point;
        long own = (mover == Color.BLACK ? blackBefore : whiteBefore) | stone;
        long enemies = mover == Color.BLACK ? whiteBefore : blackBefore;
        long empty = region.all() & ~(own | enemies);
        winner = Color.EMPTY;
        removed = captured(stone, enemies, empty, enemy);
        isSuicide = false;
        if (winner == Color.EMPTY && removed == 0) {
            long chain = region.flood(stone, own);
            isSuicide = !isAlive(chain, own, empty, mover);
            if (isSuicide && !removeOwn(chain, mover)) {
                return false;
            }
        }
        long ownAfter = isSuicide ? own & ~removed : own;
        long enemiesAfter = isSuicide ? enemies : enemies & ~removed;
        black = mover == Color.BLACK ? ownAfter : enemiesAfter;
        white = mover == Color.BLACK ? enemiesAfter : ownAfter;
        return true;
    }

    /**
     * Returns the stones of chains beside {@code stone} without a liberty. Sets the winner if the essential chain is
     * one of them.
     */
    private long captured(long stone, long enemies, long empty, int enemy) {
        if ((stone & region.besideEssential(enemy)) != 0 && !isEssentialAlive(enemies, empty, enemy)) {
            winner = Color.opponent(enemy);
        }
        long all = 0;
        long rest = region.neighborsOf(stone) & enemies;
        while (rest != 0) {
            long chain = region.flood(Long.lowestOneBit(rest), enemies);
            if (!isAlive(chain, enemies, empty, enemy)) {
                winner = (chain & region.besideEssential(enemy)) != 0 ? Color.opponent(enemy) : winner;
                all |= chain;
            }
            rest &= ~chain;
        }
        return all;
    }

    private boolean isAlive(long chain, long own, long empty, int color) {
        if ((chain & region.besideImmune(color)) != 0 || (region.neighborsOf(chain) & empty) != 0) {
            return true;
        }
        return (chain & region.besideEssential(color)) != 0 && isEssentialAlive(own, empty, color);
    }

    /** Returns whether the essential chain of {@code color} has a liberty or is connected to an immune chain. */
    private boolean isEssentialAlive(long own, long empty, int color) {
        if (region.isEssentialImmune(color) || (region.besideEssential(color) & empty) != 0) {
            return true;
        }
        long chain = region.flood(region.besideEssential(color), own);
        return (chain & region.besideImmune(color)) != 0 || (region.neighborsOf(chain) & empty) != 0;
    }

    /** Removes the mover's own chain. Returns whether that is allowed. */
    private boolean removeOwn(long chain, int mover) {
        boolean isEssential = (chain & region.besideEssential(mover)) != 0;
        if (suicide == Suicide.FORBIDDEN || (Long.bitCount(chain) == 1 && !isEssential)) {
            return false;
        }
        removed = chain;
        winner = isEssential ? Color.opponent(mover) : Color.EMPTY;
        return true;
    }

    /** Returns Black's stones after the play. */
    long black() {
        return black;
    }

    /** Returns White's stones after the play. */
    long white() {
        return white;
    }

    /** Returns the coloring after the play. */
    RaceColoring coloring() {
        return new RaceColoring(black, white);
    }

    /** Returns the removed stones, all of one color. */
    long removed() {
        return removed;
    }

    /** Returns whether the removed stones are the mover's own. */
    boolean isSuicide() {
        return isSuicide;
    }

    /** Returns the player who has captured an essential chain; {@link Color#EMPTY} while the race is undecided. */
    int winner() {
        return winner;
    }
}
