package dev.tengen.cli.play;

import dev.tengen.board.Color;
import dev.tengen.board.PointSet;
import dev.tengen.board.Reach;
import dev.tengen.cli.board.PositionScore;
import dev.tengen.cli.board.Verdicts;
import dev.tengen.cli.play.CommandList.When;
import dev.tengen.game.Game;
import dev.tengen.game.Legality;
import java.util.List;

/** Commands that ask the engine about the position and change nothing but the marks on the board. */
final class LookCommands {
    private final Table table;

    LookCommands(Table table) {
        this.table = table;
    }

    void addTo(CommandList list) {
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

    private Reply board() {
        table.lookAtGame();
        return Reply.withBoard(table.rules() + ".", table);
    }

    private Reply why(List<String> words) {
        table.lookAtGame();
        return Reply.of(Verdicts.ofMove(table.game(), table.game().grid().point(Words.only(words, "point"))));
    }

    private Reply repeated(List<String> words) {
        int move = point(words);
        Game game = table.game();
        String verdict = Verdicts.ofMove(game, move);
        if (game.legality(move) != Legality.REPETITION) {
            return Reply.refusal(verdict);
        }
        table.lookBack(game.repeatedMoveNumber(move));
        return Reply.withBoard(verdict, table);
    }

    private Reply show(List<String> words) {
        table.lookBack(
                Words.number(Words.only(words, "move"), "move", 0, table.game().moveNumber()));
        return Reply.withBoard("\"board\" shows the game again.", table);
    }

    private Reply legal() {
        PointSet legal = new PointSet(table.game().grid());
        table.game().legalPoints(legal);
        table.mark(Marks.on(legal));
        String text =
                table.game().isOver() ? "The game is over." : legal.size() + " points are legal, and to pass is, too.";
        return Reply.withBoard(text, table);
    }

    private Reply liberties(List<String> words) {
        int point = point(words);
        Game game = table.game();
        if (game.colorAt(point) == Color.EMPTY) {
            return Reply.refusal("There is no stone at " + game.grid().name(point) + ".");
        }
        table.mark(Marks.on(Verdicts.liberties(game, game.reach(point))));
        return Reply.withBoard(Verdicts.liberties(game, point), table);
    }

    private Reply reach(List<String> words) {
        int point = point(words);
        Reach reach = table.game().reach(point);
        PointSet marked = reach.region().copy();
        marked.addAll(Verdicts.liberties(table.game(), reach));
        table.mark(Marks.on(marked));
        return Reply.withBoard(Verdicts.reach(table.game(), point), table);
    }

    private Reply score() {
        return Reply.of(PositionScore.of(table.game()).words());
    }

    private Reply area() {
        PositionScore score = PositionScore.of(table.game());
        table.mark(Marks.of(score));
        return Reply.withBoard(score.words(), table);
    }

    private int point(List<String> words) {
        return Words.point(table.game().grid(), Words.only(words, "point"));
    }
}
