package dev.tengen.player;

import dev.tengen.analysis.Eyes;
import dev.tengen.base.SplitMix64;
import dev.tengen.board.Color;
import dev.tengen.game.Game;
import dev.tengen.game.Ko;
import dev.tengen.game.Legality;
import dev.tengen.game.Rules;
import dev.tengen.game.Suicide;
import dev.tengen.testing.CapturedStones;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** A slow {@link Playout} in a real game. Counts the reasons why points were not played. */
final class SlowPlayout {
    static final Rules RULES = new Rules(Ko.SIMPLE, Suicide.FORBIDDEN, 2, 0);

    int eyeCount;
    int suicideCount;
    int koCount;
    int captureCount;

    /** Returns the game played from {@code start} to its end. The move before {@code start} must not be a pass. */
    Game run(Game start, SplitMix64 random) {
        Game game = start.copy();
        List<Integer> empty = new ArrayList<>();
        game.board().points(Color.EMPTY).forEach(empty::add);
        int moveLimit = start.moveNumber() + 3 * game.grid().pointCount();
        while (!game.isOver() && game.moveNumber() < moveLimit) {
            int move = choose(game, empty, random);
            game.play(move);
            if (move != game.grid().pass()) {
                int last = empty.remove(empty.size() - 1);
                if (last != move) {
                    empty.set(empty.indexOf(move), last);
                }
                captureCount += game.removedCount() > 0 ? 1 : 0;
                for (short stone : CapturedStones.of(game.board())) {
                    empty.add((int) stone);
                }
            }
        }
        return game;
    }

    private int choose(Game game, List<Integer> empty, SplitMix64 random) {
        for (int left = empty.size(); left > 0; left--) {
            int place = random.nextInt(left);
            int point = empty.get(place);
            Legality legality = game.legality(point);
            boolean isEye = Eyes.isEye(game.board(), point, game.playerToMove());
            if (legality == Legality.LEGAL && !isEye) {
                return point;
            }
            eyeCount += isEye ? 1 : 0;
            suicideCount += legality == Legality.SUICIDE ? 1 : 0;
            koCount += legality == Legality.REPETITION ? 1 : 0;
            Collections.swap(empty, place, left - 1);
        }
        return game.grid().pass();
    }
}
