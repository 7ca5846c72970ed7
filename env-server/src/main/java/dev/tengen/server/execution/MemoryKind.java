package dev.tengen.server.execution;

import java.util.Locale;

/** What the server keeps memory for on behalf of clients. */
public enum MemoryKind {
    /** Sessions, with their games and remembered calls. */
    SESSION,
    /** Lanes of batches. */
    LANE,
    /** Nodes of trees. */
    TREE,
    /** Roots of trees, with their histories and boards. */
    ROOT,
    /** Answers of calls that opened a session, kept for retries. */
    REMEMBERED_ANSWER,
    /** Answers of streams that are made or that the client has not read. */
    ANSWER,
    /** Tables of analyses. */
    ANALYSIS;

    /** Returns the name in settings, in metrics and on the wire, as in "remembered_answer". */
    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }
}
