package dev.tengen.client.tree;

import com.google.protobuf.ByteString;
import dev.tengen.client.env.SessionSpec;
import java.util.Arrays;

/** The root position of a tree. Immutable. */
public final class TreeRoot {
    private final dev.tengen.proto.v1.TreeRoot message;

    private TreeRoot(dev.tengen.proto.v1.TreeRoot message) {
        this.message = message;
    }

    /** Returns the start of an episode. Encodings, opponent and symmetry of {@code spec} are ignored. */
    public static TreeRoot of(SessionSpec spec) {
        return new TreeRoot(dev.tengen.proto.v1.TreeRoot.newBuilder()
                .setSpec(spec.toProto())
                .build());
    }

    /**
     * Returns the state of a session at the time the tree is planted. Later changes of the session do not affect the
     * tree.
     */
    public static TreeRoot ofSession(String sessionId) {
        return new TreeRoot(dev.tengen.proto.v1.TreeRoot.newBuilder()
                .setSessionId(sessionId)
                .build());
    }

    /** Returns the state in a snapshot, the bytes of {@code TengenSession.snapshot}. */
    public static TreeRoot ofSnapshot(byte[] snapshot) {
        return new TreeRoot(dev.tengen.proto.v1.TreeRoot.newBuilder()
                .setSnapshot(ByteString.copyFrom(snapshot))
                .build());
    }

    /** Returns the root that is reached from this one by {@code actions}. */
    public TreeRoot then(int... actions) {
        return new TreeRoot(message.toBuilder()
                .addAllActions(Arrays.stream(actions).boxed().toList())
                .build());
    }

    /** Returns this root as a message. */
    dev.tengen.proto.v1.TreeRoot message() {
        return message;
    }
}
