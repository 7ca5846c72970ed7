package dev.tengen.cli.gtp;

import dev.tengen.base.InvalidValueException;
import dev.tengen.base.SplitMix64;
import dev.tengen.board.Grid;
import dev.tengen.cli.input.LineReader;
import dev.tengen.cli.input.LineTooLongException;
import dev.tengen.game.Rules;
import dev.tengen.game.Setup;
import dev.tengen.gtp.GtpCommand;
import dev.tengen.gtp.GtpResponse;
import dev.tengen.player.Player;
import dev.tengen.player.PlayerException;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.Optional;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A GTP engine. It reads commands line by line and responds to each before the next one; only the next line ends an
 * analysis. A failed command changes nothing. Not thread-safe.
 *
 * <pre>{@code
 * Engine engine = new Engine(Setup.empty(Grid.square(9)), Rules.TROMP_TAYLOR, Players.GREEDY::create, new SplitMix64(1), "0.1.0");
 * System.out.print(engine.answer("genmove black").orElseThrow().format());
 * }</pre>
 */
public final class Engine {
    private static final Logger LOG = LoggerFactory.getLogger(Engine.class);

    private final GtpCommandRegistry registry = new GtpCommandRegistry();
    private final AdministrationCommands administration;

    /**
     * Creates an engine.
     *
     * @param start the initial position
     * @param rules the initial rules
     * @param players creates the player for a grid
     * @param random the player's random source
     * @param version the response to the command "version"
     */
    public Engine(Setup start, Rules rules, Function<Grid, Player> players, SplitMix64 random, String version) {
        this(start, rules, players, random, EngineSettings.of(version));
    }

    /**
     * Creates an engine.
     *
     * @param start the initial position
     * @param rules the initial rules
     * @param players creates the player for a grid
     * @param random the player's random source
     * @param settings its settings
     */
    public Engine(
            Setup start, Rules rules, Function<Grid, Player> players, SplitMix64 random, EngineSettings settings) {
        EngineGame game = new EngineGame(start, rules);
        EnginePlayer player = new EnginePlayer(game, players, random);
        administration = new AdministrationCommands(registry, settings.version());
        administration.add();
        new BoardCommands(game).addTo(registry);
        new MoveCommands(game, player).addTo(registry);
        new ClockCommands().addTo(registry);
        new ScoreCommands(game).addTo(registry);
        new RecordCommands(game, settings.recordMode()).addTo(registry);
        new RulesCommands(game).addTo(registry);
        new AnalyzeCommands(game).addTo(registry);
        new SearchCommands(game, player, settings.analysisVisits()).addTo(registry);
    }

    /**
     * Responds to every line of {@code in} until the command quit or the end of input. A line of more than
     * {@value LineReader#MAX_LENGTH} characters is skipped with an error.
     */
    public void run(BufferedReader in, PrintWriter out) throws IOException {
        try (InputLines lines = InputLines.read(in)) {
            while (!administration.isEnded()) {
                try {
                    String line = lines.next();
                    if (line == null) {
                        return;
                    }
                    GtpCommand.parse(line).ifPresent(command -> {
                        LiveResponse live = new LiveResponse(command, lines, out);
                        live.end(answer(command, live));
                    });
                } catch (LineTooLongException e) {
                    out.print(GtpResponse.failure(GtpCommand.of(""), String.valueOf(e.getMessage()))
                            .format());
                    out.flush();
                }
            }
        }
    }

    /**
     * Returns the response to a line; empty if the line has no command. An analysis ends after its first report, as if
     * the next command were there.
     */
    public Optional<GtpResponse> answer(String line) {
        return GtpCommand.parse(line).map(command -> {
            CollectedLines collected = new CollectedLines();
            return collected.whole(answer(command, collected));
        });
    }

    private GtpResponse answer(GtpCommand command, ResponseStream stream) {
        Optional<GtpCommandRegistry.Entry> entry = registry.named(command.name());
        if (entry.isEmpty()) {
            return GtpResponse.failure(command, "unknown command");
        }
        try {
            return GtpResponse.success(
                    command, entry.get().action().apply(new GtpArguments(command.arguments()), stream));
        } catch (GtpFailure | InvalidValueException e) {
            return GtpResponse.failure(command, oneLine(e));
        } catch (PlayerException e) {
            return GtpResponse.failure(command, "the player failed: " + oneLine(e));
        } catch (RuntimeException e) {
            LOG.error("The command \"{}\" failed", command.name(), e);
            return GtpResponse.failure(command, "internal error; see standard error");
        }
    }

    private static String oneLine(RuntimeException failure) {
        return String.valueOf(failure.getMessage()).replaceAll("\\s+", " ").strip();
    }

    /** Returns the commands as a Markdown table. */
    public String table() {
        StringBuilder table = new StringBuilder("| command | effect or response |\n|---|---|\n");
        registry.all()
                .forEach(entry -> table.append("| `")
                        .append(entry.usage().replace("|", "\\|"))
                        .append("` | ")
                        .append(entry.summary())
                        .append(" |\n"));
        return table.toString();
    }
}
