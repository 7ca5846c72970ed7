package dev.tengen.search;

import dev.tengen.base.CancellationPoint;
import dev.tengen.base.InvalidValueException;
import dev.tengen.base.MemoryModel;
import dev.tengen.base.SplitMix64;
import dev.tengen.board.Color;
import dev.tengen.board.PointSet;
import dev.tengen.env.EnvironmentSpec;
import dev.tengen.game.Game;
import dev.tengen.game.Referee;
import dev.tengen.game.RepetitionEnd;
import java.nio.IntBuffer;
import java.util.List;
import java.util.Optional;

/**
 * The search tree of one game: selection, expansion, backup, and the move to a subtree. Not thread-safe, but trees are
 * independent of each other.
 *
 * <p>A search is a number of simulations that {@link #start} grants. {@link #select} writes leaves to rows, and
 * {@link #expand} takes their evaluations, in turns until {@link #remaining} is 0 and no leaf waits. In between, the
 * tree is complete and may be read.
 */
final class SearchTree {
    /*
     * A leaf is reached on the board of the thread, which becomes a copy of the root's game and then plays the actions
     * of the path. So superko, agreement phases and encodings see the whole history, and a node needs no board.
     *
     * A path that reaches a leaf which waits already is given up, and the round ends. So each leaf of a round is another
     * one. Terminal nodes need no evaluation; their simulations are complete at once.
     *
     * Results depend on the seed of the tree, its settings and its evaluations alone: each random number comes from the
     * generator of the tree, and every step is taken in an order that the tree fixes.
     */
    private static final int ROOT_EDGE = 0;

    /** Where the legal actions of a leaf start. */
    private static final int MASK = 1;

    private final SearchSettings settings;
    private final EnvironmentSpec spec;
    private final PuctSelection puct;
    private final boolean isGumbel;

    /** Whether a path counts before its leaf is evaluated, so that other paths of the round avoid it. */
    private final boolean isMarking;

    private final int moveLimit;
    private final int number;
    private final NodeArena nodes;
    private final GumbelRoot gumbelRoot;
    private final Game game;
    private SplitMix64 random;

    private int root = NodeArena.NONE;
    private int simulationCount;
    private int remaining;
    private boolean isExploring;

    /** Whether the root is ready for the search that was started. */
    private boolean isPrepared;

    private int leafCount;

    /** The number of moves from the root to its deepest leaf, or more. */
    private int depth;

    /**
     * The leaves: for each the parent (above), the index of the edge and the symmetry; and then its legal actions, the
     * first one in the highest bit of the first word. One array, since each array costs a cache miss.
     */
    private final long[] leaves;

    private final int leafSize;

    /** Creates the tree of {@code game}, which it owns. {@code number} identifies it in rows. */
    SearchTree(EnvironmentSpec spec, SearchSettings settings, PuctSelection puct, Game game, int number, long seed) {
        this.settings = settings;
        this.spec = spec;
        this.puct = puct;
        this.game = game;
        this.number = number;
        isGumbel = settings.rootMethod() == RootMethod.GUMBEL;
        isMarking = !isGumbel && settings.leavesPerRound() > 1;
        moveLimit = spec.moveLimit() == EnvironmentSpec.UNLIMITED_MOVES ? Integer.MAX_VALUE : spec.moveLimit();
        int actionCount = spec.grid().moveCount();
        nodes = new NodeArena(actionCount);
        gumbelRoot = new GumbelRoot(settings.gumbel(), isGumbel ? actionCount : 0);
        random = new SplitMix64(seed);
        leafSize = leafSize(actionCount);
        leaves = new long[settings.leavesPerRound() * leafSize];
    }

    private static int leafSize(int actionCount) {
        return MASK + (actionCount + Long.SIZE - 1) / Long.SIZE;
    }

    Game game() {
        return game;
    }

    /** Returns the generator of all random numbers that concern this game. */
    SplitMix64 random() {
        return random;
    }

    NodeArena nodes() {
        return nodes;
    }

    /** Returns the root; {@link NodeArena#NONE} before it is evaluated. */
    int root() {
        return root;
    }

    /** Returns whether the game is over, by its rules or because it has as many moves as the spec allows. */
    boolean isOver() {
        return isOver(game);
    }

    /** Returns whether a game with a position of the tree is over. */
    boolean isOver(Game position) {
        return position.isOver() || position.moveNumber() >= moveLimit;
    }

    /** Returns the number of simulations of the present search that were not selected yet. */
    int remaining() {
        return remaining;
    }

