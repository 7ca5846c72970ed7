package dev.tengen.arena.settings;

import dev.tengen.board.InvalidValueException;
import dev.tengen.player.BuiltInPlayer;
import dev.tengen.player.Players;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A player of a tournament.
 *
 * @param name its name there, of 1 to 64 characters, not blank and without control characters
 * @param player what plays: the name of a built-in player, "gtp:" and the name of an engine, or "agent", an agent that joins
 *     under the player's name
 * @param rating a rating in Elo that is known, within [-10000, 10000], so that others are rated on its scale
 */
public record PlayerSettings(String name, String player, OptionalDouble rating) {
    /** What plays where an agent does. */
    public static final String AGENT = "agent";

    /** What the names of engines begin with. */
    public static final String ENGINE_PREFIX = "gtp:";

    private static final int MAX_NAME_LENGTH = 64;
    private static final double MAX_RATING = 10_000;

    private static final Pattern ENGINE = Pattern.compile(Pattern.quote(ENGINE_PREFIX) + "([A-Za-z0-9._-]{1,40})");

    /**
     * Makes a player. One that is built in is called by its own name, whichever of its names is given. Throws {@link
     * InvalidValueException} where a value is not as it must be.
     */
    public PlayerSettings {
        SettingText.requireName("name", name, MAX_NAME_LENGTH);
        if (!player.equals(AGENT) && !ENGINE.matcher(player).matches()) {
            player = requireBuiltIn(player).playerName();
        }
        if (rating.isPresent() && !(Math.abs(rating.getAsDouble()) <= MAX_RATING)) {
            throw InvalidValueException.outside("rating", rating.getAsDouble(), -MAX_RATING, MAX_RATING);
        }
    }

    private static BuiltInPlayer requireBuiltIn(String player) {
        return Players.named(player)
                .orElseThrow(() -> InvalidValueException.not(
                        "player",
                        SettingText.quoted(player),
                        "\"" + AGENT + "\", \"" + ENGINE_PREFIX + "\" and the name of an engine, or one of "
                                + Players.choices()));
    }

    /** Makes a player whose rating is not known. */
    public PlayerSettings(String name, String player) {
        this(name, player, OptionalDouble.empty());
    }

    /** Returns whether an agent plays that joins under the name. */
    public boolean isAgent() {
        return player.equals(AGENT);
    }

    /** Returns the name of the engine that plays, if one does. */
    public Optional<String> engine() {
        return Optional.of(ENGINE.matcher(player)).filter(Matcher::matches).map(matcher -> matcher.group(1));
    }

    /** Returns the built-in player that plays, if one does. */
    public Optional<BuiltInPlayer> builtIn() {
        return Players.named(player);
    }
}
