package dev.tengen.web;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import dev.tengen.arena.clock.TimeControl;
import dev.tengen.arena.game.GameOutcome;
import dev.tengen.arena.game.GameSpec;
import dev.tengen.arena.game.GameView;
import dev.tengen.arena.game.GameWatcher;
import dev.tengen.arena.game.RefereedGame;
import dev.tengen.arena.host.AgentEntrant;
import dev.tengen.arena.host.Arena;
import dev.tengen.arena.host.LiveGame;
import dev.tengen.arena.host.TournamentGame;
import dev.tengen.arena.opening.Opening;
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
import dev.tengen.server.identity.Principal;
import dev.tengen.sgf.GameRecord;
import dev.tengen.sgf.RecordReplay;
import dev.tengen.sgf.SgfException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The games of the arena, as the page shows them: planned, in progress, and stored. People at the page can play casual games
 * against agents that wait at the arena; these are not stored, but stay visible for a while after their end.
 */
final class ArenaGameApi implements GameApi<GameId> {
    private static final Logger LOG = LoggerFactory.getLogger(ArenaGameApi.class);
    private static final int MAX_REMEMBERED = 200;

    /** How often a browser that watches a planned game looks whether it has started. */
    private static final Duration WAITING_PERIOD = Duration.ofSeconds(1);

    /** Casual games have a time limit: the person may have closed the page. */
    private static final TimeControl CLOCK = TimeControl.byoYomi(Duration.ofMinutes(20), 5, Duration.ofSeconds(60));

    private static final GamePermissions PERMISSIONS = new GamePermissions(
            PagePermission.SEE_GAME,
            PagePermission.SEE_GAME,
            PagePermission.SEE_GAME,
            PagePermission.SEE_GAME,
            PagePermission.PLAY_GAME);

    private final Arena arena;
    private final EventStreams streams;
    private final Cache<GameId, CasualGame> casualGames =
            Caffeine.newBuilder().maximumSize(MAX_REMEMBERED).build();

    ArenaGameApi(Arena arena, EventStreams streams) {
        this.arena = arena;
        this.streams = streams;
    }

    @Override
    public GamePermissions permissions() {
        return PERMISSIONS;
    }

    /** A game that a person plays at the page; {@code player} is the name of the principal, and {@code request} started it. */
    private record CasualGame(RefereedGame game, HumanEntrant human, String player, NewGameRequest request) {
        /** Returns the color that {@code principal} plays; {@link Color#EMPTY} for none. */
        int color(Principal principal) {
            return principal.name().equals(player) ? human.color() : Color.EMPTY;
        }
    }

    /**
     * Where a new game is.
     *
     * @param tournament the key of the tournament in paths
     * @param number the number of the game
     */
    record GamePath(String tournament, int number) {}

    /** Starts the game for {@code wanted} between {@code player} and an agent, and returns where it is. */
    GamePath create(Principal player, NewGameRequest wanted) {
        GameSpec spec =
                new GameSpec(opening(wanted), wanted.rules(), 0, CLOCK, TournamentSettings.DEFAULT_NETWORK_ALLOWANCE);
        HumanEntrant human = new HumanEntrant();
        AgentEntrant agent = new AgentEntrant(wanted.opponent(), arena.agents());
        LiveGame game = wanted.color() == Color.BLACK
                ? arena.casualGames().begin(spec, human, agent)
                : arena.casualGames().begin(spec, agent, human);
        casualGames.put(game.id(), new CasualGame(game.game(), human, player.name(), wanted));
        return new GamePath(PathKey.of(game.id().tournament()), game.id().number());
    }

    private static Opening opening(NewGameRequest wanted) {
        return wanted.handicap() == 0
                ? Opening.empty(wanted.grid())
                : new Opening("handicap-" + wanted.handicap(), wanted.setup(), List.of());
    }

    @Override
    public void play(Principal player, GameId id, MoveRequest move) {
        CasualGame played = casualGames.getIfPresent(id);
        if (played == null || played.color(player) == Color.EMPTY) {
            throw new PageException(403, "NOT_YOURS", "you do not play this game at the page", "game");
        }
        played.human().play(move.moveNumber(), move.action());
    }

