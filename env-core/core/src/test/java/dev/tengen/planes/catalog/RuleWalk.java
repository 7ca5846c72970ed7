package dev.tengen.planes.catalog;

import dev.tengen.base.SplitMix64;
import dev.tengen.board.Color;
import dev.tengen.board.Grid;
import dev.tengen.board.PointSet;
import dev.tengen.game.Game;
import dev.tengen.game.HandicapBonus;
import dev.tengen.game.Ko;
import dev.tengen.game.Outcome;
import dev.tengen.game.Rules;
import dev.tengen.game.RulesPreset;
import dev.tengen.game.Setup;
import dev.tengen.game.Suicide;
import dev.tengen.game.Tax;
import java.util.function.Function;

/**
 * Random games on one grid under any rules, with undo, resumption, resignation, agreement and set-up stones, and counts
 * of what occurred in them.
 *
 * <p>In some parts of a game every position is checked, in others only some.
 */
final class RuleWalk {
    private final Grid grid;
    private final Rules rules;
    private final SplitMix64 random;
    private final PointSet points;
    private int suicideCount;
    private int resumptionCount;
    private int resignationCount;

    RuleWalk(Grid grid, Rules rules, SplitMix64 random) {
        this.grid = grid;
        this.rules = rules;
        this.random = random;
        points = new PointSet(grid);
    }

    /** Returns the rules of a preset, or some that no preset has. */
    static Rules rules(String name, Grid grid) {
        Rules base = Rules.TROMP_TAYLOR;
        return switch (name) {
            case "natural" -> base.withKo(Ko.NATURAL_SITUATIONAL);
            case "situational" -> base.withKo(Ko.SITUATIONAL);
            case "simple" -> base.withKo(Ko.SIMPLE).withKomi(0);
            case "no-ko" -> base.withKo(Ko.NONE).withSuicide(Suicide.FORBIDDEN);
            case "seki-tax" -> base.withTax(Tax.SEKI).withKomi(-30).withHandicapBonus(HandicapBonus.N);
            case "three-friendly-passes" ->
                base.withFriendlyPassOk(true).withPassesToEnd(3).withKomi(30.5);
            default -> RulesPreset.named(name).orElseThrow().rules(grid);
        };
    }

    /**
     * Plays {@code gameCount} games with either color first, and with set-up stones in the second half. {@code looks}
     * creates the check that runs at the positions of each game.
     */
    void play(int gameCount, Function<Game, Runnable> looks) {
        for (int game = 0; game < gameCount; game++) {
            play(game % 2 == 0 ? Color.BLACK : Color.WHITE, game >= gameCount / 2, looks);
        }
    }

    private void play(int first, boolean hasStones, Function<Game, Runnable> looks) {
        Game game = new Game(setup(first, hasStones), rules);
        Runnable look = looks.apply(game);
        int limit = Math.min(3 * grid.pointCount() + 6, 120);
        boolean isLookingOften = true;
        look.run();
        for (int step = 0; step < limit; step++) {
            if (random.nextInt(12) == 0) {
                isLookingOften = !isLookingOften;
            }
            step(game);
            if (isLookingOften ? random.nextInt(4) > 0 : random.nextInt(12) == 0) {
                look.run();
            }
        }
    }

    private Setup setup(int first, boolean hasStones) {
        PointSet black = new PointSet(grid);
        PointSet white = new PointSet(grid);
        for (int point = 0; hasStones && point < grid.pointCount(); point++) {
            boolean isApart = (grid.row(point) + grid.column(point)) % 2 == 0;
            if (isApart && grid.pointCount() > 2 && random.nextInt(3) == 0) {
                (random.nextInt(2) == 0 ? black : white).add(point);
            }
        }
        boolean isHandicap = grid.pointCount() > 2 && random.nextInt(4) == 0;
        return new Setup(grid, black, white, first).withHandicap(isHandicap ? 2 : 0);
    }

    private void step(Game game) {
        if (game.moveNumber() > 0 && random.nextInt(15) == 0) {
            for (int back = 1 + random.nextInt(6); back > 0 && game.moveNumber() > 0; back--) {
                game.undo();
            }
        } else if (game.isOver()) {
            goOn(game);
        } else if (random.nextInt(60) == 0) {
            game.resign(1 + random.nextInt(2));
            resignationCount++;
        } else {
            move(game);
        }
    }

    /** Resumes a game that passes ended, and undoes any other end. */
    private void goOn(Game game) {
        if (game.outcome().orElseThrow().ending() == Outcome.Ending.PASSES && random.nextInt(2) == 0) {
            game.resume();
            resumptionCount++;
        } else {
            game.undo();
        }
    }

    private void move(Game game) {
        game.legalPoints(points);
        boolean isPass =
                points.isEmpty() || random.nextInt(10) == 0 || (game.passCount() > 0 && random.nextInt(2) == 0);
        int move = isPass ? grid.pass() : points.nth(random.nextInt(points.size()));
        // Most eyes are not filled, so that groups live.
        if (!isPass && isEye(game, move) && random.nextInt(8) > 0) {
            move = grid.pass();
        }
        game.playUnchecked(move);
        suicideCount += move != grid.pass() && game.colorAt(move) == Color.EMPTY ? 1 : 0;
    }

    private boolean isEye(Game game, int point) {
        boolean isEye = true;
        for (int direction = 0; direction < 4; direction++) {
            int neighbor = grid.neighbor(point, direction);
            isEye &= !grid.contains(neighbor) || game.colorAt(neighbor) == game.playerToMove();
        }
        return isEye;
    }

    int suicideCount() {
        return suicideCount;
    }

    int resumptionCount() {
        return resumptionCount;
    }

    int resignationCount() {
        return resignationCount;
    }
}
