package dev.tengen.env;

import dev.tengen.board.Color;
import dev.tengen.board.Grid;
import dev.tengen.board.InvalidValueException;
import dev.tengen.game.Rules;
import dev.tengen.game.Setup;
import dev.tengen.planes.ObservationForm;
import dev.tengen.planes.catalog.Encodings;
import java.util.List;
import java.util.Optional;

/**
 * What an environment is. Immutable.
 *
 * <pre>{@code
 * EnvironmentSpec spec = EnvironmentSpec.builder(Setup.empty(Grid.square(9)), Rules.TROMP_TAYLOR)
 *         .encodings(List.of("alphazero-17"))
 *         .build();
 * }</pre>
 *
 * @param setup the position every episode starts from, and with it the size
 * @param rules the rules of play
 * @param maxMoves moves after which an episode is truncated: 0 for three times the count of points, or as many as the task
 *     says, -1 for unlimited, else 1 to 1,000,000; passes and the opponent's moves count
 * @param rewardMode what is paid
 * @param isScoredOnTruncation whether a truncated episode is paid as if it had ended there; otherwise the step that
 *     truncates pays 0
 * @param illegalActionPolicy what an illegal action does
 * @param illegalActionPenalty what the mover pays for one under {@link IllegalActionPolicy#IGNORE}: 0 to 1,000,000
 * @param encodings names of the encodings to observe in, at most 16
 * @param opponent the player in the environment, if there is one
 * @param form how the planes of observations stand in bytes
 * @param symmetry by which symmetry the agent sees the board
 * @param task what episodes are instead of whole games, if they are; the setup is then empty, and the rewards are WIN
 */
