package dev.tengen.env;

import dev.tengen.base.InvalidValueException;
import dev.tengen.base.SplitMix64;
import dev.tengen.board.Color;
import dev.tengen.board.PointSet;
import dev.tengen.game.Game;
import dev.tengen.game.Setup;
import java.util.Optional;
import java.util.OptionalInt;

/** The task of an environment, if its spec has one, and its present episode. Not thread-safe. */
final class CurrentTask {
    private final EnvironmentSpec spec;
    private final int opponentColor;
    private final boolean isPresent;
    private Optional<TaskEpisode> episode = Optional.empty();
    private int moveLimit;

    CurrentTask(EnvironmentSpec spec) {
        this.spec = spec;
        isPresent = spec.task().isPresent();
        opponentColor = spec.opponent().map(Opponent::color).orElse(Color.EMPTY);
    }

    /** Returns whether there is a task. */
    boolean isPresent() {
        return isPresent;
    }

    /**
     * Starts an episode and returns its starting position.
     *
     * @throws InvalidValueException if no episode matches {@code newOptions}; nothing has changed then
     */
    Setup begin(long seed, TaskOptions newOptions) {
        if (spec.task().isPresent()) {
            int agent = opponentColor == Color.EMPTY ? Color.EMPTY : Color.opponent(opponentColor);
            episode = Optional.of(spec.task().get().episode(seed, newOptions.withAgent(agent)));
        } else if (!newOptions.equals(TaskOptions.OPEN)) {
            throw InvalidValueException.because(
                    "task_options " + newOptions + " require a task, but this environment has none; leave them out",
                    "task_options",
                    newOptions,
                    "none");
        }
        boolean isOwnLimit = isPresent && spec.maxMoves() == EnvironmentSpec.DEFAULT_MAX_MOVES;
        moveLimit = isOwnLimit ? present().moveLimit() : spec.moveLimit();
        return episode.map(TaskEpisode::setup).orElse(spec.setup());
    }

    /** Returns to the episode that {@code other} has, of an environment with the same spec. */
    void set(CurrentTask other) {
        episode = other.episode;
        moveLimit = other.moveLimit;
    }

    /** Returns the episode, if there is a task. */
    Optional<TaskEpisode> episode() {
        return episode;
    }

    /** Returns the options that select the episode, if there is a task. */
    TaskOptions options() {
        return episode.map(TaskEpisode::options).orElse(TaskOptions.OPEN);
    }

    private TaskEpisode present() {
        return episode.orElseThrow();
    }

    /** Returns the points that action masks are restricted to, if any. */
    Optional<PointSet> region() {
        return episode.flatMap(TaskEpisode::region);
    }

    /** Returns the color of the opponent, {@link Color#EMPTY} if there is none. */
    int opponentColor() {
        return isPresent && spec.opponent().isPresent()
                ? Color.opponent(present().agentColor())
                : opponentColor;
    }

    /** Returns the move number at which the episode is truncated, or {@link EnvironmentSpec#UNLIMITED_MOVES}. */
    int moveLimit() {
        return moveLimit;
    }

    /**
     * Returns the number of ignored illegal actions that truncates the episode, or
     * {@link EnvironmentSpec#UNLIMITED_ILLEGAL_ACTIONS}.
     */
    int illegalActionLimit() {
        boolean isDefault = spec.maxIllegalActions() == EnvironmentSpec.DEFAULT_MAX_ILLEGAL_ACTIONS;
        return isDefault ? moveLimit : spec.maxIllegalActions();
    }

    /** Returns the color that has reached the goal, {@link Color#EMPTY} if none has or there is no task. */
    int winner(Game game) {
        return isPresent ? present().winner(game) : Color.EMPTY;
    }

    /**
     * Returns whether the last move of {@code game} ended the episode, apart from the move limit. There must be a task.
     */
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

    /** Returns an optimal move, for an oracle as the opponent. */
    int chooseMove(Game game, SplitMix64 random) {
        return present().chooseMove(game, random);
    }

    /** Returns the information about the task, if there is one. {@code lastActions} are those of the last call. */
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

    /** Returns whether the first of the last {@code moveCount} moves was optimal; empty if it was not the client's. */
    private Optional<Boolean> isOptimal(Game game, int moveCount) {
        int first = game.moveNumber() - moveCount + 1;
        if (moveCount == 0 || game.mover(first) == opponentColor()) {
            return Optional.empty();
        }
        return present().isOptimal(game.replayTo(first - 1), game.move(first));
    }
}
