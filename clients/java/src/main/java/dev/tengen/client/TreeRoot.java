package dev.tengen.client;

import com.google.protobuf.ByteString;
import java.util.Arrays;

/** What a tree grows from. Immutable. */
public final class TreeRoot {
    private final dev.tengen.proto.v1.TreeRoot message;

    private TreeRoot(dev.tengen.proto.v1.TreeRoot message) {
        this.message = message;
    }

    /** Returns the start of an episode. Encodings, opponent and symmetry of {@code spec} do not count. */
    public static TreeRoot of(SessionSpec spec) {
        return new TreeRoot(dev.tengen.proto.v1.TreeRoot.newBuilder()
                .setSpec(spec.environment())
                .build());
    }

    /** Returns the state that a session is in when the tree is planted. Both go on by themselves. */
    public static TreeRoot ofSession(String sessionId) {
        return new TreeRoot(dev.tengen.proto.v1.TreeRoot.newBuilder()
                .setSessionId(sessionId)
                .build());
    }

    /** Returns the state in the bytes of {@link TengenSession#snapshot}. */
    public static TreeRoot ofSnapshot(byte[] snapshot) {
        return new TreeRoot(dev.tengen.proto.v1.TreeRoot.newBuilder()
                .setSnapshot(ByteString.copyFrom(snapshot))
                .build());
    }

    /** Returns the root that {@code actions} lead to from this one. */
    public TreeRoot then(int... actions) {
        return new TreeRoot(message.toBuilder()
                .addAllActions(Arrays.stream(actions).boxed().toList())
                .build());
    }

    /** Returns this as a request has it. */
    dev.tengen.proto.v1.TreeRoot message() {
        return message;
    }
}
