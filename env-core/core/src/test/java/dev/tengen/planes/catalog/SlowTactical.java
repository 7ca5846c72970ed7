package dev.tengen.planes.catalog;

import dev.tengen.board.Color;
import dev.tengen.board.Grid;
import dev.tengen.game.Game;
import dev.tengen.game.Suicide;
import dev.tengen.reference.ReferenceLadder;
import dev.tengen.reference.ReferencePassAlive;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.IntPredicate;
import java.util.function.IntUnaryOperator;

/**
 * A slow encoder of {@code tactical}: colorings as text, every play made, ladders by exhaustive search, pass-alive
 * stones by their definition.
 */
final class SlowTactical {
    private static final char EMPTY = '.';
    private static final int NOTHING = 0;
    private static final int GREATEST = 4;

    private final SlowColorings colorings;
    private final Game game;
    private final ReferenceLadder ladders;
    private String now = "";

    SlowTactical(Game game) {
        this.game = game;
        colorings = new SlowColorings(game);
        ladders = new ReferenceLadder(game.grid());
    }

    /** Returns the planes of the present position in the format of {@link DrawnPlanes}. */
    List<String> planes() {
        colorings.follow();
        now = colorings.last();
        int own = game.playerToMove();
        int opponent = Color.opponent(own);
        List<String> planes = new ArrayList<>();
        planes.add(draw(point -> isStone(point, own)));
        planes.add(draw(point -> isStone(point, opponent)));
        planes.add(draw(point -> now.charAt(point) == EMPTY));
        addNumbers(planes, point -> isStone(point, own) ? liberties(now, point) : NOTHING);
        addNumbers(planes, point -> isStone(point, opponent) ? liberties(now, point) : NOTHING);
        addNumbers(planes, point -> isLiving(point) ? liberties(after(point), point) : NOTHING);
        addNumbers(planes, point -> isLiving(point) ? capturedCount(point) : NOTHING);
        addNumbers(planes, point -> isLiving(point) ? selfAtariSize(point) : NOTHING);
        planes.add(draw(point -> isLegal(point) && !isLiving(point)));
        addLadders(planes, own, opponent);
        planes.add(draw(this::isRepetition));
        addAlive(planes, own);
        addAlive(planes, opponent);
        planes.add(draw(this::isLegal));
        return planes;
    }

    private String draw(IntPredicate isOne) {
        return colorings.draw(isOne);
    }

    /** Adds four planes, for the numbers 1 to 3 and for 4 or more. */
    private void addNumbers(List<String> planes, IntUnaryOperator number) {
        for (int wanted = 1; wanted <= GREATEST; wanted++) {
            int count = wanted;
            planes.add(draw(point -> Math.min(number.applyAsInt(point), GREATEST) == count));
        }
    }

    private boolean isStone(int point, int color) {
        return now.charAt(point) == SlowKataGo.symbol(color);
    }

    private int liberties(String coloring, int stone) {
        return colorings.liberties(coloring, stone).size();
    }

    private String after(int point) {
        return colorings.after(now, point, game.playerToMove());
    }

    /** Returns whether only the ko rule can forbid a play. */
    private boolean isOpen(int point) {
        if (game.isOver() || game.isInAgreement() || now.charAt(point) != EMPTY) {
            return false;
        }
        int suicideCount = colorings.suicideCount(now, after(point), point, game.playerToMove());
        return switch (game.rules().suicide()) {
            case FORBIDDEN -> suicideCount == 0;
            case MULTI_STONE -> suicideCount != 1;
            case ANY -> true;
        };
    }

    private boolean isRepetition(int point) {
        return isOpen(point) && colorings.isRepetition(after(point), game.playerToMove());
    }

    private boolean isLegal(int point) {
        return isOpen(point) && !isRepetition(point);
    }

    private boolean isLiving(int point) {
        return isLegal(point) && after(point).charAt(point) != EMPTY;
    }

    private int capturedCount(int point) {
        String after = after(point);
        int count = 0;
        for (int stone = 0; stone < now.length(); stone++) {
            count += now.charAt(stone) != EMPTY && after.charAt(stone) == EMPTY ? 1 : 0;
        }
        return count;
    }

    private int selfAtariSize(int point) {
        String after = after(point);
        return liberties(after, point) == 1 ? colorings.chain(after, point).size() : NOTHING;
    }

    private void addLadders(List<String> planes, int own, int opponent) {
        planes.add(draw(point -> isStone(point, own) && isCaptured(point)));
        planes.add(draw(point -> isStone(point, opponent) && isCaptured(point)));
        Set<Integer> captures = firstMoves(opponent);
        planes.add(draw(point -> captures.contains(point) && isLegal(point)));
        planes.add(draw(firstMoves(own)::contains));
    }

    private boolean isCaptured(int stone) {
        return switch (liberties(now, stone)) {
            case 1 -> ladders.isCaptured(now, stone);
            case 2 -> !ladders.firstMoves(now, koPoint(), stone).isEmpty();
            default -> false;
        };
    }

    private Set<Integer> firstMoves(int color) {
        Set<Integer> moves = new TreeSet<>();
        for (int stone = 0; stone < now.length(); stone++) {
            if (isStone(stone, color) && liberties(now, stone) == 2) {
                moves.addAll(ladders.firstMoves(now, koPoint(), stone));
            }
        }
        return moves;
    }

    private int koPoint() {
        return colorings.koPoint(game.moveNumber());
    }

    private void addAlive(List<String> planes, int color) {
        Grid grid = game.grid();
        boolean canClear = game.rules().suicide() != Suicide.FORBIDDEN;
        ReferencePassAlive passAlive =
                new ReferencePassAlive(grid.width(), grid.height(), now, SlowKataGo.symbol(color), canClear);
        planes.add(draw(point ->
                passAlive.stones().contains(point) || passAlive.territory().contains(point)));
    }
}
