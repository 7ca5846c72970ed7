package dev.tengen.web;

import dev.tengen.server.error.CallException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;

/** Names of tournaments as parts of paths: a name may hold slashes and whatever else a path must not. */
final class TournamentKey {
    private TournamentKey() {}

    /** Returns what stands for {@code name} in a path. */
    static String of(String name) {
        return Base64.getUrlEncoder().withoutPadding().encodeToString(name.getBytes(StandardCharsets.UTF_8));
    }

    /** Returns the name that {@code key} stands for. Throws {@link CallException} where it stands for none. */
    static String name(String key) {
        try {
            return new String(Base64.getUrlDecoder().decode(key), StandardCharsets.UTF_8);
        } catch (IllegalArgumentException e) {
            throw CallException.invalid("tournament", '"' + key + '"', "the key of a tournament");
        }
    }
}
