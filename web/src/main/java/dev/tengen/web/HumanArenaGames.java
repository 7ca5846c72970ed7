package dev.tengen.web;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import dev.tengen.arena.clock.TimeControl;
import dev.tengen.arena.game.GameSpec;
import dev.tengen.arena.game.RefereedGame;
import dev.tengen.arena.host.AgentEntrant;
import dev.tengen.arena.host.Arena;
import dev.tengen.arena.host.LiveGame;
import dev.tengen.arena.opening.Opening;
import dev.tengen.arena.settings.TournamentSettings;
import dev.tengen.arena.store.GameId;
import dev.tengen.board.Color;
import java.time.Duration;
import java.util.Optional;

/**
 * Games of people at the page against agents that wait at the arena. They are not kept, but can be looked at for a while once
 * they are over.
 */
final class HumanArenaGames {
    private static final int MAX_REMEMBERED = 200;

    /** A clock, since nobody waits for ever for somebody who has closed the page. */
    private static final TimeControl CLOCK = TimeControl.byoYomi(Duration.ofMinutes(20), 5, Duration.ofSeconds(60));

    private final Arena arena;
    private final Cache<GameId, Played> games =
            Caffeine.newBuilder().maximumSize(MAX_REMEMBERED).build();

    private record Played(RefereedGame game, HumanEntrant human) {}

    HumanArenaGames(Arena arena) {
        this.arena = arena;
    }

    /** Begins the game that is asked for, and returns where it is. */
    ObjectNode begin(NewGameRequest wanted) {
        GameSpec spec = new GameSpec(
                Opening.empty(wanted.grid()), wanted.rules(), 0, CLOCK, TournamentSettings.DEFAULT_NETWORK_ALLOWANCE);
        HumanEntrant human = new HumanEntrant();
        AgentEntrant agent = new AgentEntrant(wanted.opponent(), arena.agents());
        LiveGame game = wanted.color() == Color.BLACK
                ? arena.casualGames().begin(spec, human, agent)
                : arena.casualGames().begin(spec, agent, human);
        games.put(game.id(), new Played(game.game(), human));
        return JsonNodeFactory.instance
                .objectNode()
                .put("tournament", TournamentKey.of(game.id().tournament()))
                .put("number", game.id().number());
    }

    /** Returns the game called {@code id}, if somebody at the page plays or played it. */
    Optional<RefereedGame> find(GameId id) {
        return Optional.ofNullable(games.getIfPresent(id)).map(Played::game);
    }

    /** Returns the color of whoever plays at the page, {@link Color#EMPTY} where nobody does. */
    int human(GameId id) {
        Played played = games.getIfPresent(id);
        return played == null ? Color.EMPTY : played.human().color();
    }

    /** Plays a move in the game called {@code id}. */
    ObjectNode play(GameId id, MoveRequest move) {
        Played played = games.getIfPresent(id);
        if (played == null) {
            throw new PageException(403, "NOT_YOURS", "nobody at the page plays this game", "game");
        }
        played.human().play(move.moveNumber(), move.action());
        return JsonNodeFactory.instance.objectNode();
    }
}
