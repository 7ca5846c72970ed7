package dev.tengen.cli.rollout;

import dev.tengen.base.InvalidValueException;
import dev.tengen.base.Names;
import dev.tengen.board.Grid;
import dev.tengen.cli.data.DataFileException;
import dev.tengen.cli.data.GameFileFormat;
import dev.tengen.cli.data.ManifestWriter;
import dev.tengen.cli.data.RolloutFolder;
import dev.tengen.cli.data.RolloutSpec;
import dev.tengen.cli.option.BaseCommand;
import dev.tengen.cli.output.ExitCode;
import dev.tengen.cli.output.Progress;
import dev.tengen.cli.output.RateProgress;
import dev.tengen.env.EnvironmentSpec;
import dev.tengen.game.Rules;
import dev.tengen.game.RulesPreset;
import dev.tengen.game.RulesText;
import dev.tengen.game.Setup;
import dev.tengen.server.Version;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code tengen rollout}: plays games and writes them to a folder. */
@Command(
        name = "rollout",
        description =
                "Play games between two players and write them to a folder: exactly N, each once, the same in every"
                        + " run. Repeat the command to resume after any stop.",
        sortOptions = false,
        footer = {
            "",
            "Game g depends on the options, the version of Tengen and g alone. Many processes can share the",
            "work: start each with its own --shard and the same other options, on one folder. The one that ends",
            "last writes _manifest.json. Its bytes, like those of the files of games, do not depend on the",
            "shards, on --concurrency, or on how often processes were killed.",
            "",
            "Examples:",
            "  tengen rollout --games 1000 --out games --black greedy",
            "  tengen rollout --games 100000 --black random --white random --seed 7 --shard 0/8 --out games",
            "  tengen rollout --games 200 --engine \"gnugo=gnugo --mode gtp --level 1 --seed {seed}\" \\",
            "    --black gtp:gnugo --white monte-carlo:playouts=100 --format sgf --out games",
            "  tengen rollout --games 1000 --out games --black mypolicy:play --format parquet",
            "",
            "The Python package plays policies, writes parquet and npz, and verifies games (tengen data):",
            "pip install \"tengen-go[data]\".",
            "Engines repeat their games only if their command sets their random seed ({seed}). An engine that",
            "plays an illegal move loses. One that fails or is too slow stops the command; repeat it to resume.",
            "docs/guide/rollouts.md is a guide.",
            "",
            "Exit codes: 0 all games of the shard are written; 1 an engine or a policy failed, or a file is",
            "damaged; 2 an option is invalid, or the folder has another rollout; 3 the folder cannot be",
            "written."
        })
public final class RolloutCommand extends BaseCommand {
    @Option(names = "--games", paramLabel = "N", required = true, description = "Number of games over all shards.")
    private long gameCount;

    @Option(names = "--out", paramLabel = "DIR", required = true, description = "The folder to write to.")
    private Path out = Path.of("");

    @Option(
            names = "--size",
            paramLabel = "WxH",
            defaultValue = "9",
            description = "Width and height, 1 to 25 each; one number for a square. Default: ${DEFAULT-VALUE}.")
    private Grid grid = Grid.square(9);

    @Option(
            names = "--rules",
            paramLabel = "RULES",
            defaultValue = "tromp-taylor",
            description = "A rule preset (tengen info lists them), or rules in KataGo's notation. Default:"
                    + " ${DEFAULT-VALUE}.")
    private String rulesText = "tromp-taylor";

    @Option(names = "--komi", paramLabel = "POINTS", description = "Komi, a multiple of 0.5. Default: that of --rules.")
    private @Nullable Double komi;

    @Option(
            names = "--max-moves",
            paramLabel = "N",
            defaultValue = "0",
            description = "Moves after which a game is truncated, 1 to 1000000; -1 for unlimited. Default: three times"
                    + " the number of points.")
    private int maxMoves;

