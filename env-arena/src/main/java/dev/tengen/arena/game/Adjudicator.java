package dev.tengen.arena.game;

/** Takes the answers of one seat. Thread-safe. */
@FunctionalInterface
public interface Adjudicator {
    /** Takes {@code answer}, at any time and from any thread, and returns what becomes of it. */
    AnswerStatus answer(MoveAnswer answer);
}
