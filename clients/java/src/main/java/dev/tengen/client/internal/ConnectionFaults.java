package dev.tengen.client.internal;

import com.google.common.base.Throwables;
import com.google.common.collect.Lists;
import dev.tengen.client.error.TengenException;
import java.net.SocketException;
import java.security.cert.CertPathBuilderException;
import java.security.cert.CertificateException;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;

/**
 * Explains why a connection failed, when client and server do not agree on TLS. Waiting does not help against any of
 * these. The messages of Netty and of the JDK are all there is to go by; tests with real servers hold them.
 */
public final class ConnectionFaults {
    /** What Netty says if the connection is closed before it has read anything, even an alert of TLS. */
    private static final String CLOSED = "Network closed";

    private static final String NO_SETTINGS = "First received frame was not SETTINGS";

    /** How a TLS alert begins: its content type, and the major version of the protocol. */
    private static final String TLS_ALERT = "1503";

    /** "HTTP/", as a response of HTTP/1.1 begins. */
    private static final String HTTP = "485454502f";

    /** What gRPC says if the server, with TLS, does not offer HTTP/2. */
    private static final String NO_HTTP2 = "Failed ALPN negotiation";

    private static final String HTTP_PORT =
            "the port is for browsers and metrics (HTTP/1.1); connect to the port for clients, 9019 by default";

    /** What the JDK says if nothing listens: at a port or a socket, or there is no socket. */
    private static final List<String> REFUSED = List.of("refused", "No such file or directory");

    private ConnectionFaults() {}

    /** Returns whether a call failed with {@code error} because nothing listens at the address. */
    static boolean isRefused(TengenException error) {
        return error.status().equals("UNAVAILABLE")
                && error.reason().isEmpty()
                && Throwables.getCausalChain(error).stream()
                        .filter(SocketException.class::isInstance)
                        .map(cause -> String.valueOf(cause.getMessage()))
                        .anyMatch(text -> REFUSED.stream().anyMatch(text::contains));
    }

    /**
     * Returns what went wrong and what to do, as a sentence; empty if {@code error} and its causes have nothing to do
     * with TLS.
     */
    public static Optional<String> explain(@Nullable Throwable error) {
        List<Throwable> causes = error == null ? List.of() : Throwables.getCausalChain(error);
        // The error of a certificate is wrapped in that of the handshake, so the innermost cause is the one to explain.
        return Lists.reverse(causes).stream()
                .map(ConnectionFaults::explainOne)
                .flatMap(Optional::stream)
                .findFirst();
    }

    /**
     * Returns what else may be wrong if a connection failed for the reason {@code detail}, with a semicolon; otherwise
     * empty.
     */
    static String hint(@Nullable String detail) {
        return detail != null && detail.contains(CLOSED)
                ? "; if the server uses TLS, set TENGEN_CA to the file of its authority"
                : "";
    }

    private static Optional<String> explainOne(Throwable cause) {
        String text = String.valueOf(cause.getMessage());
        if (text.contains(NO_HTTP2)) {
            return Optional.of(HTTP_PORT);
        }
        if (cause instanceof CertificateException || cause instanceof CertPathBuilderException) {
            return Optional.of(
                    "this client does not trust the certificate of the server, or it is not for this address (" + text
                            + "); set TENGEN_CA to the file of its authority, and use an address in the certificate");
        }
        if (text.contains("not an SSL/TLS record")) {
            return Optional.of(
                    "this client uses TLS and the server does not; unset TENGEN_CA and TENGEN_TLS, or connect"
                            + " with ConnectionSecurity.NONE");
        }
        if (cause instanceof SSLException) {
            return Optional.of("the TLS handshake failed (" + text
                    + "); the server may have refused the certificate of this client");
        }
        return text.contains(NO_SETTINGS)
                ? Optional.of(explainFirstBytes(text.toLowerCase(Locale.ROOT)))
                : Optional.empty();
    }

    private static String explainFirstBytes(String text) {
        if (text.contains(TLS_ALERT)) {
            return "the server uses TLS and this client does not; set TENGEN_CA to the file of its authority (or TENGEN_TLS=1"
                    + " for those of the system), or connect with ConnectionSecurity.tls()";
        }
        return text.contains(HTTP)
                ? HTTP_PORT
                : "the server does not answer as a gRPC server without TLS (" + text
                        + "); if it uses TLS, set TENGEN_CA";
    }
}
