package dev.tengen.arena.host;

import dev.tengen.arena.settings.PlayerSettings;
import dev.tengen.base.InvalidValueException;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.regex.Pattern;

/**
 * What an agent declares when it joins.
 *
 * @param name the name, by which tournaments refer to the agent
 * @param description a description for people, at most 200 characters
 * @param maxGameCount the number of games that it plays at once, 1 to 1,024
 * @param version the version, at most 32 characters without control characters or {@code @}; empty for none
 * @param link the address of a page about the agent, http or https, at most 200 characters; empty for none
 */
public record AgentProfile(String name, String description, int maxGameCount, String version, String link) {
    /** The upper bound of {@code maxGameCount}. */
    public static final int GREATEST_GAME_COUNT = 1024;

    private static final int MAX_DESCRIPTION_LENGTH = 200;
    private static final Pattern VERSION = Pattern.compile("[^\\p{Cntrl}@]{0,32}");
    private static final int MAX_LINK_LENGTH = 200;

    /** Creates a profile without a version and a link. */
    public AgentProfile(String name, String description, int maxGameCount) {
        this(name, description, maxGameCount, "", "");
    }

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
        if (!VERSION.matcher(version).matches()) {
            throw InvalidValueException.not(
                    "version", '"' + version + '"', "at most 32 characters, none of them a control character or @");
        }
        if (!link.isEmpty() && (link.length() > MAX_LINK_LENGTH || !isWebAddress(link))) {
            throw InvalidValueException.not(
                    "link",
                    '"' + link + '"',
                    "an address that begins with http:// or https://, at most " + MAX_LINK_LENGTH + " characters");
        }
    }

    /** Returns whether {@code link} is an http or https address without a password, so that a browser may offer it. */
    public static boolean isWebAddress(String link) {
        try {
            URI address = new URI(link);
            return ("http".equals(address.getScheme()) || "https".equals(address.getScheme()))
                    && address.getHost() != null
                    && address.getUserInfo() == null;
        } catch (URISyntaxException e) {
            return false;
        }
    }
}
