package dev.tengen.server.identity;

import java.util.Locale;

/** What a principal is for. A role decides which calls its principals may make. */
public enum Role {
    /** Operates the server: may make every call, and sees everything of every principal. */
    OPERATOR,
    /** Organizes play for others: sessions whose seats it hands out, and tournaments. */
    ORCHESTRATOR,
    /** Plays: its own sessions, batches, trees, searches and analyses, and games of the arena under its own name. */
    AGENT,
    /** Watches what is public. */
    SPECTATOR;

    /** Returns the name in files, tokens and messages: lower case. */
    public String text() {
        return name().toLowerCase(Locale.ROOT);
    }
}
