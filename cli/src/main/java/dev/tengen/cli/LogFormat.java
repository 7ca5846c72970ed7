package dev.tengen.cli;

/** What a line of the log looks like. */
enum LogFormat {
    /** For people. */
    TEXT,
    /** For programs: one JSON object a line. */
    JSON;

    @Override
    public String toString() {
        return EnumNames.of(this);
    }
}
