package dev.tengen.gateway.game;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tengen.board.InvalidValueException;
import dev.tengen.server.error.CallException;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/**
 * The tasks that clients can list: capturing races in the order of their difficulty, in a training, a validation and a test split, and
 * whole games. A task is the options of a reset. No position is in two splits, and neither is one that a symmetry or an exchange of
 * colors turns it into; the splits of the races see to that.
 */
public final class TaskCatalog {
    private TaskCatalog() {}

    /** A split of the tasks. */
    public enum Split {
        /** Races for training. */
        TRAIN("train", "train", 50),
        /** Races for the choice of parameters. */
        VALIDATION("validation", "validation", 5),
        /** Races for the final evaluation. */
        TEST("test", "test", 25),
        /** Whole games against built-in players, for training and evaluation. */
        GAMES("games", "train", 0);

        private final String text;
        private final String type;
        private final int countPerLevel;

        Split(String text, String type, int countPerLevel) {
            this.text = text;
            this.type = type;
            this.countPerLevel = countPerLevel;
        }

        /** Returns the name. */
        public String text() {
            return text;
        }

        /** Returns the kind of split: "train", "validation" or "test". */
        public String type() {
            return type;
        }

        /**
         * Returns the split called {@code name}.
         *
         * @throws CallException if there is none
         */
        public static Split named(String name) {
            return Arrays.stream(values())
                    .filter(split -> split.text.equals(name))
                    .findFirst()
                    .orElseThrow(() -> CallException.invalid(
                            "split",
                            "\"" + CallException.shown(name) + "\"",
                            "one of " + Arrays.stream(values()).map(Split::text).toList()));
        }
    }

    /** A level of difficulty: a family of races with parameters, and the size of the board. */
    private record Level(String task, String parameters, int size) {}

    /** The levels, the easiest first. */
    private static final List<Level> LEVELS = List.of(
            new Level("race-class0", "margin=any,traps=1", 9),
            new Level("race-class0", "margin=2,traps=2", 9),
            new Level("race-class0", "margin=1,traps=3", 9),
            new Level("race-class1", "margin=any,traps=1", 9),
            new Level("race-class1", "margin=2,traps=2", 9),
            new Level("race-class1", "margin=1,traps=3", 9),
            new Level("race-cgt", "margin=any,traps=1", 13),
            new Level("race-cgt", "margin=any,traps=2", 13));

    private static final List<Integer> GAME_SIZES = List.of(5, 7, 9);
    private static final List<String> OPPONENTS = List.of("random", "greedy", "mcts-100");
    private static final List<String> COLORS = List.of("black", "white");
    private static final int SEEDS_PER_GAME = 5;

    /**
     * A task.
     *
     * @param id identifies it
     * @param split the name of its split
     * @param level its difficulty, from 1
     * @param goal the goal in a sentence
     * @param reset the options of the reset that starts it
     */
    public record Task(String id, String split, int level, String goal, ObjectNode reset) {}

    /** Returns the number of tasks of {@code split}. */
    public static int count(Split split) {
        return split == Split.GAMES
                ? GAME_SIZES.size() * OPPONENTS.size() * COLORS.size() * SEEDS_PER_GAME
                : LEVELS.size() * split.countPerLevel;
    }

    /**
     * Returns task {@code index} of {@code split}, from 0.
     *
     * @throws InvalidValueException if there is none
     */
    public static Task task(Split split, int index) {
        InvalidValueException.requireWithin("index", index, 0, count(split) - 1);
        return split == Split.GAMES ? game(index) : race(split, index);
    }

    /** Returns the tasks of {@code split} from {@code start} to before {@code stop}. */
    public static List<Task> range(Split split, int start, int stop) {
        return IntStream.range(start, stop)
                .mapToObj(index -> task(split, index))
                .toList();
    }

    private static Task race(Split split, int index) {
        int level = index / split.countPerLevel;
        int seed = index % split.countPerLevel;
        Level chosen = LEVELS.get(level);
        String name = chosen.task() + ":split=" + split.text + "," + chosen.parameters();
        ObjectNode reset = GatewayJson.object()
                .put("task", name)
                .put("size", chosen.size())
                .put("seed", seed);
        return new Task(
                split.text + "/" + index,
                split.text,
                level + 1,
                "Win a capturing race, or make it a seki if it cannot be won.",
                reset);
    }

    private static Task game(int index) {
        int kind = index / SEEDS_PER_GAME;
        String color = COLORS.get(kind % COLORS.size());
        int pair = kind / COLORS.size();
        int size = GAME_SIZES.get(pair % GAME_SIZES.size());
        int opponent = pair / GAME_SIZES.size();
        ObjectNode reset = GatewayJson.object()
                .put("size", size)
                .put("opponent", OPPONENTS.get(opponent))
                .put("color", color)
                .put("seed", index % SEEDS_PER_GAME);
        return new Task(
                "games/" + index,
                Split.GAMES.text,
                opponent + 1,
                "Win a game of Go, of size " + size + "x" + size + " with " + color + " against "
                        + OPPONENTS.get(opponent) + ".",
                reset);
    }
}
