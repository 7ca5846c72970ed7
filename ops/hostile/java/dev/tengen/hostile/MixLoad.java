package dev.tengen.hostile;

import java.util.Map;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/**
 * What the clients of a mix share. Thread-safe.
 *
 * @param server the server under attack
 * @param principals who the clients are
 * @param values what they have learned from answers, by their tokens: sessions of others do not exist for them
 * @param tally counts the outcomes of their requests
 * @param timer runs what they do later
 * @param isOver whether they end
 * @param isCalm whether the planned time is over, and they only wait for answers that they have not had on a slow
 *     machine
 */
record MixLoad(
        JarServer server,
        MixPrincipals principals,
        Map<String, KnownValues> values,
        MixTally tally,
        ScheduledExecutorService timer,
        BooleanSupplier isOver,
        BooleanSupplier isCalm) {
    private static final long CALM_PAUSE_MS = 50;

    /** Returns whether a client with {@code token} ends: in the calm, only agents wait for answers. */
    boolean isOver(String token) {
        return isOver.getAsBoolean() || isCalm.getAsBoolean() && !principals.isAgent(token);
    }

    /** Waits a moment if the mix is calm, so that a slow machine has time to answer. */
    void rest() throws InterruptedException {
        if (isCalm.getAsBoolean()) {
            TimeUnit.MILLISECONDS.sleep(CALM_PAUSE_MS);
        }
    }

    /** Returns what a client with {@code token} knows. A stranger knows what an agent does. */
    KnownValues known(String token) {
        return values.getOrDefault(token, values.get(principals.attacker(0)));
    }
}
