package dev.tengen.arena.host;

import dev.tengen.arena.game.GameSpec;
import dev.tengen.arena.game.RefereedGame;
import dev.tengen.arena.game.Seat;
import dev.tengen.arena.game.TimeSource;
import dev.tengen.arena.store.GameId;
import dev.tengen.arena.tournament.Entrant;
import dev.tengen.arena.tournament.SeatRequest;
import dev.tengen.base.SplitMix64;
import dev.tengen.board.Color;
import dev.tengen.server.error.CallException;
import dev.tengen.server.error.Reason;
import java.util.concurrent.atomic.AtomicInteger;

/** Games outside of tournaments, such as between a person and an agent. They are not stored. Thread-safe. */
public final class CasualGames {
    /** The name that such games have instead of a tournament. No tournament may have it. */
    public static final String NAME = "casual";

    private final LiveGameRegistry games;
    private final TimeSource time;
    private final AtomicInteger nextNumber = new AtomicInteger();

    CasualGames(LiveGameRegistry games, TimeSource time) {
        this.games = games;
        this.time = time;
    }

    /**
     * Starts a game, and returns it after its first turn has been offered.
     *
     * @throws CallException with {@link Reason#PLAYER_NOT_FREE} if a player is absent, or plays as many games as it can
     */
    public LiveGame begin(GameSpec spec, Entrant black, Entrant white) {
        reserve(black);
        try {
            reserve(white);
        } catch (CallException e) {
            black.unreserve();
            throw e;
        }
        GameId id = new GameId(NAME, nextNumber.getAndIncrement());
        Seat blackSeat = black.sit(request(id, Color.BLACK, white, spec));
        Seat whiteSeat = white.sit(request(id, Color.WHITE, black, spec));
        RefereedGame game = new RefereedGame(id.toString(), "", spec, blackSeat, whiteSeat, time);
        LiveGame live = games.add(id, game);
        var unused = game.start().thenAccept(report -> games.remove(id));
        return live;
    }

    private static void reserve(Entrant player) {
        if (!player.reserve()) {
            throw CallException.of(
                    Reason.PLAYER_NOT_FREE,
                    "player \"" + player.name() + "\" is absent, or plays as many games as it can");
        }
    }

    private static SeatRequest request(GameId id, int color, Entrant opponent, GameSpec spec) {
        long seed = SplitMix64.mix(id.number() * 2L + color);
        return new SeatRequest(id.toString(), "", color, opponent.name(), spec, seed);
    }
}
