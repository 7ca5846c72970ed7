package dev.tengen.gtp.driver;

/** An engine failed. The message says what happened. */
public final class EngineException extends Exception {
    private static final long serialVersionUID = 1L;

    private final TurnOutcome outcome;

    EngineException(TurnOutcome outcome, String message) {
        super(message);
        this.outcome = outcome;
    }

    /** Returns the kind of failure; never a move or a resignation. */
    public TurnOutcome outcome() {
        return outcome;
    }
}
