package dev.tengen.arena.game;

/** Adjudicates the answers of one seat. Thread-safe. */
@FunctionalInterface
public interface Adjudicator {
    /** Handles {@code answer}, at any time and from any thread, and returns its status. */
    AnswerStatus answer(MoveAnswer answer);
}
