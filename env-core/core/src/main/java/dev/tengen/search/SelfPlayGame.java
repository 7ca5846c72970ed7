package dev.tengen.search;

import dev.tengen.base.InvalidValueException;
import dev.tengen.base.MemoryModel;
import dev.tengen.base.SplitMix64;
import dev.tengen.board.Color;
import dev.tengen.env.EndReason;
import dev.tengen.env.EnvironmentSpec;
import dev.tengen.game.Game;
import dev.tengen.game.Outcome;
import dev.tengen.game.Score;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
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
    private final long maxNumber;

    /** The size in memory of a spec that no other slot has. */
    private final long specBytes;

    /** What a move needs at most. */
    private final long mostMoveBytes;

    /** What the end of the game needs, beside its moves. */
    private final long endBytes;

    private final List<SearchedMove> moves = new ArrayList<>();
    private final Deque<SelfPlayRecord> records = new ArrayDeque<>();
    private long number = -1;

    /** The size in memory of the moves of the game in progress. */
    private long moveBytes;

    /** The size in memory of the game in progress and of the tree without its nodes. */
    private long gameBytes;

    /** The same with {@link #measuredMoveCount} more moves. */
    private long longerGameBytes;

    private int measuredMoveCount;

    /** The size in memory of the records. */
    private long recordBytes;

    private boolean isFull;
    private boolean mayResign;

    /**
     * Creates a slot before the first of {@code maxNumber} games. {@code game} has the start of every game and belongs
     * to the slot. {@code specBytes} is the size in memory of the spec if no other slot has it.
     */
    SelfPlayGame(
            EnvironmentSpec spec,
            long specBytes,
            SelfPlaySettings settings,
            PuctSelection puct,
            Game game,
            int slot,
            long seed,
            long maxNumber) {
        this.maxNumber = maxNumber;
        this.spec = spec;
        this.specBytes = specBytes;
        this.settings = settings;
        this.slot = slot;
        this.seed = seed;
        mostMoveBytes = MemoryModel.SEARCHED_MOVE.bytes(spec.grid().moveCount());
        endBytes = SelfPlayRecord.memoryBytes(spec.grid().pointCount(), 0, 0);
        tree = new SearchTree(spec, settings.search(), puct, game, slot, seed);
    }

    SearchTree tree() {
        return tree;
    }

    /** Returns whether a game is in progress, not all games of the slot have ended. */
    boolean isPlaying() {
        return number < maxNumber;
    }

    /** Starts the first game, in place of the one in progress. */
    void begin(SearchTools tools) {
        number = -1;
        startGame(tools);
    }

    /** Starts the next game, if the slot has one. */
    void startGame(SearchTools tools) {
        number++;
        moves.clear();
        moveBytes = 0;
        tree.restart(SplitMix64.mix(seed + SplitMix64.mix(number)));
        SplitMix64 random = tree.random();
        mayResign = settings.resignThreshold() > -1 && Draws.uniform(random) >= settings.noResignShare();
        startMove(tools);
    }

    private void startMove(SearchTools tools) {
        measure();
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
        add(tools.policy.move(action, (float) tree.rootValue(), isFull));
        tree.advance(action, tools);
        if (tree.isOver()) {
            finishGame();
            startGame(tools);
        } else {
            startMove(tools);
        }
    }

    /** Measures the game again, after its number of moves has changed. */
    private void measure() {
        gameBytes = tree.memoryBytes(0);
        measuredMoveCount = 2 * tree.moveCountOfRound();
        longerGameBytes = tree.memoryBytes(measuredMoveCount);
    }

    private void add(SearchedMove move) {
        moves.add(move);
        moveBytes += MemoryModel.SEARCHED_MOVE.bytes(move.policySize());
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
        var record = new SelfPlayRecord(slot, number, moves, reason, winner, score.margin(), owners, mayResign);
        records.add(record);
        recordBytes += record.memoryBytes();
    }

    /** Returns whether a game has ended and has not been taken. */
    boolean hasRecord() {
        return !records.isEmpty();
    }

    /** Returns the first game that ended and has not been taken. */
    SelfPlayRecord firstRecord() {
        return records.element();
    }

    /** Returns the first game that ended and has not been taken, and forgets it. */
    SelfPlayRecord takeRecord() {
        SelfPlayRecord record = records.remove();
        recordBytes -= record.memoryBytes();
        return record;
    }

    /** Returns an estimate of the size in memory of the slot, in bytes. */
    long memoryBytes() {
        return specBytes + gameBytes + tree.nodes().memoryBytes() + moveBytes + recordBytes;
    }

    /** Returns the greatest number of bytes by which a round may make the slot larger. */
    long growthBytes() {
        int moveCount = tree.moveCountOfRound();
        if (moveCount > measuredMoveCount) {
            measure();
        }
        long simulations = (long) moveCount * Math.max(settings.simulationCount(), settings.fastSimulationCount());
        return tree.growthBytes(simulations) + longerGameBytes - gameBytes + moveCount * mostMoveBytes + endBytes;
    }

    /** Returns the state of the slot, without finished games. No leaf may wait. */
    SelfPlayGameState state() {
        return new SelfPlayGameState(slot, number, isFull, mayResign, List.copyOf(moves), tree.state());
    }

    /** Continues from {@code state}. */
    void restore(SelfPlayGameState state, SearchTools tools) {
        if (state.slot() != slot
                || (state.number() >= maxNumber && !state.moves().isEmpty())) {
            throw InvalidValueException.not(
                    "slot_state", "of game " + state.number() + " of slot " + state.slot(), "one of slot " + slot);
        }
        number = state.number();
        moves.clear();
        moveBytes = 0;
        isFull = state.isFull();
        mayResign = state.mayResign();
        state.moves().forEach(this::add);
        List<Integer> actions = moves.stream().map(SearchedMove::action).toList();
        tree.restore(state.tree(), actions, tools);
        measure();
    }
}
