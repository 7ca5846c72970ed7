package dev.tengen.journal;

import com.google.protobuf.ByteString;
import dev.tengen.board.Grid;
import dev.tengen.env.Environment;
import dev.tengen.env.EnvironmentSnapshot;
import dev.tengen.player.PlayerFactory;
import dev.tengen.proto.v1.SnapshotContent;
import dev.tengen.server.convert.RulesConverter;
import dev.tengen.server.convert.SnapshotConverter;
import dev.tengen.server.session.RequestKey;
import dev.tengen.server.session.SessionEntry;
import dev.tengen.server.session.StoredState;
import java.time.Duration;
import java.util.List;

/** Converts states of sessions to the bytes of snapshots, and back. */
final class StateConverter {
    private StateConverter() {}

    /** Returns the bytes of {@code state}, with a checksum. */
    static ByteString toBytes(StoredState state) {
        return SnapshotConverter.toBytes(state.snapshot(), state.spec(), state.preset());
    }

    /**
     * Returns the state in {@code bytes}, whose opponent may be one of {@code engines}.
     *
     * @throws dev.tengen.server.error.CallException if the bytes are damaged, or there is no such engine
     */
    static StoredState toState(
            long sequence, RequestKey request, ByteString bytes, List<? extends PlayerFactory> engines) {
        SnapshotContent content = SnapshotConverter.read(bytes);
        return new StoredState(
                sequence,
                request,
                SnapshotConverter.spec(content, engines),
                RulesConverter.preset(content.getSpec().getRules()),
                SnapshotConverter.snapshot(content));
    }

    /** Returns the state of the environment in {@code bytes}. */
    static EnvironmentSnapshot toSnapshot(ByteString bytes) {
        return SnapshotConverter.snapshot(SnapshotConverter.read(bytes));
    }

    /** Returns the entry in a list for a session whose last state is in {@code bytes}. */
    static SessionEntry toEntry(String id, long number, Duration idleTimeout, ByteString bytes) {
        SnapshotContent content = SnapshotConverter.read(bytes);
        EnvironmentSnapshot snapshot = SnapshotConverter.snapshot(content);
        int actionCount = snapshot.actions().size();
        boolean isResigned = actionCount > 0 && snapshot.actions().get(actionCount - 1) == Environment.RESIGN;
        return new SessionEntry(
                id,
                number,
                Grid.of(content.getSpec().getWidth(), content.getSpec().getHeight()),
                snapshot.episode(),
                isResigned ? actionCount - 1 : actionCount,
                snapshot.endReason(),
                idleTimeout);
    }
}
