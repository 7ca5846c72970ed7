package dev.tengen.cli.play;

import dev.tengen.board.Color;
import dev.tengen.board.PointSet;
import dev.tengen.board.Reach;
import dev.tengen.cli.board.PositionExplainer;
import dev.tengen.cli.board.PositionScore;
import dev.tengen.cli.play.CommandRegistry.When;
import dev.tengen.game.Game;
import dev.tengen.game.Legality;
import java.util.List;

/** The commands that query the position. They change only the marks on the board. */
final class InspectCommands {
    private final BoardSession session;

    InspectCommands(BoardSession session) {
        this.session = session;
    }

    void addTo(CommandRegistry list) {
        list.addSimple(When.ALWAYS, "board", "show the current position", arguments -> board());
        list.addSimple(When.GAME, "why POINT", "explain whether a play there is legal, and its effect", this::why);
        list.addSimple(
                When.GAME, "repeated POINT", "show the earlier position that a play there repeats", this::repeated);
        list.addSimple(When.GAME, "show N", "show the position after move N", this::show);
        list.addSimple(When.GAME, "legal", "mark the legal points", arguments -> legal());
        list.addSimple(When.GAME, "liberties POINT", "the chain there and its liberties", this::liberties);
        list.addSimple(When.GAME, "reach POINT", "what the point reaches, and who owns it as a result", this::reach);
        list.addSimple(When.GAME, "score", "the current score", arguments -> score());
        list.addSimple(
                When.GAME,
                "area",
                "the current score; x and o mark Black's and White's empty points",
                arguments -> area());
    }

    private CommandResult board() {
        session.showGame();
        return CommandResult.withBoard(session.rules() + ".", session);
    }

    private CommandResult why(List<String> arguments) {
        session.showGame();
        return CommandResult.of(PositionExplainer.ofMove(
                session.game(), session.game().grid().point(CommandArguments.only(arguments, "point"))));
    }

    private CommandResult repeated(List<String> arguments) {
        int move = point(arguments);
        Game game = session.game();
        String verdict = PositionExplainer.ofMove(game, move);
        if (game.legality(move) != Legality.REPETITION) {
            return CommandResult.error(verdict);
        }
        session.showPosition(game.repeatedMoveNumber(move));
        return CommandResult.withBoard(verdict, session);
    }

    private CommandResult show(List<String> arguments) {
        session.showPosition(CommandArguments.number(
                CommandArguments.only(arguments, "move"),
                "move",
                0,
                session.game().moveNumber()));
        return CommandResult.withBoard("\"board\" shows the game again.", session);
    }

    private CommandResult legal() {
        PointSet legal = new PointSet(session.game().grid());
        session.game().legalPoints(legal);
        session.mark(PointMarks.on(legal));
        String text = session.game().isOver() ? "The game is over." : legal.size() + " points are legal, and the pass.";
        return CommandResult.withBoard(text, session);
    }

    private CommandResult liberties(List<String> arguments) {
        int point = point(arguments);
        Game game = session.game();
        if (game.colorAt(point) == Color.EMPTY) {
            return CommandResult.error("There is no stone at " + game.grid().name(point) + ".");
        }
        session.mark(PointMarks.on(PositionExplainer.liberties(game, game.reach(point))));
        return CommandResult.withBoard(PositionExplainer.liberties(game, point), session);
    }

    private CommandResult reach(List<String> arguments) {
        int point = point(arguments);
        Reach reach = session.game().reach(point);
        PointSet marked = reach.region().copy();
        marked.addAll(PositionExplainer.liberties(session.game(), reach));
        session.mark(PointMarks.on(marked));
        return CommandResult.withBoard(PositionExplainer.reach(session.game(), point), session);
    }

    private CommandResult score() {
        return CommandResult.of(PositionScore.of(session.game()).words());
    }

    private CommandResult area() {
        PositionScore score = PositionScore.of(session.game());
        session.mark(PointMarks.of(score));
        return CommandResult.withBoard(score.words(), session);
    }

    private int point(List<String> arguments) {
        return CommandArguments.point(session.game().grid(), CommandArguments.only(arguments, "point"));
    }
}
