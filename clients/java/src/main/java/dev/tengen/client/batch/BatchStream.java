package dev.tengen.client.batch;

import dev.tengen.client.error.TengenException;
import dev.tengen.client.internal.BlockingStream;
import dev.tengen.client.internal.Connection;
import dev.tengen.proto.v1.BatchServiceGrpc;
import dev.tengen.proto.v1.EndBatch;
import dev.tengen.proto.v1.JournalPosition;
import dev.tengen.proto.v1.OpenBatch;
import dev.tengen.proto.v1.ResumeBatch;
import dev.tengen.proto.v1.RunRequest;
import dev.tengen.proto.v1.RunResponse;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;

/**
 * The stream of a batch. If the batch has a journal, a stream that breaks is replaced by a new one, at another server
 * if there are several: the batch is resumed, and the requests that the server does not have are sent again. They are
 * kept until they are on disk. One thread may send while another receives.
 */
final class BatchStream implements AutoCloseable {
    /** How long to try to resume a batch after its stream has broken: a server may have to restart. */
    private static final Duration RESUME_TIMEOUT = Duration.ofSeconds(60);

    private static final String UNAVAILABLE = "UNAVAILABLE";

    private final Connection connection;
    private final OpenBatch boards;
    private final RunResponse first;

    /** The requests that may not be on disk; guarded by this. */
    private final Deque<Sent> unsaved = new ArrayDeque<>();

    /** Guarded by this. */
    private BlockingStream<RunRequest, RunResponse> stream;

    private long sentCount;
    private boolean isClosed;
    private volatile JournalPosition position;

    /** A request, and its number in the batch. */
    private record Sent(long sequence, RunRequest request) {}

    /**
     * Opens a stream with its first request.
     *
     * @param boards what is in the batch
     * @throws TengenException if the server rejects the request, or cannot be reached
     */
    BatchStream(Connection connection, OpenBatch boards, RunRequest request) {
        this.connection = connection;
        this.boards = boards;
        BlockingStream.Opened<RunRequest, RunResponse> opened =
                BlockingStream.open(connection, BatchServiceGrpc.getRunMethod(), request);
        stream = opened.stream();
        first = opened.first();
        position = first.getJournal();
        sentCount = position.getSequence();
    }

    /** Returns the answer to the first request. */
    RunResponse first() {
        return first;
    }

    /** Returns the name of the journal; empty if there is none. */
    String journal() {
        return first.getJournal().getName();
    }

    /** Returns where the batch stands; the default if there is no journal. */
    JournalPosition position() {
        return position;
    }

    private boolean isDurable() {
        return !journal().isEmpty();
    }

    /** Sends a request and does not wait. */
    synchronized void send(RunRequest request) {
        if (isDurable()) {
            sentCount++;
            unsaved.add(new Sent(sentCount, request));
        }
        stream.send(request);
    }

    /**
     * Waits for the next answer.
     *
     * @throws TengenException if the stream has ended and cannot be resumed, or no answer comes in time
     */
    RunResponse receive() {
        while (true) {
            BlockingStream<RunRequest, RunResponse> current = current();
            RunResponse response;
            try {
                response = current.receive();
            } catch (TengenException e) {
                if (!isDurable() || !canResume(e)) {
                    throw e;
                }
                resume(current);
                continue;
            }
            if (!isDurable() || isNew(response.getJournal())) {
                return response;
            }
        }
    }

    private synchronized BlockingStream<RunRequest, RunResponse> current() {
        return stream;
    }

    /** Forgets the requests that are on disk, and returns whether the answer was not received before. */
    private synchronized boolean isNew(JournalPosition received) {
        while (!unsaved.isEmpty() && unsaved.getFirst().sequence() <= received.getDurableSequence()) {
            unsaved.removeFirst();
        }
        if (received.getSequence() <= position.getSequence()) {
            return false;
        }
        position = received;
        return true;
    }

    private synchronized boolean canResume(TengenException error) {
        return UNAVAILABLE.equals(error.status()) && !isClosed && !connection.isClosed();
    }

    private void resume(BlockingStream<RunRequest, RunResponse> broken) {
        broken.avoidServer();
        broken.close();
        RunRequest request = RunRequest.newBuilder()
                .setResume(ResumeBatch.newBuilder()
                        .setJournal(journal())
                        .setJournalId(first.getJournal().getJournalId())
                        .setOpen(boards)
                        .setLastSequence(position.getSequence()))
                .build();
        long start = System.nanoTime();
        while (true) {
            try {
                replace(BlockingStream.open(connection, BatchServiceGrpc.getRunMethod(), request));
                return;
            } catch (TengenException e) {
                if (!canResume(e) || System.nanoTime() - start > RESUME_TIMEOUT.toNanos()) {
                    throw e;
                }
            }
        }
    }

    private synchronized void replace(BlockingStream.Opened<RunRequest, RunResponse> opened) {
        stream = opened.stream();
        if (isClosed) {
            stream.close();
        }
        for (Sent sent : unsaved) {
            if (sent.sequence() > opened.first().getJournal().getSequence()) {
                stream.send(sent.request());
            }
        }
    }

    /**
     * Ends the batch, removes its journal, and closes the stream. No request may be in flight.
     *
     * @throws TengenException if the connection breaks; the journal may still exist
     */
    void finish() {
        BlockingStream<RunRequest, RunResponse> current = current();
        current.send(
                RunRequest.newBuilder().setEnd(EndBatch.getDefaultInstance()).build());
        RunResponse unused = current.receive();
        close();
    }

    @Override
    public synchronized void close() {
        isClosed = true;
        stream.close();
    }
}
