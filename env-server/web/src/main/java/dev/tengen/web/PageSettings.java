package dev.tengen.web;

import dev.tengen.base.InvalidValueException;
import java.util.Optional;

/**
 * The settings of the page.
 *
 * @param token the token that a browser must send to change anything, 16 to 256 visible ASCII characters; if empty,
 *     only browsers on this machine can make changes
 * @param maxListenerCount the maximum number of browsers that receive updates, 1 to 1,000
 */
public record PageSettings(Optional<String> token, int maxListenerCount) {
    /** No token, and 64 listeners. */
    public static final PageSettings DEFAULT = new PageSettings(Optional.empty(), 64);

    private static final int MIN_TOKEN_LENGTH = 16;
    private static final int MAX_TOKEN_LENGTH = 256;
    private static final int GREATEST_LISTENER_COUNT = 1000;

    /**
     * Creates settings.
     *
     * @throws InvalidValueException if a value is out of range; the message does not repeat the token
     */
    public PageSettings {
        if (token.isPresent() && !isGood(token.get())) {
            throw InvalidValueException.not(
                    "page_token",
                    "(of " + token.get().length() + " characters)",
                    "of " + MIN_TOKEN_LENGTH + " to " + MAX_TOKEN_LENGTH + " visible ASCII characters");
        }
        if (maxListenerCount < 1 || maxListenerCount > GREATEST_LISTENER_COUNT) {
            throw InvalidValueException.outside("page_listeners", maxListenerCount, 1, GREATEST_LISTENER_COUNT);
        }
    }

    private static boolean isGood(String token) {
        return token.length() >= MIN_TOKEN_LENGTH
                && token.length() <= MAX_TOKEN_LENGTH
                && token.chars().allMatch(character -> character > ' ' && character <= '~');
    }

    /** Returns the settings as text, without the token itself. */
    @Override
    public String toString() {
        return "PageSettings[token=" + (token.isPresent() ? "(hidden)" : "none") + ", maxListenerCount="
                + maxListenerCount + "]";
    }
}
