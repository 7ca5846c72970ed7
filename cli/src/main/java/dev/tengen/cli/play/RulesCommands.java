package dev.tengen.cli.play;

import dev.tengen.board.Grid;
import dev.tengen.board.InvalidValueException;
import dev.tengen.cli.board.PositionExplainer;
import dev.tengen.cli.play.CommandRegistry.When;
import dev.tengen.game.Game;
import dev.tengen.game.Ko;
import dev.tengen.game.Rules;
import dev.tengen.game.RulesPreset;
import dev.tengen.game.RulesText;
import dev.tengen.game.Scoring;
import dev.tengen.game.Setup;
import dev.tengen.game.Suicide;
import dev.tengen.game.Tax;
import java.util.List;
import java.util.Locale;

/** CommandInterpreter that begin a game or change its rules. */
final class RulesCommands {
    private final BoardSession table;

    RulesCommands(BoardSession table) {
        this.table = table;
    }

    void addTo(CommandRegistry list) {
        list.addSimple(
                When.GAME, "new [SIZE]", "begin with an empty board, as in \"new 9\" or \"new 9x7\"", this::begin);
        list.addSimple(
                When.GAME,
                "rules [RULES]",
                "tell all of the rules, or play by others: " + String.join(", ", RulesPreset.names())
                        + ", or as KataGo writes them",
                this::rules);
        list.addSimple(
                When.GAME,
                "ko RULE",
                "change the ko rule: " + names(Ko.values()),
                words -> change(table.game().rules().withKo(CommandArguments.value(Ko.class, words, "ko"))));
        list.addSimple(
                When.GAME,
                "suicide RULE",
                "change the suicide rule: " + names(Suicide.values()),
                words -> change(table.game().rules().withSuicide(CommandArguments.value(Suicide.class, words, "suicide"))));
        list.addSimple(
                When.GAME,
                "scoring RULE",
                "change what points are: " + names(Scoring.values()),
                words -> change(table.game().rules().withScoring(CommandArguments.value(Scoring.class, words, "scoring"))));
        list.addSimple(
                When.GAME,
                "tax RULE",
                "change what groups cost: " + names(Tax.values()),
                words -> change(table.game().rules().withTax(CommandArguments.value(Tax.class, words, "tax"))));
        list.addSimple(
                When.GAME,
                "komi N",
                "change komi, in halves",
                words -> change(table.game().rules().withKomi(komi(CommandArguments.only(words, "komi")))));
    }

    private static String names(Enum<?>[] values) {
        return String.join(", ", List.of(values).stream().map(CommandArguments::of).toList());
    }

    private CommandResult begin(List<String> words) {
        Grid grid = CommandArguments.atMostOne(words, "size")
                .map(RulesCommands::grid)
                .orElse(table.game().grid());
        table.start(Setup.empty(grid), table.game().rules(), List.of());
        return CommandResult.withBoard(table.rules() + ".", table);
    }

    private static Grid grid(String word) {
        String[] sides = word.toLowerCase(Locale.ROOT).split("x", -1);
        int width = CommandArguments.number(sides[0], "width", Grid.MIN_SIZE, Grid.MAX_SIZE);
        int height = CommandArguments.number(sides[sides.length - 1], "height", Grid.MIN_SIZE, Grid.MAX_SIZE);
        if (sides.length > 2) {
            throw InvalidValueException.not("size", "\"" + word + "\"", "like 9 or 9x7 (width x height)");
        }
        return Grid.of(width, height);
    }

    private static double komi(String word) {
        try {
            return Double.parseDouble(word);
        } catch (NumberFormatException e) {
            throw InvalidValueException.not("komi", "\"" + word + "\"", "a number");
        }
    }

    private CommandResult rules(List<String> words) {
        if (words.isEmpty()) {
            return CommandResult.of(RulesDescription.all(table.game()));
        }
        String text = String.join(" ", words);
        Grid grid = table.game().grid();
        Rules rules = RulesText.preset(text)
                .map(preset -> preset.rules(grid))
                .or(() -> RulesText.parse(text, table.game().rules().komi()))
                .orElseThrow(
                        () -> InvalidValueException.not("rules", "\"" + text + "\"", "one of " + RulesPreset.names()));
        return change(rules);
    }

    /** Plays the game again by {@code rules}, as far as they allow. */
    private CommandResult change(Rules rules) {
        Game game = table.game();
        int moveNumber = game.moveNumber();
        table.start(game.setup(), rules, table.turns());
        while (table.game().moveNumber() < moveNumber) {
            int move = table.nextMove().orElseThrow();
            String verdict = PositionExplainer.ofMove(table.game(), move);
            if (!table.redo().orElseThrow().isLegal()) {
                return CommandResult.withBoard(
                        table.rules() + ". By these rules move " + (table.game().moveNumber() + 1) + " is not legal: "
                                + verdict,
                        table);
            }
        }
        return CommandResult.withBoard(table.rules() + ".", table);
    }
}
