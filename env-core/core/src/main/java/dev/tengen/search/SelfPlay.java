package dev.tengen.search;

import dev.tengen.base.CancellationPoint;
import dev.tengen.base.InvalidValueException;
import dev.tengen.base.MemoryModel;
import dev.tengen.base.SplitMix64;
import dev.tengen.env.EnvironmentSpec;
import dev.tengen.game.Game;
import dev.tengen.game.Referee;
import dev.tengen.planes.Symmetry;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.ToLongFunction;

/**
 * Many games that a network plays against itself with search. Each slot has a game with its tree; when a game ends, the
 * next one starts in its slot. Slots may play different games on boards of one size: each with its own rules, komi,
 * start and move limit.
 *
 * <pre>{@code
 * SelfPlay selfPlay = new SelfPlay(spec, SelfPlaySettings.of(SearchSettings.PUCT, 32), 1024, seed);
 * LeafRows rows = new LeafRows(selfPlay.layout(), selfPlay.maxLeafCount());
 * while (true) {
 *     int count = selfPlay.select(0, 1024, rows, 0);
 *     selfPlay.expand(0, 1024, network.evaluate(rows, count), 0);
 *     selfPlay.takeRecords(0, 1024).forEach(...);
 * }
 * }</pre>
 *
 * <p>A round of a slot is a {@link #select}, which writes its leaves to rows, and then an {@link #expand} with their
 * evaluations. Both take a range of slots. Threads may work on disjoint ranges concurrently; to have one range
 * evaluated while another is selected, use fixed groups of slots. Calls for the same slot must not overlap.
 *
 * <p>The games of a slot depend on its spec, the settings, the seed, the number of the slot and the evaluations of its
 * leaves alone, not on ranges, threads and the number of slots.
 *
 * <p>Apart from records, finished moves and terminal scores, {@link #select} and {@link #expand} allocate nothing once
 * trees have grown.
 */
public final class SelfPlay {
    /** One spec for all slots, or one for each. */
    private final List<EnvironmentSpec> specs;

    private final SelfPlaySettings settings;
    private final SelfPlayStateCodec states;
    private final LeafLayout layout;
    private final SelfPlayGame[] games;

    /** The tree of each slot: a shorter way to it. */
    private final SearchTree[] trees;

    /** The number of leaves of each slot that await their evaluations. */
    private final int[] leafCounts;

    private final SearchToolPool toolPool;

    /** The size of the referees of a thread, in bytes. */
    private final long refereeBytes;

    /**
     * Creates slots at the start of their first games.
     *
     * @param specs one spec for all slots, or one for each slot: the start, the rules, the move limit, and the
     *     encodings and form of observations. All have the same board size, encodings and form. A game that reaches the
     *     move limit is won by its score if its spec scores truncated episodes, and by nobody otherwise.
     * @param slotCount number of slots, at least 1
     * @param seed the seed of all games
     * @param maxGameCount number of games in all; slot {@code i} plays each game whose number, counted over all slots,
     *     is {@code i} modulo {@code slotCount}. 0: without end
     * @throws InvalidValueException if {@code slotCount} is not positive, or {@code maxGameCount} is negative, or the
     *     number of specs does not match, or a spec has a task or an opponent, or another board size, encodings or form
     *     than the first one. The message has the slot.
     */
    public SelfPlay(
            List<EnvironmentSpec> specs, SelfPlaySettings settings, int slotCount, long seed, long maxGameCount) {
        InvalidValueException.requireWithin("slot_count", slotCount, 1, Integer.MAX_VALUE);
        InvalidValueException.requireWithin("max_game_count", maxGameCount, 0, Long.MAX_VALUE);
        if (specs.size() != 1 && specs.size() != slotCount) {
            throw InvalidValueException.not(
                    "specs", "a list of " + specs.size(), "one spec, or one for each of " + slotCount + " slots");
        }
        this.specs = List.copyOf(specs);
        this.settings = settings;
        EnvironmentSpec first = this.specs.get(0);
        requireSearchable(this.specs);
        states = new SelfPlayStateCodec(seed, slotCount, settings);
        layout = LeafLayout.of(first);
        refereeBytes = refereeBytes(this.specs);
        games = new SelfPlayGame[slotCount];
        trees = new SearchTree[slotCount];
        leafCounts = new int[slotCount];
        Game start = new Game(first.setup(), first.rules());
        toolPool = new SearchToolPool(first, settings.search(), start);
        PuctSelection puct = new PuctSelection(settings.search().puct());
        SearchTools tools = toolPool.take();
        for (int slot = 0; slot < slotCount; slot++) {
            EnvironmentSpec spec = spec(slot);
            long slotSeed = SplitMix64.mix(seed + SplitMix64.mix(slot));
            long limit = maxGameCount == 0 ? Long.MAX_VALUE : gamesOfSlot(slot, slotCount, maxGameCount);
            Game game = start.another(spec.setup(), tools.refereeOf(spec.rules()));
            games[slot] = new SelfPlayGame(spec, specBytes(this.specs), settings, puct, game, slot, slotSeed, limit);
            trees[slot] = games[slot].tree();
            games[slot].startGame(tools);
        }
        toolPool.give(tools);
    }

