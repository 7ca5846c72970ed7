package dev.tengen.cli.cgt;

import dev.tengen.base.InvalidValueException;
import dev.tengen.cgt.CanonicalGame;
import dev.tengen.cgt.Dyadic;
import dev.tengen.cgt.GameUniverse;
import dev.tengen.cgt.NotationException;
import dev.tengen.cgt.Side;
import dev.tengen.cgt.WorkLimitException;
import dev.tengen.cgt.WorkLimits;
import dev.tengen.cli.option.BaseCommand;
import dev.tengen.cli.output.ExitCode;
import dev.tengen.cli.picture.ThermographSheet;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;

/** {@code tengen cgt}: calculates with combinatorial games. */
@Command(
        name = "cgt",
        description = "Calculate with combinatorial games: canonical form, outcome, stops, mean and temperature.",
        sortOptions = false,
        footerHeading = "%nExamples:%n",
        footer = {
            "  tengen cgt \"{3||2*|1*}\"                    all that is known about a game",
            "  tengen cgt \"{3|-1} + {2|0} - ^\" --value    a sum, and only its value",
            "  tengen cgt \"{3||2*|1*}\" --cool 5/8 --json  cooled, as JSON",
            "  tengen cgt \"{6||4|0}\" --freeze             cooled by its own temperature: 4^",
            "  tengen cgt \"{9||8|0}\" --thermograph --svg walls.svg",
            "  tengen cgt \"^\" \"2.^\" \"^*\" --compare \"*\"    one report for each game",
            "",
            "A game is {Left's moves|Right's moves}; a player who cannot move loses. On a board, Left is Black.",
            "  {3|1}, {3||2|1}, {|}  games; the longer bar binds less: {3|{2|1}}; nobody can move in {|}",
            "  5, 3/4, -7/8          numbers; denominators are powers of 2",
            "  *, *2                 star and nimbers: {0|0}, {0,*|0,*}",
            "  ^, v, ^2, 2.^, ^2*3   up, down, double up (two spellings), double up plus a nimber",
            "  2^, 2*                a number plus up, a number plus star",
            "  +-2, +-{3|1}          switches, also written with the character U+00B1: {2|-2}",
            "  tiny(2), miny(2)      {0||0|-2} and its negative",
            "  3.{2|0}, -(1*), a + b - c   copies, a negative, sums",
            "Quote games: the shell has its own meaning for | * { } ( ).",
            "",
            "Without options, the report has the value in its shortest notation, the canonical form, who wins,",
            "the stops (the numbers at which alternating play ends), the mean (the average of many copies), the",
            "temperature (what a move gains over its tax), the nearest integers below and above, and the",
            "birthday (the longest sequence of moves). --cool, --heat and --freeze change the game first.",
            "With --json there is one object per game; a text that is no game gives an object with error, and",
            "with line and column. A calculation counts its steps and stops at limits, with an error.",
            "Exit codes: 0 success; 1 a calculation reached a limit, or a line of the file is no game; 2 an",
            "argument is no game, or an option is wrong."
        })
public final class CgtCommand extends BaseCommand {
    private static final int MAX_FILE_BYTES = 10_000_000;
    private static final String STANDARD_INPUT = "-";
    /** What an argument looks like that was meant as an option. */
    private static final Pattern OPTION = Pattern.compile("--?[A-Za-z][-A-Za-z]*(=.*)?", Pattern.DOTALL);

    @Parameters(
            paramLabel = "GAME",
            arity = "0..*",
            description = "A game or a sum of games. Each gets its own report.")
    private List<String> arguments = List.of();

    @Option(
            names = "--file",
            paramLabel = "FILE",
            description = "Read games from this file, one per line; - is standard input. Empty lines and lines that"
                    + " start with # are skipped.")
    private @Nullable String file;

    @ArgGroup
    private @Nullable ChangeOptions changeOptions;

    @Option(names = "--compare", paramLabel = "GAME", description = "Compare with this game.")
    private @Nullable String other;

    @Option(
            names = "--thermograph",
            description = "Report the walls of the thermograph: pairs of temperature and value where a wall bends.")
    private boolean hasWalls;

    @Option(
            names = "--incentives",
            description = "Report each canonical move and its incentive: what it gains for the player who makes it.")
    private boolean hasIncentives;

