package dev.tengen.client;

import java.util.Optional;

/**
 * The tokens of the seats of a session, as secrets. Each is the token of a client that plays or watches, which finds
 * the session by {@code attachSeat}. They end with the session. The text of it does not have them. Immutable.
 *
 * @param black the token that moves for Black; empty unless asked for
 * @param white the token that moves for White; empty unless asked for
 * @param spectator the token that reads and watches; empty unless asked for
 */
public record SeatTokens(Optional<String> black, Optional<String> white, Optional<String> spectator) {
    static SeatTokens of(dev.tengen.proto.v1.SeatTokens message) {
        return new SeatTokens(given(message.getBlack()), given(message.getWhite()), given(message.getSpectator()));
    }

    private static Optional<String> given(String token) {
        return token.isEmpty() ? Optional.empty() : Optional.of(token);
    }

    @Override
    public String toString() {
        return "SeatTokens[hidden]";
    }
}
