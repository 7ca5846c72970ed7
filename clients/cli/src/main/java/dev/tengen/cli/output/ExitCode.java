package dev.tengen.cli.output;

/** The exit codes of the process. */
public final class ExitCode {
    /** Success. */
    public static final int OK = 0;
    /** The command ran and its check failed: an illegal move, an unreadable file, a wrong state. */
    public static final int FAILED = 1;
    /** The command line is invalid. */
    public static final int USAGE = 2;
    /** A server could not be reached or started. */
    public static final int UNAVAILABLE = 3;
    /** Internal error. */
    public static final int INTERNAL = 70;

    private ExitCode() {}
}
