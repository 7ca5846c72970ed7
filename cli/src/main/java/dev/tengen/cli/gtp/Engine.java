package dev.tengen.cli.gtp;

import dev.tengen.board.Grid;
import dev.tengen.board.InvalidValueException;
import dev.tengen.board.SplitMix64;
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
 * An engine: takes commands line by line and answers each at once. A command that fails changes nothing. Not thread-safe.
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
     * Makes an engine.
     *
     * @param start the board at first
     * @param rules the rules at first
     * @param players makes who chooses its moves on a grid
     * @param random the player's chance
     * @param version what the command "version" answers
     */
    public Engine(Setup start, Rules rules, Function<Grid, Player> players, SplitMix64 random, String version) {
        EngineGame game = new EngineGame(start, rules);
        administration = new AdministrationCommands(registry, version);
        administration.add();
        new BoardCommands(game).addTo(registry);
        new MoveCommands(game, players, random).addTo(registry);
        new ClockCommands().addTo(registry);
        new ScoreCommands(game).addTo(registry);
        new RecordCommands(game).addTo(registry);
        new RulesCommands(game).addTo(registry);
        new AnalyzeCommands(game).addTo(registry);
    }

    /** Answers every line of {@code in} until the controller quits or there are no more. */
    public void run(BufferedReader in, PrintWriter out) throws IOException {
        String line = in.readLine();
        while (line != null) {
            answer(line).ifPresent(response -> out.print(response.format()));
            out.flush();
            line = administration.isEnded() ? null : in.readLine();
        }
    }

    /** Returns the answer to a line, nothing to one that holds no command. */
    public Optional<GtpResponse> answer(String line) {
        return GtpCommand.parse(line).map(this::answer);
    }

    private GtpResponse answer(GtpCommand command) {
        Optional<GtpCommandRegistry.Entry> entry = registry.named(command.name());
        if (entry.isEmpty()) {
            return GtpResponse.failure(command, "unknown command");
        }
        try {
            return GtpResponse.success(command, entry.get().action().apply(new GtpArguments(command.arguments())));
        } catch (GtpFailure e) {
            return GtpResponse.failure(command, oneLine(e));
        } catch (InvalidValueException e) {
            return GtpResponse.failure(command, oneLine(e));
        } catch (PlayerException e) {
            return GtpResponse.failure(command, "the player failed: " + oneLine(e));
        } catch (RuntimeException e) {
            LOG.error("The command \"{}\" failed", command.name(), e);
            return GtpResponse.failure(command, "internal error; standard error tells more");
        }
    }

    private static String oneLine(RuntimeException failure) {
        return String.valueOf(failure.getMessage()).replaceAll("\\s+", " ").strip();
    }

    /** Returns the commands as a table in Markdown. */
    public String table() {
        StringBuilder table = new StringBuilder("| command | what it does or answers |\n|---|---|\n");
        registry.all()
                .forEach(entry -> table.append("| `")
                        .append(entry.usage().replace("|", "\\|"))
                        .append("` | ")
                        .append(entry.summary())
                        .append(" |\n"));
        return table.toString();
    }
}
