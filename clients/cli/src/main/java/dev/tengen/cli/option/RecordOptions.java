package dev.tengen.cli.option;

import dev.tengen.sgf.SgfMode;
import picocli.CommandLine.Option;

/** Options for how a command reads game records. */
public final class RecordOptions {
    @Option(
            names = "--strict",
            description = "Refuse records that break the format even if their moves are intact. Default: read them with"
                    + " warnings.")
    private boolean isStrict;

    /** Returns what to do with a record that breaks the format. */
    public SgfMode mode() {
        return isStrict ? SgfMode.STRICT : SgfMode.TOLERANT;
    }
}
