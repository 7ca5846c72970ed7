package dev.tengen.cli.play;

import dev.tengen.board.Color;
import dev.tengen.board.Grid;
import dev.tengen.board.SplitMix64;
import dev.tengen.cli.board.Diagram;
import dev.tengen.game.Rules;
import dev.tengen.game.Setup;
import dev.tengen.player.BuiltInPlayer;
import java.util.List;
import java.util.Optional;

/** Tables to try commands on. */
final class Tables {
    /** A ko: Black takes the stone at B2 by C2. */
    static final String KO = """
            . X O .
            X O . O
            . X O .
            """;

    private Tables() {}

    /** Returns the commands of a table with a drawn position, by Tromp-Taylor rules without komi. */
    static Commands drawn(String drawing) {
        return commands(Diagram.parse(drawing), Optional.empty(), Color.WHITE);
    }

    /** Returns the commands of an empty table. */
    static Commands empty(int size) {
        return commands(Setup.empty(Grid.square(size)), Optional.empty(), Color.WHITE);
    }

    /** Returns the commands of an empty table with an opponent. */
    static Commands against(BuiltInPlayer opponent, int color, int size) {
        return commands(Setup.empty(Grid.square(size)), Optional.of(opponent), color);
    }

    private static Commands commands(Setup start, Optional<BuiltInPlayer> opponent, int color) {
        return new Commands(
                new PlayOptions(start, Rules.TROMP_TAYLOR.withKomi(0), false, opponent, color, new SplitMix64(1)));
    }

    /** Carries out lines, none of which may be refused; returns the last answer. */
    static Reply run(Commands commands, String... lines) {
        Reply last = Reply.of("");
        for (String line : lines) {
            for (Reply reply : commands.run(line)) {
                if (reply.isError()) {
                    throw new AssertionError(line + ": " + reply.text());
                }
                last = reply;
            }
        }
        return last;
    }

    /** Carries out a line that must be refused; returns why. */
    static String refusal(Commands commands, String line) {
        List<Reply> replies = commands.run(line);
        Reply last = replies.get(replies.size() - 1);
        if (!last.isError()) {
            throw new AssertionError(line + " was not refused: " + last.text());
        }
        return last.text();
    }
}
