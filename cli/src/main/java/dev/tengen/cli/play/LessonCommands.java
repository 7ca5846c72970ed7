package dev.tengen.cli.play;

import dev.tengen.board.InvalidValueException;
import dev.tengen.cli.play.CommandRegistry.When;
import dev.tengen.game.Rules;
import dev.tengen.game.Setup;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

/** CommandInterpreter that show the demonstrations step by step. */
final class LessonCommands {
    private final BoardSession table;
    private final Function<String, List<CommandResult>> runner;
    private Optional<Lesson> demo = Optional.empty();
    private int stepsDone;

    /** Makes the commands; {@code runner} carries out what the steps try. */
    LessonCommands(BoardSession table, Function<String, List<CommandResult>> runner) {
        this.table = table;
        this.runner = runner;
    }

    void addTo(CommandRegistry list) {
        list.add(When.GAME, "demo [NAME]", "list the demonstrations, or begin one", this::begin);
        list.add(When.GAME, "next", "go on with the demonstration", words -> next());
    }

    private List<CommandResult> begin(List<String> words) {
        Optional<String> name = CommandArguments.atMostOne(words, "demo");
        if (name.isEmpty()) {
            return List.of(CommandResult.of(Lesson.NAMES.stream()
                    .map(known -> String.format(
                            "  demo %-12s %s", known, Lesson.named(known).title()))
                    .collect(Collectors.joining("\n"))));
        }
        if (!Lesson.NAMES.contains(name.get())) {
            throw InvalidValueException.not("demo", "\"" + name.get() + "\"", "one of " + Lesson.NAMES);
        }
        demo = name.map(Lesson::named);
        stepsDone = 0;
        table.seat(Optional.empty());
        return next();
    }

    private List<CommandResult> next() {
        if (demo.isEmpty()) {
            return List.of(CommandResult.refusal("There is no demonstration to go on with; \"demo\" lists them."));
        }
        List<Lesson.Step> steps = demo.get().steps();
        Lesson.Step step = steps.get(stepsDone);
        stepsDone++;
        List<CommandResult> replies = new ArrayList<>(List.of(start(step, stepsDone == 1)));
        for (String command : step.commands()) {
            replies.add(CommandResult.of("> " + command));
            replies.addAll(runner.apply(command));
        }
        if (stepsDone == steps.size()) {
            demo = Optional.empty();
            replies.add(CommandResult.of("That is all; the board is yours."));
        }
        return replies;
    }

    private CommandResult start(Lesson.Step step, boolean isFirst) {
        if (isFirst || step.start().isPresent()) {
            Setup setup = step.start().orElseGet(() -> table.game().setup());
            Rules rules =
                    isFirst ? Rules.TROMP_TAYLOR.withKomi(0) : table.game().rules();
            table.start(setup, rules, List.of());
            return CommandResult.withBoard(step.text(), table);
        }
        return CommandResult.of(step.text());
    }

    /** Leaves the demonstration, if one is under way. */
    void leave() {
        demo = Optional.empty();
    }

    /** Returns whether a step of a demonstration is still to come. */
    boolean isUnderWay() {
        return demo.isPresent();
    }
}
