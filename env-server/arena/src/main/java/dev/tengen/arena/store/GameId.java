package dev.tengen.arena.store;

import com.google.common.primitives.Ints;
import dev.tengen.base.InvalidValueException;
import dev.tengen.store.StoredText;

/**
 * The id of a game, such as "spring cup/17".
 *
 * @param tournament the name of the tournament
 * @param number the number of the game in the tournament, from 0
 */
public record GameId(String tournament, int number) {
    /**
     * Creates an id.
     *
     * @throws InvalidValueException if the name is not valid or the number negative
     */
    public GameId {
        StoredText.requireName("tournament", tournament);
        InvalidValueException.requireWithin("number", number, 0, Integer.MAX_VALUE);
    }

    /**
     * Parses the text of {@link #toString}.
     *
     * @throws InvalidValueException if {@code text} is something else
     */
    public static GameId parse(String text) {
        int slash = text.lastIndexOf('/');
        Integer number = slash > 0 ? Ints.tryParse(text.substring(slash + 1)) : null;
        if (number != null) {
            GameId id = new GameId(text.substring(0, slash), number);
            // Each game has one text: neither "cup/+1" nor "cup/01" is valid.
            if (id.toString().equals(text)) {
                return id;
            }
        }
        throw InvalidValueException.not("game id", StoredText.quoted(text), "a tournament, a slash and a number");
    }

    /** Returns the number of its pair in the tournament, from 1. The two games of a pair have consecutive numbers. */
    public int pairNumber() {
        return number / 2 + 1;
    }

    @Override
    public String toString() {
        return tournament + "/" + number;
    }
}
