package dev.tengen.cli.play;

import dev.tengen.base.InvalidValueException;
import dev.tengen.board.Grid;
import dev.tengen.cli.board.PositionExplainer;
import dev.tengen.cli.option.EnumNames;
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

/** The commands that start a game or change its rules. */
final class RulesCommands {
    private final BoardSession session;

    RulesCommands(BoardSession session) {
        this.session = session;
    }

    void addTo(CommandRegistry list) {
        list.addSimple(
                When.GAME, "new [SIZE]", "start with an empty board, as in \"new 9\" or \"new 9x7\"", this::begin);
        list.addSimple(
                When.GAME,
                "rules [RULES]",
                "show all rules, or change them: " + String.join(", ", RulesPreset.names()) + ", or KataGo's notation",
                this::rules);
        list.addSimple(
                When.GAME,
                "ko RULE",
                "change the ko rule: " + names(Ko.values()),
                arguments -> change(session.game().rules().withKo(CommandArguments.value(Ko.class, arguments, "ko"))));
        list.addSimple(
                When.GAME,
                "suicide RULE",
                "change the suicide rule: " + names(Suicide.values()),
                arguments -> change(session.game()
                        .rules()
                        .withSuicide(CommandArguments.value(Suicide.class, arguments, "suicide"))));
        list.addSimple(
                When.GAME,
                "scoring RULE",
                "change what counts as a point: " + names(Scoring.values()),
                arguments -> change(session.game()
                        .rules()
                        .withScoring(CommandArguments.value(Scoring.class, arguments, "scoring"))));
        list.addSimple(
                When.GAME,
                "tax RULE",
                "change the tax on groups: " + names(Tax.values()),
                arguments ->
                        change(session.game().rules().withTax(CommandArguments.value(Tax.class, arguments, "tax"))));
        list.addSimple(
                When.GAME,
                "komi N",
                "change the komi, a multiple of 0.5",
                arguments -> change(session.game().rules().withKomi(komi(CommandArguments.only(arguments, "komi")))));
    }

    private static String names(Enum<?>[] values) {
        return String.join(", ", List.of(values).stream().map(EnumNames::of).toList());
    }

    private CommandResult begin(List<String> arguments) {
        Grid grid = CommandArguments.atMostOne(arguments, "size")
                .map(RulesCommands::grid)
                .orElse(session.game().grid());
        session.start(Setup.empty(grid), session.game().rules(), List.of());
        return CommandResult.withBoard(session.rules() + ".", session);
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

    private CommandResult rules(List<String> arguments) {
        if (arguments.isEmpty()) {
            return CommandResult.of(RulesDescription.all(session.game()));
        }
        String text = String.join(" ", arguments);
        Grid grid = session.game().grid();
        Rules rules = RulesText.preset(text)
                .map(preset -> preset.rules(grid))
                .or(() -> RulesText.parse(text, session.game().rules().komi()))
                .orElseThrow(() -> InvalidValueException.notOneOf("rules", text, RulesPreset.names()));
        return change(rules);
    }

    /** Replays the game under {@code rules}, up to the first illegal move. */
    private CommandResult change(Rules rules) {
        Game game = session.game();
        int moveNumber = game.moveNumber();
        session.start(game.setup(), rules, session.turns());
        while (session.game().moveNumber() < moveNumber) {
            int move = session.nextMove().orElseThrow();
            String verdict = PositionExplainer.ofMove(session.game(), move);
            if (!session.redo().orElseThrow().isLegal()) {
                return CommandResult.withBoard(
                        session.rules() + ". Under these rules move "
                                + (session.game().moveNumber() + 1) + " is not legal: " + verdict,
                        session);
            }
        }
        return CommandResult.withBoard(session.rules() + ".", session);
    }
}
