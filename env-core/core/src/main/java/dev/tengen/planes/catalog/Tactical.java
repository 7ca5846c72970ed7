package dev.tengen.planes.catalog;

import dev.tengen.analysis.Ladders;
import dev.tengen.analysis.PassAlive;
import dev.tengen.board.Board;
import dev.tengen.board.Color;
import dev.tengen.board.Grid;
import dev.tengen.board.PointSet;
import dev.tengen.game.Game;
import dev.tengen.game.HistoryCursor;
import dev.tengen.game.Legality;
import dev.tengen.planes.Encoding;
import dev.tengen.planes.EncodingSpec;
import dev.tengen.planes.EncodingSpec.Feature;
import dev.tengen.planes.MissingHistory;
import dev.tengen.planes.PeerLayout;
import dev.tengen.planes.Perspective;
import dev.tengen.planes.PlaneBits;
import java.util.ArrayList;
import java.util.List;

/**
 * Tengen's own planes: tactical features of the present position by the exact rules of the game.
 *
 * <p>In steady state nothing allocates. Not thread-safe.
 */
public final class Tactical implements Encoding {
    /** Number of planes of each count. The last plane includes all greater counts. */
    private static final int COUNT = 4;

    /** The spec of the encoding. */
    public static final EncodingSpec SPEC = new EncodingSpec(
            "tactical",
            "Stones by liberties, what each play captures and leaves, ladders, repetitions, pass-alive areas, legal"
                    + " plays; by the exact rules of the game.",
            Perspective.PLAYER_TO_MOVE,
            1,
            MissingHistory.NONE,
            new PeerLayout("Tengen itself", PeerLayout.Axes.CHW, PeerLayout.FirstRow.TOP),
            features());

    private final ChainSets chains;
    private final OneHotPlanes blackLiberties;
    private final OneHotPlanes whiteLiberties;
    private final PlayPlanes plays;
    private final Ladders ladders;
    private final HistoryCursor present;
    private final PassAlive passAlive;
    private final PointSet legal;
    private final PointSet suicides;
    private final PointSet living;
    private final PointSet scratch;

    /** Creates the encoding for games on {@code grid}. */
    public Tactical(Grid grid) {
        chains = new ChainSets(grid);
        blackLiberties = new OneHotPlanes(grid, COUNT);
        whiteLiberties = new OneHotPlanes(grid, COUNT);
        plays = new PlayPlanes(grid, COUNT + 1, COUNT);
        ladders = new Ladders(grid);
        present = new HistoryCursor(grid);
        passAlive = new PassAlive(grid);
        legal = new PointSet(grid);
        suicides = new PointSet(grid);
        living = new PointSet(grid);
        scratch = new PointSet(grid);
    }

    private static List<Feature> features() {
        List<Feature> features = new ArrayList<>();
        features.add(new Feature("own", "a stone of the player to move"));
        features.add(new Feature("opponent", "a stone of the other player"));
        features.add(new Feature("empty", "no stone"));
        features.addAll(OneHotPlanes.features(
                "own_liberties", "a stone of the player to move, in a chain with this many liberties: %s", 1, COUNT));
        features.addAll(OneHotPlanes.features(
                "opponent_liberties",
                "a stone of the other player, in a chain with this many liberties: %s",
                1,
                COUNT));
        features.addAll(OneHotPlanes.features(
                "liberties_after", "a legal play after which its own chain has this many liberties: %s", 1, COUNT));
        features.addAll(OneHotPlanes.features("captures", "a legal play that captures this many stones: %s", 1, COUNT));
        features.addAll(OneHotPlanes.features(
                "self_atari", "a legal play that leaves its own chain in atari, with this many stones: %s", 1, COUNT));
        features.add(new Feature("suicide", "a legal play that removes its own chain"));
        features.add(new Feature("own_ladder", ladder("the player to move")));
        features.add(new Feature("opponent_ladder", ladder("the other player")));
        features.add(new Feature(
                "ladder_capture",
                "a legal play that starts a ladder that captures a chain of the other player with 2 liberties"));
        features.add(new Feature(
                "ladder_threat",
                "a point where the other player, if it were their turn, would start a ladder that captures a chain of the"
                        + " player to move with 2 liberties"));
        features.add(new Feature(
                "repetition",
                "an empty point where only the ko rule forbids a play, including one-stone suicides that it forbids"));
        features.add(new Feature("own_alive", alive("the player to move")));
        features.add(new Feature("opponent_alive", alive("the other player")));
        features.add(
                new Feature(
                        "legal",
                        "a legal play; none after passes, a resignation or a repetition have ended the game, or while players propose dead stones"));
        return features;
    }

