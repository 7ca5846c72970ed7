package dev.tengen.journal;

import dev.tengen.server.batch.BatchJournal;
import dev.tengen.server.error.CallException;
import dev.tengen.server.error.Reason;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.jdbi.v3.core.Handle;

/** The SQL statements of the journals of batches. Each runs in the transaction of a handle. */
final class JournalTables {
    private static final String ROW = "SELECT id, owner, name, epoch, sequence FROM batch_journals WHERE ";

    private final Handle handle;

    JournalTables(Handle handle) {
        this.handle = handle;
    }

    /**
     * A row of a journal.
     *
     * @param id the text that names it in the store
     * @param owner the name of its owner
     * @param name its name
     * @param epoch its epoch
     * @param sequence the number of its last request
     */
    record Row(String id, String owner, String name, long epoch, long sequence) {}

    /**
     * What a journal holds.
     *
     * @param opening how the batch was opened
     * @param first the number of the first request that must be replayed
     * @param checkpoint the state before that; empty if it is the state after the batch was opened
     * @param requests the requests
     */
    record Contents(List<byte[]> opening, long first, Optional<byte[]> checkpoint, List<byte[]> requests) {}

    /** Returns how many journals {@code owner} has. */
    long count(String owner) {
        return handle.createQuery("SELECT COUNT(*) FROM batch_journals WHERE owner = :owner")
                .bind("owner", owner)
                .mapTo(Long.class)
                .one();
    }

    /** Adds a journal in epoch 1, and returns whether its owner had none with the name. */
    boolean add(String id, String owner, String name, byte[] opening) {
        return handle.createUpdate(
                                "INSERT INTO batch_journals (id, owner, name, opening, epoch, sequence, opened_at, used_at)"
                                        + " VALUES (:id, :owner, :name, :opening, 1, 0, <now>, <now>) ON CONFLICT DO NOTHING")
                        .bind("id", id)
                        .bind("owner", owner)
                        .bind("name", name)
                        .bind("opening", CheckedBytes.join(List.of(opening)))
                        .execute()
                == 1;
    }

    /**
     * Starts a new epoch of a journal, and returns its row; empty if there is none.
     *
     * @param id the id that it must have; empty for any
     */
    Optional<Row> takeOver(String owner, String name, Optional<String> id) {
        // The update locks the row in both databases.
        handle.createUpdate("UPDATE batch_journals SET epoch = epoch + 1, used_at = <now>"
                        + " WHERE owner = :owner AND name = :name AND id = COALESCE(:id, id)")
                .bind("owner", owner)
                .bind("name", name)
                .bind("id", id.orElse(null))
                .execute();
        return handle.createQuery("SELECT id, epoch, sequence FROM batch_journals"
                        + " WHERE owner = :owner AND name = :name AND id = COALESCE(:id, id)")
                .bind("owner", owner)
                .bind("name", name)
                .bind("id", id.orElse(null))
                .map((row, context) ->
                        new Row(row.getString("id"), owner, name, row.getLong("epoch"), row.getLong("sequence")))
                .findOne();
    }

    /** Returns the journals after the one with {@code id}, in the order of their ids. */
    List<Row> after(String id, int count) {
        return handle.createQuery(ROW + "id > :id ORDER BY id LIMIT :count")
                .bind("id", id)
                .bind("count", count)
                .map((row, context) -> row(row))
                .list();
    }

    /** Returns the journal with {@code id}. */
    Optional<Row> row(String id) {
        return handle.createQuery(ROW + "id = :id")
                .bind("id", id)
                .map((row, context) -> row(row))
                .findOne();
    }

    private static Row row(ResultSet row) throws SQLException {
        return new Row(
                row.getString("id"),
                row.getString("owner"),
                row.getString("name"),
                row.getLong("epoch"),
                row.getLong("sequence"));
    }

    /** Returns how many journals there are. */
    long count() {
        return handle.createQuery("SELECT COUNT(*) FROM batch_journals")
                .mapTo(Long.class)
                .one();
    }

