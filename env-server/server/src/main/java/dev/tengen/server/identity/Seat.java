package dev.tengen.server.identity;

import dev.tengen.board.Color;
import java.util.Locale;
import java.util.OptionalInt;

/**
 * A seat at one session. Its holder may use this session and nothing else. The text of it does not have the id of the
 * session.
 *
 * @param sessionId the id of the session
 * @param place whose seat it is
 * @param owner the principal that opened the session. What the holder uses counts in its quotas, too
 */
public record Seat(String sessionId, Place place, Principal owner) {
    /** Whose seat it is. */
    public enum Place {
        /** Black's, who moves for this color. */
        BLACK,
        /** White's, who moves for this color. */
        WHITE,
        /** That of spectators, who read. */
        SPECTATOR;

        /** Returns the name in messages: lower case. */
        public String text() {
            return name().toLowerCase(Locale.ROOT);
        }

        /** Returns the {@link Color} that the holder moves for; empty for spectators. */
        public OptionalInt color() {
            return switch (this) {
                case BLACK -> OptionalInt.of(Color.BLACK);
                case WHITE -> OptionalInt.of(Color.WHITE);
                case SPECTATOR -> OptionalInt.empty();
            };
        }
    }

    @Override
    public String toString() {
        return "Seat[place=" + place + "]";
    }
}
