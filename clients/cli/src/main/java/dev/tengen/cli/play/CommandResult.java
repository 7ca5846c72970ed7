package dev.tengen.cli.play;

import java.util.Optional;

/**
 * The result of a command.
 *
 * @param text the result in words, without a line break at its end
 * @param isError whether the command was rejected and changed nothing
 * @param drawing the board after it, if the command changed or marked it
 */
record CommandResult(String text, boolean isError, Optional<String> drawing) {
    /** Returns a result without a board. */
    static CommandResult of(String text) {
        return new CommandResult(text, false, Optional.empty());
    }

    /** Returns an error. */
    static CommandResult error(String text) {
        return new CommandResult(text, true, Optional.empty());
    }

    /** Returns a result with the current board of {@code session}. */
    static CommandResult withBoard(String text, BoardSession session) {
        return new CommandResult(
                text, false, Optional.of(session.view().draw() + String.join("\n", session.status()) + "\n"));
    }
}
