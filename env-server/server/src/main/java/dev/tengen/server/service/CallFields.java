package dev.tengen.server.service;

import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.Message;
import io.grpc.Grpc;
import io.grpc.Metadata;
import io.grpc.ServerCall;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import org.jspecify.annotations.Nullable;

/** What the logs show of a call: the address of its client, the id of its session, the reason of its error. */
final class CallFields {
    private static final Metadata.Key<String> REASON =
            Metadata.Key.of("tengen-reason", Metadata.ASCII_STRING_MARSHALLER);

    private CallFields() {}

    /** Returns the address of the caller, without its port; "local" for a caller that has none. */
    static String peer(ServerCall<?, ?> call) {
        @Nullable SocketAddress address = call.getAttributes().get(Grpc.TRANSPORT_ATTR_REMOTE_ADDR);
        return address instanceof InetSocketAddress internet
                ? internet.getAddress().getHostAddress()
                : "local";
    }

    /** Returns the reason of an error; empty without one. */
    static String reason(Metadata trailers) {
        @Nullable String reason = trailers.get(REASON);
        return reason == null ? "" : reason;
    }

    /** Returns the id of the session in a message, or in the session that it has; empty without one. */
    static String sessionId(Message message) {
        @Nullable FieldDescriptor id = message.getDescriptorForType().findFieldByName("session_id");
        if (id != null) {
            return (String) message.getField(id);
        }
        @Nullable FieldDescriptor session = message.getDescriptorForType().findFieldByName("session");
        return session != null && session.getJavaType() == FieldDescriptor.JavaType.MESSAGE && !session.isRepeated()
                ? sessionId((Message) message.getField(session))
                : "";
    }
}