    /** Returns the number of leaves that await their evaluations. */
    int leafCount() {
        return leafCount;
    }

    /** Returns whether the search has ended: all its simulations are complete. */
    boolean isComplete() {
        return root != NodeArena.NONE && remaining == 0 && leafCount == 0;
    }

    /** Removes the tree and returns to the start of the game, for a new game with {@code seed}. */
    void restart(long seed) {
        game.restart();
        clear();
        random = new SplitMix64(seed);
    }

    private void clear() {
        nodes.clear();
        root = NodeArena.NONE;
        remaining = 0;
        leafCount = 0;
        depth = 0;
        isPrepared = false;
    }

    /** Starts a search of {@code simulations}. {@code exploring} is whether it may explore at the root. */
    void start(int simulations, boolean exploring, SearchTools tools) {
        simulationCount = simulations;
        remaining = simulations;
        isExploring = exploring;
        isPrepared = false;
        if (root != NodeArena.NONE) {
            prepare(tools);
        }
    }

    private void prepare(SearchTools tools) {
        isPrepared = true;
        if (isGumbel) {
            double scale = settings.gumbel().gumbelScale();
            gumbelRoot.start(nodes, root, simulationCount, isExploring ? scale : 0, random, tools.codes);
        } else if (isExploring) {
            tools.rootPriors.explore(nodes, root, settings.exploration(), game.moveNumber(), random);
        }
    }

    /**
     * Selects leaves for one round and writes them to rows from {@code row}. Returns their number, which is 0 only if
     * the search is complete.
     */
    int select(SearchTools tools, LeafRows rows, int row) {
        assert leafCount == 0 : "leaves await their evaluations";
        takeUp(tools);
        if (root == NodeArena.NONE) {
            tools.copy(game);
            addLeaf(NodeArena.NONE, ROOT_EDGE, tools, rows, row);
        }
        while (leafCount == 0 && remaining > 0) {
            selectRound(tools, rows, row);
        }
        return leafCount;
    }

    /** Prepares for work with {@code tools}: threads with different tools must not share a referee. */
    void takeUp(SearchTools tools) {
        tools.prepareFor(game);
        game.setReferee(tools.referee);
    }

    private void selectRound(SearchTools tools, LeafRows rows, int row) {
        int allowed = Math.min(settings.leavesPerRound(), remaining);
        if (isGumbel) {
            allowed = Math.min(allowed, gumbelRoot.leftInPass());
        }
        for (int simulation = 0; simulation < allowed; simulation++) {
            if (leafCount == 0) {
                // Where all games are over, a search may run for long without a leaf.
                CancellationPoint.check(remaining);
            }
            if (!simulate(tools, rows, row + leafCount)) {
                return;
            }
            remaining--;
        }
    }

    /** Runs a simulation up to its leaf. Returns whether it reached one that does not wait already. */
    private boolean simulate(SearchTools tools, LeafRows rows, int row) {
        int node = root;
        int depth = 0;
        while (true) {
            int index = selectEdge(node, tools);
            int edge = nodes.edge(node, index);
            if (isMarking) {
                nodes.addVisit(node, edge, 1, -settings.puct().virtualLoss());
            }
            tools.ensurePath(depth + 1);
            tools.path[depth++] = nodes.action(edge);
            int child = nodes.child(edge);
            if (child == NodeArena.PENDING) {
                if (isMarking && nodes.edgeVisits(edge) > 1) {
                    revert(node, index);
                    return false;
                }
                reach(depth, tools);
                addLeaf(node, index, tools, rows, row);
                return true;
            }
            if (nodes.isTerminal(child)) {
                backUp(node, index, nodes.value(child));
                return true;
            }
            node = child;
        }
    }

    /** Returns the index of the edge of the selected action, which is added if the action has none. */
    private int selectEdge(int node, SearchTools tools) {
        int index;
        if (!isGumbel) {
            index = node == root
                    ? puct.select(nodes, node, settings.puct().rootFirstPlayReduction(), forcedPlayoutFactor())
                    : puct.select(nodes, node, settings.puct().firstPlayReduction(), 0);
        } else if (node == root) {
            return gumbelRoot.select(nodes, root, tools.completed);
        } else {
            index = tools.gumbelSelection.select(nodes, node);
        }
        return index == PuctSelection.NEW_EDGE ? nodes.addEdge(node, nodes.next(node) >>> 16) : index;
    }

    /** Plays the path to a leaf on the board of the thread. */
    private void reach(int depth, SearchTools tools) {
        tools.copy(game);
        for (int i = 0; i < depth; i++) {
            tools.game.playLegal(tools.path[i]);
        }
    }

