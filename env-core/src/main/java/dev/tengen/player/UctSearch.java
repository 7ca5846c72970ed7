package dev.tengen.player;

import dev.tengen.analysis.Eyes;
import dev.tengen.board.Color;
import dev.tengen.board.Grid;
import dev.tengen.board.PointSet;
import dev.tengen.board.SplitMix64;
import dev.tengen.game.Game;
import dev.tengen.game.Rules;
import dev.tengen.game.Scoring;

/** Looks for the best move of one position. Not thread-safe. */
final class UctSearch {
    /*
     * Upper confidence bounds applied to trees (Kocsis and Szepesvári, "Bandit based Monte-Carlo planning", 2006; Coulom,
     * "Efficient selectivity and backup operators in Monte-Carlo tree search", 2006). Each turn goes down the tree by
     * urgency, adds one node, judges it by one playout, and counts the result at each node on the way up.
     *
     * In the tree the rules hold exactly: moves are made and taken back in a game that knows all of its past, so superko,
     * suicide and every way to end are what they are, and an ended game counts as it ended. Only own eyes are left out.
     * From the new node on, a playout guesses, see Playout and margin().
     *
     * A new tree is grown for each move. To go on with a part of the last one would save a fraction of the playouts, but then
     * a move would depend on what the player was asked before, and not on the game and the seed alone: an episode that was
     * saved and restored would go on differently.
     */

    /** How much a move gains that was tried seldom. Measured, as the next two; see docs/design/decisions.md. */
    private static final double EXPLORATION = 0.3;

    /** How urgent a move is that was not tried: as much as one that won every time. */
    private static final double FIRST_URGENCY = 1;

    /** The share of a playout's value that tells by how much it was won, so that the won and the lost play on well. */
    private static final double MARGIN_SHARE = 0.05;

    private final Game game;
    private final Grid grid;
    private final UctTree tree;
    private final SplitMix64 random;
    private final Playout playout;
    private final PointSet candidates;
    private final boolean isTerritory;
    private final double compensation;

    /** Prepares to search from the present position of {@code game}, which is changed and put back again and again. */
    UctSearch(Game game, UctTree tree, SplitMix64 random) {
        this.game = game;
        this.tree = tree;
        this.random = random;
        grid = game.grid();
        playout = new Playout(game.board());
        candidates = new PointSet(grid);
        Rules rules = game.rules();
        isTerritory = rules.scoring() == Scoring.TERRITORY;
        compensation = rules.komi() + rules.handicapBonus().points(game.setup().handicap());
    }

    /** Returns whether there is a legal point that fills no own eye. */
    boolean hasCandidates() {
        findCandidates();
        return !candidates.isEmpty();
    }

    /** Returns the move that was visited most in {@code playoutCount} turns. */
    int bestMove(int playoutCount) {
        tree.clear();
        for (int turn = 0; turn < playoutCount; turn++) {
            addNode();
        }
        return tree.move(tree.mostVisitedChild());
    }

    private void addNode() {
        int node = UctTree.ROOT;
        int depth = 0;
        do {
            node = chooseChild(node);
            game.playUnchecked(tree.move(node));
            depth++;
        } while (tree.isVisited(node) && !game.isOver());
        int mover = Color.opponent(game.playerToMove());
        double value = game.isOver() ? endValue(mover) : playoutValue(node, mover);
        tree.add(node, value);
        for (int i = 0; i < depth; i++) {
            game.undo();
        }
    }

    private int chooseChild(int node) {
        if (!tree.isOpen(node)) {
            findCandidates();
            tree.open(node, candidates.size() + 1);
        }
        if (!tree.hasUntried(node)) {
            return tree.mostUrgentChild(node, EXPLORATION, 0);
        }
        int child = tree.mostUrgentChild(node, EXPLORATION, FIRST_URGENCY);
        return child == UctTree.NONE ? tree.addChild(node, untriedMove(node)) : child;
    }

    private void findCandidates() {
        game.legalPoints(candidates);
        Eyes.removeEyes(game.board(), game.playerToMove(), candidates);
    }

    /** Returns a move of the open {@code node} that was not tried. The pass comes last, but first as an answer to a pass. */
    private int untriedMove(int node) {
        if (game.passCount() > 0 && tree.firstChild(node) == UctTree.NONE) {
            return grid.pass();
        }
        findCandidates();
        for (int child = tree.firstChild(node); child != UctTree.NONE; child = tree.nextSibling(child)) {
            if (tree.move(child) != grid.pass()) {
                candidates.remove(tree.move(child));
            }
        }
        int count = candidates.size();
        return count == 0 ? grid.pass() : candidates.nth(random.nextInt(count));
    }

    /** Returns what the ended game is worth to {@code color}, from 0 to 1. */
    private double endValue(int color) {
        int winner = game.outcome().orElseThrow().winner();
        if (winner == Color.EMPTY) {
            return 0.5;
        }
        return winner == color ? 1 : 0;
    }

    /** Returns what a playout from {@code node} is worth to {@code color}, from 0 to 1. */
    private double playoutValue(int node, int color) {
        int area = playout.run(game.board(), tree.move(node), game.playerToMove(), random);
        double margin = margin(area);
        double own = color == Color.BLACK ? margin : -margin;
        double share = Math.max(-1, Math.min(1, own / grid.pointCount()));
        return 0.5 + 0.5 * ((1 - MARGIN_SHARE) * Math.signum(own) + MARGIN_SHARE * share);
    }

    /**
     * Returns Black's points minus White's where a playout ended with so much more area for Black.
     *
     * <p>Under territory scoring a stone played costs the point it stands on, so the margin is that of the areas less the
     * stones that Black has played more than White. Those of the playout are not counted: it fills what the players would
     * leave. A tax is not counted either.
     */
    private double margin(int area) {
        int surplus = isTerritory ? playedCount(Color.BLACK) - playedCount(Color.WHITE) : 0;
        return area - surplus - compensation;
    }

    /** Returns the stones of {@code color} that ever were on the board. */
    private int playedCount(int color) {
        return game.board().stoneCount(color) + game.takenCount(color);
    }
}
