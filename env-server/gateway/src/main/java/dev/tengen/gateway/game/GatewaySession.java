package dev.tengen.gateway.game;

import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * A session as clients of the gateway know it, by an id that stays the same over resets. Each reset with other options
 * plays in another {@link dev.tengen.server.session.Session}. Thread-safe.
 */
public final class GatewaySession {
    private final String id;
    private final String owner;
    private final boolean isOfSocket;
    private final AtomicReference<@Nullable Object> attachment = new AtomicReference<>();

    /** The game; guarded by this, as the field below. */
    private LanguageGame game;

    private boolean isEnded;

    GatewaySession(String id, String owner, boolean isOfSocket, LanguageGame game) {
        this.id = id;
        this.owner = owner;
        this.isOfSocket = isOfSocket;
        this.game = game;
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

    /** Returns the game; the last one if the session has ended. */
    synchronized LanguageGame game() {
        return game;
    }

    /**
     * Plays in {@code next} from now on, and returns the game before. Empty, and without an effect, if the session has
     * ended. So of resets at the same time, each ends the game of the one before.
     */
    synchronized Optional<LanguageGame> replaceGame(LanguageGame next) {
        if (isEnded) {
            return Optional.empty();
        }
        LanguageGame earlier = game;
        game = next;
        return Optional.of(earlier);
    }

    /**
     * Plays the episode of {@code next} from now on, if that is in the session that the game is in. Returns whether it
     * does.
     */
    synchronized boolean restartGame(LanguageGame next) {
        if (isEnded || !game.sessionId().equals(next.sessionId())) {
            return false;
        }
        game = next;
        return true;
    }

    /** Ends the session, after which it plays in no other game. Returns its last game. */
    synchronized LanguageGame end() {
        isEnded = true;
        return game;
    }

    /** Ends the session if its game is in the session of the server called {@code sessionId}. Returns whether it is. */
    synchronized boolean endIfIn(String sessionId) {
        if (!game.sessionId().equals(sessionId)) {
            return false;
        }
        isEnded = true;
        return true;
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