    /**
     * Returns what a journal holds of the requests up to {@code last}.
     *
     * @param last the number of the last request; at most that of the journal
     * @throws CallException if the journal is damaged, or has lost the requests because they are old
     */
    Contents contents(Row journal, long last) {
        List<byte[]> opening =
                CheckedBytes.split(handle.createQuery("SELECT opening FROM batch_journals WHERE id = :id")
                        .bind("id", journal.id())
                        .mapTo(byte[].class)
                        .one());
        OptionalLong checkpoint = checkpoints(journal.id()).stream()
                .mapToLong(Long::longValue)
                .filter(sequence -> sequence <= last)
                .max();
        long first = checkpoint.orElse(0) + 1;
        Optional<byte[]> state =
                checkpoint.isEmpty() ? Optional.empty() : Optional.of(state(journal.id(), checkpoint.getAsLong()));
        return new Contents(opening, first, state, requests(journal.id(), first, last));
    }

    /** Returns the numbers of the requests before which there is a checkpoint, in order. */
    List<Long> checkpoints(String id) {
        return handle.createQuery("SELECT sequence FROM batch_checkpoints WHERE journal = :id ORDER BY sequence")
                .bind("id", id)
                .mapTo(Long.class)
                .list();
    }

    /** Returns the state at a checkpoint that exists. */
    byte[] state(String id, long sequence) {
        return CheckedBytes.split(handle.createQuery(
                                "SELECT state FROM batch_checkpoints WHERE journal = :id AND sequence = :sequence")
                        .bind("id", id)
                        .bind("sequence", sequence)
                        .mapTo(byte[].class)
                        .one())
                .get(0);
    }

    /**
     * Returns the requests from {@code first} to {@code last}.
     *
     * @throws CallException if one is missing or damaged
     */
    List<byte[]> requests(String id, long first, long last) {
        List<byte[]> requests = new ArrayList<>();
        for (Segment segment : segments(id, first, last)) {
            if (segment.first() > first + requests.size()) {
                break;
            }
            for (int index = 0; index < segment.requests().size(); index++) {
                long sequence = segment.first() + index;
                if (sequence == first + requests.size() && sequence <= last) {
                    requests.add(segment.requests().get(index));
                }
            }
        }
        if (requests.size() < last - first + 1) {
            boolean isTrimmed =
                    requests.isEmpty() && first == 1 && !checkpoints(id).isEmpty();
            if (isTrimmed) {
                throw CallException.of(
                                Reason.JOURNAL_TRIMMED,
                                "the journal no longer has request " + last + "; the earliest one that it can be"
                                        + " resumed after is " + checkpoints(id).get(0))
                        .with("earliest_sequence", checkpoints(id).get(0));
            }
            throw CheckedBytes.damaged("request " + (first + requests.size()) + " is missing");
        }
        return requests;
    }

    /** Requests that were written together, from number {@code first}. */
    private record Segment(long first, List<byte[]> requests) {}

    private List<Segment> segments(String id, long first, long last) {
        return handle.createQuery("SELECT first_sequence, requests FROM batch_segments WHERE journal = :id"
                        + " AND last_sequence >= :first AND first_sequence <= :last ORDER BY first_sequence")
                .bind("id", id)
                .bind("first", first)
                .bind("last", last)
                .map((row, context) ->
                        new Segment(row.getLong("first_sequence"), CheckedBytes.split(row.getBytes("requests"))))
                .list();
    }

    /**
     * Removes the requests after {@code last}, and writes those of {@code kept} again, which start at {@code first}.
     * Keeps all earlier ones.
     */
    void cut(Row journal, long last, long first, List<byte[]> kept) {
        handle.createUpdate("DELETE FROM batch_checkpoints WHERE journal = :id AND sequence > :last")
                .bind("id", journal.id())
                .bind("last", last)
                .execute();
        // An earlier checkpoint may still need the part of a segment that is before the first request to keep.
        List<Segment> divided = segments(journal.id(), first, first).stream()
                .filter(segment -> segment.first() < first)
                .toList();
        handle.createUpdate("DELETE FROM batch_segments WHERE journal = :id AND last_sequence >= :first")
                .bind("id", journal.id())
                .bind("first", first)
                .execute();
        for (Segment segment : divided) {
            insertSegment(
                    journal.id(), segment.first(), segment.requests().subList(0, (int) (first - segment.first())));
        }
        if (!kept.isEmpty()) {
            insertSegment(journal.id(), first, kept);
        }
        handle.createUpdate("UPDATE batch_journals SET sequence = :last WHERE id = :id")
                .bind("id", journal.id())
                .bind("last", last)
                .execute();
    }

