package dev.tengen.planes.catalog;

import dev.tengen.game.Rules;
import dev.tengen.game.Scoring;
import dev.tengen.game.Suicide;
import dev.tengen.game.Tax;
import dev.tengen.reference.ReferencePassAlive;
import java.util.Set;

/** The areas that KataGo shows, computed region by region, as text: the owner of each point, {@code .} for nobody. */
final class SlowKataGoArea {
    private static final char EMPTY = '.';

    private final SlowColorings colorings;
    private final Rules rules;
    private final boolean canClear;

    SlowKataGoArea(SlowColorings colorings, Rules rules, boolean isSuicideAssumed) {
        this.colorings = colorings;
        this.rules = rules;
        canClear = isSuicideAssumed || rules.suicide() != Suicide.FORBIDDEN;
    }

    /** Returns the owners of all points of {@code coloring}. */
    String of(String coloring) {
        if (rules.scoring() == Scoring.TERRITORY) {
            return ".".repeat(coloring.length());
        }
        String owners = owners(coloring);
        return rules.tax() == Tax.NONE ? owners : withoutSeki(coloring, owners);
    }

    /* First pass-alive areas of both colors, then empty regions adjacent to one color alone, then all other stones. */
    private String owners(String coloring) {
        StringBuilder owners = new StringBuilder(".".repeat(coloring.length()));
        for (char own : new char[] {'X', 'O'}) {
            ReferencePassAlive alive = new ReferencePassAlive(
                    colorings.game().grid().width(), colorings.game().grid().height(), coloring, own, canClear);
            alive.stones().forEach(point -> owners.setCharAt(point, own));
            alive.territory().forEach(point -> owners.setCharAt(point, own));
        }
        for (int point = 0; point < coloring.length(); point++) {
            if (owners.charAt(point) == EMPTY) {
                owners.setCharAt(
                        point, coloring.charAt(point) == EMPTY ? reached(coloring, point) : coloring.charAt(point));
            }
        }
        return owners.toString();
    }

    /* The only color that an empty point reaches. */
    private char reached(String coloring, int point) {
        String colors = "";
        for (int empty : colorings.chain(coloring, point)) {
            for (int neighbor : colorings.neighbors(empty)) {
                String color = String.valueOf(coloring.charAt(neighbor));
                colors += color.equals(".") || colors.contains(color) ? "" : color;
            }
        }
        return colors.length() == 1 ? colors.charAt(0) : EMPTY;
    }

    private String withoutSeki(String coloring, String owners) {
        StringBuilder left = new StringBuilder(owners);
        for (int point = 0; point < coloring.length(); point++) {
            boolean isStone = coloring.charAt(point) == owners.charAt(point);
            if (owners.charAt(point) != EMPTY && !isStone && isSeki(coloring, owners, colorings.chain(owners, point))) {
                left.setCharAt(point, EMPTY);
            }
        }
        return left.toString();
    }

    private boolean isSeki(String coloring, String owners, Set<Integer> region) {
        for (int point : region) {
            boolean isInAtari = coloring.charAt(point) == owners.charAt(point)
                    && colorings.liberties(coloring, point).size() == 1;
            boolean isBesideNeutral =
                    colorings.neighbors(point).stream().anyMatch(neighbor -> owners.charAt(neighbor) == EMPTY);
            if (isInAtari || isBesideNeutral) {
                return true;
            }
        }
        return false;
    }
}
