package dev.tengen.cli.play;

import dev.tengen.base.InvalidValueException;
import dev.tengen.cli.play.CommandRegistry.When;
import dev.tengen.game.Rules;
import dev.tengen.game.Setup;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

/** The commands that show lessons step by step. */
final class LessonCommands {
    private final BoardSession session;
    private final Function<String, List<CommandResult>> runner;
    private Optional<Lesson> lesson = Optional.empty();
    private int stepsDone;

    /** Creates the commands. {@code runner} executes the commands of a step. */
    LessonCommands(BoardSession session, Function<String, List<CommandResult>> runner) {
        this.session = session;
        this.runner = runner;
    }

    void addTo(CommandRegistry list) {
        list.add(When.GAME, "demo [NAME]", "list the demonstrations, or start one", this::begin);
        list.add(When.GAME, "next", "show the next step of the demonstration", arguments -> next());
    }

    private List<CommandResult> begin(List<String> arguments) {
        Optional<String> name = CommandArguments.atMostOne(arguments, "demo");
        if (name.isEmpty()) {
            return List.of(CommandResult.of(Lesson.NAMES.stream()
                    .map(known -> String.format(
                            "  demo %-12s %s", known, Lesson.named(known).title()))
                    .collect(Collectors.joining("\n"))));
        }
        if (!Lesson.NAMES.contains(name.get())) {
            throw InvalidValueException.not("demo", "\"" + name.get() + "\"", "one of " + Lesson.NAMES);
        }
        lesson = name.map(Lesson::named);
        stepsDone = 0;
        session.setOpponent(Optional.empty());
        return next();
    }

    private List<CommandResult> next() {
        if (lesson.isEmpty()) {
            return List.of(CommandResult.error("No demonstration is in progress; \"demo\" lists them."));
        }
        List<Lesson.Step> steps = lesson.get().steps();
        Lesson.Step step = steps.get(stepsDone);
        stepsDone++;
        List<CommandResult> results = new ArrayList<>(List.of(start(step, stepsDone == 1)));
        for (String command : step.commands()) {
            results.add(CommandResult.of("> " + command));
            results.addAll(runner.apply(command));
        }
        if (stepsDone == steps.size()) {
            lesson = Optional.empty();
            results.add(CommandResult.of("That is all; the board is yours."));
        }
        return results;
    }

    private CommandResult start(Lesson.Step step, boolean isFirst) {
        if (isFirst || step.start().isPresent()) {
            Setup setup = step.start().orElseGet(() -> session.game().setup());
            Rules rules =
                    isFirst ? Rules.TROMP_TAYLOR.withKomi(0) : session.game().rules();
            session.start(setup, rules, List.of());
            return CommandResult.withBoard(step.text(), session);
        }
        return CommandResult.of(step.text());
    }

    /** Ends the lesson, if one is in progress. */
    void leave() {
        lesson = Optional.empty();
    }

    /** Returns whether a step of a lesson remains. */
    boolean isInProgress() {
        return lesson.isPresent();
    }
}
