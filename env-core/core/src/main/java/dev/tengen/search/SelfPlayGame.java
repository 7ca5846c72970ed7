package dev.tengen.search;

import dev.tengen.base.MemoryModel;
import dev.tengen.base.SplitMix64;
import dev.tengen.board.Color;
import dev.tengen.env.EndReason;
import dev.tengen.env.EnvironmentSpec;
import dev.tengen.game.Game;
import dev.tengen.game.Outcome;
import dev.tengen.game.Score;
import java.util.ArrayList;
import java.util.List;

/**
 * A slot of a self-play: one game after another, and the tree of the one in progress. Not thread-safe, but slots are
 * independent of each other.
 */
final class SelfPlayGame {
    private final EnvironmentSpec spec;
    private final SelfPlaySettings settings;
    private final int slot;
    private final long seed;
    private final SearchTree tree;
    private final List<SearchedMove> moves = new ArrayList<>();
    private List<SelfPlayRecord> records = new ArrayList<>();
    private long number = -1;
    private boolean isFull;
    private boolean mayResign;

    /** Creates a slot before its first game. {@code game} has the start of every game and belongs to the slot. */
    SelfPlayGame(EnvironmentSpec spec, SelfPlaySettings settings, PuctSelection puct, Game game, int slot, long seed) {
        this.spec = spec;
        this.settings = settings;
        this.slot = slot;
        this.seed = seed;
        tree = new SearchTree(spec, settings.search(), puct, game, slot, seed);
    }

    SearchTree tree() {
        return tree;
    }

    /** Starts the next game. */
    void startGame(SearchTools tools) {
        number++;
        moves.clear();
        tree.restart(SplitMix64.mix(seed + SplitMix64.mix(number)));
        SplitMix64 random = tree.random();
        mayResign = settings.resignThreshold() > -1 && Draws.uniform(random) >= settings.noResignShare();
        startMove(tools);
    }

    private void startMove(SearchTools tools) {
        double share = settings.fullShare();
        isFull = share == 1 || Draws.uniform(tree.random()) < share;
        tree.start(isFull ? settings.simulationCount() : settings.fastSimulationCount(), isFull, tools);
    }

    /** Plays the move that the complete search has found, or resigns. Starts the next search. */
    void finishMove(SearchTools tools) {
        tools.policy.compute(tree, tools.completed);
        if (mayResign && isHopeless()) {
            int loser = tree.game().playerToMove();
            finishGame(EndReason.RESIGNATION, Color.opponent(loser), tree.game().score());
            startGame(tools);
            return;
        }
        int action = tree.isGumbel()
                ? tree.bestGumbelAction(tools)
                : tools.policy.draw(settings.moveTemperature().at(tree.game().moveNumber()), tree.random());
        moves.add(tools.policy.move(action, (float) tree.rootValue(), isFull));
        tree.advance(action, tools);
        if (tree.isOver()) {
            finishGame();
            startGame(tools);
        } else {
            startMove(tools);
        }
    }

    private boolean isHopeless() {
        NodeArena nodes = tree.nodes();
        int best = nodes.edge(tree.root(), SearchedPolicy.mostVisited(nodes, tree.root()));
        return Math.max(tree.rootValue(), nodes.meanValue(best)) < settings.resignThreshold();
    }

    private void finishGame() {
        Game game = tree.game();
        if (!game.isOver()) {
            Score score = game.score();
            finishGame(EndReason.MAX_MOVES, spec.isScoredOnTruncation() ? score.winner() : Color.EMPTY, score);
            return;
        }
        Outcome outcome = game.outcome().orElseThrow();
        boolean isByPasses = outcome.ending() == Outcome.Ending.PASSES;
        finishGame(isByPasses ? EndReason.PASSES : EndReason.REPETITION, outcome.winner(), outcome.score());
    }

    private void finishGame(EndReason reason, int winner, Score score) {
        List<Integer> owners = new ArrayList<>();
        for (byte owner : score.owners()) {
            owners.add((int) owner);
        }
        records.add(new SelfPlayRecord(slot, number, moves, reason, winner, score.margin(), owners, mayResign));
    }

    /** Returns the games that ended since the last call. */
    List<SelfPlayRecord> takeRecords() {
        List<SelfPlayRecord> taken = records;
        records = new ArrayList<>();
        return taken;
    }

    /** Returns an estimate of the size in memory of the slot, in bytes, without finished games. */
    long memoryBytes() {
        long bytes = tree.memoryBytes();
        for (SearchedMove move : moves) {
            bytes += MemoryModel.SEARCHED_MOVE.bytes(move.policySize());
        }
        return bytes;
    }

    /** Returns the state of the slot, without finished games. No leaf may wait. */
    SelfPlayGameState state() {
        return new SelfPlayGameState(number, isFull, mayResign, List.copyOf(moves), tree.state());
    }

    /** Continues from {@code state}. */
    void restore(SelfPlayGameState state, SearchTools tools) {
        number = state.number();
        isFull = state.isFull();
        mayResign = state.mayResign();
        moves.addAll(state.moves());
        List<Integer> actions = moves.stream().map(SearchedMove::action).toList();
        tree.restore(state.tree(), actions, tools);
    }
}