    /**
     * Creates slots at the start of their first games, all with one spec.
     *
     * @param spec as above
     * @param slotCount number of slots, at least 1
     * @param seed the seed of all games
     * @param maxGameCount number of games in all; 0: without end
     * @throws InvalidValueException if {@code slotCount} is not positive, or {@code maxGameCount} is negative, or the
     *     spec has a task or an opponent
     */
    public SelfPlay(EnvironmentSpec spec, SelfPlaySettings settings, int slotCount, long seed, long maxGameCount) {
        this(List.of(spec), settings, slotCount, seed, maxGameCount);
    }

    /**
     * Creates slots at the start of their first games, which play without end.
     *
     * @param spec as above
     * @param slotCount number of slots, at least 1
     * @param seed the seed of all games
     * @throws InvalidValueException if {@code slotCount} is not positive, or the spec has a task or an opponent
     */
    public SelfPlay(EnvironmentSpec spec, SelfPlaySettings settings, int slotCount, long seed) {
        this(spec, settings, slotCount, seed, 0);
    }

    /** Returns the number of games of a slot if there are {@code maxGameCount} in all. */
    private static long gamesOfSlot(int slot, int slotCount, long maxGameCount) {
        return maxGameCount / slotCount + (slot < maxGameCount % slotCount ? 1 : 0);
    }

    /** Checks that games with {@code spec} can be searched: that it has no task and no opponent. */
    static void requireSearchable(EnvironmentSpec spec) {
        requireSearchable(spec, "");
    }

    private static void requireSearchable(EnvironmentSpec spec, String prefix) {
        if (spec.task().isPresent()) {
            throw InvalidValueException.not(prefix + "task", "given", "left out, as required for a search");
        }
        if (spec.opponent().isPresent()) {
            throw InvalidValueException.not(prefix + "opponent", "given", "left out, as required for a search");
        }
    }

    /** Checks that games with each of {@code specs} can be searched, and that their leaves have the same layout. */
    private static void requireSearchable(List<EnvironmentSpec> specs) {
        EnvironmentSpec first = specs.get(0);
        for (int slot = 0; slot < specs.size(); slot++) {
            EnvironmentSpec spec = specs.get(slot);
            String prefix = specs.size() == 1 ? "" : "specs[" + slot + "].";
            requireSearchable(spec, prefix);
            requireEqual(prefix + "size", spec.grid(), first.grid());
            requireEqual(prefix + "encodings", spec.encodings(), first.encodings());
            requireEqual(
                    prefix + "observation_format",
                    spec.form().format(),
                    first.form().format());
            requireEqual(
                    prefix + "observation_layout",
                    spec.form().layout(),
                    first.form().layout());
        }
    }

    private static void requireEqual(String field, Object value, Object expected) {
        if (!value.equals(expected)) {
            throw InvalidValueException.not(field, value, expected + ", as in specs[0]");
        }
    }

    /** Returns the size in memory of the spec that a slot has for itself, in bytes. */
    private static long specBytes(List<EnvironmentSpec> specs) {
        return specs.size() == 1
                ? 0
                : MemoryModel.SLOT_SPEC.bytes(specs.get(0).grid().pointCount());
    }

