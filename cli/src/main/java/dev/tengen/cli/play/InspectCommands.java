package dev.tengen.cli.play;

import dev.tengen.board.Color;
import dev.tengen.board.PointSet;
import dev.tengen.board.Reach;
import dev.tengen.cli.board.PositionScore;
import dev.tengen.cli.board.PositionExplainer;
import dev.tengen.cli.play.CommandRegistry.When;
import dev.tengen.game.Game;
import dev.tengen.game.Legality;
import java.util.List;

/** CommandInterpreter that ask the engine about the position and change nothing but the marks on the board. */
final class InspectCommands {
    private final BoardSession table;

    InspectCommands(BoardSession table) {
        this.table = table;
    }

    void addTo(CommandRegistry list) {
        list.addSimple(When.ALWAYS, "board", "show the board as it stands", words -> board());
        list.addSimple(When.GAME, "why POINT", "whether a play there is legal, what it does, or why not", this::why);
        list.addSimple(
                When.GAME, "repeated POINT", "show the earlier position that a play there repeats", this::repeated);
        list.addSimple(When.GAME, "show N", "show the position after move N", this::show);
        list.addSimple(When.GAME, "legal", "mark the legal points", words -> legal());
        list.addSimple(When.GAME, "liberties POINT", "the chain there and its liberties", this::liberties);
        list.addSimple(When.GAME, "reach POINT", "what the point reaches, and whose point that makes it", this::reach);
        list.addSimple(When.GAME, "score", "the score as it stands", words -> score());
        list.addSimple(
                When.GAME,
                "area",
                "the score as it stands; x and o mark Black's and White's empty points",
                words -> area());
    }

    private CommandResult board() {
        table.lookAtGame();
        return CommandResult.withBoard(table.rules() + ".", table);
    }

    private CommandResult why(List<String> words) {
        table.lookAtGame();
        return CommandResult.of(PositionExplainer.ofMove(table.game(), table.game().grid().point(CommandArguments.only(words, "point"))));
    }

    private CommandResult repeated(List<String> words) {
        int move = point(words);
        Game game = table.game();
        String verdict = PositionExplainer.ofMove(game, move);
        if (game.legality(move) != Legality.REPETITION) {
            return CommandResult.refusal(verdict);
        }
        table.lookBack(game.repeatedMoveNumber(move));
        return CommandResult.withBoard(verdict, table);
    }

    private CommandResult show(List<String> words) {
        table.lookBack(
                CommandArguments.number(CommandArguments.only(words, "move"), "move", 0, table.game().moveNumber()));
        return CommandResult.withBoard("\"board\" shows the game again.", table);
    }

    private CommandResult legal() {
        PointSet legal = new PointSet(table.game().grid());
        table.game().legalPoints(legal);
        table.mark(PointMarks.on(legal));
        String text =
                table.game().isOver() ? "The game is over." : legal.size() + " points are legal, and to pass is, too.";
        return CommandResult.withBoard(text, table);
    }

    private CommandResult liberties(List<String> words) {
        int point = point(words);
        Game game = table.game();
        if (game.colorAt(point) == Color.EMPTY) {
            return CommandResult.refusal("There is no stone at " + game.grid().name(point) + ".");
        }
        table.mark(PointMarks.on(PositionExplainer.liberties(game, game.reach(point))));
        return CommandResult.withBoard(PositionExplainer.liberties(game, point), table);
    }

    private CommandResult reach(List<String> words) {
        int point = point(words);
        Reach reach = table.game().reach(point);
        PointSet marked = reach.region().copy();
        marked.addAll(PositionExplainer.liberties(table.game(), reach));
        table.mark(PointMarks.on(marked));
        return CommandResult.withBoard(PositionExplainer.reach(table.game(), point), table);
    }

    private CommandResult score() {
        return CommandResult.of(PositionScore.of(table.game()).words());
    }

    private CommandResult area() {
        PositionScore score = PositionScore.of(table.game());
        table.mark(PointMarks.of(score));
        return CommandResult.withBoard(score.words(), table);
    }

    private int point(List<String> words) {
        return CommandArguments.point(table.game().grid(), CommandArguments.only(words, "point"));
    }
}
