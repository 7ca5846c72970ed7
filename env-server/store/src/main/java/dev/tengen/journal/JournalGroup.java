package dev.tengen.journal;

import java.util.List;
import java.util.Optional;

/**
 * What one commit writes to a journal: requests that follow one another, if there are any, and the last of the
 * checkpoints among them or after those that were written before.
 */
final class JournalGroup {
    private final String id;
    private final long epoch;
    private final long first;
    private final List<byte[]> requests;
    private final Optional<byte[]> checkpoint;
    private final long checkpointSequence;

    /**
     * Creates a group.
     *
     * @param id the text that names the journal in the store
     * @param epoch the epoch of its writer
     * @param first the number of the first request
     * @param requests the requests
     * @param checkpoint a state, if there is one
     * @param checkpointSequence the number of the request after which the lanes had that state
     */
    JournalGroup(
            String id,
            long epoch,
            long first,
            List<byte[]> requests,
            Optional<byte[]> checkpoint,
            long checkpointSequence) {
        this.id = id;
        this.epoch = epoch;
        this.first = first;
        this.requests = List.copyOf(requests);
        this.checkpoint = checkpoint;
        this.checkpointSequence = checkpointSequence;
    }

    String id() {
        return id;
    }

    long epoch() {
        return epoch;
    }

    long first() {
        return first;
    }

    long last() {
        return first + requests.size() - 1;
    }

    List<byte[]> requests() {
        return requests;
    }

    Optional<byte[]> checkpoint() {
        return checkpoint;
    }

    long checkpointSequence() {
        return checkpointSequence;
    }

    /** Returns the size of what is written, in bytes. */
    long byteCount() {
        return requests.stream().mapToLong(request -> request.length).sum()
                + checkpoint.map(state -> state.length).orElse(0);
    }
}
