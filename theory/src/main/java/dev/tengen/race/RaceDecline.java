package dev.tengen.race;

/**
 * Why counting does not decide a race.
 *
 * @param status the kind of reason, one of the UNSUPPORTED ones
 * @param reason the reason in words, with the place on the board
 */
public record RaceDecline(RaceStatus status, String reason) {
    /** Throws {@link IllegalArgumentException} for a status that is an answer. */
    public RaceDecline {
        if (status.isSupported()) {
            throw new IllegalArgumentException(status + " is no reason to decline");
        }
    }
}
