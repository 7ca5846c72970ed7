package dev.tengen.cli.solve;

import dev.tengen.base.InvalidValueException;
import dev.tengen.board.Color;
import dev.tengen.board.Grid;
import dev.tengen.budget.SearchLimits;
import dev.tengen.cli.option.BaseCommand;
import dev.tengen.cli.option.EnumNames;
import dev.tengen.cli.option.SearchOptions;
import dev.tengen.cli.output.ExitCode;
import dev.tengen.cli.output.Progress;
import dev.tengen.game.Game;
import dev.tengen.game.Legality;
import dev.tengen.game.Rules;
import dev.tengen.game.Setup;
import dev.tengen.solve.Bounds;
import dev.tengen.solve.Regret;
import dev.tengen.solve.Solution;
import dev.tengen.solve.Solver;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalInt;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code tengen solve}: solves a position of a small board. */
@Command(
        name = "solve",
        description = "Solve a position of a small board: the result of perfect play, and all best moves.",
        sortOptions = false,
        footer = {
            "",
            "The rules are Tromp-Taylor without komi; margins are Black's. EXACT: the margin is proven, with",
            "superko and the moves before. CONDITIONAL: a limit was reached; the bounds are proven, and bounds",
            "for play with repetitions allowed are printed, too. The exit code of CONDITIONAL is 1.",
            "  tengen solve --size 2x3",
            "  tengen solve --size 3x3 --moves A1,B2,C3       also print what each of these moves lost",
            "  tengen solve --size 3x4 --table 3x4.solve --max-seconds 60      repeat to continue"
        })
public final class SolveCommand extends BaseCommand {
    private static final long BYTES_PER_MEGABYTE = 1 << 20;

    @Option(
            names = "--size",
            paramLabel = "WxH",
            required = true,
            description = "Width and height; one number for a square. At most " + Solver.MAX_POINT_COUNT + " points.")
    private Grid grid = Grid.square(1);

    @Option(
            names = "--moves",
            paramLabel = "MOVES",
            split = ",",
            description = "Moves from the empty board, as in A1,B2,pass. Default: none.")
    private List<String> moves = List.of();

    @Mixin
    private final SearchOptions search = SearchOptions.unlimited();

    @Option(
            names = "--table",
            paramLabel = "FILE",
            description = "Start with the proofs in this file, if it exists, and save all proofs to it at the end.")
    private @Nullable Path tableFile;

    @Option(
            names = "--table-megabytes",
            paramLabel = "N",
            defaultValue = "1024",
            description = "Memory limit of the proofs, in megabytes. Default: ${DEFAULT-VALUE}.")
    private long tableMegabytes = 1024;

    @Option(names = "--json", description = "Print one JSON object.")
    private boolean isJson;

    @Override
    public Integer call() throws IOException {
        SearchLimits limits = search.limits();
        Solver solver = new Solver(grid, tableBytes());
        Game game = play();
        if (tableFile != null && Files.exists(tableFile)) {
            ProofFile.load(solver, tableFile);
        }
        Solution solution;
        try (Progress progress = Progress.of("solve", -1)) {
            solution = solver.solve(game, limits, state -> {
                progress.stepTo(state.nodes());
                progress.setMessage("margin " + state.proven() + ", " + state.certificateCount() + " proofs");
            });
        }
        List<Regret> regrets = Regret.ofGame(solver, game, limits);
        if (tableFile != null) {
            ProofFile.save(solver, tableFile);
        }
        if (isJson) {
            printJson(json(solution, regrets));
        } else {
            print(solution, regrets);
        }
        return solution.isComplete() ? ExitCode.OK : ExitCode.FAILED;
    }

    private long tableBytes() {
        InvalidValueException.requireWithin(
                "--table-megabytes", tableMegabytes, 0, Long.MAX_VALUE / BYTES_PER_MEGABYTE);
        return tableMegabytes * BYTES_PER_MEGABYTE;
    }

    private Game play() {
        Game game = new Game(Setup.empty(grid), Rules.TROMP_TAYLOR.withKomi(0));
        for (String name : moves) {
            Legality legality = game.play(grid.point(name));
            if (!legality.isLegal()) {
                throw usageError("--moves: move " + (game.moveNumber() + 1) + ", " + name + ", is " + legality);
            }
        }
        if (game.isOver()) {
            throw usageError("--moves: two passes have ended the game");
        }
        return game;
    }

    private void print(Solution solution, List<Regret> regrets) {
        PrintWriter out = out();
        out.println(grid + ": " + solution.certainty() + ", margin " + solution.proven());
        if (!solution.proven().isExact()) {
            out.println("if repetitions were allowed: " + solution.free());
        }
        out.println("best moves: " + names(solution.bestMoves()));
        if (!solution.openMoves().isEmpty()) {
            out.println("not known: " + names(solution.openMoves()));
        }
        for (Regret regret : regrets) {
            String lost =
                    regret.points().isPresent() ? "lost " + regret.points().getAsInt() : "lost ?";
            out.printf(
                    "move %d, %s %s: %s%n",
                    regret.moveNumber(), Color.name(regret.color()), grid.name(regret.move()), lost);
        }
        out.printf("%,d states searched, the longest line %d moves%n", solution.nodes(), solution.deepest());
    }

    private String names(List<Integer> points) {
        return points.isEmpty() ? "-" : points.stream().map(grid::name).collect(Collectors.joining(" "));
    }

    private SolveJson json(Solution solution, List<Regret> regrets) {
        return new SolveJson(
                grid.toString(),
                EnumNames.of(solution.certainty()),
                solution.isComplete(),
                solution.proven(),
                solution.free(),
                solution.bestMoves().stream().map(grid::name).toList(),
                solution.openMoves().stream().map(grid::name).toList(),
                solution.nodes(),
                solution.deepest(),
                regrets.stream().map(this::json).toList());
    }

    private RegretJson json(Regret regret) {
        OptionalInt points = regret.points();
        return new RegretJson(
                regret.moveNumber(),
                regret.color(),
                grid.name(regret.move()),
                points.isPresent() ? (Integer) points.getAsInt() : null);
    }

    /** The object that {@code --json} prints. */
    private record SolveJson(
            String size,
            String certainty,
            boolean isComplete,
            Bounds margin,
            Bounds marginIfRepetition,
            List<String> bestMoves,
            List<String> openMoves,
            long nodeCount,
            int longestLine,
            List<RegretJson> regrets) {}

    private record RegretJson(
            int moveNumber,
            int color,
            String move,
            @Nullable Integer points) {}
}
