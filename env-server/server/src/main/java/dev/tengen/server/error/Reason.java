package dev.tengen.server.error;

import io.grpc.Status;

/**
 * The reason of a failed call: the names that clients see in the trailer {@code tengen-reason}, each with its gRPC
 * status.
 */
public enum Reason {
    /** A field is missing, malformed or out of range. */
    INVALID_VALUE(Status.Code.INVALID_ARGUMENT),
    /** No rule preset has the name. */
    UNKNOWN_PRESET(Status.Code.INVALID_ARGUMENT),
    /** No encoding has the name. */
    UNKNOWN_ENCODING(Status.Code.INVALID_ARGUMENT),
    /** No overlay has the name. */
    UNKNOWN_OVERLAY(Status.Code.INVALID_ARGUMENT),
    /** No player has the name. */
    UNKNOWN_PLAYER(Status.Code.INVALID_ARGUMENT),
    /** No task has the name. */
    UNKNOWN_TASK(Status.Code.INVALID_ARGUMENT),
    /** The request id was used for another request. */
    REQUEST_ID_REUSED(Status.Code.INVALID_ARGUMENT),
    /** The bytes are not a snapshot of this project. */
    SNAPSHOT_FOREIGN(Status.Code.INVALID_ARGUMENT),
    /** The snapshot has a later version. */
    SNAPSHOT_TOO_NEW(Status.Code.INVALID_ARGUMENT),
    /** The snapshot was modified, or is not a legal game. */
    SNAPSHOT_DAMAGED(Status.Code.INVALID_ARGUMENT),
    /** The game record cannot be parsed. */
    RECORD_UNREADABLE(Status.Code.INVALID_ARGUMENT),
    /** A move of the game record is illegal. */
    RECORD_ILLEGAL(Status.Code.INVALID_ARGUMENT),
    /** The board has no such action. */
    OUT_OF_RANGE(Status.Code.INVALID_ARGUMENT),
    /** The episode is over. */
    EPISODE_OVER(Status.Code.FAILED_PRECONDITION),
    /** The point is occupied. */
    OCCUPIED(Status.Code.FAILED_PRECONDITION),
    /** The suicide rule forbids the play. */
    SUICIDE(Status.Code.FAILED_PRECONDITION),
    /** The ko rule forbids the play. */
    REPETITION(Status.Code.FAILED_PRECONDITION),
    /** Play has ended, and the players must agree on dead stones. */
    AGREEMENT(Status.Code.FAILED_PRECONDITION),
    /** Play has not ended, or the rules need no agreement on dead stones. */
    NO_AGREEMENT(Status.Code.FAILED_PRECONDITION),
    /** No move can be taken back: there is none, or the task or the opponent does not allow it. */
    UNDO_UNAVAILABLE(Status.Code.FAILED_PRECONDITION),
    /** The other color is to move, and the token is that of a seat. */
    NOT_YOUR_TURN(Status.Code.FAILED_PRECONDITION),
    /** Another agent has the name. */
    AGENT_NAME_TAKEN(Status.Code.FAILED_PRECONDITION),
    /** The agent has connected by another stream. */
    AGENT_REPLACED(Status.Code.FAILED_PRECONDITION),
    /** A player of the arena is absent, or plays its maximum of games. */
    PLAYER_NOT_FREE(Status.Code.FAILED_PRECONDITION),
    /** Another tournament has the name. */
    TOURNAMENT_EXISTS(Status.Code.FAILED_PRECONDITION),
    /** The tournament has ended. */
    TOURNAMENT_OVER(Status.Code.FAILED_PRECONDITION),
    /** No tournament has the name. */
    TOURNAMENT_NOT_FOUND(Status.Code.NOT_FOUND),
    /** The tournament has no such game. */
    ARENA_GAME_NOT_FOUND(Status.Code.NOT_FOUND),
    /** The session was never created or is closed, or it expired so long ago that the server has forgotten its id. */
    SESSION_NOT_FOUND(Status.Code.NOT_FOUND),
    /** The session has expired: it was idle for its idle timeout. */
    SESSION_EXPIRED(Status.Code.NOT_FOUND),
    /** The session is in another episode than the caller expects. */
    WRONG_EPISODE(Status.Code.ABORTED),
    /** The episode is at another move number than the caller expects. */
    WRONG_MOVE_NUMBER(Status.Code.ABORTED),
    /** The principal has or does as much as its quota allows. */
    QUOTA_EXCEEDED(Status.Code.RESOURCE_EXHAUSTED),
    /** The maximum of sessions is open. */
    TOO_MANY_SESSIONS(Status.Code.RESOURCE_EXHAUSTED),
    /** The episode of a session has its maximum of moves, or the record or snapshot has more. */
    TOO_MANY_MOVES(Status.Code.RESOURCE_EXHAUSTED),
    /** The maximum of lanes is open. */
    TOO_MANY_LANES(Status.Code.RESOURCE_EXHAUSTED),
    /** The maximum of nodes exists or is reserved, of the server or of the stream. */
    TOO_MANY_NODES(Status.Code.RESOURCE_EXHAUSTED),
    /** The maximum of trees exists. */
    TOO_MANY_TREES(Status.Code.RESOURCE_EXHAUSTED),
    /**
     * The maximum of engine processes runs, or the maximum of calls, of the connection or of all, waits for players
     * that search.
     */
    TOO_MANY_ENGINES(Status.Code.RESOURCE_EXHAUSTED),
    /** The maximum of analyses waits. */
    TOO_MANY_ANALYSES(Status.Code.RESOURCE_EXHAUSTED),
    /** The maximum of agents is connected. */
    TOO_MANY_AGENTS(Status.Code.RESOURCE_EXHAUSTED),
    /** The maximum of tournaments, or of their games, runs. */
    TOO_MANY_TOURNAMENTS(Status.Code.RESOURCE_EXHAUSTED),
    /** The maximum of calls to the arena waits. */
    TOO_MANY_ARENA_CALLS(Status.Code.RESOURCE_EXHAUSTED),
    /** The maximum of calls of the connection that replay long games runs or waits. */
    TOO_MANY_CALLS(Status.Code.RESOURCE_EXHAUSTED),
    /** More calls wait for the threads of the server than it can answer soon. */
    SERVER_OVERLOADED(Status.Code.RESOURCE_EXHAUSTED),
    /** The client of a stream does not read its messages. */
    SLOW_READER(Status.Code.RESOURCE_EXHAUSTED),
    /** The memory that the server keeps for clients is in use, or the share of it for what the call needs. */
    OUT_OF_MEMORY_BUDGET(Status.Code.RESOURCE_EXHAUSTED),
    /** The maximum of calls that opened a session is remembered for retries. */
    TOO_MANY_REQUEST_IDS(Status.Code.RESOURCE_EXHAUSTED),
    /** The request is too long. */
    MESSAGE_TOO_LARGE(Status.Code.RESOURCE_EXHAUSTED),
    /** The engine of the opponent could not be started. */
    ENGINE_FAILED(Status.Code.UNAVAILABLE),
    /** The database of the arena, or that of the sessions, failed. */
    STORE_FAILED(Status.Code.UNAVAILABLE),
    /** Another server of the store has the session. */
    SESSION_ELSEWHERE(Status.Code.UNAVAILABLE),
    /** Another journal of the principal has the name. */
    JOURNAL_EXISTS(Status.Code.FAILED_PRECONDITION),
    /** The principal has no journal with the name. */
    JOURNAL_NOT_FOUND(Status.Code.NOT_FOUND),
    /** The journal no longer has the request from which it should be resumed. */
    JOURNAL_TRIMMED(Status.Code.OUT_OF_RANGE),
    /** The journal was changed or damaged, and cannot be replayed. */
    JOURNAL_DAMAGED(Status.Code.DATA_LOSS),
    /** Another stream has resumed the batch. */
    JOURNAL_TAKEN_OVER(Status.Code.ABORTED),
    /** The server carried out the call, and had no memory to send the answer. */
    ANSWER_LOST(Status.Code.UNAVAILABLE),
    /** The service, or the RPC, is off on this server. */
    SERVICE_DISABLED(Status.Code.UNIMPLEMENTED),
    /** The server is shutting down. */
    SHUTTING_DOWN(Status.Code.UNAVAILABLE),
    /** The credentials are missing, or prove no principal. */
    UNAUTHENTICATED(Status.Code.UNAUTHENTICATED),
    /** The role of the principal does not allow the call. */
    PERMISSION_DENIED(Status.Code.PERMISSION_DENIED),
    /** An internal error. */
    INTERNAL(Status.Code.INTERNAL);

    private final Status.Code code;

    Reason(Status.Code code) {
        this.code = code;
    }

    /** Returns the gRPC status of this reason. */
    public Status.Code code() {
        return code;
    }
}
