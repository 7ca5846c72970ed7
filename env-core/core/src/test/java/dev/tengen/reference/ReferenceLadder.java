package dev.tengen.reference;

import dev.tengen.board.Color;
import dev.tengen.board.Grid;
import java.util.LinkedHashSet;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * Ladders by trying everything, without a limit: slow, and written straight from the conventions of
 * {@code docs/reference/analysis.md}.
 *
 * <p>Positions are colorings drawn with the symbols {@code .XO}, row after row, and a point that a ko forbids, or
 * {@link #NO_KO}. Counts which conventions decided something.
 */
public final class ReferenceLadder {
    /** Where there is no ko. */
    public static final int NO_KO = -1;

    private final Grid grid;
    private final ReferenceBoard board;
    private int koEscapeCount;
    private int doubleKoCount;
    private int retakeCount;
    private int counterCaptureCount;

    /** Makes a searcher for positions on {@code grid}. */
    public ReferenceLadder(Grid grid) {
        this.grid = grid;
        board = new ReferenceBoard(grid.width(), grid.height());
    }

    /** Returns the grid of the positions. */
    public Grid grid() {
        return grid;
    }

    /** Returns how often the defender was safe because an atari left a ko to retake. */
    public int koEscapeCount() {
        return koEscapeCount;
    }

    /** Returns how often the attacker won by two kos. */
    public int doubleKoCount() {
        return doubleKoCount;
    }

    /** Returns how often the attacker was not allowed to retake a ko. */
    public int retakeCount() {
        return retakeCount;
    }

    /** Returns how often the defender was safe after a capture, and not after an extension alone. */
    public int counterCaptureCount() {
        return counterCaptureCount;
    }

    /** Returns the stones of the chain at {@code stone}. */
    public Set<Integer> chain(String coloring, int stone) {
        return board.connected(coloring, stone);
    }

    /** Returns the liberties of the chain at {@code stone}. */
    public Set<Integer> liberties(String coloring, int stone) {
        return neighborsOfChain(coloring, stone, Color.EMPTY);
    }

    private Set<Integer> neighborsOfChain(String coloring, int stone, int color) {
        Set<Integer> found = new TreeSet<>();
        for (int member : chain(coloring, stone)) {
            for (int neighbor : board.neighbors(member)) {
                if (coloring.charAt(neighbor) == ReferenceBoard.symbol(color)) {
                    found.add(neighbor);
                }
            }
        }
        return found;
    }

    /**
     * Returns whether a chain with one liberty is captured although its owner moves first, regardless of earlier kos.
     */
    public boolean isCaptured(String coloring, int stone) {
        return isLostForDefender(new Position(coloring, NO_KO), stone);
    }

    /** Returns the moves by which the attacker begins a ladder against a chain with two liberties. */
    public Set<Integer> firstMoves(String coloring, int koPoint, int stone) {
        Set<Integer> found = new TreeSet<>();
        for (int move : liberties(coloring, stone)) {
            Optional<Position> next =
                    play(new Position(coloring, koPoint), move, Color.opponent(color(coloring, stone)));
            if (next.isPresent() && isCaptured(next.orElseThrow().coloring, stone)) {
                found.add(move);
            }
        }
        return found;
    }

    private boolean isLostForDefender(Position position, int stone) {
        Set<Integer> liberties = liberties(position.coloring, stone);
        if (liberties.size() > 1) {
            return false;
        }
        if (position.koPoint != NO_KO) {
            koEscapeCount++;
            return false;
        }
        Set<Integer> moves = new LinkedHashSet<>(liberties);
        moves.addAll(captures(position.coloring, stone));
        for (int move : moves) {
            Optional<Position> next = play(position, move, color(position.coloring, stone));
            if (next.isPresent() && !isWonForAttacker(next.orElseThrow(), stone)) {
                counterCaptureCount += liberties.contains(move) ? 0 : 1;
                return false;
            }
        }
        return true;
    }

    private boolean isWonForAttacker(Position position, int stone) {
        Set<Integer> liberties = liberties(position.coloring, stone);
        if (liberties.size() != 2) {
            return liberties.size() < 2;
        }
        if (isDoubleKo(position.coloring, stone, liberties)) {
            doubleKoCount++;
            return true;
        }
        for (int move : liberties) {
            retakeCount += move == position.koPoint ? 1 : 0;
            Optional<Position> next = play(position, move, Color.opponent(color(position.coloring, stone)));
            if (next.isPresent() && isLostForDefender(next.orElseThrow(), stone)) {
                return true;
            }
        }
        return false;
    }

    /** Returns the points where a chain beside the one at {@code stone} can be captured. */
    private Set<Integer> captures(String coloring, int stone) {
        Set<Integer> found = new TreeSet<>();
        for (int enemy : neighborsOfChain(coloring, stone, Color.opponent(color(coloring, stone)))) {
            if (liberties(coloring, enemy).size() == 1) {
                found.addAll(liberties(coloring, enemy));
            }
        }
        return found;
    }

    private boolean isDoubleKo(String coloring, int stone, Set<Integer> liberties) {
        for (int liberty : liberties) {
            Optional<Position> connected = play(new Position(coloring, NO_KO), liberty, color(coloring, stone));
            if (!isMouthOfKo(coloring, liberty, color(coloring, stone))
                    || liberties(connected.orElseThrow().coloring, stone).size() > 2) {
                return false;
            }
        }
        return captures(coloring, stone).isEmpty();
    }

    /** Returns whether stones of {@code color} surround a point, just one neighbor being in atari, and alone. */
    private boolean isMouthOfKo(String coloring, int point, int color) {
        int inAtari = 0;
        for (int neighbor : board.neighbors(point)) {
            if (color(coloring, neighbor) != color) {
                return false;
            }
            if (liberties(coloring, neighbor).size() == 1) {
                inAtari += chain(coloring, neighbor).size();
            }
        }
        return inAtari == 1;
    }

    /** Returns the position after a play, or nothing where it is suicide or retakes a ko. */
    private Optional<Position> play(Position position, int move, int color) {
        if (move == position.koPoint) {
            return Optional.empty();
        }
        char[] grid = position.coloring.toCharArray();
        grid[move] = ReferenceBoard.symbol(color);
        String before = new String(grid);
        int captured = board.clear(grid, Color.opponent(color));
        String after = new String(grid);
        Set<Integer> liberties = liberties(after, move);
        if (liberties.isEmpty()) {
            return Optional.empty();
        }
        boolean isKo =
                captured == 1 && liberties.size() == 1 && chain(after, move).size() == 1;
        int koPoint = isKo ? liberties.iterator().next() : NO_KO;
        assert !isKo || before.charAt(koPoint) != after.charAt(koPoint) : "the ko is where the stone was";
        return Optional.of(new Position(after, koPoint));
    }

    private static int color(String coloring, int point) {
        return ReferenceBoard.SYMBOLS.indexOf(coloring.charAt(point));
    }

    private record Position(String coloring, int koPoint) {}
}
