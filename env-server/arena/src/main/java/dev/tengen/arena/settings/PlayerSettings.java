package dev.tengen.arena.settings;

import dev.tengen.arena.clock.TimeControl;
import dev.tengen.base.InvalidValueException;
import dev.tengen.base.Names;
import dev.tengen.player.BuiltInPlayer;
import dev.tengen.player.Players;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A player of a tournament.
 *
 * @param name the name, 1 to 64 characters, not blank and without control characters
 * @param player what plays under the name: a built-in player, "gtp:" and the name of an engine, or "agent" for an agent
 *     that joins with this name
 * @param rating the known rating in Elo, within [-10000, 10000], as an anchor for the other ratings; null if it is
 *     unknown
 * @param clock the time control of this player, in the notation of {@link TimeControl}; null for that of the tournament
 */
public record PlayerSettings(
        String name,
        String player,
        @Nullable Double rating,
        @Nullable String clock) {
    /** The value of {@code player} for agents. */
    public static final String AGENT = "agent";

    /** The prefix of engine names. */
    public static final String ENGINE_PREFIX = "gtp:";

    private static final int MAX_NAME_LENGTH = 64;
    private static final double MAX_RATING = 10_000;

    private static final Pattern ENGINE = Pattern.compile(Pattern.quote(ENGINE_PREFIX) + "([A-Za-z0-9._-]{1,40})");

    /**
     * Creates a player. A built-in player gets its canonical name.
     *
     * @throws InvalidValueException if a value is not allowed
     */
    public PlayerSettings {
        requireName("name", name, MAX_NAME_LENGTH);
        if (!player.equals(AGENT) && !ENGINE.matcher(player).matches()) {
            player = requireBuiltIn(player).playerName();
        }
        if (rating != null) {
            InvalidValueException.requireWithin("rating", rating, -MAX_RATING, MAX_RATING);
        }
        if (clock != null) {
            clock = TimeControl.parse(clock).toString();
        }
    }

    /**
     * Checks that {@code name} can be displayed and stored anywhere.
     *
     * @throws InvalidValueException if it cannot
     */
    static void requireName(String field, String name, int maxLength) {
        boolean isPlain = !name.isBlank() && name.chars().noneMatch(Character::isISOControl);
        boolean isWhole = StandardCharsets.UTF_8.newEncoder().canEncode(name);
        if (!isPlain || !isWhole || name.length() > maxLength) {
            throw InvalidValueException.not(
                    field,
                    '"' + name + '"',
                    "1 to " + maxLength + " characters, not blank, none of them a control character");
        }
    }

    private static BuiltInPlayer requireBuiltIn(String player) {
        return Players.named(player)
                .orElseThrow(() -> InvalidValueException.not(
                        "player",
                        '"' + player + '"',
                        "\"" + AGENT + "\", \"" + ENGINE_PREFIX + "\" and the name of an engine, or one of "
                                + Players.choices() + Names.hint(player, Players.choices())));
    }

    /** Creates a player with the time control of the tournament. */
    public PlayerSettings(String name, String player, @Nullable Double rating) {
        this(name, player, rating, null);
    }

    /** Creates a player with the time control of the tournament whose rating is unknown. */
    public PlayerSettings(String name, String player) {
        this(name, player, null);
    }

    /** Returns the time control of this player; empty for that of the tournament. */
    public Optional<TimeControl> timeControl() {
        return Optional.ofNullable(clock).map(TimeControl::parse);
    }

    /** Returns whether the player is an agent. */
    public boolean isAgent() {
        return player.equals(AGENT);
    }

    /** Returns the name of the engine; empty if the player is not an engine. */
    public Optional<String> engine() {
        return engine(player);
    }

    /**
     * Returns the name of the engine that {@code player} names, such as "gnugo" for "gtp:gnugo"; empty for something
     * else.
     */
    static Optional<String> engine(String player) {
        return Optional.of(ENGINE.matcher(player)).filter(Matcher::matches).map(matcher -> matcher.group(1));
    }

    /** Returns the built-in player; empty if the player is not built in. */
    public Optional<BuiltInPlayer> builtIn() {
        return Players.named(player);
    }
}
