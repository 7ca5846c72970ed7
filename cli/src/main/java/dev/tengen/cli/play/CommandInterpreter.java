package dev.tengen.cli.play;

import dev.tengen.board.InvalidValueException;
import dev.tengen.cli.play.CommandRegistry.Entry;
import dev.tengen.cli.play.CommandRegistry.When;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;

/** Takes commands as text, carries them out at a table and answers in words. A refused command changes nothing. */
public final class CommandInterpreter {
    /** Whoever gives one of these has left the demonstration. */
    private static final Set<String> OTHER_BEGINNINGS = Set.of("new", "load", "setup");

    private final BoardSession table;
    private final CommandRegistry list = new CommandRegistry();
    private final LessonCommands demos;
    private boolean isEnded;

    /** Begins as {@code options} say. Throws {@link IllegalArgumentException} where they make no sense. */
    public CommandInterpreter(PlayOptions options) {
        table = new BoardSession(options.start(), options.rules());
        table.seat(options.opponent());
        new GameCommands(table, options.random()).addTo(list);
        new InspectCommands(table).addTo(list);
        new SetupCommands(table).addTo(list);
        new RulesCommands(table).addTo(list);
        new FileCommands(table, options.isRulesNamed()).addTo(list);
        demos = new LessonCommands(table, this::run);
        demos.addTo(list);
        list.addSimple(When.ALWAYS, "help [COMMAND]", "what commands there are, or what one does", this::help);
        list.addSimple(When.ALWAYS, "quit", "leave", words -> quit());
    }

    /** Shows the board, and lets the opponent move if it moves first. */
    List<CommandResult> begin() {
        return run(table.opponentToMove().isPresent() ? "go" : "board");
    }

    /** Carries out one line. A line that is only a point plays there; an empty one does nothing. */
    List<CommandResult> run(String line) {
        List<String> words = Arrays.stream(line.strip().split("\\s+"))
                .filter(word -> !word.isEmpty())
                .toList();
        if (words.isEmpty()) {
            return List.of();
        }
        if (OTHER_BEGINNINGS.contains(words.get(0))) {
            demos.leave();
        }
        try {
            return entry(words).action().apply(isBarePoint(words.get(0)) ? words : words.subList(1, words.size()));
        } catch (InvalidValueException e) {
            return List.of(CommandResult.refusal(String.valueOf(e.getMessage())));
        }
    }

    private static boolean isBarePoint(String word) {
        return word.matches("[A-HJ-Za-hj-z][1-9][0-9]?");
    }

    private Entry entry(List<String> words) {
        String name = isBarePoint(words.get(0)) ? "play" : words.get(0).toLowerCase(Locale.ROOT);
        Entry entry = list.named(name)
                .orElseThrow(() ->
                        InvalidValueException.not("command", "\"" + words.get(0) + "\"", "known; \"help\" lists them"));
        boolean isSetup = table.sheet().isPresent();
        if (isSetup && entry.when() == When.GAME) {
            throw InvalidValueException.because(
                    "\"" + name + "\" has to wait until the position is set up: \"done\" or \"cancel\"",
                    "command",
                    name,
                    "a command of the set-up");
        }
        if (!isSetup && entry.when() == When.SETUP) {
            throw InvalidValueException.because(
                    "\"" + name + "\" belongs to the set-up: \"setup\" begins one",
                    "command",
                    name,
                    "a command of the game");
        }
        return entry;
    }

    private CommandResult help(List<String> words) {
        if (!words.isEmpty()) {
            Entry entry = entry(List.of(CommandArguments.only(words, "command")));
            return CommandResult.of(entry.usage() + ": " + entry.summary());
        }
        int width = list.all().stream()
                .mapToInt(entry -> entry.usage().length())
                .max()
                .orElse(0);
        return CommandResult.of(list.all().stream()
                .map(entry -> String.format("  %-" + width + "s  %s", entry.usage(), entry.summary()))
                .collect(Collectors.joining("\n")));
    }

    private CommandResult quit() {
        isEnded = true;
        return CommandResult.of("Goodbye.");
    }

    /** Returns whether someone quit. */
    boolean isEnded() {
        return isEnded;
    }

    /** Returns whether a step of a demonstration is still to come. */
    boolean isInDemo() {
        return demos.isUnderWay();
    }

    /** Returns the table, to look at. */
    BoardSession table() {
        return table;
    }
}
