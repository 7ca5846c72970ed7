package dev.tengen.arena.settings;

import dev.tengen.board.InvalidValueException;
import java.nio.charset.StandardCharsets;

/** Names that people give. */
final class SettingText {
    private SettingText() {}

    /** Returns {@code name}. Throws {@link InvalidValueException} unless it is a name that can be shown and stored anywhere. */
    static String requireName(String field, String name, int maxLength) {
        boolean isPlain = !name.isBlank() && name.chars().noneMatch(Character::isISOControl);
        boolean isWhole = StandardCharsets.UTF_8.newEncoder().canEncode(name);
        if (!isPlain || !isWhole || name.length() > maxLength) {
            throw InvalidValueException.not(
                    field,
                    quoted(name),
                    "1 to " + maxLength + " characters, not blank, none of them a control character");
        }
        return name;
    }

    /** Returns {@code text} as errors show it. */
    static String quoted(String text) {
        return '"' + text + '"';
    }
}