    @Option(
            names = "--svg",
            paramLabel = "OUT",
            description = "Draw the thermographs to this SVG file, one below the other. An existing file is replaced.")
    private @Nullable Path picture;

    @Option(
            names = "--max-steps",
            paramLabel = "N",
            description = "Maximum number of steps for each game. The default takes some seconds."
                    + " Default: ${DEFAULT-VALUE}.")
    private long maxSteps = WorkLimits.DEFAULT.steps();

    @ArgGroup
    private Output output = new Output();

    private final ThermographSheet sheet = new ThermographSheet();

    @Override
    public Integer call() throws IOException {
        WorkLimits limits = limits();
        GameChange change = changeOptions == null ? GameChange.NONE : change(changeOptions);
        requireGame(limits, "--compare", other);
        requireNoUnknownOption();
        List<Expression> lines = file == null ? List.of() : read(file);
        if (arguments.isEmpty() && file == null) {
            throw usageError("Name a game, as in: tengen cgt \"{3|1}\"");
        }
        int exitCode = ExitCode.OK;
        for (int index = 0; index < arguments.size(); index++) {
            String source = arguments.size() == 1 ? "GAME" : "GAME " + (index + 1);
            Expression expression = new Expression(source, 1, arguments.get(index));
            exitCode = Math.max(exitCode, report(limits, change, expression, ExitCode.USAGE));
        }
        for (Expression expression : lines) {
            exitCode = Math.max(exitCode, report(limits, change, expression, ExitCode.FAILED));
        }
        return picture == null ? exitCode : Math.max(exitCode, draw(picture));
    }

    private WorkLimits limits() {
        try {
            return WorkLimits.DEFAULT.withSteps(maxSteps);
        } catch (InvalidValueException e) {
            throw usageError("--max-" + e.getMessage());
        }
    }

    private GameChange change(ChangeOptions options) {
        if (options.isFrozen) {
            return new GameChange(GameChange.Kind.FREEZE, Dyadic.ZERO);
        }
        return options.cool == null
                ? new GameChange(GameChange.Kind.HEAT, degrees("--heat", Objects.requireNonNull(options.heat)))
                : new GameChange(GameChange.Kind.COOL, degrees("--cool", options.cool));
    }

    private Dyadic degrees(String option, String text) {
        try {
            CanonicalGame number = new GameUniverse().parse(text);
            if (number.isNumber() && number.stop(Side.LEFT).signum() >= 0) {
                return number.stop(Side.LEFT);
            }
        } catch (NotationException | WorkLimitException e) {
            throw new ParameterException(spec().commandLine(), degreesMessage(option, text), e);
        }
        throw usageError(degreesMessage(option, text));
    }

    private static String degreesMessage(String option, String text) {
        return option + " \"" + text + "\" is not a number of degrees from 0, such as 2 or 5/8: a denominator is a"
                + " power of 2";
    }

    private void requireGame(WorkLimits limits, String option, @Nullable String text) {
        if (text == null) {
            return;
        }
        Expression expression = new Expression(option, 1, text);
        try {
            new GameUniverse(limits).parse(text);
        } catch (NotationException e) {
            NotationError error = expression.error(e);
            throw new ParameterException(
                    spec().commandLine(), error.message() + System.lineSeparator() + error.picture(), e);
        } catch (WorkLimitException e) {
            throw new ParameterException(spec().commandLine(), option + ": " + message(e), e);
        }
    }

    /** Checks that no argument is a misspelled option. An argument may start with a minus sign, as in -v. */
    private void requireNoUnknownOption() {
        for (String argument : arguments) {
            if (OPTION.matcher(argument).matches()) {
                try {
                    new GameUniverse().parse(argument);
                } catch (NotationException e) {
                    throw new ParameterException(spec().commandLine(), "Unknown option: '" + argument + "'", e);
                }
            }
        }
    }

    private List<Expression> read(String name) throws IOException {
        String text = content(name);
        List<Expression> expressions = new ArrayList<>();
        String[] lines = text.split("\\R", -1);
        for (int index = 0; index < lines.length; index++) {
            if (!lines[index].isBlank() && !lines[index].startsWith("#")) {
                expressions.add(new Expression(name, index + 1, lines[index]));
            }
        }
        return expressions;
    }