    @Option(
            names = "--black",
            paramLabel = "PLAYER",
            defaultValue = "random",
            description = "The black player: a built-in player (tengen info lists them), gtp:NAME for an engine, or"
                    + " module:function for a Python policy. Default: ${DEFAULT-VALUE}.")
    private String blackName = "random";

    @Option(
            names = "--white",
            paramLabel = "PLAYER",
            defaultValue = "random",
            description = "The white player. Default: ${DEFAULT-VALUE}.")
    private String whiteName = "random";

    @Mixin
    private final PlayerOptions players = new PlayerOptions();

    @Mixin
    private final PythonOptions python = new PythonOptions();

    @Option(
            names = "--seed",
            paramLabel = "X",
            defaultValue = "0",
            description = "Seed of all random numbers, at least 0. Default: ${DEFAULT-VALUE}.")
    private long seed;

    @Option(
            names = "--format",
            paramLabel = "FORMAT",
            defaultValue = "moves",
            description = "moves: protocol buffers with moves and results, see rollout.proto; sgf: game records;"
                    + " parquet, npz: see docs/guide/data.md. Default: ${DEFAULT-VALUE}.")
    private GameFileFormat format = GameFileFormat.MOVES;

    @Option(
            names = "--games-per-file",
            paramLabel = "N",
            description = "Number of games in a file, the smallest piece of work for a shard or a thread. Default: a"
                    + " thousandth of --games, at least 16.")
    private @Nullable Integer gamesPerFile;

    @Option(
            names = "--shard",
            paramLabel = "I/K",
            defaultValue = "0/1",
            description = "Play the part I of K, from 0/K to K-1/K. Default: everything.")
    private String shardText = "0/1";

    @Option(
            names = "--concurrency",
            paramLabel = "N",
            description = "Number of games played at once. Default: one for each processor.")
    private int concurrency = Runtime.getRuntime().availableProcessors();

    @Option(
            names = "--json",
            description = "Print one JSON object in the end: folder, shard, games, played, moves, seconds,"
                    + " games_per_second, moves_per_second, complete.")
    private boolean isJson;

    @Override
    public Integer call() throws IOException, InterruptedException {
        if (concurrency < 1) {
            throw usageError("--concurrency " + concurrency + " is less than 1");
        }
        Shard shard = Shard.parse(shardText);
        try {
            return run(shard);
        } catch (PlayerFaultException | DataFileException e) {
            printMessage("tengen: " + e.getMessage());
            return ExitCode.FAILED;
        }
    }

    private int run(Shard shard) throws IOException, InterruptedException, DataFileException {
        Rules rules = rules();
        Setup setup = Setup.empty(grid);
        RolloutPlayer black = players.player("--black", blackName, python, setup, rules);
        RolloutPlayer white = players.player("--white", whiteName, python, setup, rules);
        RolloutFolder folder = RolloutFolder.create(out, spec(setup, rules, black, white));
        Optional<PolicyChannel> channel = python.isPiped()
                ? Optional.of(new PolicyChannel(System.in, new FileOutputStream(FileDescriptor.out)))
                : Optional.empty();
        ShardRun run = new ShardRun(folder, shard, black, white);
        long before = run.doneCount();
        long total = run.gameCount();
        if (before > 0) {
            printMessage("Resuming after " + before + " of " + total + " games in " + out);
        }
        long start = System.nanoTime();
        play(run, folder, black, white, channel);
        double seconds = (System.nanoTime() - start) / 1e9;
        boolean isComplete = !format.isConverted() && isCompleted(folder, run);
        Summary summary = summary(shard, run, seconds, isComplete);
        if (channel.isPresent()) {
            channel.get().sendEnd(summary);
        } else {
            print(summary);
        }
        return ExitCode.OK;
    }

