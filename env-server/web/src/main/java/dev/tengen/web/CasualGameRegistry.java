package dev.tengen.web;

import dev.tengen.arena.host.LiveGame;
import dev.tengen.arena.host.LiveGameRegistry;
import dev.tengen.arena.store.GameId;
import dev.tengen.board.Color;
import dev.tengen.server.identity.Principal;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The games that people at the page play against agents: all games in progress, and the newest of those that have
 * ended. They are in memory only. Thread-safe.
 */
final class CasualGameRegistry {
    /**
     * The number of games above which the oldest that has ended is dropped. The agents limit how many are in progress.
     */
    static final int MAX_KEPT = 200;

    private final LiveGameRegistry live;

    /** Oldest first. */
    private final Map<GameId, CasualGame> games = new LinkedHashMap<>();

    CasualGameRegistry(LiveGameRegistry live) {
        this.live = live;
    }

    /**
     * A game.
     *
     * @param live the game
     * @param human the person at the page
     * @param player the name of the person's principal
     * @param request what started it
     */
    record CasualGame(LiveGame live, HumanEntrant human, String player, NewGameRequest request) {
        /** Returns the color that {@code principal} plays; {@link Color#EMPTY} for none. */
        int color(Principal principal) {
            return principal.name().equals(player) ? human.color() : Color.EMPTY;
        }
    }

    synchronized void add(CasualGame game) {
        games.put(game.live().id(), game);
        Iterator<GameId> ids = games.keySet().iterator();
        while (games.size() > MAX_KEPT && ids.hasNext()) {
            if (live.find(ids.next()).isEmpty()) {
                ids.remove();
            }
        }
    }

    synchronized Optional<CasualGame> find(GameId id) {
        return Optional.ofNullable(games.get(id));
    }

    /** Returns the games that have ended, newest first. */
    synchronized List<LiveGame> ended() {
        List<LiveGame> ended = new ArrayList<>();
        games.forEach((id, game) -> {
            if (live.find(id).isEmpty()) {
                ended.add(game.live());
            }
        });
        Collections.reverse(ended);
        return ended;
    }
}
