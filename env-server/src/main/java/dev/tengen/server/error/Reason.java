package dev.tengen.server.error;

import io.grpc.Status;

/** Why a call failed: the names that clients see in the trailer {@code tengen-reason}, each with its gRPC status. */
public enum Reason {
    /** A field is missing, malformed or out of range. */
    INVALID_VALUE(Status.Code.INVALID_ARGUMENT),
    /** No rule preset has the name. */
    UNKNOWN_PRESET(Status.Code.INVALID_ARGUMENT),
    /** No encoding has the name. */
    UNKNOWN_ENCODING(Status.Code.INVALID_ARGUMENT),
    /** No overlay has the name. */
    UNKNOWN_OVERLAY(Status.Code.INVALID_ARGUMENT),
    /** No built-in player has the name. */
    UNKNOWN_PLAYER(Status.Code.INVALID_ARGUMENT),
    /** No task has the name. */
    UNKNOWN_TASK(Status.Code.INVALID_ARGUMENT),
    /** The request id was used for another request. */
    REQUEST_ID_REUSED(Status.Code.INVALID_ARGUMENT),
    /** The bytes are no snapshot of ours. */
    SNAPSHOT_FOREIGN(Status.Code.INVALID_ARGUMENT),
    /** The snapshot is of a later version. */
    SNAPSHOT_TOO_NEW(Status.Code.INVALID_ARGUMENT),
    /** The snapshot was changed on the way, or is not a legal game. */
    SNAPSHOT_DAMAGED(Status.Code.INVALID_ARGUMENT),
    /** The game record cannot be read. */
    RECORD_UNREADABLE(Status.Code.INVALID_ARGUMENT),
    /** A move of the game record is illegal. */
    RECORD_ILLEGAL(Status.Code.INVALID_ARGUMENT),
    /** There is no such action on the board. */
    OUT_OF_RANGE(Status.Code.INVALID_ARGUMENT),
    /** The episode is over. */
    EPISODE_OVER(Status.Code.FAILED_PRECONDITION),
    /** A stone stands on the point. */
    OCCUPIED(Status.Code.FAILED_PRECONDITION),
    /** The suicide rule forbids the play. */
    SUICIDE(Status.Code.FAILED_PRECONDITION),
    /** The ko rule forbids the play. */
    REPETITION(Status.Code.FAILED_PRECONDITION),
    /** Play has ended, and the players have to say which stones are dead. */
    AGREEMENT(Status.Code.FAILED_PRECONDITION),
    /** Play has not ended, or its rules ask for no agreement on dead stones. */
    NO_AGREEMENT(Status.Code.FAILED_PRECONDITION),
    /** Another agent has the name. */
    AGENT_NAME_TAKEN(Status.Code.FAILED_PRECONDITION),
    /** The agent came back on another stream. */
    AGENT_REPLACED(Status.Code.FAILED_PRECONDITION),
    /** A player of the arena is not there, or plays as many games as it can. */
    PLAYER_NOT_FREE(Status.Code.FAILED_PRECONDITION),
    /** Another tournament has the name. */
    TOURNAMENT_EXISTS(Status.Code.FAILED_PRECONDITION),
    /** The tournament has ended. */
    TOURNAMENT_OVER(Status.Code.FAILED_PRECONDITION),
    /** There is no tournament of the name. */
    TOURNAMENT_NOT_FOUND(Status.Code.NOT_FOUND),
    /** There is no such game of the tournament. */
    ARENA_GAME_NOT_FOUND(Status.Code.NOT_FOUND),
    /** The session was never made, is closed or has expired. */
    SESSION_NOT_FOUND(Status.Code.NOT_FOUND),
    /** The episode is at another move number than the caller expected. */
    WRONG_MOVE_NUMBER(Status.Code.ABORTED),
    /** As many sessions are open as the server allows. */
    TOO_MANY_SESSIONS(Status.Code.RESOURCE_EXHAUSTED),
    /** As many lanes are open as the server allows. */
    TOO_MANY_LANES(Status.Code.RESOURCE_EXHAUSTED),
    /** As many nodes of trees are there, or kept free for streams, as the server or the stream allows. */
    TOO_MANY_NODES(Status.Code.RESOURCE_EXHAUSTED),
    /** As many trees are there as the server allows. */
    TOO_MANY_TREES(Status.Code.RESOURCE_EXHAUSTED),
    /** As many processes of engines run as the server allows, or as many calls wait for slow players. */
    TOO_MANY_ENGINES(Status.Code.RESOURCE_EXHAUSTED),
    /** As many calls that analyze wait as the server allows. */
    TOO_MANY_ANALYSES(Status.Code.RESOURCE_EXHAUSTED),
    /** As many agents are there as the server allows. */
    TOO_MANY_AGENTS(Status.Code.RESOURCE_EXHAUSTED),
    /** As many tournaments run, or as many of their games, as the server allows. */
    TOO_MANY_TOURNAMENTS(Status.Code.RESOURCE_EXHAUSTED),
    /** As many calls to the arena wait as the server allows. */
    TOO_MANY_ARENA_CALLS(Status.Code.RESOURCE_EXHAUSTED),
    /** The agent does not read what it is sent. */
    SLOW_READER(Status.Code.RESOURCE_EXHAUSTED),
    /** More calls of CreateSession are remembered for retries than the server allows. */
    TOO_MANY_REQUEST_IDS(Status.Code.RESOURCE_EXHAUSTED),
    /** The request is longer than the server allows. */
    MESSAGE_TOO_LARGE(Status.Code.RESOURCE_EXHAUSTED),
    /** The engine that is to be the opponent could not be started. */
    ENGINE_FAILED(Status.Code.UNAVAILABLE),
    /** The database of the arena failed. */
    STORE_FAILED(Status.Code.UNAVAILABLE),
    /** The server is going down. */
    SHUTTING_DOWN(Status.Code.UNAVAILABLE),
    /** A fault of the server. */
    INTERNAL(Status.Code.INTERNAL);

    private final Status.Code code;

    Reason(Status.Code code) {
        this.code = code;
    }

    /** Returns the gRPC status that goes with this reason. */
    public Status.Code code() {
        return code;
    }
}