    private String content(String name) throws IOException {
        try (InputStream in = name.equals(STANDARD_INPUT) ? System.in : Files.newInputStream(Path.of(name))) {
            byte[] bytes = in.readNBytes(MAX_FILE_BYTES + 1);
            if (bytes.length > MAX_FILE_BYTES) {
                throw usageError("--file " + name + " has more than " + MAX_FILE_BYTES + " bytes");
            }
            return new String(bytes, StandardCharsets.UTF_8);
        } catch (NoSuchFileException e) {
            throw new ParameterException(spec().commandLine(), "--file " + name + ": there is no such file", e);
        }
    }

    /** Reports about a game. Returns the exit code; {@code noGame} if the expression is no game. */
    private int report(WorkLimits limits, GameChange change, Expression expression, int noGame) {
        GameUniverse universe = new GameUniverse(limits);
        try {
            CanonicalGame game = change.apply(universe, universe.parse(expression.text()));
            CanonicalGame compared = other == null ? null : universe.parse(other);
            GameReport.Request request = new GameReport.Request(change, compared, hasWalls, hasIncentives);
            GameReport report = GameReport.of(universe, expression, game, request);
            if (picture != null) {
                sheet.add(universe.thermograph(game), report.value());
            }
            print(report, change);
            return ExitCode.OK;
        } catch (NotationException e) {
            print(expression, expression.error(e));
            return noGame;
        } catch (WorkLimitException e) {
            print(expression, message(e));
            return ExitCode.FAILED;
        }
    }

    private static String message(WorkLimitException failure) {
        return failure.getMessage() + (failure.limit().equals("steps") ? "; --max-steps raises the limit" : "");
    }

    private void print(GameReport report, GameChange change) {
        if (output.isJson) {
            printJson(report);
            return;
        }
        PrintWriter out = out();
        List<String> lines = output.isValue ? List.of(report.value()) : report.lines(change.suffix());
        lines.forEach(out::println);
    }

    private void print(Expression expression, NotationError error) {
        if (output.isJson) {
            printJson(new NotationErrorJson(expression.inOneLine(), error.problem(), error.line(), error.column()));
            return;
        }
        printMessage("tengen: " + error.message());
        error.picture().lines().forEach(this::printMessage);
        if (expression.text().indexOf('\uFFFD') >= 0) {
            printMessage("The terminal's character set has no plus-minus sign: write +-2 for the switch {2|-2}.");
        }
    }

    private void print(Expression expression, String problem) {
        if (output.isJson) {
            printJson(new LimitErrorJson(expression.inOneLine(), problem));
        } else {
            printMessage("tengen: " + expression.source() + ", line " + expression.line() + ": " + problem);
        }
    }

    private int draw(Path target) {
        if (sheet.size() == 0) {
            return ExitCode.OK;
        }
        try {
            Files.writeString(target, sheet.draw());
            return ExitCode.OK;
        } catch (NoSuchFileException e) {
            printMessage("tengen: --svg " + target + " cannot be written: there is no such folder");
        } catch (IOException e) {
            printMessage("tengen: --svg " + target + " cannot be written: " + e.getMessage());
        }
        return ExitCode.FAILED;
    }

    /** The form of the output: at most one of them. */
    private static final class Output {
        @Option(names = "--value", description = "Print only the value of each game, in its shortest notation.")
        private boolean isValue;

        @Option(names = "--json", description = "Print one JSON object per game.")
        private boolean isJson;
    }

    /** The changes of temperature: at most one of them. */
    private static final class ChangeOptions {
        @Option(
                names = "--cool",
                paramLabel = "T",
                description = "Cool by T: each move costs a tax of T, until neither player wants to move.")
        private @Nullable String cool;

        @Option(
                names = "--heat",
                paramLabel = "T",
                description = "Heat by T: each move earns T. Cooling by T reverses it.")
        private @Nullable String heat;

        @Option(
                names = "--freeze",
                description = "Cool by the temperature of the game: its mean plus an infinitesimal.")
        private boolean isFrozen;
    }

    /** The object that {@code --json} prints for a text that is no game. */
    private record NotationErrorJson(String expression, String error, int line, int column) {}

    /** The object that {@code --json} prints for a calculation that reached a limit. */
    private record LimitErrorJson(String expression, String error) {}
}
