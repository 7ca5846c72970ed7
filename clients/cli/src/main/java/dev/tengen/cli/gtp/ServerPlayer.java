package dev.tengen.cli.gtp;

import dev.tengen.base.SplitMix64;
import dev.tengen.board.PointSet;
import dev.tengen.client.ConnectionSecurity;
import dev.tengen.client.TengenClient;
import dev.tengen.client.TengenSession;
import dev.tengen.client.env.Timestep;
import dev.tengen.client.error.TengenException;
import dev.tengen.game.Game;
import dev.tengen.player.Player;
import dev.tengen.player.PlayerException;
import java.time.Duration;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A player at a server. It keeps a session synchronized with the game and queries the player's choice there.
 *
 * <p>Moves that continue the session are played in it. After any other change the game is imported as a record. A
 * choice is used only if the server has the same stones and the same legal moves. Not thread-safe.
 */
public final class ServerPlayer implements Player, AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(ServerPlayer.class);
    private static final Duration TIMEOUT = Duration.ofSeconds(10);

    private final TengenClient client;
    private final String playerName;
    private Optional<Mirror> mirror = Optional.empty();

    private ServerPlayer(TengenClient client, String playerName) {
        this.client = client;
        this.playerName = playerName;
    }

    /**
     * Returns the player called {@code playerName} at the server at {@code address}. It connects at the first move.
     *
     * @throws IllegalArgumentException if {@code address} cannot be reached with {@code security}
     */
    public static ServerPlayer connect(String address, String playerName, ConnectionSecurity security) {
        return new ServerPlayer(TengenClient.connect(address, TIMEOUT, security), playerName);
    }

    @Override
    public int chooseMove(Game game, SplitMix64 random) {
        try {
            Mirror current = follow(game);
            requireSame(game, current.timestep);
            return current.session.chooseAction(playerName, random.nextLong());
        } catch (TengenException e) {
            forget();
            throw new PlayerException(PlayerException.Kind.FAILED, e.status() + " " + e.getMessage());
        }
    }

    /** Returns a session in the state of {@code game}. */
    private Mirror follow(Game game) {
        ServerRecord record = ServerRecord.of(game);
        Mirror reached = mirror.filter(known -> known.record.isBefore(record)).orElseGet(() -> open(record));
        // If a step fails, the state of the session is unknown.
        mirror = Optional.empty();
        Timestep timestep = reached.timestep;
        for (int move : record.moves()
                .subList(reached.record.moves().size(), record.moves().size())) {
            timestep = reached.session.step(move);
        }
        Mirror next = new Mirror(reached.session, record, timestep);
        mirror = Optional.of(next);
        return next;
    }

    private Mirror open(ServerRecord record) {
        forget();
        TengenSession session = client.importRecord(record.sgf(), record.spec());
        return new Mirror(session, record, session.firstTimestep());
    }

    private static void requireSame(Game game, Timestep timestep) {
        PointSet legal = new PointSet(game.grid());
        game.legalPoints(legal);
        boolean isSame = timestep.positionHash() == game.positionHash() && !timestep.isOver();
        for (int point = 0; isSame && point < game.grid().pointCount(); point++) {
            isSame = timestep.actionMask().isLegal(point) == legal.contains(point);
        }
        if (!isSame) {
            throw new PlayerException(
                    PlayerException.Kind.FAILED, "the server does not have the same legal moves after these passes");
        }
    }

    /** Closes the session, without waiting. If the call fails, the session expires. */
    private void forget() {
        Optional<Mirror> last = mirror;
        mirror = Optional.empty();
        last.ifPresent(known -> {
            var unused = known.session.async().close();
        });
    }

    @Override
    public void close() {
        Optional<Mirror> last = mirror;
        mirror = Optional.empty();
        try {
            last.ifPresent(known -> known.session.close());
        } catch (TengenException e) {
            LOG.debug("The session was not closed and will expire", e);
        } finally {
            client.close();
        }
    }

    /**
     * A session and its state.
     *
     * @param session the session
     * @param record the moves played in it
     * @param timestep its state after them
     */
    private record Mirror(TengenSession session, ServerRecord record, Timestep timestep) {}
}
