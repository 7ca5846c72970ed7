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

/** BoardSessions to try commands on. */
final class BoardSessions {
    /** A ko: Black takes the stone at B2 by C2. */
    static final String KO = """
            . X O .
            X O . O
            . X O .
            """;

    private BoardSessions() {}

    /** Returns the commands of a table with a drawn position, by Tromp-Taylor rules without komi. */
    static CommandInterpreter drawn(String drawing) {
        return commands(Diagram.parse(drawing), Optional.empty(), Color.WHITE);
    }

    /** Returns the commands of an empty table. */
    static CommandInterpreter empty(int size) {
        return commands(Setup.empty(Grid.square(size)), Optional.empty(), Color.WHITE);
    }

    /** Returns the commands of an empty table with an opponent. */
    static CommandInterpreter against(BuiltInPlayer opponent, int color, int size) {
        return commands(Setup.empty(Grid.square(size)), Optional.of(opponent), color);
    }

    private static CommandInterpreter commands(Setup start, Optional<BuiltInPlayer> opponent, int color) {
        return new CommandInterpreter(
                new PlayOptions(start, Rules.TROMP_TAYLOR.withKomi(0), false, opponent, color, new SplitMix64(1)));
    }

    /** Carries out lines, none of which may be refused; returns the last answer. */
    static CommandResult run(CommandInterpreter commands, String... lines) {
        CommandResult last = CommandResult.of("");
        for (String line : lines) {
            for (CommandResult reply : commands.run(line)) {
                if (reply.isError()) {
                    throw new AssertionError(line + ": " + reply.text());
                }
                last = reply;
            }
        }
        return last;
    }

    /** Carries out a line that must be refused; returns why. */
    static String refusal(CommandInterpreter commands, String line) {
        List<CommandResult> replies = commands.run(line);
        CommandResult last = replies.get(replies.size() - 1);
        if (!last.isError()) {
            throw new AssertionError(line + " was not refused: " + last.text());
        }
        return last.text();
    }
}