    private static String ladder(String player) {
        return "a stone of " + player
                + " that a ladder captures: with 2 liberties the attacker plays first, with 1 the defender";
    }

    private static String alive(String player) {
        return "a pass-alive stone of " + player
                + ", or a point of the territory of such stones, with or without a dead stone";
    }

    @Override
    public EncodingSpec spec() {
        return SPEC;
    }

    @Override
    public void encode(Game game, PlaneBits bits) {
        Board board = game.board();
        int own = game.playerToMove();
        int opponent = Color.opponent(own);
        chains.read(board);
        game.legalPoints(legal);
        bits.append(board.points(own));
        bits.append(board.points(opponent));
        bits.append(board.points(Color.EMPTY));
        appendLiberties(own, bits);
        appendPlays(board, own, bits);
        appendLadders(game, own, opponent, bits);
        appendRepetitions(game, bits);
        passAlive.find(board, game.rules().suicide());
        appendAlive(own, bits);
        appendAlive(opponent, bits);
        bits.append(legal);
    }

    private void appendLiberties(int own, PlaneBits bits) {
        blackLiberties.clear();
        whiteLiberties.clear();
        chains.addLiberties(blackLiberties, whiteLiberties);
        (own == Color.BLACK ? blackLiberties : whiteLiberties).appendTo(bits);
        (own == Color.BLACK ? whiteLiberties : blackLiberties).appendTo(bits);
    }

    private void appendPlays(Board board, int own, PlaneBits bits) {
        board.copyLivingPlays(own, living);
        suicides.copyFrom(legal);
        suicides.removeAll(living);
        living.retainAll(legal);
        plays.find(board, chains, living, own);
        plays.liberties.appendTo(bits);
        plays.captures.appendTo(bits, 1, COUNT + 1);
        plays.selfAtaris.appendTo(bits);
        bits.append(suicides);
    }

    private void appendLadders(Game game, int own, int opponent, PlaneBits bits) {
        present.startAt(game);
        ladders.read(game.board(), present.koPoint(game));
        appendCommon(ladders.captured(), game.board().points(own), bits);
        appendCommon(ladders.captured(), game.board().points(opponent), bits);
        appendCommon(ladders.firstMoves(opponent), legal, bits);
        bits.append(ladders.firstMoves(own));
    }

    private void appendCommon(PointSet first, PointSet second, PlaneBits bits) {
        scratch.copyFrom(first);
        scratch.retainAll(second);
        bits.append(scratch);
    }

    /** Checks each of the few illegal empty points during play. */
    private void appendRepetitions(Game game, PlaneBits bits) {
        scratch.copyFrom(game.board().points(Color.EMPTY));
        scratch.removeAll(legal);
        for (int point = scratch.first(); point >= 0; point = scratch.next(point)) {
            if (game.legality(point) != Legality.REPETITION) {
                scratch.remove(point);
            }
        }
        bits.append(scratch);
    }

    private void appendAlive(int color, PlaneBits bits) {
        scratch.copyFrom(passAlive.stones(color));
        scratch.addAll(passAlive.territory(color));
        bits.append(scratch);
    }
}
