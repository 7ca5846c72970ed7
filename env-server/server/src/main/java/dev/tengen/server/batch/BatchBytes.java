package dev.tengen.server.batch;

import dev.tengen.env.EnvironmentBatch;

/**
 * What a batch reserves when it opens, in bytes.
 *
 * @param lanes the lanes at the end of their episodes, or after {@value #FIRST_ROOM} moves if episodes may be longer
 * @param search the trees of opponents that search at the same time
 * @param answer an answer about all lanes while it is made
 * @param answerBuffer an answer about all lanes on its way to the client, in direct memory
 */
public record BatchBytes(long lanes, long search, long answer, long answerBuffer) {
    /** The moves for which there is room at first, where episodes may be longer. */
    private static final int FIRST_ROOM = 2_000;

    /** The rows of an answer, and as many again for ended episodes and for the message that is being written. */
    private static final int COPIES_OF_ANSWER = 2;

    /** Returns what {@code lanes} need, whose episodes have not started. */
    public static BatchBytes of(EnvironmentBatch lanes) {
        return of(lanes, firstRoom(lanes));
    }

    /** Returns what {@code lanes} need for episodes of {@code moveCount} moves. */
    public static BatchBytes of(EnvironmentBatch lanes, int moveCount) {
        long rowBytes = (long) lanes.layout().rowByteCount() * lanes.laneCount();
        return new BatchBytes(
                laneBytes(lanes, moveCount),
                threadCount(lanes) * lanes.searchBytes(),
                COPIES_OF_ANSWER * rowBytes,
                (lanes.reportsEnds() ? 2 : 1) * rowBytes);
    }

    /** Returns what {@code lanes} take in episodes of {@code moveCount} moves. */
    static long laneBytes(EnvironmentBatch lanes, int moveCount) {
        return lanes.memoryBytes(moveCount, threadCount(lanes));
    }

    /** Returns how many threads step lanes at the same time. An opponent searches on each. */
    private static int threadCount(EnvironmentBatch lanes) {
        return Math.min(lanes.laneCount(), Runtime.getRuntime().availableProcessors());
    }

    /** Returns the moves for which a batch of {@code lanes} has room when it opens. */
    static int firstRoom(EnvironmentBatch lanes) {
        return Math.min(lanes.moveLimit(), FIRST_ROOM);
    }
}
