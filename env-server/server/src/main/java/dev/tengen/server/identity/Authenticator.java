package dev.tengen.server.identity;

import dev.tengen.server.error.CallException;
import java.util.List;
import java.util.Optional;

/**
 * Finds the principal of a caller by one kind of credentials.
 *
 * <p>Implementations are thread-safe and do not block: they run on the threads of the transport, before every call.
 */
@FunctionalInterface
public interface Authenticator {
    /** Takes every caller for {@link Principal#LOCAL}: the server has no authentication. */
    Authenticator NONE = credentials -> Optional.of(Principal.LOCAL);

    /**
     * Returns the principal that {@code credentials} prove; empty if they hold nothing that this authenticator knows,
     * so that another one may look.
     *
     * @throws CallException UNAUTHENTICATED if they hold something of this kind that proves nothing. The message is the
     *     same for every fault of it
     */
    Optional<Principal> authenticate(Credentials credentials);

    /** Returns the status of each file or URL that is read again when it changes; none by default. */
    default List<ReloadStatus> reloads() {
        return List.of();
    }
}
