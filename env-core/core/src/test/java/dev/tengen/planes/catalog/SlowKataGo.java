package dev.tengen.planes.catalog;

import dev.tengen.analysis.Ladders;
import dev.tengen.board.Color;
import dev.tengen.board.Grid;
import dev.tengen.board.PointSet;
import dev.tengen.game.Game;
import dev.tengen.game.Rules;
import dev.tengen.game.Scoring;
import dev.tengen.game.Suicide;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;

/**
 * A slow encoder of KataGo's planes and globals: colorings as text, one for each move, and every point computed by
 * itself.
 *
 * <p>From a game it takes the start, the rules, the moves, and whether and how play has ended. {@link Ladders} reads
 * the ladders, anew for each board.
 */
final class SlowKataGo {
    private static final int MAX_TURNS = 5;
    private static final char EMPTY = '.';

    private final SlowColorings colorings;
    private final boolean isSuicideAssumed;
    private final Ladders ladders;

    /**
     * Creates an encoder of {@code game}. Areas are pass-alive as if suicide were legal if {@code isSuicideAssumed}.
     */
    SlowKataGo(Game game, boolean isSuicideAssumed) {
        colorings = new SlowColorings(game);
        this.isSuicideAssumed = isSuicideAssumed;
        ladders = new Ladders(game.grid());
    }

    /** Returns the planes of the present position in the format of {@link DrawnPlanes}. */
    List<String> planes() {
        colorings.follow();
        Game game = colorings.game();
        String now = colorings.last();
        char own = symbol(game.playerToMove());
        char enemy = symbol(Color.opponent(game.playerToMove()));
        List<String> planes = new ArrayList<>();
        planes.add(draw(point -> true));
        planes.add(draw(point -> now.charAt(point) == own));
        planes.add(draw(point -> now.charAt(point) == enemy));
        for (int count = 1; count <= 3; count++) {
            int wanted = count;
            planes.add(draw(point -> now.charAt(point) != EMPTY
                    && colorings.liberties(now, point).size() == wanted));
        }
        planes.add(draw(this::isBanned));
        planes.add(none());
        planes.add(none());
        List<Integer> turns = shownTurns();
        for (int turn = 0; turn < MAX_TURNS; turn++) {
            int move = turn < turns.size() ? turns.get(turn) : game.grid().pass();
            planes.add(draw(point -> point == move));
        }
        addLadders(planes, turns.size(), enemy);
        String area = new SlowKataGoArea(colorings, game.rules(), isSuicideAssumed).of(now);
        planes.add(draw(point -> area.charAt(point) == own));
        planes.add(draw(point -> area.charAt(point) == enemy));
        planes.add(none());
        planes.add(none());
        return planes;
    }

    /** Returns the globals of the present position. */
    float[] globals() {
        colorings.follow();
        Game game = colorings.game();
        Rules rules = game.rules();
        List<Float> globals = new ArrayList<>();
        List<Integer> turns = shownTurns();
        for (int turn = 0; turn < MAX_TURNS; turn++) {
            globals.add(
                    number(turn < turns.size() && turns.get(turn) == game.grid().pass()));
        }
        double komi = ownKomi(game);
        globals.add((float) (komi / 20));
        switch (rules.ko()) {
            case POSITIONAL -> globals.addAll(List.of(1F, 0.5F));
            case SITUATIONAL, NATURAL_SITUATIONAL -> globals.addAll(List.of(1F, -0.5F));
            default -> globals.addAll(List.of(0F, 0F));
        }
        globals.add(number(rules.suicide() != Suicide.FORBIDDEN));
        globals.add(number(rules.scoring() == Scoring.TERRITORY));
        switch (rules.tax()) {
            case NONE -> globals.addAll(List.of(0F, 0F));
            case SEKI -> globals.addAll(List.of(1F, 0F));
            case ALL -> globals.addAll(List.of(1F, 1F));
        }
        globals.addAll(List.of(0F, 0F));
        globals.add(number(!isEndHidden() && game.passCount() >= rules.passesToEnd() - 1));
        globals.addAll(List.of(0F, 0F, 0F));
        globals.add(rules.scoring() == Scoring.AREA ? wave(komi) : 0F);
        float[] numbers = new float[globals.size()];
        for (int i = 0; i < numbers.length; i++) {
            numbers[i] = globals.get(i);
        }
        return numbers;
    }