    private void insertSegment(String id, long first, List<byte[]> requests) {
        handle.createUpdate("INSERT INTO batch_segments (journal, first_sequence, last_sequence, requests)"
                        + " VALUES (:id, :first, :last, :requests) ON CONFLICT DO NOTHING")
                .bind("id", id)
                .bind("first", first)
                .bind("last", first + requests.size() - 1)
                .bind("requests", CheckedBytes.join(requests))
                .execute();
    }

    /**
     * Writes {@code group}, and returns whether the journal still has its epoch. What was written before is not written
     * again.
     */
    boolean append(JournalGroup group) {
        boolean isCurrent = handle.createUpdate("UPDATE batch_journals SET sequence = :last, used_at = <now>"
                                + " WHERE id = :id AND epoch = :epoch")
                        .bind("id", group.id())
                        .bind("epoch", group.epoch())
                        .bind("last", group.last())
                        .execute()
                == 1;
        if (isCurrent && !group.requests().isEmpty()) {
            insertSegment(group.id(), group.first(), group.requests());
        }
        if (isCurrent && group.checkpoint().isPresent()) {
            insertCheckpoint(
                    group.id(), group.checkpointSequence(), group.checkpoint().get());
            trim(group.id(), group.checkpointSequence());
        }
        return isCurrent;
    }

    private void insertCheckpoint(String id, long sequence, byte[] state) {
        handle.createUpdate("INSERT INTO batch_checkpoints (journal, sequence, state)"
                        + " VALUES (:id, :sequence, :state) ON CONFLICT DO NOTHING")
                .bind("id", id)
                .bind("sequence", sequence)
                .bind("state", CheckedBytes.join(List.of(state)))
                .execute();
    }

    /**
     * Keeps what is needed to go back by an interval from {@code newest}, the checkpoint that was added last: the last
     * checkpoint before that, and all after it. Of those within an interval, as a drain makes them, only the newest is
     * kept.
     */
    private void trim(String id, long newest) {
        handle.createUpdate("DELETE FROM batch_checkpoints WHERE journal = :id AND sequence < :newest"
                        + " AND sequence % :interval <> 0")
                .bind("id", id)
                .bind("newest", newest)
                .bind("interval", BatchJournal.CHECKPOINT_INTERVAL)
                .execute();
        long latest = newest - BatchJournal.CHECKPOINT_INTERVAL;
        OptionalLong found = checkpoints(id).stream()
                .mapToLong(Long::longValue)
                .filter(sequence -> sequence <= latest)
                .max();
        if (found.isEmpty()) {
            return;
        }
        long earliest = found.getAsLong();
        handle.createUpdate("DELETE FROM batch_checkpoints WHERE journal = :id AND sequence < :earliest")
                .bind("id", id)
                .bind("earliest", earliest)
                .execute();
        handle.createUpdate("DELETE FROM batch_segments WHERE journal = :id AND last_sequence <= :earliest")
                .bind("id", id)
                .bind("earliest", earliest)
                .execute();
    }

    /** Stores that the journal is in use now, if it has its epoch. */
    void touch(String id, long epoch) {
        handle.createUpdate("UPDATE batch_journals SET used_at = <now> WHERE id = :id AND epoch = :epoch")
                .bind("id", id)
                .bind("epoch", epoch)
                .execute();
    }

    /** Removes a journal if it has its epoch, and returns whether it did. */
    boolean remove(String id, long epoch) {
        return handle.createUpdate("DELETE FROM batch_journals WHERE id = :id AND epoch = :epoch")
                        .bind("id", id)
                        .bind("epoch", epoch)
                        .execute()
                == 1;
    }

    /** Removes the journals that have not been used for {@code idleMillis}, and returns how many there were. */
    int removeIdle(long idleMillis) {
        return handle.createUpdate("DELETE FROM batch_journals WHERE used_at < <now> - :idle")
                .bind("idle", idleMillis)
                .execute();
    }
}
