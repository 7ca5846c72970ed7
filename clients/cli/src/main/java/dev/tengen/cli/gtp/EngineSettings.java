package dev.tengen.cli.gtp;

import dev.tengen.player.MonteCarlo;
import dev.tengen.sgf.SgfMode;

/**
 * The settings of an engine.
 *
 * @param version the response to the command "version"
 * @param recordMode what "loadsgf" does with a record that breaks the format
 * @param analysisVisits the number of playouts after which an analysis searches no further
 */
public record EngineSettings(String version, SgfMode recordMode, int analysisVisits) {
    /** Returns settings for tolerant reading and the longest analyses. */
    public static EngineSettings of(String version) {
        return new EngineSettings(version, SgfMode.TOLERANT, MonteCarlo.MAX_PLAYOUT_COUNT);
    }
}