public record EnvironmentSpec(
        Setup setup,
        Rules rules,
        int maxMoves,
        RewardMode rewardMode,
        boolean isScoredOnTruncation,
        IllegalActionPolicy illegalActionPolicy,
        double illegalActionPenalty,
        List<String> encodings,
        Optional<Opponent> opponent,
        ObservationForm form,
        SymmetryChoice symmetry,
        Optional<Task> task) {
    /** The value of {@code maxMoves} that stands for three times the count of points. */
    public static final int DEFAULT_MAX_MOVES = 0;

    /** The value of {@code maxMoves} that stands for no limit. */
    public static final int UNLIMITED_MOVES = -1;

    /** The greatest limit on moves. */
    public static final int GREATEST_MAX_MOVES = 1_000_000;

    /** The greatest penalty. */
    public static final int GREATEST_PENALTY = 1_000_000;

    /** The greatest count of encodings. */
    public static final int MAX_ENCODING_COUNT = 16;

    /** Throws {@link IllegalArgumentException} where a value is out of range; the message names it. */
    public EnvironmentSpec {
        if (maxMoves < UNLIMITED_MOVES || maxMoves > GREATEST_MAX_MOVES) {
            throw InvalidValueException.outside("max_moves", maxMoves, UNLIMITED_MOVES, GREATEST_MAX_MOVES);
        }
        if (!(illegalActionPenalty >= 0 && illegalActionPenalty <= GREATEST_PENALTY)) {
            throw InvalidValueException.outside("illegal_action_penalty", illegalActionPenalty, 0, GREATEST_PENALTY);
        }
        encodings = List.copyOf(encodings);
        if (encodings.size() > MAX_ENCODING_COUNT) {
            throw InvalidValueException.outside("count of encodings", encodings.size(), 0, MAX_ENCODING_COUNT);
        }
        for (String name : encodings) {
            Encodings.spec("encoding", name);
        }
        symmetry.requireOn(setup.grid());
        if (task.isPresent()) {
            requireFit(task.get(), setup, rules, rewardMode, isScoredOnTruncation);
        }
        if (opponent.isPresent()) {
            requireFit(opponent.get(), setup, rules, task);
        }
    }

    private static void requireFit(
            Task task, Setup setup, Rules rules, RewardMode rewardMode, boolean isScoredOnTruncation) {
        if (task.grid() != setup.grid()) {
            throw InvalidValueException.not("task", task.grid() + " points large", "of the size " + setup.grid());
        }
        if (!setup.equals(Setup.empty(setup.grid()))) {
            throw InvalidValueException.not(
                    "setup", "given", "left out, as it must be where the task sets up episodes");
        }
        if (rewardMode != RewardMode.WIN) {
            throw InvalidValueException.not(
                    "reward_mode", rewardMode, "WIN, the only one of an environment with a task");
        }
        if (isScoredOnTruncation) {
            throw InvalidValueException.not(
                    "score_on_truncation", true, "false, as it must be where a task and no score decides");
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

    /** Returns a spec with the given size and rules and every other value at its default, without observations. */
    public static EnvironmentSpec of(Grid grid, Rules rules) {
        return builder(Setup.empty(grid), rules).build();
    }

    /** Returns a builder of a spec of such episodes, with every other value at its default, without observations. */
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
     * Returns the move number at which an episode is truncated, or {@link #UNLIMITED_MOVES}; that of a task says so itself where
     * the default is asked for.
     */
    public int moveLimit() {
        return maxMoves == DEFAULT_MAX_MOVES ? 3 * grid().pointCount() : maxMoves;
    }

    /** Builds an {@link EnvironmentSpec} value by value. Not thread-safe. */
    public static final class Builder {
        private final Setup setup;
        private Rules rules;
        private int maxMoves = DEFAULT_MAX_MOVES;
        private RewardMode rewardMode = RewardMode.WIN;
        private boolean isScoredOnTruncation;
        private IllegalActionPolicy illegalActionPolicy = IllegalActionPolicy.REJECT;
        private double illegalActionPenalty;
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

        /** Sets the moves after which an episode is truncated; {@link #DEFAULT_MAX_MOVES} by default. */
        public Builder maxMoves(int value) {
            maxMoves = value;
            return this;
        }

        /** Sets what is paid; {@link RewardMode#WIN} by default. */
        public Builder rewardMode(RewardMode value) {
            rewardMode = value;
            return this;
        }

        /** Sets whether a truncated episode is paid as if it had ended there. */
        public Builder scoredOnTruncation(boolean value) {
            isScoredOnTruncation = value;
            return this;
        }

        /** Sets what an illegal action does; {@link IllegalActionPolicy#REJECT} by default. */
        public Builder illegalActionPolicy(IllegalActionPolicy value) {
            illegalActionPolicy = value;
            return this;
        }

        /** Sets what the mover pays for an illegal action under {@link IllegalActionPolicy#IGNORE}. */
        public Builder illegalActionPenalty(double value) {
            illegalActionPenalty = value;
            return this;
        }

        /** Sets the encodings to observe in, by name; none by default. */
        public Builder encodings(List<String> names) {
            encodings = names;
            return this;
        }

        /** Sets the player in the environment, if there is to be one. */
        public Builder opponent(Optional<Opponent> value) {
            opponent = value;
            return this;
        }

        /** Sets how the planes of observations stand in bytes; {@link ObservationForm#PACKED} by default. */
        public Builder form(ObservationForm value) {
            form = value;
            return this;
        }

        /** Sets by which symmetry the agent sees the board; {@link SymmetryChoice#NONE} by default. */
        public Builder symmetry(SymmetryChoice value) {
            symmetry = value;
            return this;
        }

        /** Sets what episodes are instead of whole games, if they are. */
        public Builder task(Optional<Task> value) {
            task = value;
            return this;
        }

        /** Returns the spec. Throws {@link IllegalArgumentException} where a value is out of range; the message names it. */
        public EnvironmentSpec build() {
            return new EnvironmentSpec(
                    setup,
                    rules,
                    maxMoves,
                    rewardMode,
                    isScoredOnTruncation,
                    illegalActionPolicy,
                    illegalActionPenalty,
                    encodings,
                    opponent,
                    form,
                    symmetry,
                    task);
        }
    }
}
