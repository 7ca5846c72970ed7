package dev.tengen.env;

import dev.tengen.board.Color;
import dev.tengen.board.InvalidValueException;
import dev.tengen.board.PointSet;
import dev.tengen.board.SplitMix64;
import dev.tengen.game.Game;
import dev.tengen.game.Setup;
import java.util.Optional;
import java.util.OptionalInt;

/** The place of a task in an environment, if its spec names one, and the episode of it that is played. Not thread-safe. */
final class CurrentTask {
    private final EnvironmentSpec spec;
    private final int opponentColor;
    private final boolean isTaken;
    private Optional<TaskEpisode> episode = Optional.empty();
    private int moveLimit;

    CurrentTask(EnvironmentSpec spec) {
        this.spec = spec;
        isTaken = spec.task().isPresent();
        opponentColor = spec.opponent().map(Opponent::color).orElse(Color.EMPTY);
    }

    /** Returns whether there is a task. */
    boolean isTaken() {
        return isTaken;
    }

    /**
     * Begins an episode and returns the position it starts from. Throws {@link InvalidValueException}, and has changed nothing
     * then, where {@code newOptions} ask for what there is not.
     */
    Setup begin(long seed, TaskOptions newOptions) {
        if (spec.task().isPresent()) {
            int agent = opponentColor == Color.EMPTY ? Color.EMPTY : Color.opponent(opponentColor);
            episode = Optional.of(spec.task().get().episode(seed, newOptions.withAgent(agent)));
        } else if (!newOptions.equals(TaskOptions.OPEN)) {
            throw InvalidValueException.because(
                    "task_options " + newOptions + " are for environments with a task, which this one has not",
                    "task_options",
                    newOptions,
                    "none");
        }
        boolean isOwnLimit = isTaken && spec.maxMoves() == EnvironmentSpec.DEFAULT_MAX_MOVES;
        moveLimit = isOwnLimit ? present().moveLimit() : spec.moveLimit();
        return episode.map(TaskEpisode::setup).orElse(spec.setup());
    }

    /** Returns the episode, if there is a task. */
    Optional<TaskEpisode> episode() {
        return episode;
    }

    private TaskEpisode present() {
        return episode.orElseThrow();
    }

    /** Returns the points that action masks are restricted to, if they are. */
    Optional<PointSet> region() {
        return episode.flatMap(TaskEpisode::region);
    }

    /** Returns the color of the opponent, {@link Color#EMPTY} where there is none. */
    int opponentColor() {
        return isTaken && spec.opponent().isPresent() ? Color.opponent(present().agentColor()) : opponentColor;
    }

    /** Returns the move number at which the episode is truncated, or {@link EnvironmentSpec#UNLIMITED_MOVES}. */
    int moveLimit() {
        return moveLimit;
    }

    /** Returns the color that has reached what the task is about, {@link Color#EMPTY} where none has or there is no task. */
    int winner(Game game) {
        return isTaken ? present().winner(game) : Color.EMPTY;
    }

    /** Returns whether the last move of {@code game} was the last of the episode, its limit apart. There must be a task. */
    boolean isDecided(Game game) {
        return game.isOver() || winner(game) != Color.EMPTY;
    }

    /** Ends the episode of a game that {@link #isDecided}. */
    void finish(Game game, EpisodeEnd end) {
        int winner = winner(game);
        if (winner == Color.EMPTY) {
            end.byTie(EndReason.PASSES);
        } else {
            end.byForfeit(EndReason.TASK_DECIDED, game, winner);
        }
    }

    /** Returns the move of the task's own opponent. */
    int chooseMove(Game game, SplitMix64 random) {
        return present().chooseMove(game, random);
    }

    /** Returns what there is to tell, if there is a task; {@code lastActions} are those of the last call. */
    Optional<TaskInfo> info(Game game, CallActions lastActions, EpisodeEnd end) {
        return episode.map(present -> {
            boolean isOver = end.reason() != EndReason.NONE;
            int agent = present.agentColor();
            return new TaskInfo(
                    present.label(),
                    agent,
                    present.setup().playerToMove(),
                    present.region().isPresent(),
                    present.optimalValue(agent),
                    isOver ? OptionalInt.of(TaskInfo.value(end.winner(), agent)) : OptionalInt.empty(),
                    present.isJudged() ? isOptimal(game, lastActions.moveCount()) : Optional.empty());
        });
    }

    /** Returns whether the first of the last {@code moveCount} moves was optimal; empty where it was not the client's. */
    private Optional<Boolean> isOptimal(Game game, int moveCount) {
        int first = game.moveNumber() - moveCount + 1;
        if (moveCount == 0 || game.mover(first) == opponentColor()) {
            return Optional.empty();
        }
        return present().isOptimal(game.replayTo(first - 1), game.move(first));
    }
}
