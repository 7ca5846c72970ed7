package dev.tengen.cli.play;

import dev.tengen.base.SplitMix64;
import dev.tengen.board.Color;
import dev.tengen.board.Grid;
import dev.tengen.cli.option.BaseCommand;
import dev.tengen.cli.option.RecordOptions;
import dev.tengen.cli.option.RulesOptions;
import dev.tengen.cli.output.ExitCode;
import dev.tengen.game.Ko;
import dev.tengen.game.Rules;
import dev.tengen.game.Setup;
import dev.tengen.game.Suicide;
import dev.tengen.player.BuiltInPlayer;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.Charset;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code tengen play}: opens a board to try the rules on. */
@Command(
        name = "play",
        description =
                "Open a board to try the rules on: play, inspect chains and areas, find out why a move is illegal.",
        sortOptions = false,
        footer = {
            "",
            "It reads commands line by line from standard input and prints boards as text; \"help\" lists the",
            "commands, and text after # is a comment. Examples:",
            "  tengen play --size 9 --opponent greedy",
            "  tengen play --demo ko",
            "  echo 'demo' | tengen play",
            "The exit code is 1 if FILE cannot be read, or with --check if a command was rejected."
        })
public final class PlayCommand extends BaseCommand {
    @Parameters(paramLabel = "FILE", arity = "0..1", description = "Start with this game record (SGF) or diagram.")
    private @Nullable Path file;

    @Option(
            names = "--size",
            paramLabel = "WxH",
            defaultValue = "9",
            description = "Width and height, 1 to 25 each; one number for a square. Default: ${DEFAULT-VALUE}.")
    private Grid grid = Grid.square(9);

    @Mixin
    private final RulesOptions rules = new RulesOptions();

    @Mixin
    private final RecordOptions records = new RecordOptions();

    @Option(
            names = "--ko",
            paramLabel = "RULE",
            description =
                    "Ko rule: positional, situational, natural-situational, simple or none. Default: that of --rules.")
    private @Nullable Ko ko;

    @Option(
            names = "--suicide",
            paramLabel = "RULE",
            description = "Suicide rule: forbidden, multi-stone or any. Default: that of --rules.")
    private @Nullable Suicide suicide;

    @Option(
            names = "--opponent",
            paramLabel = "PLAYER",
            description = "Play against this built-in player; tengen info lists them.")
    private @Nullable String opponent;

    @Option(
            names = "--color",
            paramLabel = "COLOR",
            defaultValue = "black",
            description = "Your color against the opponent: black or white. Default: ${DEFAULT-VALUE}.")
    private String color = "black";

    @Option(
            names = "--seed",
            paramLabel = "S",
            defaultValue = "1",
            description = "Random seed of built-in players. Default: ${DEFAULT-VALUE}.")
    private long seed;

    @Option(
            names = "--demo",
            paramLabel = "NAME",
            description = "Print a demonstration and exit. all: print all. The command demo lists them.")
    private @Nullable String demo;

    @Option(names = "--check", description = "Exit with 1 if a command was rejected.")
    private boolean isChecked;

    @Override
    public Integer call() throws IOException {
        requireDemo();
        LineUi ui = new LineUi(new CommandInterpreter(options()), out());
        if (demo != null) {
            (demo.equals("all") ? LineUi.lessons() : List.of(demo)).forEach(ui::show);
            return ExitCode.OK;
        }
        for (String line : firstLines()) {
            if (!ui.run(line)) {
                return ExitCode.FAILED;
            }
        }
        boolean isSuccess = ui.run(new BufferedReader(new InputStreamReader(System.in, Charset.defaultCharset())));
        return isSuccess || !isChecked ? ExitCode.OK : ExitCode.FAILED;
    }

    private void requireDemo() {
        if (demo != null && !demo.equals("all") && !LineUi.lessons().contains(demo)) {
            throw usageError("--demo \"" + demo + "\" is not one of " + LineUi.lessons() + " or all");
        }
    }

    private PlayOptions options() {
        Optional<BuiltInPlayer> kind = Optional.ofNullable(opponent).map(name -> player("--opponent", name));
        boolean isRulesNamed = rules.isNamed() || ko != null || suicide != null;
        return new PlayOptions(
                Setup.empty(grid),
                rules(),
                isRulesNamed,
                records.mode(),
                kind,
                Color.opponent(playerColor()),
                new SplitMix64(seed));
    }

    private int playerColor() {
        return switch (color) {
            case "black" -> Color.BLACK;
            case "white" -> Color.WHITE;
            default -> throw usageError("--color \"" + color + "\" is not one of [black, white]");
        };
    }

    private Rules rules() {
        Rules chosen = rules.rules(grid);
        chosen = ko == null ? chosen : chosen.withKo(ko);
        return suicide == null ? chosen : chosen.withSuicide(suicide);
    }

    /** Returns the initial commands for the options. */
    private List<String> firstLines() {
        if (file == null) {
            return List.of();
        }
        String load = "load " + file;
        return rules.komi().map(komi -> List.of(load, "komi " + komi)).orElse(List.of(load));
    }
}
