package dev.tengen.web;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import dev.tengen.arena.clock.TimeControl;
import dev.tengen.arena.game.Estimate;
import dev.tengen.arena.game.GameOutcome;
import dev.tengen.arena.game.GameSpec;
import dev.tengen.arena.game.GameView;
import dev.tengen.arena.game.GameWatcher;
import dev.tengen.arena.game.RefereedGame;
import dev.tengen.arena.game.SgfEstimates;
import dev.tengen.arena.host.AgentEntrant;
import dev.tengen.arena.host.Arena;
import dev.tengen.arena.host.CasualGames;
import dev.tengen.arena.host.LiveGame;
import dev.tengen.arena.host.TournamentGame;
import dev.tengen.arena.opening.Opening;
import dev.tengen.arena.settings.TournamentSettings;
import dev.tengen.arena.store.GameId;
import dev.tengen.arena.store.StoredResult;
import dev.tengen.board.Color;
import dev.tengen.board.Grid;
import dev.tengen.game.Game;
import dev.tengen.game.Rules;
import dev.tengen.game.RulesText;
import dev.tengen.game.Setup;
import dev.tengen.server.error.CallException;
import dev.tengen.server.error.Reason;
import dev.tengen.server.http.HttpException;
import dev.tengen.server.identity.Principal;
import dev.tengen.sgf.GameRecord;
import dev.tengen.sgf.GameText;
import dev.tengen.sgf.RecordReplay;
import dev.tengen.sgf.SgfCollection;
import dev.tengen.sgf.SgfException;
import dev.tengen.sgf.SgfLine;
import dev.tengen.web.CasualGameRegistry.CasualGame;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The games of the arena, as the page shows them: planned, in progress, and stored. People at the page can play casual
 * games against agents that wait at the arena; these are not stored, see {@link CasualGameRegistry}.
 */
final class ArenaGameApi implements GameApi<GameId> {
    private static final Logger LOG = LoggerFactory.getLogger(ArenaGameApi.class);
    private static final int MAX_ENDED = 12;

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

    private static final Grid LARGE_GRID = Grid.square(Grid.MAX_SIZE);
    private static final long LONG_GAME_BYTES =
            Game.memoryBytes(LARGE_GRID, Rules.TROMP_TAYLOR, 3 * LARGE_GRID.pointCount());

    private final Arena arena;
    private final EventStreams streams;
    private final CasualGameRegistry casualGames;

    ArenaGameApi(Arena arena, EventStreams streams) {
        this.arena = arena;
        this.streams = streams;
        casualGames = new CasualGameRegistry(arena.games());
    }

    @Override
    public GamePermissions permissions() {
        return PERMISSIONS;
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
        HumanEntrant human = new HumanEntrant(HumanEntrant.name(player));
        AgentEntrant agent = new AgentEntrant(wanted.opponent(), arena.agents());
        LiveGame game = wanted.color() == Color.BLACK
                ? arena.casualGames().begin(spec, human, agent)
                : arena.casualGames().begin(spec, agent, human);
        casualGames.add(new CasualGame(game, human, player.name(), wanted));
        return new GamePath(PathKey.of(game.id().tournament()), game.id().number());
    }

    /**
     * A game against an agent that has ended.
     *
     * @param game the game; its keys are written in line
     * @param result the result as game records write it
     * @param ending why the game ended, such as PASSES
     */
    record EndedGame(@JsonUnwrapped TournamentApi.LiveGameJson game, String result, String ending) {
        private static EndedGame of(LiveGame game) {
            Optional<GameOutcome> outcome = game.game().view().outcome();
            return new EndedGame(
                    TournamentApi.LiveGameJson.of(game),
                    outcome.map(GameOutcome::result).orElse(""),
                    outcome.map(how -> how.verdict().name()).orElse(""));
        }
    }

    /** Returns the newest games against agents that have ended, newest first. */
    List<EndedGame> ended() {
        return casualGames.ended().stream().limit(MAX_ENDED).map(EndedGame::of).toList();
    }

    private static Opening opening(NewGameRequest wanted) {
        return wanted.handicap() == 0
                ? Opening.empty(wanted.grid())
                : new Opening("handicap-" + wanted.handicap(), wanted.setup(), List.of());
    }

    @Override
    public void play(Principal player, GameId id, MoveRequest move) {
        CasualGame played = casualGames
                .find(id)
                .filter(game -> game.color(player) != Color.EMPTY)
                .orElseThrow(
                        () -> new HttpException(403, "NOT_YOURS", "you do not play this game at the page", "game"));
        played.human().play(move.moveNumber(), move.action());
    }