    /** Adds the leaf whose position is on the board of the thread: a row, or a terminal node. */
    private void addLeaf(int parent, int edgeIndex, SearchTools tools, LeafRows rows, int row) {
        Game leaf = tools.game;
        if (parent != NodeArena.NONE && isOver(leaf)) {
            float value = result(leaf);
            nodes.addTerminal(parent, edgeIndex, value);
            backUp(parent, edgeIndex, value);
            return;
        }
        depth = Math.max(depth, leaf.moveNumber() - game.moveNumber());
        int symmetry = settings.isSymmetryDrawn() ? random.nextInt(tools.symmetries.size()) : 0;
        leaf.legalPoints(tools.legal);
        tools.writer.write(leaf, tools.legal, tools.symmetries.get(symmetry), number, rows, row);
        int leafStart = leafCount++ * leafSize;
        leaves[leafStart] = (long) parent << 32 | edgeIndex << 8 | symmetry;
        keepMask(tools.legal, leafStart + MASK);
    }

    private void keepMask(PointSet legal, int start) {
        int pass = legal.grid().pass();
        leaves[start + (pass >>> 6)] = 0;
        for (int word = 0; word < legal.wordCount(); word++) {
            leaves[start + word] = legal.word(word);
        }
        leaves[start + (pass >>> 6)] |= Long.MIN_VALUE >>> pass;
    }

    private int symmetryOf(int leaf) {
        return (int) leaves[leaf * leafSize] & 0xFF;
    }

    private boolean isLegal(int leaf, int action) {
        return leaves[leaf * leafSize + MASK + (action >>> 6)] << action < 0;
    }

    /** Returns the result of a finished game for the player to move. */
    float result(Game ended) {
        int winner;
        if (ended.isOver()) {
            winner = ended.outcome().orElseThrow().winner();
        } else {
            winner = spec.isScoredOnTruncation() ? ended.score().winner() : Color.EMPTY;
        }
        if (winner == Color.EMPTY) {
            return 0;
        }
        return winner == ended.playerToMove() ? 1 : -1;
    }

    private void revert(int node, int edgeIndex) {
        double loss = settings.puct().virtualLoss();
        int at = node;
        int index = edgeIndex;
        while (at != NodeArena.NONE) {
            nodes.addVisit(at, nodes.edge(at, index), -1, loss);
            index = nodes.ints[at + NodeArena.EDGE];
            at = nodes.ints[at + NodeArena.PARENT];
        }
    }

    /** Completes a simulation that ended with an edge, at a node with {@code value} for the player to move there. */
    private void backUp(int node, int edgeIndex, float value) {
        int visits = isMarking ? 0 : 1;
        double loss = isMarking ? settings.puct().virtualLoss() : 0;
        int at = node;
        int index = edgeIndex;
        double gain = -value;
        while (at != NodeArena.NONE) {
            nodes.addVisit(at, nodes.edge(at, index), visits, loss + gain);
            index = nodes.ints[at + NodeArena.EDGE];
            at = nodes.ints[at + NodeArena.PARENT];
            gain = -gain;
        }
    }

    /** Checks the evaluations of the waiting leaves, the first of which is in {@code row}. Nothing changes. */
    void check(Evaluations evaluations, int row, SearchTools tools) {
        for (int leaf = 0; leaf < leafCount; leaf++) {
            float value = evaluations.values().at(row + leaf);
            if (!(value >= -1 && value <= 1)) {
                throw evaluations.badValue(row + leaf);
            }
            evaluations.priors().copy((row + leaf) * nodes.actionCount(), tools.received, nodes.actionCount());
            if (!evaluations.areAllAllowed(tools.received)) {
                checkLegal(evaluations, row + leaf, leaf, tools);
            }
        }
    }

    /** Checks the priors of legal actions. Those of others may be anything. */
    private void checkLegal(Evaluations evaluations, int row, int leaf, SearchTools tools) {
        short[] images = tools.images[symmetryOf(leaf)];
        for (int action = 0; action < nodes.actionCount(); action++) {
            float prior = tools.received[images[action]];
            if (isLegal(leaf, action) && !evaluations.isAllowed(prior)) {
                throw evaluations.badPrior(row, images[action], prior);
            }
        }
    }

