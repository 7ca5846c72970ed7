package dev.tengen.env;

import dev.tengen.base.InvalidValueException;
import dev.tengen.board.Color;
import dev.tengen.board.Grid;
import dev.tengen.game.Rules;
import dev.tengen.game.Setup;
import dev.tengen.planes.ObservationForm;
import dev.tengen.planes.catalog.Encodings;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * The specification of an environment. Immutable.
 *
 * <pre>{@code
 * EnvironmentSpec spec = EnvironmentSpec.builder(Setup.empty(Grid.square(9)), Rules.TROMP_TAYLOR)
 *         .encodings(List.of("alphazero-17"))
 *         .build();
 * }</pre>
 *
 * @param setup the starting position of every episode, and the board size
 * @param rules the rules of play
 * @param maxMoves number of moves after which an episode is truncated, from 1 to 1,000,000; 0 for the default, which is
 *     three times the number of points, or the limit of the task; -1 for unlimited. Passes and the opponent's moves
 *     count.
 * @param rewardMode the reward mode
 * @param isScoredOnTruncation whether a truncated episode is rewarded as if it had ended there; otherwise the
 *     truncating step has reward 0. Without effect under {@link RewardMode#AREA_DELTA}, which pays each change of the
 *     margin in either case.
 * @param illegalActionPolicy the effect of an illegal action
 * @param illegalActionPenalty the penalty for an illegal action under {@link IllegalActionPolicy#IGNORE}, from 0 to
 *     1,000,000
 * @param maxIllegalActions number of ignored illegal actions after which an episode is truncated, from 1 to 1,000,000;
 *     0 for the default, which is the move limit of the episode; -1 for unlimited. Without effect under other policies
 *     than {@link IllegalActionPolicy#IGNORE}.
 * @param encodings the names of the encodings of observations, at most 16, each once
 * @param opponent the opponent, if there is one
 * @param form the byte representation of observations
 * @param symmetry the symmetry of the agent's view
 * @param task the task, if episodes are not whole games; the setup is then empty, and the reward mode is WIN
 */
public record EnvironmentSpec(
        Setup setup,
        Rules rules,
        int maxMoves,
        RewardMode rewardMode,
        boolean isScoredOnTruncation,
        IllegalActionPolicy illegalActionPolicy,
        double illegalActionPenalty,
        int maxIllegalActions,
        List<String> encodings,
        Optional<Opponent> opponent,
        ObservationForm form,
        SymmetryChoice symmetry,
        Optional<Task> task) {
    /** The value of {@code maxMoves} for the default: three times the number of points, or the limit of the task. */
    public static final int DEFAULT_MAX_MOVES = 0;

    /** The value of {@code maxMoves} for no limit. */
    public static final int UNLIMITED_MOVES = -1;

    /** Maximum of {@code maxMoves}. */
    public static final int GREATEST_MAX_MOVES = 1_000_000;

    /** The value of {@code maxIllegalActions} for the default: the move limit of the episode. */
    public static final int DEFAULT_MAX_ILLEGAL_ACTIONS = 0;

    /** The value of {@code maxIllegalActions} for no limit. */
    public static final int UNLIMITED_ILLEGAL_ACTIONS = -1;

    /** Maximum of {@code maxIllegalActions}. */
    public static final int GREATEST_MAX_ILLEGAL_ACTIONS = 1_000_000;

    /** Maximum of {@code illegalActionPenalty}. */
    public static final int GREATEST_PENALTY = 1_000_000;

    /** Maximum number of encodings. */
    public static final int MAX_ENCODING_COUNT = 16;

    /**
     * Creates a spec.
     *
     * @throws IllegalArgumentException if a value is out of range or does not fit another; the message has its name
     */
    public EnvironmentSpec {
        if (maxMoves < UNLIMITED_MOVES || maxMoves > GREATEST_MAX_MOVES) {
            throw InvalidValueException.outside("max_moves", maxMoves, UNLIMITED_MOVES, GREATEST_MAX_MOVES);
        }
        if (!(illegalActionPenalty >= 0 && illegalActionPenalty <= GREATEST_PENALTY)) {
            throw InvalidValueException.outside("illegal_action_penalty", illegalActionPenalty, 0, GREATEST_PENALTY);
        }
        if (maxIllegalActions < UNLIMITED_ILLEGAL_ACTIONS || maxIllegalActions > GREATEST_MAX_ILLEGAL_ACTIONS) {
            throw InvalidValueException.outside(
                    "max_illegal_actions", maxIllegalActions, UNLIMITED_ILLEGAL_ACTIONS, GREATEST_MAX_ILLEGAL_ACTIONS);
        }
        if (encodings.size() > MAX_ENCODING_COUNT) {
            throw InvalidValueException.outside("count of encodings", encodings.size(), 0, MAX_ENCODING_COUNT);
        }
        encodings = different(encodings);
        symmetry.requireOn(setup.grid());
        if (task.isPresent()) {
            requireFit(task.get(), setup, rules, rewardMode, isScoredOnTruncation);
        }
        if (opponent.isPresent()) {
            requireFit(opponent.get(), setup, rules, task);
        }
    }

    /**
     * Returns different encodings by their names in the usual spelling.
     *
     * @throws InvalidValueException if a name is unknown or occurs twice
     */
    static List<String> different(List<String> encodings) {
        Set<String> different = new LinkedHashSet<>();
        for (String name : encodings) {
            if (!different.add(Encodings.spec("encoding", name).name())) {
                throw InvalidValueException.not(
                        "encodings", "with \"" + name + "\" twice", "a list of different encodings");
            }
        }
        return List.copyOf(different);
    }

    private static void requireFit(
            Task task, Setup setup, Rules rules, RewardMode rewardMode, boolean isScoredOnTruncation) {
        if (task.grid() != setup.grid()) {
            throw InvalidValueException.not("task", task.grid() + " points large", "of the size " + setup.grid());
        }
        if (!setup.equals(Setup.empty(setup.grid()))) {
            throw InvalidValueException.not(
                    "setup", "given", "left out, as required if there is a task, which sets up episodes");
        }
        if (rewardMode != RewardMode.WIN) {
            throw InvalidValueException.not(
                    "reward_mode", rewardMode, "WIN, the only reward mode of an environment with a task");
        }
        if (isScoredOnTruncation) {
            throw InvalidValueException.not(
                    "score_on_truncation", true, "false, as required if there is a task, since no score decides");
        }
        task.requireRules(rules);
    }

    private static void requireFit(Opponent opponent, Setup setup, Rules rules, Optional<Task> task) {
        if (task.isEmpty()) {
            Color.requirePlayer(opponent.color());
        }
        if (task.isEmpty() || !opponent.player().isOracle()) {
            opponent.player().requirePlayable(setup, rules);
        }
    }

    /** Returns a spec with the given size and rules, other values at their defaults, and without observations. */
    public static EnvironmentSpec of(Grid grid, Rules rules) {
        return builder(Setup.empty(grid), rules).build();
    }

    /** Returns a builder with the given setup and rules, other values at their defaults, and without observations. */
    public static Builder builder(Setup setup, Rules rules) {
        return new Builder(setup, rules);
    }

    /** Returns a builder that starts from this spec. */
    public Builder toBuilder() {
        return builder(setup, rules)
                .maxMoves(maxMoves)
                .rewardMode(rewardMode)
                .scoredOnTruncation(isScoredOnTruncation)
                .illegalActionPolicy(illegalActionPolicy)
                .illegalActionPenalty(illegalActionPenalty)
                .maxIllegalActions(maxIllegalActions)
                .encodings(encodings)
                .opponent(opponent)
                .form(form)
                .symmetry(symmetry)
                .task(task);
    }

    /** Returns whether the opponent is the oracle of the task. */
    public boolean hasTaskOracle() {
        return task.isPresent()
                && opponent.filter(chosen -> chosen.player().isOracle()).isPresent();
    }

    /** Returns the size of the board. */
    public Grid grid() {
        return setup.grid();
    }

    /**
     * Returns the move number at which an episode is truncated, or {@link #UNLIMITED_MOVES}. If there is a task and
     * {@code maxMoves} is the default, the task has its own limit instead.
     */
    public int moveLimit() {
        return maxMoves == DEFAULT_MAX_MOVES ? 3 * grid().pointCount() : maxMoves;
    }

    /**
     * Returns the number of ignored illegal actions at which an episode is truncated, or
     * {@link #UNLIMITED_ILLEGAL_ACTIONS}. If there is a task and both limits have their defaults, the limit is that of
     * the task instead.
     */
    public int illegalActionLimit() {
        return maxIllegalActions == DEFAULT_MAX_ILLEGAL_ACTIONS ? moveLimit() : maxIllegalActions;
    }

    /**
     * Returns an estimate of the size in memory of the encodings, in bytes, that have seen positions from move
     * {@code firstMove} to {@code moveCount}.
     */
    long encodingBytes(int firstMove, int moveCount) {
        // Encodings see the stones of the setup as if they had been played.
        int stoneCount = setup.black().size() + setup.white().size();
        return encodings.stream()
                .mapToLong(name -> Encodings.memoryBytes(
                        name, grid().pointCount(), firstMove + stoneCount, moveCount + stoneCount))
                .sum();
    }

    /** A builder of an {@link EnvironmentSpec}. Not thread-safe. */
    public static final class Builder {
        private final Setup setup;
        private Rules rules;
        private int maxMoves = DEFAULT_MAX_MOVES;
        private RewardMode rewardMode = RewardMode.WIN;
        private boolean isScoredOnTruncation;
        private IllegalActionPolicy illegalActionPolicy = IllegalActionPolicy.REJECT;
        private double illegalActionPenalty;
        private int maxIllegalActions = DEFAULT_MAX_ILLEGAL_ACTIONS;
        private List<String> encodings = List.of();
        private Optional<Opponent> opponent = Optional.empty();
        private ObservationForm form = ObservationForm.PACKED;
        private SymmetryChoice symmetry = SymmetryChoice.NONE;
        private Optional<Task> task = Optional.empty();

        private Builder(Setup setup, Rules rules) {
            this.setup = setup;
            this.rules = rules;
        }

        /** Sets the rules of play. */
        public Builder rules(Rules value) {
            rules = value;
            return this;
        }

        /** Sets the number of moves after which an episode is truncated. Default: {@link #DEFAULT_MAX_MOVES}. */
        public Builder maxMoves(int value) {
            maxMoves = value;
            return this;
        }

        /** Sets the reward mode. Default: {@link RewardMode#WIN}. */
        public Builder rewardMode(RewardMode value) {
            rewardMode = value;
            return this;
        }

        /** Sets whether a truncated episode is rewarded as if it had ended there. Default: false. */
        public Builder scoredOnTruncation(boolean value) {
            isScoredOnTruncation = value;
            return this;
        }

        /** Sets the effect of an illegal action. Default: {@link IllegalActionPolicy#REJECT}. */
        public Builder illegalActionPolicy(IllegalActionPolicy value) {
            illegalActionPolicy = value;
            return this;
        }

        /** Sets the penalty for an illegal action under {@link IllegalActionPolicy#IGNORE}. Default: 0. */
        public Builder illegalActionPenalty(double value) {
            illegalActionPenalty = value;
            return this;
        }

        /**
         * Sets the number of ignored illegal actions after which an episode is truncated. Default:
         * {@link #DEFAULT_MAX_ILLEGAL_ACTIONS}.
         */
        public Builder maxIllegalActions(int value) {
            maxIllegalActions = value;
            return this;
        }

        /** Sets the names of the encodings of observations. Default: none. */
        public Builder encodings(List<String> names) {
            encodings = names;
            return this;
        }

        /** Sets the opponent. Default: none. */
        public Builder opponent(Optional<Opponent> value) {
            opponent = value;
            return this;
        }

        /** Sets the byte representation of observations. Default: {@link ObservationForm#PACKED}. */
        public Builder form(ObservationForm value) {
            form = value;
            return this;
        }

        /** Sets the symmetry of the agent's view. Default: {@link SymmetryChoice#NONE}. */
        public Builder symmetry(SymmetryChoice value) {
            symmetry = value;
            return this;
        }

        /** Sets the task. Default: none. */
        public Builder task(Optional<Task> value) {
            task = value;
            return this;
        }

        /**
         * Returns the spec.
         *
         * @throws IllegalArgumentException if a value is out of range or does not fit another; the message has its name
         */
        public EnvironmentSpec build() {
            return new EnvironmentSpec(
                    setup,
                    rules,
                    maxMoves,
                    rewardMode,
                    isScoredOnTruncation,
                    illegalActionPolicy,
                    illegalActionPenalty,
                    maxIllegalActions,
                    encodings,
                    opponent,
                    form,
                    symmetry,
                    task);
        }
    }
}
