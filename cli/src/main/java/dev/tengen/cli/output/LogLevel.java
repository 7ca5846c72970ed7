package dev.tengen.cli.output;

import dev.tengen.cli.option.EnumNames;

/** How important a line of the log is, least first. */
enum LogLevel {
    /** Every detail. */
    DEBUG,
    /** What the server does. */
    INFO,
    /** What may be wrong. */
    WARN,
    /** What is wrong. */
    ERROR;

    @Override
    public String toString() {
        return EnumNames.of(this);
    }
}
