package dev.tengen.cli.analysis;

/**
 * The settings of the engine.
 *
 * @param threadCount the number of positions that are searched at the same time
 * @param visits the playouts of a query that does not name a number
 * @param maxVisits the maximum number of playouts of a position
 * @param seed the seed of every search
 * @param perspective whose values are reported, unless a query says otherwise
 * @param version the answer to the action "query_version"
 */
public record AnalysisSettings(
        int threadCount, int visits, int maxVisits, long seed, Perspective perspective, String version) {}
