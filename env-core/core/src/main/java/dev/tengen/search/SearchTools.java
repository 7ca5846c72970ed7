package dev.tengen.search;

import dev.tengen.base.MemoryModel;
import dev.tengen.board.Grid;
import dev.tengen.board.PointSet;
import dev.tengen.env.EnvironmentSpec;
import dev.tengen.game.Game;
import dev.tengen.game.Referee;
import dev.tengen.game.Rules;
import dev.tengen.planes.Symmetry;
import dev.tengen.planes.SymmetryMap;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;

/**
 * What a thread needs while it works on trees, so that many trees share it: a board on which leaves are reached, and
 * scratch space. Not thread-safe.
 */
final class SearchTools {
    private static final int INITIAL_PATH_LENGTH = 64;

    /** The size of a subtree whose memory is kept. */
    private static final long MAX_SPARE_BYTES = 1L << 20;

    /** The symmetries of the board, and for each the image of every action; empty for the identity. */
    final List<Symmetry> symmetries;

    final short[][] images;

    /** A referee for each kind of rules that need checks of their own. Those of games share their memory. */
    private final List<Referee> referees = new ArrayList<>();

    /** The referee of the game that the thread works on. */
    Referee referee;

    /** The game that is played to leaves. */
    final Game game;

    final LeafWriter writer;
    final PointSet legal;
    final CompletedValues completed;
    final GumbelSelection gumbelSelection;
    final RootPriors rootPriors;
    final SearchedPolicy policy;

    /** The priors of a row, and one number more, which is ignored. */
    final float[] received;

    /** The same by actions of the board itself. */
    final float[] priors;

    final int[] codes;

    /** Where the subtree of a move is copied to. */
    NodeArena spare;

    /** The actions from the root to a leaf. */
    int[] path = new int[INITIAL_PATH_LENGTH];

    SearchTools(EnvironmentSpec spec, SearchSettings settings, Game like) {
        Grid grid = spec.grid();
        int actionCount = grid.moveCount();
        symmetries = Symmetry.of(grid);
        images = new short[symmetries.size()][];
        for (int i = 0; i < images.length; i++) {
            images[i] = images(symmetries.get(i), grid);
        }
        referee = refereeOf(like.rules(), grid);
        game = new Game(like.setup(), like.rules(), like.zobrist());
        game.setReferee(referee);
        writer = new LeafWriter(spec);
        legal = new PointSet(grid);
        completed = new CompletedValues(settings.gumbel());
        gumbelSelection = new GumbelSelection(completed, actionCount);
        rootPriors = new RootPriors(actionCount);
        policy = new SearchedPolicy(actionCount);
        received = new float[actionCount + 1];
        priors = new float[actionCount + 1];
        codes = new int[actionCount];
        spare = new NodeArena(actionCount);
    }

    /**
     * Returns the referee of this thread for games under {@code rules}. Games that differ only in komi, scoring or
     * start cost little more than equal ones.
     */
    Referee refereeOf(Rules rules) {
        return refereeOf(rules, game.grid());
    }

    private Referee refereeOf(Rules rules, Grid grid) {
        for (Referee known : referees) {
            if (known.canShareWith(rules)) {
                return known.sharedWith(rules);
            }
        }
        Referee added = new Referee(rules, grid);
        referees.add(added);
        return added;
    }

    /** Prepares for work on the tree of a game that may have another start, or other rules, than the one before. */
    void prepareFor(Game other) {
        Rules rules = other.rules();
        // Mostly they are one object.
        if (!Objects.equals(referee.rules(), rules)) {
            referee = refereeOf(rules);
        }
    }

    /** Makes the {@link #game} a copy of {@code other}, for which this is {@linkplain #prepareFor prepared}. */
    void copy(Game other) {
        game.copyFrom(other, referee);
    }

    /** Releases the memory of the last subtree if it was large. */
    void trim() {
        if (spare.memoryBytes() > MAX_SPARE_BYTES) {
            spare = new NodeArena(codes.length);
        }
    }

    private static short[] images(Symmetry symmetry, Grid grid) {
        SymmetryMap map = SymmetryMap.of(symmetry, grid);
        short[] images = new short[grid.moveCount() + 1];
        for (int action = 0; action < images.length; action++) {
            images[action] = (short) map.turned(action);
        }
        return images;
    }

    /** Returns an estimate of the size in memory, in bytes. */
    long memoryBytes() {
        return memoryBytes(game.grid(), game.rules(), game.moveNumber())
                + (referees.size() - 1) * Referee.memoryBytes(game.grid())
                + spare.memoryBytes();
    }

    /** Returns an estimate of the size in memory of tools without nodes, after games of {@code moveCount} moves. */
    static long memoryBytes(Grid grid, Rules rules, int moveCount) {
        return MemoryModel.SEARCH_TOOLS.bytes(grid.pointCount()) + Game.memoryBytes(grid, rules, moveCount);
    }

    /** Makes room for a path of {@code length} actions. */
    void ensurePath(int length) {
        if (path.length < length) {
            path = Arrays.copyOf(path, 2 * length);
        }
    }
}
