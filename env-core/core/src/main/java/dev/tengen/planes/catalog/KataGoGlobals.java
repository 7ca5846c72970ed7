package dev.tengen.planes.catalog;

import dev.tengen.board.Board;
import dev.tengen.board.Color;
import dev.tengen.board.Grid;
import dev.tengen.board.PointSet;
import dev.tengen.game.Game;
import dev.tengen.game.Ko;
import dev.tengen.game.Rules;
import dev.tengen.game.Scoring;
import dev.tengen.game.Suicide;
import dev.tengen.game.Tax;
import java.util.Arrays;

/** Writes the 19 globals of KataGo's networks: passes, komi and rules. */
final class KataGoGlobals {
    static final int COUNT = 19;
    static final int KOMI = 5;
    static final int SUPERKO = 6;
    static final int SUPERKO_KIND = 7;
    static final int SUICIDE = 8;
    static final int TERRITORY = 9;
    static final int TAX = 10;
    static final int FULL_TAX = 11;
    static final int PASS_ENDS = 14;
    static final int PARITY = 18;

    static final float KOMI_SCALE = 20;

    /** Komi is clipped at the number of points plus this margin. */
    static final int KOMI_MARGIN = 20;

    private KataGoGlobals() {}

    /**
     * Writes the globals of {@code game} to {@code globals} at {@code offset}; the last {@code shownTurns} turns are
     * shown.
     */
    static void write(Game game, int shownTurns, float[] globals, int offset) {
        Arrays.fill(globals, offset, offset + COUNT, 0);
        for (int turn = 1; turn <= shownTurns; turn++) {
            boolean isPass =
                    game.move(game.moveNumber() + 1 - turn) == game.grid().pass();
            globals[offset + turn - 1] = number(isPass);
        }
        float komi = ownKomi(game);
        globals[offset + KOMI] = komi / KOMI_SCALE;
        writeRules(game.rules(), globals, offset);
        globals[offset + PASS_ENDS] = number(KataGoTurns.wouldPassEndPlay(game));
        if (game.rules().scoring() == Scoring.AREA) {
            globals[offset + PARITY] = parityWave(komi, game.grid());
        }
    }

    private static void writeRules(Rules rules, float[] globals, int offset) {
        globals[offset + SUPERKO] = number(rules.ko().isSuperko());
        globals[offset + SUPERKO_KIND] = superkoKind(rules.ko());
        globals[offset + SUICIDE] = number(rules.suicide() != Suicide.FORBIDDEN);
        globals[offset + TERRITORY] = number(rules.scoring() == Scoring.TERRITORY);
        globals[offset + TAX] = number(rules.tax() != Tax.NONE);
        globals[offset + FULL_TAX] = number(rules.tax() == Tax.ALL);
    }

    private static float number(boolean value) {
        return value ? 1 : 0;
    }

    /** Returns the kind of superko. KataGo has no natural situational superko; situational superko is the closest. */
    private static float superkoKind(Ko ko) {
        return switch (ko) {
            case POSITIONAL -> 0.5F;
            case SITUATIONAL, NATURAL_SITUATIONAL -> -0.5F;
            case SIMPLE, NONE -> 0;
        };
    }

    /**
     * Returns the points of the player to move that are not on the board, clipped a little above the number of points:
     * komi and handicap bonus. Under territory scoring each stone that the other player has played adds a point and
     * each own stone subtracts one, so that area plus these points corresponds to territory.
     */
    private static float ownKomi(Game game) {
        Rules rules = game.rules();
        double white = rules.komi() + rules.handicapBonus().points(game.setup().handicap());
        if (rules.scoring() == Scoring.TERRITORY) {
            white += playCount(game, Color.BLACK) - playCount(game, Color.WHITE);
        }
        double most = game.grid().pointCount() + KOMI_MARGIN;
        double own = game.playerToMove() == Color.WHITE ? white : -white; // Zero keeps its sign, as in KataGo.
        return (float) Math.max(-most, Math.min(most, own));
    }

    private static int playCount(Game game, int color) {
        Board board = game.board();
        PointSet start =
                color == Color.BLACK ? game.setup().black() : game.setup().white();
        return game.takenCount(color) + board.stoneCount(color) - start.size();
    }

    /**
     * Returns a triangle wave of komi between -0.5 and 0.5 with a period of two points. It is zero and rising at each
     * komi with which a game without neutral points can be a tie.
     */
    private static float parityWave(float komi, Grid grid) {
        int tiedKomi = grid.pointCount() % 2;
        double beyond = komi - tiedKomi - 2 * Math.floor((komi - tiedKomi) / 2);
        if (beyond < 0.5) {
            return (float) beyond;
        }
        return (float) (beyond < 1.5 ? 1 - beyond : beyond - 2);
    }
}
