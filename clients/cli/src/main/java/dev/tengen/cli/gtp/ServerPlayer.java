package dev.tengen.cli.gtp;

import dev.tengen.board.PointSet;
import dev.tengen.board.SplitMix64;
import dev.tengen.client.TengenClient;
import dev.tengen.client.TengenException;
import dev.tengen.client.TengenSession;
import dev.tengen.client.Timestep;
import dev.tengen.game.Game;
import dev.tengen.game.Rules;
import dev.tengen.game.Setup;
import dev.tengen.player.Player;
import dev.tengen.player.PlayerException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * A player at a server: keeps a session there in step with the game, and asks what the player would do in it.
 *
 * <p>Moves that only continue the session are played in it; for any other change the game so far is taken there as a record.
 * A choice is taken only where the server has the same stones and the same legal moves. Not thread-safe.
 */
public final class ServerPlayer implements Player, AutoCloseable {
    private static final Duration TIMEOUT = Duration.ofSeconds(10);

    private final TengenClient client;
    private final String playerName;
    private Optional<Mirror> mirror = Optional.empty();

    private ServerPlayer(TengenClient client, String playerName) {
        this.client = client;
        this.playerName = playerName;
    }

    /** Returns a player called {@code playerName} at the server at {@code address}, which is dialed at the first move. */
    public static ServerPlayer connect(String address, String playerName) {
        return new ServerPlayer(TengenClient.connect(address, TIMEOUT), playerName);
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

    /** Returns a session that stands where {@code game} does. */
    private Mirror follow(Game game) {
        List<Integer> moves = ServerRecord.moves(game);
        Optional<Mirror> usable = mirror.filter(known -> known.isBefore(game, moves));
        Mirror next;
        if (usable.isPresent()) {
            next = usable.get();
        } else {
            forget();
            TengenSession session = client.importRecord(ServerRecord.sgf(game, moves), ServerRecord.spec(game.rules()));
            next = new Mirror(session, game.setup(), game.rules(), moves, session.firstTimestep());
        }
        // Until all steps are taken the session is known to stand nowhere.
        mirror = Optional.empty();
        for (int move : moves.subList(next.moves.size(), moves.size())) {
            next = next.after(next.session.step(move), moves);
        }
        mirror = Optional.of(next);
        return next;
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

    /** Ends the session. That the server cannot be told does no harm: the session expires. */
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
            // The session expires.
        } finally {
            client.close();
        }
    }

    /**
     * A session and where it stands.
     *
     * @param session the session
     * @param setup where it began
     * @param rules its rules
     * @param moves the moves made in it
     * @param timestep where it stands after them
     */
    private record Mirror(TengenSession session, Setup setup, Rules rules, List<Integer> moves, Timestep timestep) {
        /** Returns whether it stands where {@code game}, which made {@code gameMoves}, stood at some time. */
        boolean isBefore(Game game, List<Integer> gameMoves) {
            return setup.equals(game.setup())
                    && rules.equals(game.rules())
                    && moves.size() <= gameMoves.size()
                    && moves.equals(gameMoves.subList(0, moves.size()));
        }

        Mirror after(Timestep next, List<Integer> gameMoves) {
            return new Mirror(session, setup, rules, gameMoves.subList(0, moves.size() + 1), next);
        }
    }
}