    /** Takes the evaluations of the waiting leaves, which {@link #check} has found valid. */
    void expand(Evaluations evaluations, int row, SearchTools tools) {
        for (int leaf = 0; leaf < leafCount; leaf++) {
            float value = evaluations.values().at(row + leaf);
            int parent = (int) (leaves[leaf * leafSize] >>> 32);
            int edgeIndex = (int) leaves[leaf * leafSize] >>> 8;
            int node = nodes.addNode(parent, edgeIndex, value);
            float[] priors = readPriors(evaluations, row + leaf, symmetryOf(leaf), tools);
            if (evaluations.priorKind() == Evaluations.PriorKind.LOGITS) {
                exponentiate(priors, leaf);
            }
            setPriors(node, leaf, priors);
            if (parent == NodeArena.NONE) {
                root = node;
            } else {
                backUp(parent, edgeIndex, value);
            }
        }
        leafCount = 0;
        if (!isPrepared) {
            prepare(tools);
        }
    }

    /** Returns the priors in {@code row} by actions of the board itself. The array belongs to the tools. */
    private float[] readPriors(Evaluations evaluations, int row, int symmetry, SearchTools tools) {
        int actionCount = nodes.actionCount();
        evaluations.priors().copy(row * actionCount, tools.received, actionCount);
        if (symmetry == 0) {
            return tools.received;
        }
        short[] images = tools.images[symmetry];
        for (int action = 0; action < actionCount; action++) {
            tools.priors[action] = tools.received[images[action]];
        }
        return tools.priors;
    }

    /** Replaces logits by numbers proportional to probabilities, the greatest of a legal action by 1. */
    private void exponentiate(float[] logits, int leaf) {
        int actionCount = nodes.actionCount();
        float greatest = Float.NEGATIVE_INFINITY;
        for (int action = 0; action < actionCount; action++) {
            greatest = isLegal(leaf, action) ? Math.max(greatest, logits[action]) : greatest;
        }
        for (int action = 0; action < actionCount; action++) {
            // Logits of illegal actions may be anything; their results are not used.
            logits[action] = PriorCode.power(Math.min(0, logits[action] - greatest));
        }
    }

    /** Sets the priors of a node from an array with one entry more than there are actions. */
    private void setPriors(int node, int leaf, float[] priors) {
        int[] a = nodes.ints;
        int actionCount = nodes.actionCount();
        double evenSum = 0;
        double oddSum = 0;
        int at = node + NodeArena.PRIORS;
        int word = leaf * leafSize + MASK;
        for (int first = 0; first < actionCount; first += Long.SIZE, word++) {
            long mask = leaves[word];
            int end = Math.min(actionCount, first + Long.SIZE);
            for (int action = first; action < end; action += 2, mask <<= 2) {
                int even = PriorCode.of(priors[action]) & (int) (mask >> 63);
                int odd = PriorCode.of(priors[action + 1]) & (int) (mask << 1 >> 63);
                evenSum += PriorCode.prior(even);
                oddSum += PriorCode.prior(odd);
                a[at++] = even | odd << 16;
            }
        }
        nodes.setPriorSum(node, evenSum + oddSum);
    }

    /** Returns the mean value of the root, for the player to move there. */
    double rootValue() {
        double total = nodes.value(root);
        for (int index = 0; index < nodes.edgeCount(root); index++) {
            total += nodes.total(nodes.edge(root, index));
        }
        return total / (1 + nodes.visits(root));
    }

    /** Returns the best action of a Gumbel search. */
    int bestGumbelAction(SearchTools tools) {
        return gumbelRoot.bestAction(nodes, root, tools.completed);
    }

    /** Returns whether the search uses {@link RootMethod#GUMBEL}. */
    boolean isGumbel() {
        return isGumbel;
    }

    /** Returns the factor of forced playouts in the present search; 0 for none. */
    double forcedPlayoutFactor() {
        return isExploring && !isGumbel ? settings.exploration().forcedPlayoutFactor() : 0;
    }

    /** Returns the score of an edge of the root if it had {@code visits} with the same mean value. */
    double scoreAt(int edge, int visits) {
        return puct.score(nodes, root, edge, nodes.meanValue(edge), visits);
    }

    /**
     * Plays {@code action}, which must be legal. Its subtree becomes the tree if the settings say so and there is one.
     */
    void advance(int action, SearchTools tools) {
        assert leafCount == 0 : "leaves await their evaluations";
        takeUp(tools);
        game.playLegal(action);
        int index = root == NodeArena.NONE || !settings.isTreeReused() ? -1 : nodes.edgeIndexOf(root, action);
        int child = index < 0 ? NodeArena.NONE : nodes.child(nodes.edge(root, index));
        boolean isKept = child != NodeArena.NONE && !nodes.isTerminal(child);
        int newRoot = isKept ? tools.spare.copySubtree(nodes, child) : NodeArena.NONE;
        int newDepth = depth - 1;
        clear();
        if (isKept) {
            nodes.copyFrom(tools.spare);
            root = newRoot;
            depth = newDepth;
        }
    }

