package dev.tengen.race.search;

import dev.tengen.base.InvalidValueException;
import dev.tengen.board.Color;
import dev.tengen.board.Grid;
import dev.tengen.budget.SearchBudget;
import dev.tengen.game.Suicide;
import dev.tengen.race.Race;
import java.util.ArrayList;
import java.util.List;

/** A race after some moves, with its history. Not thread-safe. */
final class RacePosition {
    private final Grid grid;
    private final RaceRegion region;
    private final RacePlayPreview moves;
    private final RaceEpochs epochs;
    private final List<RaceColoring> past = new ArrayList<>();
    private int epochStart;
    private int mover;
    private int passCount;
    private int winner;

    RacePosition(Race race, RaceRegion region, Suicide suicide, int first) {
        this(race.board().grid(), region, new RacePlayPreview(region, suicide), new RaceEpochs(region, suicide), first);
        past.add(region.start());
    }

    private RacePosition(Grid grid, RaceRegion region, RacePlayPreview moves, RaceEpochs epochs, int mover) {
        this.grid = grid;
        this.region = region;
        this.moves = moves;
        this.epochs = epochs;
        this.mover = mover;
    }

    /** Returns a new position: this one after a legal {@code move}. */
    RacePosition after(int move) {
        RacePosition next = new RacePosition(grid, region, moves, epochs, mover);
        next.past.addAll(past);
        next.epochStart = epochStart;
        next.passCount = passCount;
        next.play(move);
        return next;
    }

    /**
     * Makes a move.
     *
     * @throws InvalidValueException if the move is not legal
     */
    void play(int move) {
        if (!isLegal(move)) {
            String name = move >= 0 && move <= grid.pass() ? grid.name(move) : Integer.toString(move);
            throw InvalidValueException.not(
                    "move", name, "legal, as number " + (past.size() + passCount) + " of the race");
        }
        passCount = move == grid.pass() ? passCount + 1 : 0;
        if (passCount == 0) {
            place(region.index(move));
        }
        mover = Color.opponent(mover);
    }

    private void place(int index) {
        RaceColoring now = now();
        epochs.compute(now.black(), now.white());
        moves.play(now.black(), now.white(), mover, index);
        long volatileOwn = epochs.volatilePoints(mover);
        long volatileEnemy = epochs.volatilePoints(Color.opponent(mover));
        if (!RaceEpochs.continuesEpoch(volatileOwn, volatileEnemy, index, moves)) {
            epochStart = past.size();
        }
        past.add(moves.coloring());
        winner = moves.winner();
    }

    /** Returns whether {@code move}, which may be any number, is legal. */
    boolean isLegal(int move) {
        if (isOver() || move == grid.pass()) {
            return !isOver();
        }
        int index = region.index(move);
        RaceColoring now = now();
        return index >= 0
                && ((now.black() | now.white()) >>> index & 1) == 0
                && moves.play(now.black(), now.white(), mover, index)
                && (moves.winner() != Color.EMPTY || !past.contains(moves.coloring()));
    }

    /** Returns the legal moves in ascending order. */
    List<Integer> legalMoves() {
        List<Integer> legal = new ArrayList<>();
        for (int move = 0; move <= grid.pass(); move++) {
            if (isLegal(move)) {
                legal.add(move);
            }
        }
        return legal;
    }

    private RaceColoring now() {
        return past.get(past.size() - 1);
    }

    /** Returns whether the race is over. */
    boolean isOver() {
        return winner != Color.EMPTY || passCount == 2;
    }

    /** Returns the player who has captured; {@link Color#EMPTY} if neither has. */
    int winner() {
        return winner;
    }

    int playerToMove() {
        return mover;
    }

    /** Returns what {@code proofSearch} proves of this position, which must not be over. */
    RaceProof prove(RaceProofSearch proofSearch, RaceGoal goal, SearchBudget budget) {
        List<RaceColoring> epoch = past.subList(epochStart, past.size()).stream()
                .map(region::canonical)
                .toList();
        return proofSearch.prove(goal, epoch, mover, passCount == 1, budget);
    }
}
