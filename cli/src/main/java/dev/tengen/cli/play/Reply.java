package dev.tengen.cli.play;

import java.util.Optional;

/**
 * What a command answers.
 *
 * @param text the answer in words, without a line break at its end
 * @param isError whether the command was refused and changed nothing
 * @param drawing the board after it, where the command changed or marked it
 */
record Reply(String text, boolean isError, Optional<String> drawing) {
    /** Returns an answer without a board. */
    static Reply of(String text) {
        return new Reply(text, false, Optional.empty());
    }

    /** Returns a refusal. */
    static Reply refusal(String text) {
        return new Reply(text, true, Optional.empty());
    }

    /** Returns an answer with the board as it is now at {@code table}. */
    static Reply withBoard(String text, Table table) {
        return new Reply(text, false, Optional.of(table.view().draw() + String.join("\n", table.status()) + "\n"));
    }
}
