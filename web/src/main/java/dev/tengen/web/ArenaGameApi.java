package dev.tengen.web;

import com.fasterxml.jackson.databind.JsonNode;
import dev.tengen.arena.game.GameOutcome;
import dev.tengen.arena.game.GameView;
import dev.tengen.arena.game.GameWatcher;
import dev.tengen.arena.game.RefereedGame;
import dev.tengen.arena.host.Arena;
import dev.tengen.arena.host.LiveGame;
import dev.tengen.arena.host.TournamentGame;
import dev.tengen.arena.settings.TournamentSettings;
import dev.tengen.arena.store.GameId;
import dev.tengen.arena.store.StoredResult;
import dev.tengen.board.Color;
import dev.tengen.game.Game;
import dev.tengen.game.Rules;
import dev.tengen.game.RulesText;
import dev.tengen.game.Setup;
import dev.tengen.server.error.CallException;
import dev.tengen.server.error.Reason;
import dev.tengen.sgf.GameRecord;
import dev.tengen.sgf.RecordReplay;
import dev.tengen.sgf.SgfException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** Games of the arena as the page shows them: those that wait, those under way, and those that are kept. */
final class ArenaGameApi {
    /** How often a game is looked for that is to begin. */
    private static final Duration WAITING_PERIOD = Duration.ofSeconds(1);

    private final Arena arena;
    private final HumanArenaGames play;
    private final EventStreams streams;

    ArenaGameApi(Arena arena, HumanArenaGames play, EventStreams streams) {
        this.arena = arena;
        this.play = play;
        this.streams = streams;
    }

    /** Returns a game. Throws {@link CallException} where there is none. */
    DisplayedGame shown(GameId id) {
        Optional<RefereedGame> live = live(id);
        return live.isPresent() ? shown(id, live.get()) : kept(arena.game(id.toString()));
    }

    private Optional<RefereedGame> live(GameId id) {
        return arena.games().find(id).map(LiveGame::game).or(() -> play.find(id));
    }

    private DisplayedGame shown(GameId id, RefereedGame game) {
        GameView view = game.view();
        Optional<GameOutcome> ending = view.ending();
        return new DisplayedGame(
                view.game(),
                RulesText.name(view.game().rules()),
                1,
                game.player(Color.BLACK),
                game.player(Color.WHITE),
                ending.map(GameOutcome::result).orElse(""),
                ending.map(how -> how.verdict().name()).orElse(""),
                ending.filter(how -> !how.message().isEmpty())
                        .map(GameOutcome::summary)
                        .orElse(""),
                play.human(id),
                game.spec().timeControl().isLimited() ? Optional.of(ClockView.of(view)) : Optional.empty());
    }

    private DisplayedGame kept(TournamentGame entry) {
        TournamentSettings settings =
                arena.tournament(entry.stored().id().tournament()).settings();
        Optional<StoredResult> result = entry.result();
        Optional<GameRecord> record = result.flatMap(ArenaGameApi::record);
        Rules rules = settings.rules();
        Game game = record.map(known -> RecordReplay.of(known, rules).game())
                .orElseGet(() -> new Game(Setup.empty(settings.grid()), rules));
        return new DisplayedGame(
                game,
                RulesText.name(rules),
                1,
                entry.stored().game().black(),
                entry.stored().game().white(),
                record.flatMap(GameRecord::result).orElse(""),
                result.map(StoredResult::verdict).orElse(""),
                result.isPresent() ? "" : "This game has not begun.",
                Color.EMPTY,
                Optional.empty());
    }

    private static Optional<GameRecord> record(StoredResult result) {
        try {
            return Optional.of(GameRecord.parse(result.sgf()));
        } catch (SgfException e) {
            return Optional.empty(); // A result without a record, which the store takes, too.
        }
    }

    /** Returns the record of a game as SGF, as far as it has come. Throws {@link CallException} where there is none. */
    String record(GameId id) {
        Optional<RefereedGame> live = live(id);
        if (live.isPresent()) {
            return GameRecord.of(live.get().view().game()).toSgf();
        }
        return arena.game(id.toString())
                .result()
                .map(StoredResult::sgf)
                .orElseThrow(() -> CallException.of(Reason.ARENA_GAME_NOT_FOUND, "the game has not begun"));
    }

    /** Returns the games under way, the oldest first. */
    List<LiveGame> underWay() {
        return arena.games().list();
    }

    /** Returns a game as something to be told of. */
    StateSource source(GameId id) {
        return new LiveArenaGame(id, live(id));
    }

    private final class LiveArenaGame implements StateSource {
        private final GameId id;

        /** The game, which the arena forgets as soon as it is over. */
        private final Optional<RefereedGame> found;

        LiveArenaGame(GameId id, Optional<RefereedGame> found) {
            this.id = id;
            this.found = found;
        }

        @Override
        public Optional<JsonNode> state() {
            try {
                DisplayedGame game =
                        found.isPresent() ? ArenaGameApi.this.shown(id, found.get()) : ArenaGameApi.this.shown(id);
                return Optional.of(GameJson.of(game));
            } catch (CallException e) {
                return Optional.empty();
            }
        }

        @Override
        public Runnable watch(Runnable changed) {
            if (found.isEmpty()) {
                return streams.repeat(changed, WAITING_PERIOD);
            }
            GameWatcher watcher = view -> changed.run();
            found.get().watch(watcher);
            return () -> found.get().unwatch(watcher);
        }
    }
}
