package dev.tengen.web;

import dev.tengen.server.error.CallException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;

/**
 * The names of tournaments and players as path segments, in Base64 for URLs: a name may contain slashes and other
 * reserved characters.
 */
final class PathKey {
    private PathKey() {}

    /** Returns the key of {@code name}. */
    static String of(String name) {
        return Base64.getUrlEncoder().withoutPadding().encodeToString(name.getBytes(StandardCharsets.UTF_8));
    }

    /**
     * Returns the name with {@code key}.
     *
     * @param field the field for the error message, "tournament" or "player"
     * @throws CallException if {@code key} is not Base64
     */
    static String name(String field, String key) {
        try {
            return new String(Base64.getUrlDecoder().decode(key), StandardCharsets.UTF_8);
        } catch (IllegalArgumentException e) {
            throw CallException.invalid(field, '"' + key + '"', "the key of a " + field);
        }
    }
}