    @Override
    public DisplayedGame shown(Principal reader, GameId id) {
        Optional<RefereedGame> live = inProgress(id);
        return live.isPresent() ? shown(reader, id, live.get()) : stored(arena.game(id.toString()));
    }

    private Optional<RefereedGame> inProgress(GameId id) {
        return arena.games()
                .find(id)
                .map(LiveGame::game)
                .or(() -> Optional.ofNullable(casualGames.getIfPresent(id)).map(CasualGame::game));
    }

    private DisplayedGame shown(Principal reader, GameId id, RefereedGame game) {
        GameView view = game.view();
        Optional<GameOutcome> outcome = view.outcome();
        Optional<CasualGame> own = Optional.ofNullable(casualGames.getIfPresent(id))
                .filter(casual -> casual.player().equals(reader.name()));
        return new DisplayedGame(
                view.game(),
                RulesText.name(view.game().rules()),
                1,
                game.player(Color.BLACK),
                game.player(Color.WHITE),
                outcome.map(GameOutcome::result).orElse(""),
                outcome.map(how -> how.verdict().name()).orElse(""),
                outcome.filter(how -> !how.message().isEmpty())
                        .map(GameOutcome::summary)
                        .orElse(""),
                own.map(casual -> casual.human().color()).orElse(Color.EMPTY),
                false,
                own.map(CasualGame::request).orElse(null),
                GameJson.ClockJson.of(view, game.spec().timeControls()),
                GamePlace.of(id));
    }

    private DisplayedGame stored(TournamentGame entry) {
        TournamentSettings settings =
                arena.tournament(entry.stored().id().tournament()).settings();
        Optional<StoredResult> result = entry.result();
        Optional<GameRecord> record = result.flatMap(ArenaGameApi::parse);
        Rules rules = settings.rules();
        Game game = record.map(known -> RecordReplay.of(known, rules).game())
                .orElseGet(() -> new Game(Setup.empty(settings.grid()), rules));
        return new DisplayedGame(
                game,
                RulesText.name(rules),
                1,
                entry.stored().game().black(),
                entry.stored().game().white(),
                result.map(known ->
                                known.text(record.flatMap(GameRecord::result).orElse("")))
                        .orElse(""),
                result.map(StoredResult::verdict).orElse(""),
                result.isPresent() ? "" : "This game has not started.",
                Color.EMPTY,
                false,
                null,
                null,
                GamePlace.of(entry.stored().id()));
    }

    private static Optional<GameRecord> parse(StoredResult result) {
        try {
            return Optional.of(GameRecord.parse(result.sgf()));
        } catch (SgfException e) {
            // The store also accepts results without a game record.
            LOG.debug("Game {} has no readable record", result.game(), e);
            return Optional.empty();
        }
    }

    @Override
    public String recordName(GameId id) {
        return "game-" + id.number();
    }

    @Override
    public String record(Principal reader, GameId id) {
        Optional<RefereedGame> live = inProgress(id);
        if (live.isPresent()) {
            return GameRecord.of(live.get().view().game()).toSgf();
        }
        return arena.game(id.toString())
                .result()
                .map(StoredResult::sgf)
                .orElseThrow(() -> CallException.of(Reason.ARENA_GAME_NOT_FOUND, "the game has not started"));
    }

    @Override
    public StateSource live(Principal reader, GameId id) {
        return new LiveArenaGame(reader, id, inProgress(id));
    }

    private final class LiveArenaGame implements StateSource {
        private final Principal reader;
        private final GameId id;

        /** The game, which the arena drops from its registry at the end. */
        private final Optional<RefereedGame> found;

        LiveArenaGame(Principal reader, GameId id, Optional<RefereedGame> found) {
            this.reader = reader;
            this.id = id;
            this.found = found;
        }

        /** The reader who plays the game at the page sees more than others. */
        @Override
        public Object key() {
            CasualGame casual = casualGames.getIfPresent(id);
            boolean isPlayer = casual != null && casual.player().equals(reader.name());
            return List.of("game", id, isPlayer, found.isPresent());
        }

        @Override
        public Optional<Object> game() {
            return Optional.of(id);
        }

        @Override
        public Optional<Object> state() {
            return StateSource.unlessGone(
                    () -> GameJson.of(found.isPresent() ? shown(reader, id, found.get()) : shown(reader, id)));
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
