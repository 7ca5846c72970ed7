package dev.tengen.example;

import dev.tengen.board.Color;
import dev.tengen.board.Grid;
import dev.tengen.board.PointSet;
import dev.tengen.board.Reach;
import dev.tengen.game.Game;
import dev.tengen.game.Legality;
import dev.tengen.game.Outcome;
import dev.tengen.game.Rules;
import dev.tengen.game.Setup;
import java.io.PrintStream;
import java.util.List;

/** A game of Go with the core alone: each important call of the rules once. */
public final class CoreExample {
    private CoreExample() {}

    /** Prints the game. */
    public static void main(String[] arguments) {
        run(System.out);
    }

    static void run(PrintStream out) {
        // A new game. Rules are exact: Tromp-Taylor forbids every repetition and allows suicide.
        Grid grid = Grid.square(4);
        Game game = new Game(Setup.empty(grid), Rules.TROMP_TAYLOR.withKomi(0.5));

        // A move is a number, row * width + column. A play is checked, and made if it is legal.
        for (String name : List.of("B4", "C4", "A3", "D3", "B2", "C2", "B1", "B3")) {
            game.play(grid.point(name));
        }
        print(game, out);

        // The legal points, with ko and suicide. A pass is always legal.
        PointSet legal = new PointSet(grid);
        game.legalPoints(legal);
        out.println("Black may play " + legal.size() + " points: " + legal);
        for (int point = legal.first(); point >= 0; point = legal.next(point)) {
            game.playUnchecked(point); // Plays a move that is known to be legal.
            if (game.removedCount() > 0) {
                out.println(grid.name(point) + " captures " + game.removedCount());
            }
            game.undo(); // Undoes any move, or a resignation.
        }

        // An illegal move changes nothing and returns the reason.
        game.play(grid.point("C3"));
        Legality legality = game.play(grid.point("B3"));
        out.println("White at B3: " + legality + " of the position after move "
                + game.repeatedMoveNumber(grid.point("B3")));

        // The score of any position, and the owner of a point.
        out.println("Score as it stands: " + game.score().text());
        Reach reach = game.reach(grid.point("A2"));
        out.println("A2 is " + Color.name(reach.color()) + ", part of " + reach.region() + ", beside " + reach.border()
                + ": a point of " + Color.name(reach.owner()));

        // Two passes end the game. Players who disagree about dead stones resume it.
        game.play(grid.pass());
        game.play(grid.pass());
        out.println("After two passes: " + game.outcome().map(Outcome::text).orElse("not over"));
        game.resume();
        out.println("Resumed, " + Color.name(game.playerToMove()) + " to move");

        game.resign(Color.WHITE);
        out.println("After " + game.moveNumber() + " moves White resigns: "
                + game.outcome().map(Outcome::text).orElse("not over"));
    }

    private static void print(Game game, PrintStream out) {
        Grid grid = game.grid();
        for (int row = 0; row < grid.height(); row++) {
            StringBuilder line = new StringBuilder().append(grid.height() - row);
            for (int column = 0; column < grid.width(); column++) {
                line.append(' ').append(".XO".charAt(game.colorAt(grid.point(row, column))));
            }
            out.println(line);
        }
        out.println("  A B C D");
    }
}
