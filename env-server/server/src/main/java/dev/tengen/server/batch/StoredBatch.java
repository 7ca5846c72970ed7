package dev.tengen.server.batch;

import java.util.List;
import java.util.Optional;

/** A batch as its journal has it: how it was opened, a state, and the requests after that. */
public final class StoredBatch {
    private final BatchJournal journal;
    private final byte[] opening;
    private final Optional<byte[]> checkpoint;
    private final List<byte[]> requests;

    /**
     * Creates a stored batch, which keeps the arrays.
     *
     * @param journal its journal, which stands after the last of {@code requests}
     * @param opening how it was opened
     * @param checkpoint the state before the first of {@code requests}; empty if that is the state after it was opened
     * @param requests the requests to carry out again, in order
     */
    public StoredBatch(BatchJournal journal, byte[] opening, Optional<byte[]> checkpoint, List<byte[]> requests) {
        this.journal = journal;
        this.opening = opening;
        this.checkpoint = checkpoint;
        this.requests = List.copyOf(requests);
    }

    public BatchJournal journal() {
        return journal;
    }

    /** Returns how it was opened. */
    public byte[] opening() {
        return opening;
    }

    /** Returns the state before the first request; empty if that is the state after it was opened. */
    public Optional<byte[]> checkpoint() {
        return checkpoint;
    }

    /** Returns the requests to carry out again, in order. */
    public List<byte[]> requests() {
        return requests;
    }

    /** Returns the size of all of it, in bytes. */
    public long byteCount() {
        return opening.length
                + checkpoint.map(state -> state.length).orElse(0)
                + requests.stream().mapToLong(request -> request.length).sum();
    }
}
