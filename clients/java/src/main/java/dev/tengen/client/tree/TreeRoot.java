package dev.tengen.client.tree;

import com.google.common.primitives.Ints;
import com.google.protobuf.ByteString;
import dev.tengen.client.env.SessionSpec;

/** The root position of a tree. Immutable. */
public final class TreeRoot {
    private final dev.tengen.proto.v1.TreeRoot message;

    private TreeRoot(dev.tengen.proto.v1.TreeRoot.Builder message) {
        this.message = message.build();
    }

    private static dev.tengen.proto.v1.TreeRoot.Builder builder() {
        return dev.tengen.proto.v1.TreeRoot.newBuilder();
    }

    /** Returns the start of an episode. Encodings, opponent and symmetry of {@code spec} are ignored. */
    public static TreeRoot of(SessionSpec spec) {
        return new TreeRoot(builder().setSpec(spec.toProto()));
    }

    /**
     * Returns the state of a session at the time the tree is planted. Later changes of the session do not affect the
     * tree.
     */
    public static TreeRoot ofSession(String sessionId) {
        return new TreeRoot(builder().setSessionId(sessionId));
    }

    /** Returns the state in a snapshot, the bytes of {@code TengenSession.snapshot}. */
    public static TreeRoot ofSnapshot(byte[] snapshot) {
        return new TreeRoot(builder().setSnapshot(ByteString.copyFrom(snapshot)));
    }

    /** Returns the root that is reached from this one by {@code actions}. */
    public TreeRoot then(int... actions) {
        return new TreeRoot(message.toBuilder().addAllActions(Ints.asList(actions)));
    }

    /** Returns this root as a message. Applications do not need it. */
    public dev.tengen.proto.v1.TreeRoot message() {
        return message;
    }
}
