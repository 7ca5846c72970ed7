package dev.tengen.cli.play;

import dev.tengen.base.SplitMix64;
import dev.tengen.board.Color;
import dev.tengen.board.Grid;
import dev.tengen.cli.board.Diagram;
import dev.tengen.game.Rules;
import dev.tengen.game.Setup;
import dev.tengen.player.BuiltInPlayer;
import dev.tengen.sgf.SgfMode;
import java.util.List;
import java.util.Optional;

/** Sessions for tests of commands. */
final class BoardSessions {
    /** A ko: Black captures the stone at B2 by C2. */
    static final String KO = """
            . X O .
            X O . O
            . X O .
            """;

    private BoardSessions() {}

    /** Returns the commands of a session with a drawn position, under Tromp-Taylor rules without komi. */
    static CommandInterpreter drawn(String drawing) {
        return commands(Diagram.parse(drawing), Optional.empty(), Color.WHITE);
    }

    /** Returns the commands of an empty session. */
    static CommandInterpreter empty(int size) {
        return commands(Setup.empty(Grid.square(size)), Optional.empty(), Color.WHITE);
    }

    /** Returns the commands of an empty session with an opponent. */
    static CommandInterpreter against(BuiltInPlayer opponent, int color, int size) {
        return commands(Setup.empty(Grid.square(size)), Optional.of(opponent), color);
    }

    private static CommandInterpreter commands(Setup start, Optional<BuiltInPlayer> opponent, int color) {
        return new CommandInterpreter(new PlayOptions(
                start, Rules.TROMP_TAYLOR.withKomi(0), false, SgfMode.TOLERANT, opponent, color, new SplitMix64(1)));
    }

    /** Executes lines, which must succeed. Returns the last result. */
    static CommandResult run(CommandInterpreter commands, String... lines) {
        CommandResult last = CommandResult.of("");
        for (String line : lines) {
            for (CommandResult result : commands.run(line)) {
                if (result.isError()) {
                    throw new AssertionError(line + ": " + result.text());
                }
                last = result;
            }
        }
        return last;
    }

    /** Executes a line that must be rejected. Returns the error message. */
    static String rejection(CommandInterpreter commands, String line) {
        List<CommandResult> results = commands.run(line);
        CommandResult last = results.get(results.size() - 1);
        if (!last.isError()) {
            throw new AssertionError(line + " was not rejected: " + last.text());
        }
        return last.text();
    }
}
