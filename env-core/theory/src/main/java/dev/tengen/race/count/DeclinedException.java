package dev.tengen.race.count;

import dev.tengen.race.RaceDecline;
import dev.tengen.race.RaceStatus;

/** Thrown inside this package if counting cannot decide a race; it carries the reason. */
final class DeclinedException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final transient RaceDecline decline;

    DeclinedException(RaceStatus status, String reason) {
        super(reason, null, false, false);
        decline = new RaceDecline(status, reason);
    }

    RaceDecline decline() {
        return decline;
    }
}