    /** Returns the size in memory of the referees that a thread needs, beside the first one, in bytes. */
    private static long refereeBytes(List<EnvironmentSpec> specs) {
        long count = specs.stream()
                .map(spec -> Referee.Checks.of(spec.rules()))
                .distinct()
                .count();
        return (count - 1) * Referee.memoryBytes(specs.get(0).grid());
    }

    /** Returns the spec of the games of {@code slot}. */
    public EnvironmentSpec spec(int slot) {
        return specs.size() == 1 ? specs.get(0) : specs.get(slot);
    }

    /** Returns the number of slots. */
    public int slotCount() {
        return games.length;
    }

    /** Returns the layout of rows. */
    public LeafLayout layout() {
        return layout;
    }

    /** Returns the maximum number of leaves of all slots in one round. */
    public int maxLeafCount() {
        return Math.multiplyExact(games.length, settings.search().leavesPerRound());
    }

    /** Returns the number of leaves in the slots of a range that await their evaluations. */
    public int leafCount(int from, int to) {
        int count = 0;
        for (int slot = from; slot < to; slot++) {
            count += leafCounts[slot];
        }
        return count;
    }

    /**
     * Selects a round of leaves in each slot from {@code from} (inclusive) to {@code to} (exclusive), and writes them
     * to rows, slot after slot. Moves whose search is complete are played first. Each slot has at least one leaf and at
     * most {@link SearchSettings#leavesPerRound}; a slot that has played all its games has none.
     *
     * @param row the first row to write
     * @return the number of rows written
     * @throws InvalidValueException if there are not enough rows for the most leaves that the range may have
     * @throws IllegalStateException if a leaf of the range awaits its evaluation; nothing changes
     */
    public int select(int from, int to, LeafRows rows, int row) {
        requireRange(from, to);
        rows.requireRoom(layout, row, (long) (to - from) * settings.search().leavesPerRound());
        requireNoLeaf(from, to);
        SearchTools tools = toolPool.take();
        int next = row;
        for (int slot = from; slot < to; slot++) {
            leafCounts[slot] = select(slot, tools, rows, next);
            next += leafCounts[slot];
        }
        toolPool.give(tools);
        return next - row;
    }

    /** Selects a round of leaves in a slot. Returns their number, which is 0 only if the slot has no game. */
    private int select(int slot, SearchTools tools, LeafRows rows, int row) {
        int count = 0;
        for (int move = 1; count == 0 && games[slot].isPlaying(); move++) {
            CancellationPoint.check(move);
            count = trees[slot].select(tools, rows, row);
            if (count == 0) {
                games[slot].finishMove(tools);
            }
        }
        return count;
    }

    /** Returns whether the slots of a range have played all their games. */
    public boolean isFinished(int from, int to) {
        requireRange(from, to);
        return Arrays.stream(games, from, to).noneMatch(SelfPlayGame::isPlaying);
    }

    /**
     * Takes the evaluations of all leaves of a range, in the order in which {@link #select} wrote them.
     *
     * @param row the row of {@code evaluations} that has the first leaf
     * @throws InvalidValueException if rows are missing, have the wrong size, or have a value that is not allowed; the
     *     message has the row, and nothing changes
     */
    public void expand(int from, int to, Evaluations evaluations, int row) {
        requireRange(from, to);
        evaluations.requireRows(layout.actionCount(), row, Math.addExact(row, leafCount(from, to)));
        SearchTools tools = toolPool.take();
        try {
            int next = row;
            for (int slot = from; slot < to; slot++) {
                trees[slot].check(evaluations, next, tools);
                next += leafCounts[slot];
            }
            next = row;
            for (int slot = from; slot < to; slot++) {
                if (leafCounts[slot] > 0) {
                    trees[slot].expand(evaluations, next, tools);
                    next += leafCounts[slot];
                    leafCounts[slot] = 0;
                }
            }
        } finally {
            toolPool.give(tools);
        }
    }

    /**
     * Returns the number of nodes in all trees, with those that moves have dropped since their tree was copied last.
     */
    public long nodeCount() {
        return Arrays.stream(games)
                .mapToLong(game -> game.tree().nodes().nodeCount())
                .sum();
    }

    /** Returns the number of bytes of these nodes, with their edges. */
    public long nodeBytes() {
        return Integer.BYTES
                * Arrays.stream(trees).mapToLong(tree -> tree.nodes().size()).sum();
    }

