package dev.tengen.cli.output;

import dev.tengen.cli.option.EnumNames;

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
