package dev.tengen.cli.play;

import dev.tengen.base.InvalidValueException;
import dev.tengen.cli.play.CommandRegistry.Entry;
import dev.tengen.cli.play.CommandRegistry.When;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;

/** Executes commands given as text on a {@link BoardSession}. A rejected command changes nothing. */
public final class CommandInterpreter {
    /** Commands that end a lesson. */
    private static final Set<String> LESSON_ENDS = Set.of("new", "load", "setup");

    private final BoardSession session;
    private final CommandRegistry list = new CommandRegistry();
    private final LessonCommands lessons;
    private boolean isEnded;

    /**
     * Starts a session.
     *
     * @throws IllegalArgumentException if the options are inconsistent
     */
    public CommandInterpreter(PlayOptions options) {
        session = new BoardSession(options.start(), options.rules());
        session.setOpponent(options.opponent());
        new GameCommands(session, options.random()).addTo(list);
        new InspectCommands(session).addTo(list);
        new SetupCommands(session).addTo(list);
        new RulesCommands(session).addTo(list);
        new FileCommands(session, options.isRulesNamed(), options.recordMode()).addTo(list);
        lessons = new LessonCommands(session, this::run);
        lessons.addTo(list);
        list.addSimple(When.ALWAYS, "help [COMMAND]", "list the commands, or explain one", this::help);
        list.addSimple(When.ALWAYS, "quit", "leave", arguments -> quit());
    }

    /** Shows the board, or lets the opponent move if it moves first. */
    List<CommandResult> begin() {
        return run(session.opponentToMove().isPresent() ? "go" : "board");
    }

    /** Executes one line. A line that is only a point plays there. An empty line does nothing. */
    List<CommandResult> run(String line) {
        List<String> arguments = Arrays.stream(line.strip().split("\\s+"))
                .filter(word -> !word.isEmpty())
                .toList();
        if (arguments.isEmpty()) {
            return List.of();
        }
        if (LESSON_ENDS.contains(arguments.get(0))) {
            lessons.leave();
        }
        try {
            return entry(arguments)
                    .action()
                    .apply(isBarePoint(arguments.get(0)) ? arguments : arguments.subList(1, arguments.size()));
        } catch (InvalidValueException e) {
            return List.of(CommandResult.error(String.valueOf(e.getMessage())));
        }
    }

    private static boolean isBarePoint(String word) {
        return word.matches("[A-HJ-Za-hj-z][1-9][0-9]?");
    }

    private Entry entry(List<String> arguments) {
        String name = isBarePoint(arguments.get(0)) ? "play" : arguments.get(0).toLowerCase(Locale.ROOT);
        Entry entry = list.named(name)
                .orElseThrow(() -> InvalidValueException.not(
                        "command", "\"" + arguments.get(0) + "\"", "known; \"help\" lists them"));
        boolean isSetup = session.setupEditor().isPresent();
        if (isSetup && entry.when() == When.GAME) {
            throw InvalidValueException.because(
                    "\"" + name + "\" is not available during a setup: \"done\" or \"cancel\" first",
                    "command",
                    name,
                    "a command of the setup");
        }
        if (!isSetup && entry.when() == When.SETUP) {
            throw InvalidValueException.because(
                    "\"" + name + "\" is only available during a setup: \"setup\" starts one",
                    "command",
                    name,
                    "a command of the game");
        }
        return entry;
    }

    private CommandResult help(List<String> arguments) {
        if (!arguments.isEmpty()) {
            Entry entry = entry(List.of(CommandArguments.only(arguments, "command")));
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

    /** Returns whether the command quit was executed. */
    boolean isEnded() {
        return isEnded;
    }

    /** Returns whether a lesson is in progress. */
    boolean isInLesson() {
        return lessons.isInProgress();
    }

    /** Returns the session. Callers must not change it. */
    BoardSession session() {
        return session;
    }
}
