package dev.tengen.arena.rating;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The crosstable of a tournament.
 *
 * @param players the players, in the order of rows and columns
 * @param cells for each player a row with a cell for each player; the diagonal is empty
 */
public record Crosstable(List<String> players, List<List<Cell>> cells) {
    /** Creates a crosstable. Copies the lists. */
    public Crosstable {
        players = List.copyOf(players);
        cells = cells.stream().map(List::copyOf).toList();
    }

    /** Returns the crosstable of {@code results}. {@code players} must include all players. */
    public static Crosstable of(List<String> players, List<GameResult> results) {
        Map<String, Integer> numbers = new HashMap<>();
        List<List<Cell>> cells = new ArrayList<>();
        for (String player : players) {
            numbers.put(player, numbers.size());
            cells.add(new ArrayList<>(Collections.nCopies(players.size(), Cell.EMPTY)));
        }
        for (GameResult result : results) {
            int black = numbers.getOrDefault(result.black(), -1);
            int white = numbers.getOrDefault(result.white(), -1);
            assert black >= 0 && white >= 0 : result + " is not between two of " + players;
            Tally tally = Tally.of(result.blackPoints());
            Tally otherTally = Tally.of(1 - result.blackPoints());
            cells.get(black).set(white, cells.get(black).get(white).plus(new Cell(tally, Tally.NONE)));
            cells.get(white).set(black, cells.get(white).get(black).plus(new Cell(Tally.NONE, otherTally)));
        }
        return new Crosstable(players, cells);
    }

    /** Returns all games of the player of a row. */
    public Tally total(int row) {
        return cells.get(row).stream().map(Cell::total).reduce(Tally.NONE, Tally::plus);
    }

    /**
     * The games of a player against another one.
     *
     * @param asBlack the games in which the player of the row had Black
     * @param asWhite the games in which it had White
     */
    public record Cell(Tally asBlack, Tally asWhite) {
        private static final Cell EMPTY = new Cell(Tally.NONE, Tally.NONE);

        /** Returns all games of the two players. */
        public Tally total() {
            return asBlack.plus(asWhite);
        }

        private Cell plus(Cell other) {
            return new Cell(asBlack.plus(other.asBlack), asWhite.plus(other.asWhite));
        }
    }
}
