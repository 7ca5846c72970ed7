package dev.tengen.gtp.driver;

/** An engine did not do what it was told. The message says what happened instead. */
public final class EngineException extends Exception {
    private static final long serialVersionUID = 1L;

    private final Verdict verdict;

    EngineException(Verdict verdict, String message) {
        super(message);
        this.verdict = verdict;
    }

    /** Returns the kind of failure; never a move or a resignation. */
    public Verdict verdict() {
        return verdict;
    }
}
