package dev.tengen.cli.play;

import dev.tengen.board.InvalidValueException;
import dev.tengen.cli.play.CommandList.When;
import dev.tengen.game.Rules;
import dev.tengen.game.Setup;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Commands that show the demonstrations step by step. */
final class DemoCommands {
    private final Table table;
    private final Function<String, List<Reply>> runner;
    private Optional<Demo> demo = Optional.empty();
    private int stepsDone;

    /** Makes the commands; {@code runner} carries out what the steps try. */
    DemoCommands(Table table, Function<String, List<Reply>> runner) {
        this.table = table;
        this.runner = runner;
    }

    void addTo(CommandList list) {
        list.add(When.GAME, "demo [NAME]", "list the demonstrations, or begin one", this::begin);
        list.add(When.GAME, "next", "go on with the demonstration", words -> next());
    }

    private List<Reply> begin(List<String> words) {
        Optional<String> name = Words.atMostOne(words, "demo");
        if (name.isEmpty()) {
            return List.of(Reply.of(Demo.NAMES.stream()
                    .map(known -> String.format(
                            "  demo %-12s %s", known, Demo.named(known).title()))
                    .collect(Collectors.joining("\n"))));
        }
        if (!Demo.NAMES.contains(name.get())) {
            throw InvalidValueException.not("demo", "\"" + name.get() + "\"", "one of " + Demo.NAMES);
        }
        demo = name.map(Demo::named);
        stepsDone = 0;
        table.seat(Optional.empty());
        return next();
    }

    private List<Reply> next() {
        if (demo.isEmpty()) {
            return List.of(Reply.refusal("There is no demonstration to go on with; \"demo\" lists them."));
        }
        List<Demo.Step> steps = demo.get().steps();
        Demo.Step step = steps.get(stepsDone);
        stepsDone++;
        List<Reply> replies = new ArrayList<>(List.of(start(step, stepsDone == 1)));
        for (String command : step.commands()) {
            replies.add(Reply.of("> " + command));
            replies.addAll(runner.apply(command));
        }
        if (stepsDone == steps.size()) {
            demo = Optional.empty();
            replies.add(Reply.of("That is all; the board is yours."));
        }
        return replies;
    }

    private Reply start(Demo.Step step, boolean isFirst) {
        if (isFirst || step.start().isPresent()) {
            Setup setup = step.start().orElseGet(() -> table.game().setup());
            Rules rules =
                    isFirst ? Rules.TROMP_TAYLOR.withKomi(0) : table.game().rules();
            table.start(setup, rules, List.of());
            return Reply.withBoard(step.text(), table);
        }
        return Reply.of(step.text());
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
