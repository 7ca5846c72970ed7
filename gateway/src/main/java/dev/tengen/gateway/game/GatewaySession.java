package dev.tengen.gateway.game;

import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * A session as clients of the gateway know it, by an id that stays the same over resets. Each reset with other options plays in
 * another {@link dev.tengen.server.session.Session}. Thread-safe.
 */
public final class GatewaySession {
    private final String id;
    private final String owner;
    private final boolean isOfSocket;
    private final AtomicReference<LanguageGame> game;
    private final AtomicReference<@Nullable Object> attachment = new AtomicReference<>();

    GatewaySession(String id, String owner, boolean isOfSocket, LanguageGame game) {
        this.id = id;
        this.owner = owner;
        this.isOfSocket = isOfSocket;
        this.game = new AtomicReference<>(game);
    }

    /** Returns the id, by which clients of the same principal attach. */
    public String id() {
        return id;
    }

    /** Returns the name of the principal it belongs to. */
    String owner() {
        return owner;
    }

    /** Returns whether a socket opened it, so that the message "close" on a socket ends it. */
    public boolean isOfSocket() {
        return isOfSocket;
    }

    @SuppressWarnings("NullAway") // The reference is never set to null.
    LanguageGame game() {
        return game.get();
    }

    @SuppressWarnings("NullAway") // The reference is never set to null.
    LanguageGame replaceGame(LanguageGame other) {
        return game.getAndSet(other);
    }

    /** Attaches {@code socket}, unless another one is attached. Returns whether it is attached now. */
    public boolean attach(Object socket) {
        return attachment.compareAndSet(null, socket);
    }

    /** Detaches {@code socket}, if it is attached. */
    public void detach(Object socket) {
        attachment.compareAndSet(socket, null);
    }
}
