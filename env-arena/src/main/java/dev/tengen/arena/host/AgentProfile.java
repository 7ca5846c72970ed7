package dev.tengen.arena.host;

import dev.tengen.arena.settings.PlayerSettings;
import dev.tengen.board.InvalidValueException;

/**
 * What an agent declares when it joins.
 *
 * @param name the name, by which tournaments refer to the agent
 * @param description a description for people, at most 200 characters
 * @param maxGameCount the number of games that it plays at once, 1 to 1,024
 */
public record AgentProfile(String name, String description, int maxGameCount) {
    /** The upper bound of {@code maxGameCount}. */
    public static final int GREATEST_GAME_COUNT = 1024;

    private static final int MAX_DESCRIPTION_LENGTH = 200;

    /**
     * Creates a profile.
     *
     * @throws InvalidValueException if a value is not allowed
     */
    public AgentProfile {
        name = new PlayerSettings(name, PlayerSettings.AGENT).name();
        if (description.length() > MAX_DESCRIPTION_LENGTH) {
            throw InvalidValueException.not(
                    "description",
                    "of " + description.length() + " characters",
                    "at most " + MAX_DESCRIPTION_LENGTH + " characters long");
        }
        InvalidValueException.requireWithin("max_game_count", maxGameCount, 1, GREATEST_GAME_COUNT);
    }
}
