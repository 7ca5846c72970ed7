package dev.tengen.cli.gtp;

import dev.tengen.base.InvalidValueException;
import dev.tengen.base.SplitMix64;
import dev.tengen.board.Grid;
import dev.tengen.cli.option.BaseCommand;
import dev.tengen.cli.option.EnvironmentVariables;
import dev.tengen.cli.option.RecordOptions;
import dev.tengen.cli.option.RulesOptions;
import dev.tengen.cli.output.ExitCode;
import dev.tengen.client.ConnectionSecurity;
import dev.tengen.game.Rules;
import dev.tengen.game.Setup;
import dev.tengen.player.MonteCarlo;
import dev.tengen.player.Player;
import dev.tengen.player.Players;
import dev.tengen.server.Version;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code tengen gtp}: runs an engine of the Go Text Protocol. */
@Command(
        name = "gtp",
        description = "Run a GTP 2 engine (Go Text Protocol) on standard input and output, for any Go program.",
        sortOptions = false,
        footer = {
            "",
            "Configure this command as the engine in Sabaki, GoGui, Lizzie or a tournament program. It ends",
            "with the command quit or the end of input. Standard output has GTP responses only.",
            "Analysis in these programs (lz-analyze, kata-analyze, analyze) is a Monte-Carlo tree search,",
            "regardless of the player; tengen analysis is the engine for KaTrain. Examples:",
            "  printf 'boardsize 9\\ngenmove black\\nshowboard\\n' | tengen gtp --player greedy",
            "  tengen gtp --rules chinese --player monte-carlo:playouts=500 --seed 7",
            "  tengen gtp --address 127.0.0.1:9019 --player greedy    (the player runs at a server)",
            "  printf 'boardsize 9\\nkata-genmove_analyze b maxmoves 3\\n' | tengen gtp --player monte-carlo",
            "The options set initial values; the commands boardsize, komi and kata-set-rules change them."
        })
public final class GtpEngineCommand extends BaseCommand {
    @Option(
            names = "--size",
            paramLabel = "WxH",
            defaultValue = "19",
            description = "Initial width and height, 1 to 25 each; one number for a square. Default: ${DEFAULT-VALUE}.")
    private Grid grid = Grid.square(19);

    @Mixin
    private final RulesOptions rules = new RulesOptions();

    @Mixin
    private final RecordOptions records = new RecordOptions();

    @Option(
            names = "--player",
            paramLabel = "PLAYER",
            defaultValue = "eye-safe-random",
            description = "The player that chooses moves; tengen info lists them. Default: ${DEFAULT-VALUE}.")
    private String playerName = "eye-safe-random";

    @Option(
            names = "--seed",
            paramLabel = "S",
            defaultValue = "1",
            description = "Random seed of the player. Default: ${DEFAULT-VALUE}.")
    private long seed;

    @Option(
            names = "--analysis-visits",
            paramLabel = "N",
            defaultValue = "" + MonteCarlo.MAX_PLAYOUT_COUNT,
            description =
                    "Playouts after which an analysis (lz-analyze, kata-analyze, analyze) searches no further, 1 to "
                            + MonteCarlo.MAX_PLAYOUT_COUNT
                            + ". Each takes about 50 bytes of memory. Default: ${DEFAULT-VALUE}.")
    private int analysisVisits = MonteCarlo.MAX_PLAYOUT_COUNT;

    @Option(
            names = "--address",
            paramLabel = "ADDRESS",
            description = "Use a player at this server, at HOST:PORT or unix:PATH. Default: a player in this process.")
    private @Nullable String address;

    @Option(names = "--commands", description = "Print all commands of the engine as a Markdown table, and exit.")
    private boolean isTableAsked;

    @Override
    public Integer call() throws IOException {
        Setup start = Setup.empty(grid);
        Rules startRules = rules.rules(grid);
        if (isTableAsked) {
            Engine engine = engine(start, startRules, Players.RANDOM::create);
            out().print(engine.table());
            out().flush();
        } else if (address == null) {
            run(engine(start, startRules, player("--player", playerName)::create));
        } else {
            try (ServerPlayer player = connect(address)) {
                run(engine(start, startRules, anyGrid -> player));
            }
        }
        return ExitCode.OK;
    }

    private ServerPlayer connect(String target) {
        try {
            return ServerPlayer.connect(
                    target, playerName, ConnectionSecurity.fromEnvironment(EnvironmentVariables.ofProcess()));
        } catch (IllegalArgumentException e) {
            throw usageError("--address " + target + ": " + e.getMessage());
        }
    }

    private Engine engine(Setup start, Rules startRules, Function<Grid, Player> players) {
        InvalidValueException.requireWithin("--analysis-visits", analysisVisits, 1, MonteCarlo.MAX_PLAYOUT_COUNT);
        EngineSettings settings = new EngineSettings(Version.current(), records.mode(), analysisVisits);
        return new Engine(start, startRules, players, new SplitMix64(seed), settings);
    }

    private void run(Engine engine) throws IOException {
        engine.run(new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8)), out());
    }
}
