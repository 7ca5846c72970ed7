package dev.tengen.cli.play;

import java.util.Optional;

/**
 * What a command answers.
 *
 * @param text the answer in words, without a line break at its end
 * @param isError whether the command was refused and changed nothing
 * @param drawing the board after it, where the command changed or marked it
 */
record CommandResult(String text, boolean isError, Optional<String> drawing) {
    /** Returns an answer without a board. */
    static CommandResult of(String text) {
        return new CommandResult(text, false, Optional.empty());
    }

    /** Returns a refusal. */
    static CommandResult refusal(String text) {
        return new CommandResult(text, true, Optional.empty());
    }

    /** Returns an answer with the board as it is now at {@code table}. */
    static CommandResult withBoard(String text, BoardSession table) {
        return new CommandResult(text, false, Optional.of(table.view().draw() + String.join("\n", table.status()) + "\n"));
    }
}