    private static float number(boolean value) {
        return value ? 1 : 0;
    }

    private double ownKomi(Game game) {
        double white = game.rules().komi()
                + game.rules().handicapBonus().points(game.setup().handicap());
        if (game.rules().scoring() == Scoring.TERRITORY) {
            for (int number = 1; number <= game.moveNumber(); number++) {
                if (game.move(number) != game.grid().pass()) {
                    white += game.mover(number) == Color.BLACK ? 1 : -1;
                }
            }
        }
        double most = game.grid().pointCount() + 20;
        return Math.min(most, Math.max(-most, game.playerToMove() == Color.WHITE ? white : -white));
    }

    /* The values of the wave at half points after a komi with which the game can be a tie. */
    private float wave(double komi) {
        List<Float> heights = List.of(0F, 0.5F, 0F, -0.5F);
        int halves = (int) Math.round(2 * komi) - 2 * (colorings.game().grid().pointCount() % 2);
        return heights.get(Math.floorMod(halves, 4));
    }

    /* A play that the ko rule forbids, except suicides that are forbidden anyway. */
    private boolean isBanned(int point) {
        Game game = colorings.game();
        String now = colorings.last();
        if (now.charAt(point) != EMPTY) {
            return false;
        }
        int mover = game.playerToMove();
        String after = colorings.after(now, point, mover);
        int suicideCount = colorings.suicideCount(now, after, point, mover);
        boolean isForbiddenAnyway = game.rules().suicide() == Suicide.FORBIDDEN && suicideCount > 0;
        return suicideCount != 1 && !isForbiddenAnyway && colorings.isRepetition(after, mover);
    }

    private boolean isPlayOver() {
        return colorings.game().isOver() || colorings.game().isInAgreement();
    }

    private boolean isEndHidden() {
        Rules rules = colorings.game().rules();
        boolean isNextTheLast = colorings.game().passCount() == rules.passesToEnd() - 1;
        return !isPlayOver() && rules.friendlyPassOk() && rules.scoring() == Scoring.AREA && isNextTheLast;
    }

    /* The last turns, newest first. */
    private List<Integer> shownTurns() {
        Game game = colorings.game();
        List<Integer> turns = new ArrayList<>();
        int most = isPlayOver() ? 1 : MAX_TURNS;
        for (int number = game.moveNumber(); number > 0 && turns.size() < most && !isEndHidden(); number--) {
            turns.add(game.move(number));
            int passes = 0;
            while (number - passes > 0 && !colorings.isPlay(number - passes)) {
                passes++;
            }
            if (passes >= game.rules().passesToEnd()) {
                return turns;
            }
        }
        return turns;
    }

    private void addLadders(List<String> planes, int shownTurns, char enemy) {
        int now = colorings.game().moveNumber();
        for (int age = 0; age < 3; age++) {
            readLadders(now - Math.min(age, shownTurns));
            planes.add(draw(ladders.captured()::contains));
        }
        readLadders(now);
        planes.add(draw(ladders.firstMoves(enemy == symbol(Color.BLACK) ? Color.BLACK : Color.WHITE)::contains));
    }

    private void readLadders(int number) {
        String coloring = colorings.coloring(number);
        ladders.read(stones(coloring, Color.BLACK), stones(coloring, Color.WHITE), colorings.koPoint(number));
    }

    private PointSet stones(String coloring, int color) {
        Grid grid = colorings.game().grid();
        return PointSet.of(
                grid,
                IntStream.range(0, grid.pointCount())
                        .filter(point -> coloring.charAt(point) == symbol(color))
                        .toArray());
    }

    private String none() {
        return draw(point -> false);
    }

    private String draw(IntPredicate isOne) {
        return colorings.draw(isOne);
    }

    static char symbol(int color) {
        return ".XO".charAt(color);
    }
}
