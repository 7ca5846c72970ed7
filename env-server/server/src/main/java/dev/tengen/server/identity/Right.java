package dev.tengen.server.identity;

/** What a role may do with an RPC. */
public enum Right {
    /** The RPC fails with PERMISSION_DENIED. */
    NEVER("-"),
    /** The RPC fails with NOT_YOUR_TURN, until the color of the seat is to move. */
    WAIT("wait"),
    /** The RPC needs no session of anybody, or creates one that belongs to the caller. */
    ALLOWED("yes"),
    /** The RPC acts on sessions of the caller, or on that of its seat. Sessions of others do not exist for it. */
    OWN("own"),
    /** The RPC acts on everything of every principal. */
    ALL("all");

    private final String text;

    Right(String text) {
        this.text = text;
    }

    /** Returns the text in tables. */
    public String text() {
        return text;
    }
}
