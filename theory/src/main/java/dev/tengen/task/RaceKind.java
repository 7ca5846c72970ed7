package dev.tengen.task;

import dev.tengen.board.Grid;
import dev.tengen.board.InvalidValueException;
import dev.tengen.env.TaskFamily;
import dev.tengen.env.TaskParameter;
import dev.tengen.race.layout.RaceClass;
import dev.tengen.race.layout.RaceLayout;
import java.util.List;

/** The families of races. */
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

    private static final List<TaskParameter> PARAMETERS = List.of(
            new TaskParameter(
                    "split",
                    List.of(RaceSplit.TRAIN.word(), RaceSplit.VALIDATION.word(), RaceSplit.TEST.word()),
                    "the part of all positions to draw from; no position is in two of them, nor one that a symmetry or an "
                            + "exchange of colors makes of it"),
            new TaskParameter(
                    "margin",
                    List.of("2", "0", "1", "any"),
                    "the most liberties that the race may be away from another result, where a count tells that"),
            new TaskParameter(
                    "traps",
                    List.of("2", "1", "3", "4"),
                    "the least count of moves in the race that lose something when the agent first moves, or after some opening "
                            + "of the opponent"),
            new TaskParameter(
                    "mask",
                    List.of("rules", "region"),
                    "whether action masks are those of the rules, or leave out the eyes of safe chains"),
            new TaskParameter(
                    "judge",
                    List.of("moves", "end"),
                    "whether each move of the client is told to be optimal or not, or the end alone tells the regret"));

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

    /** Returns the kinds of races that the family has. */
    List<RaceClass> classes() {
        return classes;
    }

    /** Throws {@link InvalidValueException} where there are no such races on {@code grid}. */
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
        if (size < minSize || size > MAX_SIZE) {
            throw InvalidValueException.outside(field, size, minSize, MAX_SIZE);
        }
    }

    /** Returns what labels call races of {@code raceClass}. */
    static String word(RaceClass raceClass) {
        return switch (raceClass) {
            case ZERO -> "class0";
            case ONE -> "class1";
            case LOCAL -> "cgt";
            case OTHER -> "other";
        };
    }
}
