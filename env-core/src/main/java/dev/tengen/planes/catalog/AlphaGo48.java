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
 * The 48 planes of AlphaGo, as RocAlphaGo makes them: stones, their ages and liberties, what a play captures and what becomes of
 * its chain, ladders, and plays that fill no eye.
 *
 * <p>Silver et al., "Mastering the game of Go with deep neural networks and tree search" (2016), extended data table 2. Plays
 * are legal by the rules of {@link Lookahead}, whatever those of the game are, and after its end, too. Stones that were set up
 * are as old as can be.
 */
final class AlphaGo48 implements Encoding {
    /** Planes of each number: of the eighth all that is greater, too. */
    private static final int COUNT = 8;

    static final EncodingSpec SPEC = new EncodingSpec(
            "alphago-48",
            "Stones, their ages and liberties, what each play would capture and leave, ladders, eyes; no suicide and positional"
                    + " superko, whatever the rules of the game.",
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
        features.addAll(OneHotPlanes.features("age", "a stone, and moves made since it was played: %s", 0, COUNT));
        features.addAll(OneHotPlanes.features("liberties", "a stone, and liberties of its chain: %s", 1, COUNT));
        features.addAll(OneHotPlanes.features("captures", "a legal play, and stones that it captures: %s", 0, COUNT));
        features.addAll(OneHotPlanes.features(
                "self_atari",
                "a legal play that leaves its own chain in atari, and stones of that chain: %s",
                1,
                COUNT));
        features.addAll(OneHotPlanes.features(
                "liberties_after", "a legal play, and liberties of its own chain afterwards: %s", 1, COUNT));
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
        lookahead.follow(game);
        Board board = lookahead.board();
        chains.read(board);
        lookahead.copyLegal(legal, scratch, own);
        findAges(game);
        liberties.clear();
        chains.putLiberties(liberties, liberties);
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

    /** Looks for the stones of the last moves, newest first: what is left is older. */
    private void findAges(Game game) {
        ages.clear();
        scratch.fill();
        scratch.removeAll(game.board().points(Color.EMPTY));
        int moveNumber = game.moveNumber();
        for (int age = 0; age < Math.min(COUNT - 1, moveNumber); age++) {
            int move = game.move(moveNumber - age);
            if (move != game.grid().pass() && scratch.contains(move)) {
                ages.put(age, move);
                scratch.remove(move);
            }
        }
        ages.putAll(COUNT - 1, scratch);
    }
}
