package dev.tengen.arena.host;

import dev.tengen.arena.settings.PlayerSettings;
import dev.tengen.board.InvalidValueException;

/**
 * What an agent says of itself.
 *
 * @param name its name, by which tournaments ask for it
 * @param description what it is, for people: at most 200 characters
 * @param maxGameCount how many games it plays at once, 1 to 1,024
 */
public record AgentProfile(String name, String description, int maxGameCount) {
    /** The most games at once that an agent may offer to play. */
    public static final int GREATEST_GAME_COUNT = 1024;

    private static final int MAX_DESCRIPTION_LENGTH = 200;

    /** Makes a profile. Throws {@link InvalidValueException} where a value is not as it must be. */
    public AgentProfile {
        name = new PlayerSettings(name, PlayerSettings.AGENT).name();
        if (description.length() > MAX_DESCRIPTION_LENGTH) {
            throw InvalidValueException.not(
                    "description",
                    "of " + description.length() + " characters",
                    "one of at most " + MAX_DESCRIPTION_LENGTH);
        }
        if (maxGameCount < 1 || maxGameCount > GREATEST_GAME_COUNT) {
            throw InvalidValueException.outside("max_game_count", maxGameCount, 1, GREATEST_GAME_COUNT);
        }
    }
}
