package dev.tengen.cgt;

/**
 * Thrown if a computation exceeds one of its {@link WorkLimits}, or a number does not fit a {@link Dyadic}.
 *
 * <p>It is no internal error: games can have exponentially many positions. The computation has no result, but the
 * universe stays usable; only the steps are used up.
 */
public final class WorkLimitException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final String limit;
    private final long max;

    /** Creates the exception for more than {@code max} units of {@code limit}. */
    WorkLimitException(String limit, long max) {
        super("the answer takes more than " + max + " " + limit);
        this.limit = limit;
        this.max = max;
    }

    /** Returns the exception for a number that does not fit a {@link Dyadic}. */
    static WorkLimitException bits(ArithmeticException cause) {
        WorkLimitException exception = new WorkLimitException("bits of a number", Dyadic.MAX_EXPONENT);
        exception.initCause(cause);
        return exception;
    }

    /** Returns the name of the limit, such as "games". */
    public String limit() {
        return limit;
    }

    /** Returns the maximum. */
    public long max() {
        return max;
    }
}
