package dev.tengen.server;

/**
 * Which of the optional services of a server are on. The sessions of EnvironmentService are always on, and the arena is
 * a {@link ServerModule}.
 *
 * @param batches whether BatchService is on
 * @param trees whether TreeService is on
 * @param searches whether SearchService is on
 * @param analyses whether AnalysisService is on
 */
public record EnabledServices(boolean batches, boolean trees, boolean searches, boolean analyses) {
    /** All services. */
    public static final EnabledServices ALL = new EnabledServices(true, true, true, true);
}