    private void play(
            ShardRun run,
            RolloutFolder folder,
            RolloutPlayer black,
            RolloutPlayer white,
            Optional<PolicyChannel> channel)
            throws IOException, InterruptedException {
        String task = shardText.equals(Shard.WHOLE.toString()) ? "rollout" : "rollout " + shardText;
        try (RateProgress progress = RateProgress.of(task, "games", run.doneCount(), run.gameCount(), err())) {
            if (channel.isPresent() && hasPolicy(black, white)) {
                new LaneRun(run, folder, black, white, channel.get(), python.encoding())
                        .play(python.laneCount(), concurrency, progress);
            } else {
                run.play(concurrency, progress);
            }
        }
    }

    private static boolean hasPolicy(RolloutPlayer black, RolloutPlayer white) {
        return black instanceof RolloutPlayer.Policy || white instanceof RolloutPlayer.Policy;
    }

    private Rules rules() {
        Rules rules = RulesText.preset(rulesText)
                .map(preset -> preset.rules(grid))
                .or(() -> RulesText.parse(rulesText))
                .orElseThrow(() -> usageError("--rules \"" + rulesText + "\" is none of " + RulesPreset.names()
                        + " and is not in KataGo's notation" + Names.hint(rulesText, RulesPreset.names())));
        return komi == null ? rules : rules.withKomi(komi);
    }

    /**
     * Returns the spec, which is the same in every shard.
     *
     * @throws InvalidValueException if a value is out of range
     */
    private RolloutSpec spec(Setup setup, Rules rules, RolloutPlayer black, RolloutPlayer white) {
        int moveLimit =
                EnvironmentSpec.builder(setup, rules).maxMoves(maxMoves).build().moveLimit();
        int perFile = gamesPerFile == null ? RolloutSpec.usualGamesPerFile(gameCount, format, moveLimit) : gamesPerFile;
        RolloutSpec spec = new RolloutSpec(
                RolloutSpec.FORMAT,
                RolloutSpec.FORMAT_VERSION,
                Version.current(),
                gameCount,
                perFile,
                format,
                grid.width(),
                grid.height(),
                rules,
                moveLimit,
                black.name(),
                white.name(),
                players.identities(black, white, setup, rules),
                python.identities(black, white),
                seed,
                python.writer(),
                python.planes());
        python.requireFit(format);
        return spec;
    }

    /** Writes the manifest if no game of any shard is missing. Returns whether the rollout is complete. */
    private boolean isCompleted(RolloutFolder folder, ShardRun run)
            throws IOException, InterruptedException, DataFileException {
        boolean isKnown = folder.hasManifest() && run.playedCount() == 0;
        if (!folder.isComplete() || isKnown) {
            return isKnown && folder.isComplete();
        }
        try (Progress progress = Progress.of("manifest", folder.spec().games())) {
            ManifestWriter.write(folder, concurrency, progress::stepTo);
            return true;
        }
    }

    private Summary summary(Shard shard, ShardRun run, double seconds, boolean isComplete) {
        return new Summary(
                out.toString(),
                shard.toString(),
                run.gameCount(),
                run.playedCount(),
                run.moveCount(),
                seconds,
                run.playedCount() / seconds,
                run.moveCount() / seconds,
                isComplete);
    }

    private void print(Summary summary) {
        if (isJson) {
            printJson(summary);
            return;
        }
        out().printf(
                        Locale.ROOT,
                        "%d games played in %.1f s (%.1f games/s, %.0f moves/s); %d games of shard %s in %s%n",
                        summary.played,
                        summary.seconds,
                        summary.gamesPerSecond,
                        summary.movesPerSecond,
                        summary.games,
                        summary.shard,
                        summary.folder);
        out().println(
                        summary.complete
                                ? "Complete: " + RolloutFolder.file(out, RolloutFolder.MANIFEST)
                                : "Other shards are not complete yet.");
    }

    /**
     * What a run of the command did; the object that {@code --json} prints.
     *
     * @param games number of games of the shard
     * @param played number of games that this run played
     * @param moves number of moves of those
     */
    private record Summary(
            String folder,
            String shard,
            long games,
            long played,
            long moves,
            double seconds,
            double gamesPerSecond,
            double movesPerSecond,
            boolean complete) {}
}
