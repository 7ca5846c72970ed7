package dev.tengen.server.session;

import dev.tengen.base.MemoryModel;
import dev.tengen.env.DeadProposal;
import dev.tengen.env.Environment;
import dev.tengen.env.TaskEpisode;
import dev.tengen.env.TaskOptions;
import dev.tengen.game.Game;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The part of an episode that remembered answers need: its seed, its number and its moves, which outlive its game.
 *
 * <p>An undo makes a {@linkplain #branch branch}: later answers belong to the branch, and this object keeps the moves
 * that were taken back for the earlier answers. It shares the moves before them with the branch, so that many undos
 * cost no more memory than the moves that they take back.
 *
 * <p>Not thread-safe: guarded by its session.
 */
final class Episode {
    private final long seed;
    private final long number;
    private final TaskOptions taskOptions;

    /** The game while its moves are those of this episode; afterwards only moves are kept. */
    private @Nullable Game game;

    /** The episode after an undo, if there was one. */
    private @Nullable Episode branch;

    /** The number of moves that were not taken back, which {@link #branch} has. */
    private int sharedCount;

    /** The moves after the shared ones. */
    private short[] moves = {};

    /** Those of {@link #moves} that proposed dead stones. */
    private List<DeadProposal> proposals = List.of();

    /** The size of {@link #proposals}, in bytes. */
    private long proposalBytes;

    private Episode(long seed, long number, TaskOptions taskOptions, Game game) {
        this.seed = seed;
        this.number = number;
        this.taskOptions = taskOptions;
        this.game = game;
    }

    /** Returns the current episode of {@code environment}. */
    static Episode of(Environment environment) {
        TaskOptions options =
                environment.taskEpisode().map(TaskEpisode::options).orElse(TaskOptions.OPEN);
        return new Episode(environment.seed(), environment.episode(), options, environment.game());
    }

    long seed() {
        return seed;
    }

    long number() {
        return number;
    }

    /** Returns the options with which a reset starts the same episode of a task. */
    TaskOptions taskOptions() {
        return taskOptions;
    }

    /** Ends the episode: keeps its moves and drops the game, which takes many times their memory. */
    void end() {
        if (game != null) {
            keepAfter(0, game);
        }
    }

    /**
     * Returns the episode as it continues after an undo. Must be called before the moves of the game are taken back.
     *
     * @param moveCount the number of moves that remain
     * @throws IllegalStateException if the episode has ended or has a branch
     */
    Episode branch(int moveCount) {
        Game present = game;
        if (present == null) {
            throw new IllegalStateException("this is not the current episode");
        }
        keepAfter(moveCount, present);
        branch = new Episode(seed, number, taskOptions, present);
        return branch;
    }

    /** Returns the size of the moves and proposals that are kept here and not in a game, in bytes. */
    long keptBytes() {
        return moves.length == 0 ? 0 : MemoryModel.KEPT_MOVES.bytes(moves.length) + proposalBytes;
    }

    private void keepAfter(int moveCount, Game present) {
        sharedCount = moveCount;
        moves = new short[present.moveNumber() - moveCount];
        for (int index = 0; index < moves.length; index++) {
            moves[index] = (short) present.move(moveCount + index + 1);
        }
        proposals = present.proposalCount() == 0
                ? List.of()
                : DeadProposal.allOf(present).stream()
                        .filter(proposal -> proposal.moveNumber() > moveCount)
                        .toList();
        proposalBytes = proposals.stream()
                .mapToLong(
                        proposal -> DeadProposal.memoryBytes(proposal.points().size()))
                .sum();
        game = null;
    }

    /** Returns those of the first {@code count} moves that proposed dead stones. */
    List<DeadProposal> proposals(int count) {
        List<DeadProposal> first = new ArrayList<>();
        int last = count;
        for (Episode holder = this; holder != null; holder = holder.branch) {
            int least = holder.sharedCount + 1;
            int most = last;
            List<DeadProposal> known = holder.game == null ? holder.proposals : DeadProposal.allOf(holder.game);
            first.addAll(
                    0,
                    known.stream()
                            .filter(proposal -> proposal.moveNumber() >= least && proposal.moveNumber() <= most)
                            .toList());
            last = Math.min(last, holder.sharedCount);
        }
        return first;
    }

    /** Returns the first {@code count} moves in a new list. */
    List<Integer> moves(int count) {
        List<Integer> first = new ArrayList<>(count + 1);
        for (int index = 0; index < count; index++) {
            first.add(move(index));
        }
        return first;
    }

    private int move(int index) {
        Episode holder = this;
        while (holder.branch != null && index < holder.sharedCount) {
            holder = holder.branch;
        }
        Game present = holder.game;
        return present == null ? holder.moves[index - holder.sharedCount] : present.move(index + 1);
    }
}
