package dev.tengen.race.search;

import dev.tengen.board.Color;
import dev.tengen.game.Suicide;

/**
 * Tells the plays after which no earlier coloring can come back from those after which one might. Nothing here allocates.
 * Not thread-safe.
 */
/*
 * Superko looks back at the whole game, but most of what it sees can never be again. A race is cut into epochs: a play that
 * no line can undo begins a new one, and what stood before need not be remembered. This is where the cut may be made.
 *
 * A stone is permanent if its chain is anchored: beside an immune chain, or beside its own essential chain, whose capture
 * ends the race. Permanent stones only become more.
 *
 * Say that a line leads from a coloring back to the same coloring. All along it the permanent stones are the same. So each
 * play of a color X is at a point of N(X): where no permanent stone is, and none of X's and no anchor of X's is a neighbor.
 * Each stone that is put is taken off again, each that is taken off is put again, so all stones of X taken off are in N(X),
 * too. A chain of them lies in one connected part C of N(X). What takes it off is a play of the other color at a neighbor of
 * the chain, which is in N(other); or a suicide, of two stones or more of C. Parts where neither can be are left out of N(X),
 * which may leave out parts of N(other), and so on until nothing changes. What is left are the volatile points of X.
 *
 * A play that puts a stone elsewhere or takes off a stone elsewhere is therefore on no such line: it begins an epoch.
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

    /** Works out the volatile points of a coloring. */
    void find(long black, long white) {
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

    /** Returns the points at which a stone of {@code color} may come and go without an end of the epoch. */
    long volatilePoints(int color) {
        return color == Color.BLACK ? volatileBlack : volatileWhite;
    }

    /** Returns whether the epoch goes on after the play on {@code point} that {@code moves} tells of. */
    static boolean goesOn(long volatileOwn, long volatileEnemy, int point, RaceMoves moves) {
        long where = moves.isSuicide() ? volatileOwn : volatileEnemy;
        return (volatileOwn >>> point & 1) != 0 && (moves.removed() & ~where) == 0;
    }
}
