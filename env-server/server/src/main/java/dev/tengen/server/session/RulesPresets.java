package dev.tengen.server.session;

import dev.tengen.base.InvalidValueException;
import dev.tengen.game.RulesPreset;
import dev.tengen.server.error.CallException;
import dev.tengen.server.error.Reason;

/** Finds the rule presets that calls name. */
public final class RulesPresets {
    private RulesPresets() {}

    /**
     * Returns the preset called {@code name}.
     *
     * @param field the name of the field for the error message
     * @throws CallException if there is no preset of that name
     */
    public static RulesPreset named(String field, String name) {
        try {
            return RulesPreset.named(field, name);
        } catch (InvalidValueException e) {
            throw CallException.invalid(Reason.UNKNOWN_PRESET, e);
        }
    }
}
