package dev.tengen.server.service;

import io.grpc.Attributes;
import io.grpc.Grpc;
import io.grpc.ServerCall;
import io.grpc.ServerTransportFilter;
import java.security.cert.X509Certificate;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import javax.net.ssl.SSLPeerUnverifiedException;
import javax.net.ssl.SSLSession;
import org.jspecify.annotations.Nullable;

/**
 * A connection of a client: its identity, by which work is shared out fairly, the certificates that the client has
 * shown, and the bytes of answers that it has not read. Thread-safe.
 */
public final class ClientConnection {
    private static final Attributes.Key<ClientConnection> ATTRIBUTE = Attributes.Key.create("dev.tengen.connection");

    private final List<X509Certificate> certificates;
    private final AtomicLong unreadBytes = new AtomicLong();

    private ClientConnection(List<X509Certificate> certificates) {
        this.certificates = certificates;
    }

    /** Returns the filter that gives each connection of a transport its identity. */
    public static ServerTransportFilter filter() {
        return new ServerTransportFilter() {
            @Override
            public Attributes transportReady(Attributes attributes) {
                ClientConnection connection = new ClientConnection(certificates(attributes));
                return attributes.toBuilder().set(ATTRIBUTE, connection).build();
            }
        };
    }

    private static List<X509Certificate> certificates(Attributes attributes) {
        @Nullable SSLSession session = attributes.get(Grpc.TRANSPORT_ATTR_SSL_SESSION);
        if (session == null) {
            return List.of();
        }
        try {
            return Stream.of(session.getPeerCertificates())
                    .map(X509Certificate.class::cast)
                    .toList();
        } catch (SSLPeerUnverifiedException e) {
            return List.of(); // The client has shown no certificate.
        }
    }

    /** Returns the connection of {@code call}; a new one if the transport has no filter. */
    static ClientConnection of(ServerCall<?, ?> call) {
        @Nullable ClientConnection known = call.getAttributes().get(ATTRIBUTE);
        return known == null ? none() : known;
    }

    /** Returns a connection that no other call has. */
    static ClientConnection none() {
        return new ClientConnection(List.of());
    }

    /** Returns the certificates of the client; none without mutual TLS. */
    List<X509Certificate> certificates() {
        return certificates;
    }

    /** Returns the count of the bytes of answers that the client has not read. */
    AtomicLong unreadBytes() {
        return unreadBytes;
    }
}
