package dev.tengen.reference;

import dev.tengen.game.Legality;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.Predicate;

/** Draws moves that bring about captures, kos and suicides more often than fair play would. */
final class MoveChooser {
    private static final int PASS_PERCENT = 4;
    private static final int CAPTURE_PERCENT = 40;
    private static final int SUICIDE_PERCENT = 15;

    private final Random random;

    MoveChooser(Random random) {
        this.random = random;
    }

    /** Returns a legal move; the game must not be over. */
    int legalMove(ReferenceGame game) {
        int roll = random.nextInt(100);
        if (roll < PASS_PERCENT) {
            return game.pass();
        }
        roll -= PASS_PERCENT;
        List<Integer> points = List.of();
        if (roll < CAPTURE_PERCENT) {
            points = pointsWhere(game, ruling -> isLegal(ruling) && ruling.capturedCount() > 0);
        } else if (roll < CAPTURE_PERCENT + SUICIDE_PERCENT) {
            points = pointsWhere(game, ruling -> isLegal(ruling) && ruling.suicideCount() > 1);
        }
        return oneOf(points.isEmpty() ? pointsWhere(game, MoveChooser::isLegal) : points, game.pass());
    }

    /** Returns an empty point, whether a play on it is legal or not, or the pass if there is none. */
    int emptyPoint(ReferenceGame game) {
        return oneOf(pointsWhere(game, ruling -> ruling.legality() != Legality.OCCUPIED), game.pass());
    }

    /** Returns any number from a little below the first move to a little above the last. */
    int anyNumber(ReferenceGame game) {
        return random.nextInt(game.pass() + 5) - 2;
    }

    private int oneOf(List<Integer> points, int otherwise) {
        return points.isEmpty() ? otherwise : points.get(random.nextInt(points.size()));
    }

    private static List<Integer> pointsWhere(ReferenceGame game, Predicate<ReferenceGame.Ruling> isWanted) {
        List<Integer> points = new ArrayList<>();
        for (int point = 0; point < game.pass(); point++) {
            if (isWanted.test(game.ruling(point))) {
                points.add(point);
            }
        }
        return points;
    }

    private static boolean isLegal(ReferenceGame.Ruling ruling) {
        return ruling.legality() == Legality.LEGAL;
    }
}
