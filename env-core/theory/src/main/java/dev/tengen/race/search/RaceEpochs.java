package dev.tengen.race.search;

import dev.tengen.board.Color;
import dev.tengen.game.Suicide;

/**
 * Separates irreversible plays, after which no earlier coloring can recur, from reversible ones. Nothing here
 * allocates. Not thread-safe.
 */
/*
 * Superko depends on the whole game, but most earlier colorings can never recur. A race is divided into epochs: a play
 * that no line can undo starts a new epoch, and the colorings before it need not be remembered. This class decides
 * where an epoch may start.
 *
 * A stone is permanent if its chain is anchored: beside an immune chain, or beside its own essential chain, whose
 * capture ends the race. The set of permanent stones only grows.
 *
 * Consider a line that leads from a coloring back to the same coloring. The permanent stones are the same all along it.
 * So each play of a color X is at a point of N(X): a point without a permanent stone, with no permanent stone of X and
 * no anchor of X beside it. Each stone that is placed is removed again, and each stone that is removed is placed again,
 * so all removed stones of X are in N(X), too. A chain of them lies in one connected part C of N(X). It is removed by a
 * play of the other color at a neighbor of the chain, which is in N(other), or by a suicide of two or more stones of C.
 * Parts of N(X) where neither is possible are removed from N(X). This may remove parts of N(other), and so on until
 * nothing changes. The remaining points are the volatile points of X.
 *
 * A play that places a stone elsewhere, or removes a stone elsewhere, is therefore on no such line: it starts an epoch.
 */
final class RaceEpochs {
    private final RaceRegion region;
    private final boolean canClear;

    private long volatileBlack;
    private long volatileWhite;

    RaceEpochs(RaceRegion region, Suicide suicide) {
        this.region = region;
        canClear = suicide != Suicide.FORBIDDEN;
    }

    /** Computes the volatile points of a coloring. */
    void compute(long black, long white) {
        long heldBlack = region.flood(region.anchor(Color.BLACK), black);
        long heldWhite = region.flood(region.anchor(Color.WHITE), white);
        long open = region.all() & ~(heldBlack | heldWhite);
        volatileBlack = open & ~(region.anchor(Color.BLACK) | region.neighborsOf(heldBlack));
        volatileWhite = open & ~(region.anchor(Color.WHITE) | region.neighborsOf(heldWhite));
        boolean shrinks = true;
        while (shrinks) {
            long nextBlack = removable(volatileBlack, volatileWhite);
            long nextWhite = removable(volatileWhite, nextBlack);
            shrinks = nextBlack != volatileBlack || nextWhite != volatileWhite;
            volatileBlack = nextBlack;
            volatileWhite = nextWhite;
        }
    }

    private long removable(long own, long captors) {
        long kept = 0;
        long rest = own;
        while (rest != 0) {
            long part = region.flood(Long.lowestOneBit(rest), own);
            boolean isCapturable = (region.neighborsOf(part) & captors) != 0;
            boolean isClearable = canClear && Long.bitCount(part) > 1;
            kept |= isCapturable || isClearable ? part : 0;
            rest &= ~part;
        }
        return kept;
    }

    /** Returns the points at which a stone of {@code color} may be placed and removed within an epoch. */
    long volatilePoints(int color) {
        return color == Color.BLACK ? volatileBlack : volatileWhite;
    }

    /** Returns whether the play on {@code point} that {@code moves} describes stays in the same epoch. */
    static boolean continuesEpoch(long volatileOwn, long volatileEnemy, int point, RacePlayPreview moves) {
        long where = moves.isSuicide() ? volatileOwn : volatileEnemy;
        return (volatileOwn >>> point & 1) != 0 && (moves.removed() & ~where) == 0;
    }
}