    /**
     * Returns an estimate of the size in memory of the self-play as it is, in bytes. No other call may run at the same
     * time.
     */
    public long memoryBytes() {
        return toolBytes() + memoryBytes(0, games.length);
    }

    /** Returns an estimate of the size in memory of what the threads that have called this need, in bytes. */
    public long toolBytes() {
        return toolPool.memoryBytes();
    }

    /**
     * The memory of the slots of a range, in bytes.
     *
     * @param bytes an estimate of their size, with their finished games
     * @param growthBytes the greatest number of bytes by which a round may make them larger
     * @param toolBytes the greatest size of what a thread needs during a round
     */
    public record RangeMemory(long bytes, long growthBytes, long toolBytes) {
        /** The memory of no slots. */
        public static final RangeMemory NONE = new RangeMemory(0, 0, 0);

        /** Returns the memory of the slots of this range and of another one. */
        public RangeMemory with(RangeMemory other) {
            return new RangeMemory(
                    bytes + other.bytes, growthBytes + other.growthBytes, Math.max(toolBytes, other.toolBytes));
        }
    }

    /** Returns the memory of the slots of a range. No other call for the same slots may run at the same time. */
    public RangeMemory memory(int from, int to) {
        requireRange(from, to);
        long bytes = 0;
        long growthBytes = 0;
        long largest = 0;
        long boardBytes = 0;
        for (int slot = from; slot < to; slot++) {
            long slotBytes = games[slot].memoryBytes();
            long slotGrowth = games[slot].growthBytes();
            bytes += slotBytes;
            growthBytes += slotGrowth;
            largest = Math.max(largest, slotBytes + slotGrowth);
            Game game = trees[slot].game();
            boardBytes = Math.max(boardBytes, SearchTools.memoryBytes(game.grid(), game.rules(), game.moveNumber()));
        }
        // A thread copies the subtree of a move.
        long toolBytes = boardBytes + refereeBytes + largest;
        return new RangeMemory(bytes, growthBytes, toolBytes);
    }

    /** Returns an estimate of the size in memory of the slots of a range, with their finished games, in bytes. */
    public long memoryBytes(int from, int to) {
        return Arrays.stream(games, from, to)
                .mapToLong(SelfPlayGame::memoryBytes)
                .sum();
    }

    /** Returns the greatest number of bytes by which a round may make the slots of a range larger. */
    public long growthBytes(int from, int to) {
        return Arrays.stream(games, from, to)
                .mapToLong(SelfPlayGame::growthBytes)
                .sum();
    }

    /**
     * Returns an estimate of the size in memory of a self-play, in bytes, without finished games.
     *
     * @param specs one spec for all slots, or one for each slot
     * @param slotCount number of slots
     * @param moveCount number of moves of the games in progress
     * @param nodeCount greatest number of nodes that a tree has had: those of one search, and those of subtrees that
     *     were reused
     * @param threadCount number of threads that work on ranges at the same time
     */
    public static long memoryBytes(
            List<EnvironmentSpec> specs,
            SelfPlaySettings settings,
            int slotCount,
            int moveCount,
            int nodeCount,
            int threadCount) {
        long slotBytes = 0;
        long toolBytes = 0;
        for (EnvironmentSpec spec : specs) {
            int actionCount = spec.grid().moveCount();
            long arenaBytes = NodeArena.memoryBytes(actionCount, nodeCount);
            int policySize = settings.search().rootMethod() == RootMethod.GUMBEL
                    ? actionCount
                    : Math.min(actionCount, settings.simulationCount());
            slotBytes += SearchTree.memoryBytes(spec, settings.search(), moveCount)
                    + arenaBytes
                    + moveCount * MemoryModel.SEARCHED_MOVE.bytes(policySize)
                    + specBytes(specs);
            toolBytes = Math.max(toolBytes, SearchTools.memoryBytes(spec.grid(), spec.rules(), moveCount) + arenaBytes);
        }
        long allSlotBytes = specs.size() == 1 ? slotCount * slotBytes : slotBytes;
        return allSlotBytes + threadCount * (toolBytes + refereeBytes(specs));
    }

    private void requireRange(int from, int to) {
        InvalidValueException.requireWithin("to", to, 0, games.length);
        InvalidValueException.requireWithin("from", from, 0, to);
    }

