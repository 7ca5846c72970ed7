package dev.tengen.server.info;

/**
 * A feature of a server.
 *
 * @param name its name on the wire, as in "trees"; the contract lists the names
 * @param isEnabled whether it is on
 * @param kind the variant, if there are several, as in "sqlite"; otherwise empty
 * @param howToEnable how the operator turns it on, as a sentence; empty if it is on
 */
public record Feature(String name, boolean isEnabled, String kind, String howToEnable) {
    /** AnalysisService. */
    public static final String ANALYSES = "analyses";

    /** Tournaments. */
    public static final String ARENA = "arena";

    /** Clients must authenticate. */
    public static final String AUTHENTICATION = "authentication";

    /** BatchService. */
    public static final String BATCHES = "batches";

    /** Batches that can be resumed from a journal. */
    public static final String DURABLE_BATCHES = "durable_batches";

    /** Sessions that outlive the server process. */
    public static final String DURABLE_SESSIONS = "durable_sessions";

    /** Engines as opponents. */
    public static final String ENGINES = "engines";

    /** Metrics and health over HTTP. */
    public static final String HTTP = "http";

    /** The gateway of language models: OpenEnv and the Model Context Protocol over HTTP. */
    public static final String OPENENV = "openenv";

    /** The web page. */
    public static final String PAGE = "page";

    /** SearchService. */
    public static final String SEARCHES = "searches";

    /** Sessions that another server of the same store takes over. */
    public static final String SESSION_TAKEOVER = "session_takeover";

    /** Tournaments that outlive the server process. */
    public static final String STORAGE = "storage";

    /** TreeService. */
    public static final String TREES = "trees";

    /** Returns a feature that is on and has no variants. */
    public static Feature on(String name) {
        return on(name, "");
    }

    /** Returns a feature that is on. */
    public static Feature on(String name, String kind) {
        return new Feature(name, true, kind, "");
    }

    /** Returns a feature that is off. */
    public static Feature off(String name, String howToEnable) {
        return new Feature(name, false, "", howToEnable);
    }

    /** Returns a feature that is on if {@code isEnabled}. */
    public static Feature of(String name, boolean isEnabled, String howToEnable) {
        return isEnabled ? on(name) : off(name, howToEnable);
    }
}
