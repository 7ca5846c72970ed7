package dev.tengen.web;

import dev.tengen.server.identity.AuthorizationTable;
import dev.tengen.server.identity.Principal;
import dev.tengen.server.identity.Right;

/** What the page does for a browser. Each constant names the RPC that does the same, whose row in the table decides. */
enum PagePermission {
    /** Sees what the server offers. */
    SEE_SERVER("tengen.v1.EnvironmentService/GetServerInfo"),
    /** Starts a game against a player or an engine. */
    CREATE_SESSION("tengen.v1.EnvironmentService/CreateSession"),
    /** Sees the list of sessions. */
    LIST_SESSIONS("tengen.v1.EnvironmentService/ListSessions"),
    /** Sees a session. */
    SEE_SESSION("tengen.v1.EnvironmentService/GetSession"),
    /** Sees scores, planes and races of a session. */
    OBSERVE_SESSION("tengen.v1.EnvironmentService/Observe"),
    /** Follows a session. */
    WATCH_SESSION("tengen.v1.EnvironmentService/Watch"),
    /** Downloads the record of a session. */
    EXPORT_SESSION("tengen.v1.EnvironmentService/ExportRecord"),
    /** Plays in a session. */
    STEP_SESSION("tengen.v1.EnvironmentService/Step"),
    /** Proposes dead stones in a session. */
    PROPOSE_DEAD_STONES("tengen.v1.EnvironmentService/ProposeDeadStones"),
    /** Takes back moves of a session. */
    UNDO_SESSION("tengen.v1.EnvironmentService/Undo"),
    /** Sees the tournaments. */
    LIST_TOURNAMENTS("tengen.v1.ArenaService/ListTournaments"),
    /** Sees a tournament. */
    SEE_TOURNAMENT("tengen.v1.ArenaService/GetTournament"),
    /** Follows a tournament. */
    WATCH_TOURNAMENT("tengen.v1.ArenaService/WatchTournament"),
    /** Creates a tournament. */
    CREATE_TOURNAMENT("tengen.v1.ArenaService/CreateTournament"),
    /** Cancels a tournament. */
    CANCEL_TOURNAMENT("tengen.v1.ArenaService/CancelTournament"),
    /** Sees the games of a tournament. */
    LIST_GAMES("tengen.v1.ArenaService/ListArenaGames"),
    /** Sees a game of the arena. */
    SEE_GAME("tengen.v1.ArenaService/GetArenaGame"),
    /** Sees and follows the ladder. */
    SEE_LADDER("tengen.v1.ArenaService/GetLadder"),
    /** Sees the agents. */
    LIST_AGENTS("tengen.v1.ArenaService/ListAgents"),
    /** Plays a game of the arena, against an agent. */
    PLAY_GAME("tengen.v1.ArenaService/Play");

    private final String rpc;

    PagePermission(String rpc) {
        this.rpc = rpc;
    }

    /** Returns the full name of the RPC. */
    String rpc() {
        return rpc;
    }

    /** Returns whether the table allows it to {@code principal}. Whose sessions, the sessions decide. */
    boolean isGrantedTo(Principal principal) {
        return AuthorizationTable.CONTRACT.right(rpc, principal) != Right.NEVER;
    }
}
