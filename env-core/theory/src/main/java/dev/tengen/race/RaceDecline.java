package dev.tengen.race;

/**
 * The reason why counting does not decide a race.
 *
 * @param status the kind of reason, one of the UNSUPPORTED ones
 * @param reason the reason in words, with the location on the board
 */
public record RaceDecline(RaceStatus status, String reason) {
    /**
     * Creates a reason.
     *
     * @throws IllegalArgumentException if {@code status} is an outcome
     */
    public RaceDecline {
        if (status.isSupported()) {
            throw new IllegalArgumentException(status + " is an outcome, not a reason to decline");
        }
    }
}
