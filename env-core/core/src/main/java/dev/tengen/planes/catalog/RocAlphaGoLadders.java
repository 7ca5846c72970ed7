package dev.tengen.planes.catalog;

import dev.tengen.board.Board;
import dev.tengen.board.Color;
import dev.tengen.board.Grid;
import dev.tengen.board.PointSet;
import java.util.stream.Stream;

/**
 * Ladders as RocAlphaGo reads them: the plays that catch an enemy chain with two liberties, and those that save an own
 * chain in atari.
 *
 * <p>Only the constructor allocates. Not thread-safe.
 */
final class RocAlphaGoLadders {
    /*
     * The hunter plays on one of the two liberties of the prey. The prey, now in atari, replies on its last liberty or
     * by capturing an adjacent chain, but never in its own eye. With three liberties it has escaped, with one it is
     * caught, with two the search continues. Legality follows the rules of Lookahead. After MAX_LENGTH plays in a row
     * the prey has escaped.
     *
     * RocAlphaGo only limits the length of a line. The number of lines may double with every two plays. So the plays of
     * one reading are counted too, and after MAX_PLAYS every prey has escaped: a reading takes bounded time.
     */
    private static final int MAX_LENGTH = 50;

    /** Maximum number of plays tried for one position. Positions of real games need a small part of it. */
    static final int MAX_PLAYS = 50_000;

    private final Lookahead lookahead;
    private final RocAlphaGoEyes eyes;
    private final PointSet chain;
    private final PointSet around;

    /** The candidates for the next play of a line, indexed by the remaining length of the line. */
    private final PointSet[] tries;

    private int playsLeft;

    RocAlphaGoLadders(Grid grid, Lookahead lookahead, RocAlphaGoEyes eyes) {
        this.lookahead = lookahead;
        this.eyes = eyes;
        chain = new PointSet(grid);
        around = new PointSet(grid);
        tries = Stream.generate(() -> new PointSet(grid)).limit(MAX_LENGTH + 1).toArray(PointSet[]::new);
    }

    /**
     * Reads the ladders of the position of {@code lookahead}, whose chains are {@code chains}. Sets {@code captures}
     * and {@code escapes} to the plays of {@code color} that catch and that save a chain.
     */
    void read(ChainSets chains, int color, PointSet captures, PointSet escapes) {
        captures.clear();
        escapes.clear();
        playsLeft = MAX_PLAYS;
        for (int i = 0; i < chains.count(); i++) {
            ChainSets.Chain prey = chains.chain(i);
            int stone = prey.stones.first();
            if (prey.color != color && prey.libertyCount == 2) {
                addCaptures(stone, prey.liberties, captures);
            } else if (prey.color == color && prey.libertyCount == 1) {
                addEscapes(stone, escapes);
            }
        }
    }

    private void addCaptures(int prey, PointSet liberties, PointSet captures) {
        for (int point = liberties.first(); point >= 0; point = liberties.next(point)) {
            if (!captures.contains(point) && isCaughtBy(prey, point, MAX_LENGTH)) {
                captures.add(point);
            }
        }
    }

    private void addEscapes(int prey, PointSet escapes) {
        PointSet answers = findAnswers(prey, MAX_LENGTH);
        for (int point = answers.first(); point >= 0; point = answers.next(point)) {
            if (!escapes.contains(point) && isSavedBy(prey, point, MAX_LENGTH)) {
                escapes.add(point);
            }
        }
    }

    /** Returns the number of plays tried for the last position. */
    int playCount() {
        return MAX_PLAYS - playsLeft;
    }

    /**
     * Returns whether the hunter's play at {@code point} catches the chain at {@code prey} within {@code length} plays.
     */
    private boolean isCaughtBy(int prey, int point, int length) {
        int hunter = Color.opponent(lookahead.board().colorAt(prey));
        if (length == 0 || playsLeft == 0 || !lookahead.isLegal(point, hunter)) {
            return false;
        }
        playsLeft--;
        lookahead.play(point, hunter);
        boolean isCaught = !canEscape(prey, length - 1);
        lookahead.undo();
        return isCaught;
    }

    /** Returns whether the chain at {@code prey}, in atari and to move, has a play that saves it. */
    private boolean canEscape(int prey, int length) {
        PointSet answers = findAnswers(prey, length);
        for (int point = answers.first(); point >= 0; point = answers.next(point)) {
            if (isSavedBy(prey, point, length)) {
                return true;
            }
        }
        return false;
    }

    /** Returns the last liberty of the chain at {@code prey} and those of adjacent enemy chains in atari. */
    private PointSet findAnswers(int prey, int length) {
        Board board = lookahead.board();
        PointSet answers = tries[length];
        answers.clear();
        answers.add(board.onlyLiberty(prey));
        findAround(prey);
        around.retainAll(board.points(Color.opponent(board.colorAt(prey))));
        for (int stone = around.first(); stone >= 0; stone = around.next(stone)) {
            int liberty = board.onlyLiberty(stone);
            if (liberty >= 0) {
                answers.add(liberty);
            }
        }
        return answers;
    }

    private void findAround(int stone) {
        chain.clear();
        lookahead.board().addChain(stone, chain);
        around.clear();
        around.addNeighborsOf(chain);
    }

    /**
     * Returns whether a play at {@code point} saves the chain at {@code prey} from being caught within {@code length}
     * plays.
     */
    private boolean isSavedBy(int prey, int point, int length) {
        Board board = lookahead.board();
        int color = board.colorAt(prey);
        if (!lookahead.isLegal(point, color) || eyes.isEye(board, point, color)) {
            return false;
        }
        if (length == 0 || playsLeft == 0) {
            return true;
        }
        playsLeft--;
        lookahead.play(point, color);
        boolean isSaved = board.onlyLiberty(prey) < 0 && !isCatchable(prey, length - 1);
        lookahead.undo();
        return isSaved;
    }

    /** Returns whether a play of the hunter catches the chain at {@code prey}, which has two or more liberties. */
    private boolean isCatchable(int prey, int length) {
        findAround(prey);
        PointSet liberties = tries[length];
        liberties.copyFrom(around);
        liberties.retainAll(lookahead.board().points(Color.EMPTY));
        if (liberties.size() > 2) {
            return false;
        }
        for (int point = liberties.first(); point >= 0; point = liberties.next(point)) {
            if (isCaughtBy(prey, point, length)) {
                return true;
            }
        }
        return false;
    }
}