    /**
     * Returns an estimate of the size in memory of the tree without its nodes, and of its game after {@code moreMoves}
     * more moves, in bytes, without what threads share.
     */
    long memoryBytes(int moreMoves) {
        return memoryBytes(spec, settings, game.moveNumber() + moreMoves);
    }

    /** Returns whether what a round of a search of {@code simulations} more may add fits into the tree. */
    boolean hasRoom(int simulations) {
        return nodes.hasRoom(settings.leavesPerRound(), terminalCount((long) remaining + simulations));
    }

    /**
     * Returns the greatest number of bytes by which a round that also has up to {@code simulations} of later searches
     * may make the nodes larger.
     */
    long growthBytes(long simulations) {
        return nodes.growthBytes(settings.leavesPerRound(), terminalCount(remaining + simulations));
    }

    /** Returns the greatest number of terminal nodes that {@code simulations} of a round may add. */
    private long terminalCount(long simulations) {
        boolean isEachPossible =
                spec.rules().repetitionEnd() != RepetitionEnd.NONE || game.moveNumber() + depth + 1 >= moveLimit;
        // Elsewhere, only a pass after a pass can end the game: of the root, of other nodes, of leaves that wait.
        long most = isEachPossible
                ? ((long) nodes.nodeCount() + leafCount) * nodes.actionCount()
                : 1L + nodes.passCount() + leafCount;
        return Math.min(simulations, most);
    }

    /**
     * Returns the greatest number of moves that can be played before the root is a position without an evaluation, so
     * that a round has a leaf.
     */
    int moveCountOfRound() {
        return settings.isTreeReused() ? depth + 1 : 1;
    }

    /**
     * Returns an estimate of the size in memory of a tree without nodes, and of its game of {@code moveCount} moves.
     */
    static long memoryBytes(EnvironmentSpec spec, SearchSettings settings, int moveCount) {
        int consideredCount =
                settings.rootMethod() == RootMethod.GUMBEL ? settings.gumbel().maxConsideredActions() : 0;
        int leafWordCount = settings.leavesPerRound() * leafSize(spec.grid().moveCount());
        return MemoryModel.SEARCHED_GAME.bytes(consideredCount)
                + MemoryModel.LEAF.bytes(leafWordCount)
                + Game.memoryBytes(spec.grid(), spec.rules(), moveCount)
                - Referee.memoryBytes(spec.grid());
    }

    /** Returns the state of the tree apart from its game. No leaf may wait. */
    SearchTreeState state() {
        if (leafCount > 0) {
            throw new IllegalStateException("leaves of game " + number + " await their evaluations");
        }
        return new SearchTreeState(
                random.state(),
                simulationCount,
                remaining,
                isExploring,
                IntBuffer.wrap(NodeCodec.encode(nodes, root)),
                isGumbel && root != NodeArena.NONE ? Optional.of(gumbelRoot.state()) : Optional.empty());
    }

    /**
     * Continues from {@code state} after {@code actions}.
     *
     * @throws InvalidValueException if an action is illegal, or the state is not one of such a tree
     */
    void restore(SearchTreeState state, List<Integer> actions, SearchTools tools) {
        takeUp(tools);
        game.restart();
        clear();
        for (int action : actions) {
            if (!game.play(action).isLegal() || isOver()) {
                throw InvalidValueException.not("slot_state", "with action " + action, "of a game in progress");
            }
        }
        random = new SplitMix64(state.randomState());
        simulationCount = state.simulationCount();
        remaining = state.remaining();
        isExploring = state.isExploring();
        root = NodeCodec.decode(state.nodes().array(), nodes, this, tools);
        depth = root == NodeArena.NONE ? 0 : NodeCodec.depth(nodes);
        isPrepared = root != NodeArena.NONE;
        if (isGumbel && isPrepared) {
            GumbelState gumbel = state.gumbel().orElse(new GumbelState(0, List.of()));
            if (gumbel.simulationCount() != simulationCount || gumbel.visitCount() != simulationCount - remaining) {
                throw InvalidValueException.not("slot_state", "with other visits", "the state of a search at its root");
            }
            gumbelRoot.restore(nodes, root, gumbel);
        }
    }
}
