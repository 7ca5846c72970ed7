package dev.tengen.reference;

import dev.tengen.board.Color;
import dev.tengen.game.HandicapBonus;
import dev.tengen.game.Rules;
import dev.tengen.game.Scoring;
import dev.tengen.game.Tax;
import java.util.Collection;
import java.util.Set;
import java.util.TreeSet;

/**
 * Scores a coloring by the letter of the rules, point by point, on strings.
 *
 * <p>A point is looked at by itself as often as there is something to ask about it; nothing is kept.
 */
final class ReferenceScorer {
    private final ReferenceBoard board;
    private final Rules rules;
    private final int handicap;
    private final String coloring;
    private final String owners;
    private final int takenBlack;
    private final int takenWhite;
    private int sekiRegionCount;
    private int otherRegionCount;

    /** Takes the dead stones off a coloring, before which so many stones of each color had been taken. */
    ReferenceScorer(
            ReferenceBoard board,
            Rules rules,
            int handicap,
            String before,
            Collection<Integer> dead,
            int takenBlack,
            int takenWhite) {
        this.board = board;
        this.rules = rules;
        this.handicap = handicap;
        char[] grid = before.toCharArray();
        int deadBlack = 0;
        int deadWhite = 0;
        for (int point : dead) {
            deadBlack += grid[point] == 'X' ? 1 : 0;
            deadWhite += grid[point] == 'O' ? 1 : 0;
            grid[point] = '.';
        }
        coloring = new String(grid);
        owners = board.owners(coloring);
        this.takenBlack = takenBlack + deadBlack;
        this.takenWhite = takenWhite + deadWhite;
    }

    /** Returns in whose area each point is, drawn like a coloring. */
    String owners() {
        return owners;
    }

    int area(int color) {
        return count(owners, color);
    }

    int prisoners(int color) {
        boolean isCounted = rules.scoring() == Scoring.TERRITORY;
        return isCounted ? color == Color.BLACK ? takenWhite : takenBlack : 0;
    }

    int points(int color) {
        int stones = rules.scoring() == Scoring.TERRITORY ? count(coloring, color) : 0;
        return area(color) - stones + prisoners(color) - tax(color);
    }

    int handicapBonus() {
        boolean isFirstFree = rules.handicapBonus() == HandicapBonus.N_MINUS_ONE;
        return rules.handicapBonus() == HandicapBonus.NONE || handicap == 0 ? 0 : handicap - (isFirstFree ? 1 : 0);
    }

    double margin() {
        return points(Color.BLACK) - points(Color.WHITE) - handicapBonus() - rules.komi();
    }

    /** Returns what the tax takes: the empty points of regions in seki, and under ALL two for each other region. */
    int tax(int color) {
        sekiRegionCount = 0;
        otherRegionCount = 0;
        int tax = 0;
        if (rules.tax() == Tax.NONE) {
            return 0; // Nobody asks for regions then, and to find them takes long.
        }
        for (int point = 0; point < owners.length(); point++) {
            if (owners.charAt(point) != ReferenceBoard.symbol(color)) {
                continue;
            }
            Set<Integer> region = board.connected(owners, point);
            if (region.iterator().next() != point) {
                continue; // An earlier point has found it.
            }
            if (region.stream().anyMatch(this::isBesideNeutral)
                    || region.stream().anyMatch(this::isInAtari)) {
                sekiRegionCount++;
                tax += emptyCount(region);
            } else {
                otherRegionCount++;
                tax += rules.tax() == Tax.ALL ? 2 : 0;
            }
        }
        return tax;
    }

    /** Returns how many regions in seki {@link #tax} has just found. */
    int sekiRegionCount() {
        return sekiRegionCount;
    }

    /** Returns how many other regions {@link #tax} has just found. */
    int otherRegionCount() {
        return otherRegionCount;
    }

    private int emptyCount(Set<Integer> points) {
        return (int)
                points.stream().filter(point -> coloring.charAt(point) == '.').count();
    }

    private boolean isBesideNeutral(int point) {
        for (int neighbor : board.neighbors(point)) {
            if (owners.charAt(neighbor) == '.') {
                return true;
            }
        }
        return false;
    }

    private boolean isInAtari(int point) {
        if (coloring.charAt(point) == '.') {
            return false;
        }
        Set<Integer> liberties = new TreeSet<>();
        for (int stone : board.connected(coloring, point)) {
            for (int neighbor : board.neighbors(stone)) {
                if (coloring.charAt(neighbor) == '.') {
                    liberties.add(neighbor);
                }
            }
        }
        return liberties.size() == 1;
    }

    private static int count(String drawing, int color) {
        return (int) drawing.chars()
                .filter(symbol -> symbol == ReferenceBoard.symbol(color))
                .count();
    }
}