    /** Returns the memory of a long game on a large board: the adjudication of an arena ends games in time. */
    @Override
    public long memoryBytes(Principal reader, GameId id) {
        return LONG_GAME_BYTES;
    }

    @Override
    public DisplayedGame shown(Principal reader, GameId id) {
        Optional<RefereedGame> live = inMemory(id).map(LiveGame::game);
        return live.isPresent()
                ? shown(reader, id, live.get())
                : stored(arena.tournamentGames().find(id.toString()));
    }

    /** Returns a game in progress, or a game against an agent that has ended. */
    private Optional<LiveGame> inMemory(GameId id) {
        return arena.games().find(id).or(() -> casualGames.find(id).map(CasualGame::live));
    }

    private DisplayedGame shown(Principal reader, GameId id, RefereedGame game) {
        GameView view = game.view();
        Optional<GameOutcome> outcome = view.outcome();
        Optional<CasualGame> own =
                casualGames.find(id).filter(casual -> casual.player().equals(reader.name()));
        return new DisplayedGame(
                view.game(),
                RulesText.name(view.game().rules()),
                1,
                view.estimates(),
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
                arena.views().get(entry.stored().id().tournament()).settings();
        Optional<StoredResult> result = entry.result();
        Optional<Recorded> recorded = result.flatMap(ArenaGameApi::parse);
        Optional<GameRecord> record = recorded.map(Recorded::game);
        Rules rules = settings.rules();
        Game game = record.map(known -> RecordReplay.of(known, rules).game())
                .orElseGet(() -> new Game(Setup.empty(settings.grid()), rules));
        return new DisplayedGame(
                game,
                RulesText.name(rules),
                1,
                recorded.map(Recorded::estimates).orElse(List.of()),
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

    /** A game, and what its players estimated. */
    private record Recorded(GameRecord game, List<Estimate> estimates) {}

    private static Optional<Recorded> parse(StoredResult result) {
        try {
            SgfLine line = SgfCollection.parse(result.sgf()).games().get(0).mainLine();
            return Optional.of(new Recorded(line.record(), SgfEstimates.of(line.nodes())));
        } catch (SgfException e) {
            // The store also accepts results without a game record.
            LOG.debug("Game {} has no readable record", result.game(), e);
            return Optional.empty();
        }
    }

    @Override
    public RecordFile record(Principal reader, GameId id) {
        return inMemory(id)
                .map(ArenaGameApi::record)
                .orElseGet(() -> record(arena.tournamentGames().find(id.toString())));
    }

    private static RecordFile record(LiveGame live) {
        GameId id = live.id();
        GameView view = live.game().view();
        String black = live.game().player(Color.BLACK);
        String white = live.game().player(Color.WHITE);
        boolean isCasual = id.tournament().equals(CasualGames.NAME);
        Optional<String> date = Optional.of(RecordFile.date(live.startedAt()));
        String sgf = GameRecord.of(view.game())
                .with(GameText.BLACK_PLAYER, Optional.of(black))
                .with(GameText.WHITE_PLAYER, Optional.of(white))
                .with(GameText.RESULT, view.outcome().map(GameOutcome::result))
                .with(GameText.DATE, date)
                .with(GameText.NAME, Optional.of(id.toString()))
                .with(GameText.EVENT, isCasual ? Optional.empty() : Optional.of(id.tournament()))
                .toSgf();
        String name = isCasual
                ? RecordFile.name(black, white, view.game().grid(), date)
                : RecordFile.name(id.tournament(), id.number(), black, white);
        return new RecordFile(name, sgf);
    }

    private static RecordFile record(TournamentGame entry) {
        GameId id = entry.stored().id();
        String sgf = entry.result()
                .map(StoredResult::sgf)
                .orElseThrow(() -> CallException.of(Reason.ARENA_GAME_NOT_FOUND, "the game has not started"));
        String black = entry.stored().game().black();
        String white = entry.stored().game().white();
        return new RecordFile(RecordFile.name(id.tournament(), id.number(), black, white), sgf);
    }

    @Override
    public StateSource live(Principal reader, GameId id) {
        return new LiveArenaGame(reader, id, inMemory(id).map(LiveGame::game));
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
            boolean isPlayer = casualGames
                    .find(id)
                    .filter(casual -> casual.player().equals(reader.name()))
                    .isPresent();
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
