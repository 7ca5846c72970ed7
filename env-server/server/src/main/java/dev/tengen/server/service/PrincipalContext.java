package dev.tengen.server.service;

import dev.tengen.server.identity.Principal;
import io.grpc.Context;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The principal of the call that a thread handles. {@link AuthenticationInterceptor} sets it.
 *
 * <p>It belongs to the context of gRPC, which the methods of services run in. Work on another thread does not see it, so services
 * read it first and pass it on.
 */
public final class PrincipalContext {
    private static final Context.Key<Principal> KEY = Context.key("dev.tengen.principal");

    private PrincipalContext() {}

    /**
     * Returns the principal of the call that this thread handles.
     *
     * @throws IllegalStateException outside of a call, or in a call that needs no credentials, such as a health check. There is no
     *     default, so that a missing interceptor gives nobody rights
     */
    public static Principal current() {
        @Nullable Principal principal = KEY.get();
        if (principal == null) {
            throw new IllegalStateException("this thread handles no call of a principal");
        }
        return principal;
    }

    /** Returns the principal of the call that this thread handles; empty if it needs no credentials. */
    static Optional<Principal> ifAny() {
        return Optional.ofNullable(KEY.get());
    }

    /** Returns {@code context} with {@code principal} as the one that makes the call. */
    static Context with(Context context, Principal principal) {
        return context.withValue(KEY, principal);
    }
}
