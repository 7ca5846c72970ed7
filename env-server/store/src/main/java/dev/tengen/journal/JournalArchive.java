package dev.tengen.journal;

import com.google.protobuf.ByteString;
import com.google.protobuf.InvalidProtocolBufferException;
import dev.tengen.base.InvalidValueException;
import dev.tengen.env.Environment;
import dev.tengen.env.EnvironmentBatch;
import dev.tengen.game.RulesPreset;
import dev.tengen.proto.v1.OpenBatch;
import dev.tengen.server.convert.BatchConverter;
import dev.tengen.server.convert.JournalConverter;
import dev.tengen.server.convert.RulesConverter;
import dev.tengen.server.convert.SnapshotConverter;
import dev.tengen.server.error.CallException;
import dev.tengen.store.Database;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;

/** The journals of batches in a store; see {@link SessionArchive}. Not thread-safe. */
final class JournalArchive {
    private static final int PAGE_SIZE = 100;

    private final Database database;

    JournalArchive(Database database) {
        this.database = database;
    }

    long count() {
        return database.read(handle -> new JournalTables(handle).count());
    }

    void forEach(Consumer<SessionArchive.JournalEntry> reader) {
        String last = "";
        while (true) {
            String after = last;
            List<JournalTables.Row> page = database.read(handle -> new JournalTables(handle).after(after, PAGE_SIZE));
            if (page.isEmpty()) {
                return;
            }
            for (JournalTables.Row row : page) {
                database.readSnapshot(handle -> {
                            JournalTables tables = new JournalTables(handle);
                            return tables.row(row.id()).map(present -> checked(tables, present));
                        })
                        .ifPresent(reader);
            }
            last = page.get(page.size() - 1).id();
        }
    }

    private static SessionArchive.JournalEntry checked(JournalTables tables, JournalTables.Row row) {
        int requestCount = 0;
        String problem = "";
        List<SessionArchive.StoredLane> lanes = List.of();
        try {
            List<Long> checkpoints = tables.checkpoints(row.id());
            long first = checkpoints.isEmpty() ? 0 : checkpoints.get(0);
            JournalTables.Contents contents = tables.contents(row, first);
            OpenBatch opening = OpenBatch.parseFrom(contents.opening().get(0));
            CheckedLanes batch = new CheckedLanes(BatchConverter.toCore(opening, () -> 0));
            JournalConverter.replay(contents.checkpoint(), contents.requests(), batch);
            for (byte[] request : tables.requests(row.id(), first + 1, row.sequence())) {
                JournalConverter.replay(request, batch);
                requestCount++;
                long sequence = first + requestCount;
                if (checkpoints.contains(sequence)
                        && !Arrays.equals(
                                tables.state(row.id(), sequence), JournalConverter.checkpoint(batch.lanes()))) {
                    throw CheckedBytes.damaged("the replay does not lead to the state after request " + sequence);
                }
            }
            lanes = lanes(batch.lanes(), opening);
        } catch (CallException | InvalidValueException | InvalidProtocolBufferException e) {
            problem = String.valueOf(e.getMessage());
        }
        return new SessionArchive.JournalEntry(row.id(), row.owner(), row.name(), requestCount, lanes, problem);
    }

    private static List<SessionArchive.StoredLane> lanes(EnvironmentBatch batch, OpenBatch opening) {
        List<SessionArchive.StoredLane> lanes = new ArrayList<>();
        for (int lane = 0; lane < batch.laneCount(); lane++) {
            RulesPreset preset = RulesConverter.preset(
                    opening.getSpecs(opening.getSpecsCount() == 1 ? 0 : lane).getRules());
            Environment state =
                    new Environment(batch.spec(lane), batch.snapshot(lane).environment());
            ByteString snapshot = SnapshotConverter.toBytes(state, preset);
            lanes.add(new SessionArchive.StoredLane(state, preset, snapshot));
        }
        return lanes;
    }
}
