package dev.tengen.cgt;

/**
 * Says that an answer takes more than a limit of {@link WorkLimits} allows, or a number that has no room.
 *
 * <p>It is no error of the engine: games can have exponentially many positions. What was asked has no answer here; the
 * universe is as good as before, but for the steps that it has used up.
 */
public final class WorkLimitException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final String limit;
    private final long max;

    /** Makes the error that more than {@code max} of what {@code limit} counts would be needed. */
    WorkLimitException(String limit, long max) {
        super("the answer takes more than " + max + " " + limit);
        this.limit = limit;
        this.max = max;
    }

    /** Makes the error that a number has no room in a {@link Dyadic}. */
    static WorkLimitException bits(ArithmeticException cause) {
        WorkLimitException exception = new WorkLimitException("bits of a number", Dyadic.MAX_EXPONENT);
        exception.initCause(cause);
        return exception;
    }

    /** Returns what was counted, as in "games". */
    public String limit() {
        return limit;
    }

    /** Returns how much of it there may be. */
    public long max() {
        return max;
    }
}
