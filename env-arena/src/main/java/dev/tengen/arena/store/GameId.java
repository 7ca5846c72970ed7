package dev.tengen.arena.store;

import dev.tengen.board.InvalidValueException;

/**
 * Names a game, as in "spring cup/17".
 *
 * @param tournament the name of the tournament
 * @param number the number of the game in it, from 0 up
 */
public record GameId(String tournament, int number) {
    /** Makes an id. Throws {@link InvalidValueException} if it can name no game. */
    public GameId {
        StoredText.requireName("tournament", tournament);
        if (number < 0) {
            throw InvalidValueException.outside("number", number, 0, Integer.MAX_VALUE);
        }
    }

    /** Returns the id that {@link #toString} wrote. Throws {@link InvalidValueException} if {@code text} is none. */
    public static GameId parse(String text) {
        int slash = text.lastIndexOf('/');
        if (slash > 0) {
            try {
                GameId id = new GameId(text.substring(0, slash), Integer.parseInt(text.substring(slash + 1)));
                // Only one text names a game: not "cup/+1" and not "cup/01".
                if (id.toString().equals(text)) {
                    return id;
                }
            } catch (NumberFormatException e) {
                // Told below, as anything else that is no id.
            }
        }
        throw InvalidValueException.not("game id", StoredText.quoted(text), "a tournament, a slash and a number");
    }

    @Override
    public String toString() {
        return tournament + "/" + number;
    }
}
