package dev.tengen.cli.output;

/** What the process says when it ends. */
final class ExitCode {
    /** All went well. */
    static final int OK = 0;
    /** The command ran, and what it checked did not hold: an illegal move, an unreadable file, a wrong state. */
    static final int FAILED = 1;
    /** The command was not understood. */
    static final int USAGE = 2;
    /** A server could not be reached or started. */
    static final int UNAVAILABLE = 3;
    /** A fault of this program. */
    static final int INTERNAL = 70;

    private ExitCode() {}
}
