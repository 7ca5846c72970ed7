package dev.tengen.arena.host;

import dev.tengen.arena.game.GameSpec;
import dev.tengen.arena.game.RefereedGame;
import dev.tengen.arena.game.Seat;
import dev.tengen.arena.game.TimeSource;
import dev.tengen.arena.store.GameId;
import dev.tengen.arena.tournament.Entrant;
import dev.tengen.arena.tournament.SeatRequest;
import dev.tengen.board.Color;
import dev.tengen.board.SplitMix64;
import dev.tengen.server.error.CallException;
import dev.tengen.server.error.Reason;
import java.util.concurrent.atomic.AtomicInteger;

/** Games of no tournament, as between a person and an agent. They are not kept. Thread-safe. */
public final class CasualGames {
    /** What such games name in place of a tournament; no tournament may be called so. */
    public static final String NAME = "casual";

    private final LiveGameRegistry games;
    private final TimeSource time;
    private final AtomicInteger nextNumber = new AtomicInteger();

    CasualGames(LiveGameRegistry games, TimeSource time) {
        this.games = games;
        this.time = time;
    }

    /**
     * Begins a game, and returns it once its first turn is offered.
     *
     * @throws CallException with {@link Reason#PLAYER_NOT_FREE} where one of the two is not there, or plays as many games as it
     *     can
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
        Seat blackSeat = black.sit(invitation(id, Color.BLACK, white, spec));
        Seat whiteSeat = white.sit(invitation(id, Color.WHITE, black, spec));
        RefereedGame game = new RefereedGame(id.toString(), "", spec, blackSeat, whiteSeat, time);
        games.add(id, game);
        LiveGame live = games.find(id).orElseThrow();
        var unused = game.start().thenAccept(report -> games.remove(id));
        return live;
    }

    private static void reserve(Entrant player) {
        if (!player.reserve()) {
            throw CallException.of(
                    Reason.PLAYER_NOT_FREE,
                    "player \"" + player.name() + "\" is not there, or plays as many games as it can");
        }
    }

    private static SeatRequest invitation(GameId id, int color, Entrant opponent, GameSpec spec) {
        long seed = SplitMix64.mix(id.number() * 2L + color);
        return new SeatRequest(id.toString(), "", color, opponent.name(), spec, seed);
    }
}
