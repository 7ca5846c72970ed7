package dev.tengen.cli.perft;

import dev.tengen.base.InvalidValueException;
import dev.tengen.base.Names;
import dev.tengen.board.Grid;
import dev.tengen.cli.option.BaseCommand;
import dev.tengen.cli.option.EnumNames;
import dev.tengen.cli.output.ExitCode;
import dev.tengen.cli.output.Progress;
import dev.tengen.game.Game;
import dev.tengen.game.Ko;
import dev.tengen.game.Perft;
import dev.tengen.game.Rules;
import dev.tengen.game.RulesPreset;
import dev.tengen.game.RulesText;
import dev.tengen.game.Setup;
import dev.tengen.game.Suicide;
import java.io.PrintWriter;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code tengen perft}: counts move sequences. */
@Command(
        name = "perft",
        description = "Count the sequences of legal moves from the empty board.",
        sortOptions = false,
        footer = {
            "",
            "The usual test of a move generator. Passes count as moves and two passes end a game. Every",
            "program with the same rules must get the same numbers. Example:",
            "  tengen perft --size 3x3 --depth 5    prints 1, 10, 91, 738, 5281, 33384"
        })
public final class PerftCommand extends BaseCommand {
    private static final int MAX_DEPTH = 1000;

    @Option(
            names = "--size",
            paramLabel = "WxH",
            defaultValue = "9",
            description = "Width and height, 1 to 25 each; one number for a square. Default: ${DEFAULT-VALUE}.")
    private Grid grid = Grid.square(9);

    @Option(names = "--depth", paramLabel = "N", required = true, description = "Maximum length of a sequence.")
    private int depth;

    @Option(
            names = "--rules",
            paramLabel = "RULES",
            defaultValue = "tromp-taylor",
            description = "A rule preset, or rules in KataGo's notation. Default: ${DEFAULT-VALUE}.")
    private String rulesText = "tromp-taylor";

    @Option(
            names = "--ko",
            paramLabel = "RULE",
            description =
                    "positional, situational, natural-situational, simple or none. Default: the ko rule of --rules.")
    private @Nullable Ko ko;

    @Option(
            names = "--suicide",
            paramLabel = "RULE",
            description = "forbidden, multi-stone or any. Default: the suicide rule of --rules.")
    private @Nullable Suicide suicide;

    @Option(names = "--json", description = "Print one JSON object; nodes[d] is the count for depth d.")
    private boolean isJson;

    @Override
    public Integer call() {
        if (depth < 0 || depth > MAX_DEPTH) {
            throw usageError("depth " + depth + " is outside [0, " + MAX_DEPTH + "]");
        }
        Rules rules = rules();
        long[] nodes;
        try (Progress progress = Progress.of("perft", grid.moveCount())) {
            nodes = Perft.count(new Game(Setup.empty(grid), rules), depth, progress::stepTo);
        }
        print(rules, nodes);
        return ExitCode.OK;
    }

    private Rules rules() {
        Rules rules = RulesText.parse(rulesText)
                .orElseThrow(() -> usageError("--rules \"" + rulesText + "\" is none of " + RulesPreset.names()
                        + " and is not in KataGo's notation" + Names.hint(rulesText, RulesPreset.names())));
        try {
            return rules.toBuilder()
                    .ko(ko == null ? rules.ko() : ko)
                    .suicide(suicide == null ? rules.suicide() : suicide)
                    .build();
        } catch (InvalidValueException e) {
            throw usageError(String.valueOf(e.getMessage()));
        }
    }

    private void print(Rules rules, long[] nodes) {
        PrintWriter out = out();
        if (isJson) {
            printJson(new PerftJson(grid.toString(), EnumNames.of(rules.ko()), EnumNames.of(rules.suicide()), nodes));
            return;
        }
        out.printf("%s board, ko %s, suicide %s%n", grid, EnumNames.of(rules.ko()), EnumNames.of(rules.suicide()));
        out.printf("%5s  %20s%n", "depth", "sequences");
        for (int level = 0; level < nodes.length; level++) {
            out.printf("%5d  %,20d%n", level, nodes[level]);
        }
    }

    /** The object that {@code --json} prints. */
    @SuppressWarnings("ArrayRecordComponent")
    private record PerftJson(String size, String ko, String suicide, long[] nodes) {}
}