    private void requireNoLeaf(int from, int to) {
        if (leafCount(from, to) > 0) {
            throw new IllegalStateException("leaves of games from " + from + " to " + to + " await their evaluations");
        }
    }

    /** Returns the games of a range that ended and have not been taken, slot by slot, and forgets them. */
    public List<SelfPlayRecord> takeRecords(int from, int to) {
        return takeRecords(from, to, record -> 0, 0);
    }

    /**
     * Returns games of a range that ended and have not been taken, slot by slot, and forgets them. It takes as many as
     * fit into {@code maxBytes}, but at least one if there is any.
     *
     * @param size returns the number of bytes of a game
     */
    public List<SelfPlayRecord> takeRecords(int from, int to, ToLongFunction<SelfPlayRecord> size, long maxBytes) {
        requireRange(from, to);
        List<SelfPlayRecord> records = new ArrayList<>();
        long left = maxBytes;
        for (int slot = from; slot < to; slot++) {
            SelfPlayGame game = games[slot];
            while (game.hasRecord()) {
                left -= size.applyAsLong(game.firstRecord());
                if (left < 0 && !records.isEmpty()) {
                    return records;
                }
                records.add(game.takeRecord());
            }
        }
        return records;
    }

    /**
     * Returns rows with the positions of a game in which its moves were made, as on the board itself: their
     * observations, action masks and globals. They are made anew, by playing the game again.
     */
    public LeafRows positions(SelfPlayRecord record) {
        LeafRows rows = new LeafRows(layout, record.moves().size());
        SearchTools tools = toolPool.take();
        EnvironmentSpec spec = spec(record.slot());
        Game game = tools.game.another(spec.setup(), tools.refereeOf(spec.rules()));
        int row = 0;
        for (SearchedMove move : record.moves()) {
            CancellationPoint.check(row + 1);
            game.legalPoints(tools.legal);
            tools.writer.write(game, tools.legal, Symmetry.IDENTITY, record.slot(), rows, row++);
            game.playLegal(move.action());
        }
        toolPool.give(tools);
        return rows;
    }

    /** Returns whether a slot of a range has games that ended and have not been taken. */
    public boolean hasRecords(int from, int to) {
        requireRange(from, to);
        return Arrays.stream(games, from, to).anyMatch(SelfPlayGame::hasRecord);
    }

    /**
     * Returns the state of a slot, from which {@link #restore} continues with the same games. Take finished games
     * before: they are no part of it.
     *
     * @return the state; the format may differ between versions
     * @throws IllegalStateException if a leaf of the slot awaits its evaluation
     */
    public byte[] save(int slot) {
        requireRange(slot, slot + 1);
        requireNoLeaf(slot, slot + 1);
        return states.encode(spec(slot), games[slot].state());
    }

    /**
     * Returns the greatest number of bytes by which {@link #restore} of {@code state} may make a slot larger, with what
     * it needs meanwhile.
     *
     * @throws InvalidValueException if it is no state of a slot with the same spec in a self-play with the same
     *     settings, seed and number of slots
     */
    public long restoreBytes(int slot, byte[] state) {
        requireRange(slot, slot + 1);
        EnvironmentSpec spec = spec(slot);
        int moveCount = states.moveCount(spec, state);
        // The nodes are read and then taken over. Shares of policies take as many bytes as in the state.
        return 2L * state.length
                + moveCount * MemoryModel.SEARCHED_MOVE.bytes(0)
                + Game.memoryBytes(spec.grid(), spec.rules(), moveCount);
    }

    /**
     * Continues a slot from {@code state}, which {@link #save} has returned for the same slot, with the same spec, of a
     * self-play with the same settings, seed and number of slots.
     *
     * @throws InvalidValueException if it is no such state; the message has the first difference. The slot starts with
     *     its first game then
     * @throws IllegalStateException if a leaf of the slot awaits its evaluation; nothing changes
     */
    public void restore(int slot, byte[] state) {
        requireRange(slot, slot + 1);
        requireNoLeaf(slot, slot + 1);
        SearchTools tools = toolPool.take();
        try {
            games[slot].restore(states.decode(spec(slot), state), tools);
        } catch (InvalidValueException e) {
            games[slot].begin(tools);
            throw e;
        } finally {
            toolPool.give(tools);
        }
    }
}
