package dev.tengen.server.execution;

import java.util.Locale;

/** What the server keeps memory for on behalf of clients. */
public enum MemoryKind {
    /** Sessions, with their games and remembered calls. */
    SESSION(MemoryArea.HEAP),
    /** Lanes of batches. */
    LANE(MemoryArea.HEAP),
    /** Nodes of trees. */
    TREE(MemoryArea.HEAP),
    /** Roots of trees, with their histories and boards. */
    ROOT(MemoryArea.HEAP),
    /** Answers of calls that opened a session, kept for retries. */
    REMEMBERED_ANSWER(MemoryArea.HEAP),
    /** Answers of streams that are made. */
    ANSWER(MemoryArea.HEAP),
    /** Long requests of streams, and records that are read, while they are carried out. */
    REQUEST(MemoryArea.HEAP),
    /** Tables of analyses, and trees of players that search. */
    ANALYSIS(MemoryArea.HEAP),
    /**
     * What the HTTP port keeps: requests in progress, responses that clients have not read, sockets with the messages
     * and answers that wait, streams of events, logins, and how people started the games that they play.
     */
    HTTP(MemoryArea.HEAP),
    /** Requests of which only a part has arrived. */
    REQUEST_BUFFER(MemoryArea.DIRECT),
    /** Answers on their way to clients, which clients have not read. */
    ANSWER_BUFFER(MemoryArea.DIRECT);

    private final MemoryArea area;

    MemoryKind(MemoryArea area) {
        this.area = area;
    }

    /** Returns where the memory is taken from. */
    public MemoryArea area() {
        return area;
    }

    /** Returns the name in settings, in metrics and on the wire, as in "remembered_answer". */
    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }
}
