package dev.tengen.task;

import dev.tengen.base.InvalidValueException;
import dev.tengen.board.Grid;
import dev.tengen.env.TaskFamily;
import dev.tengen.race.layout.RaceClass;
import dev.tengen.race.layout.RaceLayout;
import java.util.List;

/** The families of race tasks. */
enum RaceKind {
    CLASS_0("race-class0", "Win a capturing race in which all liberties are plain.", 9, List.of(RaceClass.ZERO)),
    CLASS_1("race-class1", "Win a capturing race with plain liberties and plain eyes.", 9, List.of(RaceClass.ONE)),
    CGT(
            "race-cgt",
            "Win a capturing race with liberties that take more than one move each to fill, or may be saved.",
            13,
            List.of(RaceClass.LOCAL)),
    MIXED(
            "race",
            "Win a capturing race of any of these kinds.",
            13,
            List.of(RaceClass.ZERO, RaceClass.ONE, RaceClass.LOCAL));

    static final int MAX_SIZE = 19;

    private static final List<TaskFamily.Parameter> PARAMETERS = List.of(
            new TaskFamily.Parameter(
                    "split",
                    List.of(TaskSplit.TRAIN.word(), TaskSplit.VALIDATION.word(), TaskSplit.TEST.word()),
                    "the split to draw from; no position is in two splits, and neither is one that a symmetry or an "
                            + "exchange of colors turns it into"),
            new TaskFamily.Parameter(
                    "margin",
                    List.of("2", "0", "1", "any"),
                    "the maximum number of liberties by which the race is away from another result, if counting "
                            + "decides it"),
            new TaskFamily.Parameter(
                    "traps",
                    List.of("2", "1", "3", "4"),
                    "the minimum number of moves that lose something when the agent first moves, or after at least one "
                            + "best first move of the opponent"),
            new TaskFamily.Parameter(
                    "mask",
                    List.of("rules", "region"),
                    "whether action masks follow the rules alone, or also exclude the eyes of safe chains"),
            new TaskFamily.Parameter(
                    "judge",
                    List.of("moves", "end"),
                    "whether each move of the client is reported as optimal or not, or only the regret at the end"));

    private final String familyName;
    private final String summary;
    private final int minSize;
    private final List<RaceClass> classes;

    RaceKind(String familyName, String summary, int minSize, List<RaceClass> classes) {
        this.familyName = familyName;
        this.summary = summary;
        this.minSize = minSize;
        this.classes = classes;
    }

    TaskFamily family() {
        return new TaskFamily(familyName, summary + " On squares of " + minSize + " to " + MAX_SIZE + ".", PARAMETERS);
    }

    /** Returns the kinds of races in this family. */
    List<RaceClass> classes() {
        return classes;
    }

    /**
     * Checks that there are such races on {@code grid}.
     *
     * @throws InvalidValueException if there are none
     */
    void requireGrid(Grid grid) {
        requireSize("width", grid.width());
        requireSize("height", grid.height());
        if (grid.width() != grid.height()) {
            throw InvalidValueException.not(
                    "height", grid.height(), "the width, " + grid.width() + ", as in all races");
        }
    }

    private void requireSize(String field, int size) {
        assert minSize >= RaceLayout.MIN_SIZE : "no layout is so small";
        InvalidValueException.requireWithin(field, size, minSize, MAX_SIZE);
    }

    /** Returns the name of {@code raceClass} in labels. */
    static String word(RaceClass raceClass) {
        return switch (raceClass) {
            case ZERO -> "class0";
            case ONE -> "class1";
            case LOCAL -> "cgt";
            case OTHER -> "other";
        };
    }
}
