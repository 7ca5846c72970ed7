package dev.tengen.server.session;

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
 * <p>Not thread-safe: guarded by its session.
 */
final class Episode {
    private final long seed;
    private final long number;
    private final TaskOptions taskOptions;

    /** The game while the episode is the current one of its session; afterwards only the moves are kept. */
    private @Nullable Game game;

    private short[] moves = {};
    private List<DeadProposal> proposals = List.of();

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
            moves = new short[game.moveNumber()];
            for (int index = 0; index < moves.length; index++) {
                moves[index] = (short) game.move(index + 1);
            }
            proposals = DeadProposal.allOf(game);
            game = null;
        }
    }

    /** Returns those of the first {@code count} moves that proposed dead stones. */
    List<DeadProposal> proposals(int count) {
        List<DeadProposal> all = game == null ? proposals : DeadProposal.allOf(game);
        return all.stream().filter(proposal -> proposal.moveNumber() <= count).toList();
    }

    /** Returns the first {@code count} moves in a new list. */
    List<Integer> moves(int count) {
        List<Integer> first = new ArrayList<>(count + 1);
        for (int index = 0; index < count; index++) {
            first.add(game == null ? moves[index] : game.move(index + 1));
        }
        return first;
    }
}
