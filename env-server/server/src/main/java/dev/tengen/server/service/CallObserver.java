package dev.tengen.server.service;

import dev.tengen.server.identity.Principal;
import io.grpc.Status;

/** Sees what happens to one call. One thread at a time receives, and one at a time sends, maybe at the same time. */
interface CallObserver {
    /** The principal of the call was found. Nothing is called before if the call needs credentials, but its refusal. */
    void identified(Principal principal);

    /** A request has arrived. */
    void received(Object message);

    /** A response is sent. */
    void sent(Object message);

    /**
     * The call ends. It may be cancelled, too.
     *
     * @param reason the reason of an error; empty without one
     */
    void closed(Status status, String reason);

    /** The client cancelled the call. It may have ended before. */
    void cancelled();
}
