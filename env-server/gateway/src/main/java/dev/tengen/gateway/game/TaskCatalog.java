package dev.tengen.gateway.game;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tengen.base.InvalidValueException;
import dev.tengen.base.Names;
import dev.tengen.server.error.CallException;
import dev.tengen.task.TaskSplit;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/**
 * The tasks that clients can list: capturing races and solved positions of small boards in the order of their
 * difficulty, each in a training, a validation and a test split, and whole games. A task is the options of a reset. No
 * starting position is in two splits, and neither is one that a symmetry or an exchange of colors turns it into; the
 * splits of the positions see to that.
 */
public final class TaskCatalog {
    private TaskCatalog() {}

    /** A split of the tasks. */
    public enum Split {
        /** Races for training. */
        TRAIN("train", "train", new RaceSource(TaskSplit.TRAIN, 50)),
        /** Races for the choice of parameters. */
        VALIDATION("validation", "validation", new RaceSource(TaskSplit.VALIDATION, 5)),
        /** Races for the final evaluation. */
        TEST("test", "test", new RaceSource(TaskSplit.TEST, 25)),
        /** Positions of small boards for training. */
        BOARDS_TRAIN("boards-train", TaskSplit.TRAIN),
        /** Positions of small boards for the choice of parameters. */
        BOARDS_VALIDATION("boards-validation", TaskSplit.VALIDATION),
        /** Positions of small boards for the final evaluation. */
        BOARDS_TEST("boards-test", TaskSplit.TEST),
        /** Whole games against built-in players, for training and evaluation. */
        GAMES("games", "train", new GameSource("games"));

        private final String text;
        private final String type;
        private final TaskSource source;

        Split(String text, String type, TaskSource source) {
            this.text = text;
            this.type = type;
            this.source = source;
        }

        Split(String text, TaskSplit split) {
            this(text, split.word(), BoardSource.of(text, split));
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
            return Names.find(List.of(values()), Split::text, name)
                    .orElseThrow(() -> CallException.invalid(
                            "split",
                            "\"" + CallException.shown(name) + "\"",
                            "one of " + Arrays.stream(values()).map(Split::text).toList()));
        }
    }

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
        return split.source.count();
    }

    /**
     * Returns task {@code index} of {@code split}, from 0.
     *
     * @throws InvalidValueException if there is none
     */
    public static Task task(Split split, int index) {
        InvalidValueException.requireWithin("index", index, 0, count(split) - 1);
        return split.source.task(index);
    }

    /** Returns the tasks of {@code split} from {@code start} to before {@code stop}. */
    public static List<Task> range(Split split, int start, int stop) {
        return IntStream.range(start, stop)
                .mapToObj(index -> task(split, index))
                .toList();
    }
}
