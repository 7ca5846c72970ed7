package dev.tengen.planes.catalog;

import dev.tengen.board.Board;
import dev.tengen.board.Color;
import dev.tengen.board.Grid;
import dev.tengen.board.PointSet;
import dev.tengen.game.Game;
import dev.tengen.planes.Encoding;
import dev.tengen.planes.EncodingSpec;
import dev.tengen.planes.MissingHistory;
import dev.tengen.planes.PeerLayout;
import dev.tengen.planes.Perspective;
import dev.tengen.planes.PlaneBits;
import java.util.ArrayList;
import java.util.List;

/**
 * The 48 planes of AlphaGo, as RocAlphaGo computes them: stones, their ages and liberties, the captures of each play
 * and the resulting liberties, ladders, and plays that do not fill an eye.
 *
 * <p>Silver et al., "Mastering the game of Go with deep neural networks and tree search" (2016), extended data table 2.
 * Legality follows the rules of {@link Lookahead}, regardless of the rules of the game and of its end. Set-up stones
 * have the greatest age.
 */
final class AlphaGo48 implements Encoding {
    /** Number of planes of each count. The last plane includes all greater counts. */
    private static final int COUNT = 8;

    static final EncodingSpec SPEC = new EncodingSpec(
            "alphago-48",
            "Stones, their ages and liberties, what each play would capture and leave, ladders, eyes; no suicide and positional"
                    + " superko, regardless of the rules of the game.",
            Perspective.PLAYER_TO_MOVE,
            1,
            MissingHistory.NONE,
            new PeerLayout("RocAlphaGo, DEFAULT_FEATURES", PeerLayout.Axes.CWH, PeerLayout.FirstRow.TOP),
            features());

    private final Lookahead lookahead;
    private final ChainSets chains;
    private final PlayPlanes plays;
    private final RocAlphaGoEyes eyes;
    private final RocAlphaGoLadders ladders;

    private final OneHotPlanes ages;
    private final OneHotPlanes liberties;
    private final PointSet captures;
    private final PointSet escapes;
    private final PointSet legal;
    private final PointSet scratch;

    AlphaGo48(Grid grid) {
        lookahead = new Lookahead(grid);
        chains = new ChainSets(grid);
        plays = new PlayPlanes(grid, COUNT, COUNT);
        eyes = new RocAlphaGoEyes(grid);
        ladders = new RocAlphaGoLadders(grid, lookahead, eyes);
        ages = new OneHotPlanes(grid, COUNT);
        liberties = new OneHotPlanes(grid, COUNT);
        captures = new PointSet(grid);
        escapes = new PointSet(grid);
        legal = new PointSet(grid);
        scratch = new PointSet(grid);
    }

    private static List<EncodingSpec.Feature> features() {
        List<EncodingSpec.Feature> features = new ArrayList<>();
        features.add(new EncodingSpec.Feature("own", "a stone of the player to move"));
        features.add(new EncodingSpec.Feature("opponent", "a stone of the other player"));
        features.add(new EncodingSpec.Feature("empty", "no stone"));
        features.add(new EncodingSpec.Feature("ones", "always (the whole plane)"));
        features.addAll(OneHotPlanes.features("age", "a stone, played this many moves ago: %s", 0, COUNT));
        features.addAll(
                OneHotPlanes.features("liberties", "a stone of a chain with this many liberties: %s", 1, COUNT));
        features.addAll(OneHotPlanes.features("captures", "a legal play that captures this many stones: %s", 0, COUNT));
        features.addAll(OneHotPlanes.features(
                "self_atari", "a legal play that leaves its own chain in atari, with this many stones: %s", 1, COUNT));
        features.addAll(OneHotPlanes.features(
                "liberties_after", "a legal play after which its own chain has this many liberties: %s", 1, COUNT));
        features.add(new EncodingSpec.Feature(
                "ladder_capture",
                "a legal play that catches a chain of the other player with two liberties in a ladder"));
        features.add(new EncodingSpec.Feature(
                "ladder_escape", "a legal play that saves a chain of the player to move in atari from a ladder"));
        features.add(
                new EncodingSpec.Feature("sensible", "a legal play that does not fill an eye of the player to move"));
        features.add(new EncodingSpec.Feature("zeros", "never"));
        return features;
    }

    @Override
    public EncodingSpec spec() {
        return SPEC;
    }

    @Override
    public void encode(Game game, PlaneBits bits) {
        int own = game.playerToMove();
        int pointCount = game.grid().pointCount();
        lookahead.startAt(game);
        Board board = lookahead.board();
        chains.read(board);
        lookahead.copyLegal(legal, scratch, own);
        findAges(game);
        liberties.clear();
        chains.addLiberties(liberties, liberties);
        plays.find(board, chains, legal, own);
        ladders.read(chains, own, captures, escapes);
        bits.append(board.points(own));
        bits.append(board.points(Color.opponent(own)));
        bits.append(board.points(Color.EMPTY));
        bits.append(true, pointCount);
        ages.appendTo(bits);
        liberties.appendTo(bits);
        plays.captures.appendTo(bits);
        plays.selfAtaris.appendTo(bits);
        plays.liberties.appendTo(bits);
        bits.append(captures);
        bits.append(escapes);
        legal.removeAll(eyes.find(board, own));
        bits.append(legal);
        bits.append(false, pointCount);
    }

    /** Finds the stones of the last moves, newest first. The remaining stones are older. */
    private void findAges(Game game) {
        ages.clear();
        scratch.fill();
        scratch.removeAll(game.board().points(Color.EMPTY));
        int moveNumber = game.moveNumber();
        for (int age = 0; age < Math.min(COUNT - 1, moveNumber); age++) {
            int move = game.move(moveNumber - age);
            if (move != game.grid().pass() && scratch.contains(move)) {
                ages.add(age, move);
                scratch.remove(move);
            }
        }
        ages.addAll(COUNT - 1, scratch);
    }
}
