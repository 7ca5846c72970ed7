package dev.tengen.server.identity;

import dev.tengen.server.error.CallException;
import dev.tengen.server.error.Reason;
import java.util.Optional;

/** Reads the header {@code authorization: Bearer TOKEN}, of gRPC calls and of HTTP requests. */
public final class BearerToken {
    private static final String SCHEME = "Bearer ";

    private BearerToken() {}

    /**
     * Returns the token; empty if there is no header, or only one with another scheme.
     *
     * @param values the values of all headers {@code authorization} of one request
     * @throws CallException UNAUTHENTICATED if there is more than one header: programs on the way may read another one
     */
    public static Optional<String> of(Iterable<String> values) {
        Optional<String> token = Optional.empty();
        boolean isFirst = true;
        for (String value : values) {
            if (!isFirst) {
                throw CallException.of(Reason.UNAUTHENTICATED, "more than one header \"authorization\"");
            }
            isFirst = false;
            if (value.regionMatches(true, 0, SCHEME, 0, SCHEME.length())) {
                token = Optional.of(value.substring(SCHEME.length()).strip());
            }
        }
        return token;
    }
}
