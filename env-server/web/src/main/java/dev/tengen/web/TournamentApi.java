package dev.tengen.web;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.google.common.base.Suppliers;
import dev.tengen.arena.host.Arena;
import dev.tengen.arena.host.LiveGame;
import dev.tengen.arena.host.ResultCache;
import dev.tengen.arena.host.TournamentGame;
import dev.tengen.arena.host.TournamentView;
import dev.tengen.arena.json.GameSummaryJson;
import dev.tengen.arena.json.SequentialTestJson;
import dev.tengen.arena.json.StandingsJson;
import dev.tengen.arena.rating.Rating;
import dev.tengen.arena.rating.RatingCourse;
import dev.tengen.arena.rating.Standings;
import dev.tengen.arena.report.RecordedResult;
import dev.tengen.arena.settings.FormatSettings;
import dev.tengen.arena.settings.PlayerSettings;
import dev.tengen.arena.settings.TournamentSettings;
import dev.tengen.arena.store.GameFilter;
import dev.tengen.arena.store.GameId;
import dev.tengen.arena.store.StoredResult;
import dev.tengen.board.Color;
import dev.tengen.game.RulesText;
import dev.tengen.server.error.CallException;
import dev.tengen.server.error.FatalErrors;
import dev.tengen.server.execution.FairExecutor;
import dev.tengen.server.http.HttpException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The tournaments of the arena with their standings and games, and the agents, as JSON for the page. */
final class TournamentApi {
    private static final Logger LOG = LoggerFactory.getLogger(TournamentApi.class);
    private static final int MAX_NEWEST = 12;
    private static final Duration LIST_PERIOD = Duration.ofMillis(500);
    private static final int MAX_LIVE_GAMES = 24;
    private static final int MAX_RESULT_TEXTS = 10_000;

    private final Arena arena;
    private final EventStreams streams;

    /** The tournaments whose standings are being computed for browsers that watch them. */
    private final Set<String> computing = ConcurrentHashMap.newKeySet();

    private final Cache<GameId, String> resultTexts =
            Caffeine.newBuilder().maximumSize(MAX_RESULT_TEXTS).build();

    /** All tournaments, newest first. The list is read at most once a period for all browsers. */
    private final Supplier<List<SearchedTournament>> all;

    TournamentApi(Arena arena, EventStreams streams) {
        this.arena = arena;
        this.streams = streams;
        Supplier<List<SearchedTournament>> read = Suppliers.memoizeWithExpiration(this::list, LIST_PERIOD);
        all = () -> FairExecutor.block(read);
    }

    /**
     * A tournament in the list.
     *
     * @param key the key in paths
     * @param name the name
     * @param phase the phase
     * @param playedBy which process plays it
     * @param format the kind of tournament
     * @param width the width of the board
     * @param height the height of the board
     * @param createdAt when the tournament was created
     * @param playerCount the number of players
     * @param endedGameCount the number of games that have ended
     * @param runningGameCount the number of games in progress
     * @param gameCount the number of games in all; null if it depends on results
     */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    record Summary(
            String key,
            String name,
            String phase,
            String playedBy,
            String format,
            int width,
            int height,
            String createdAt,
            int playerCount,
            int endedGameCount,
            int runningGameCount,
            @Nullable Long gameCount) {
        private static Summary of(TournamentView view) {
            TournamentSettings settings = view.settings();
            return new Summary(
                    PathKey.of(settings.name()),
                    settings.name(),
                    view.phase().name(),
                    view.playedBy().name(),
                    format(settings.format()),
                    settings.grid().width(),
                    settings.grid().height(),
                    view.createdAt().toString(),
                    settings.players().size(),
                    view.endedGameCount(),
                    view.runningGameCount(),
                    view.gameCount().isPresent() ? (Long) view.gameCount().getAsLong() : null);
        }

        /** Returns the board as text, such as "9×9". */
        String size() {
            return width + "×" + height;
        }

        private static String format(FormatSettings format) {
            if (format instanceof FormatSettings.RoundRobin) {
                return "round robin";
            } else if (format instanceof FormatSettings.Gauntlet) {
                return "gauntlet";
            }
            if (format instanceof FormatSettings.Ladder) {
                return "ladder";
            }
            return format instanceof FormatSettings.Swiss ? "Swiss" : "sequential test";
        }
    }

    /**
     * A tournament.
     *
     * @param summary the entry in the list; its keys are written in line
     * @param rules the name of the rules
     * @param komi the komi
     * @param timeControl the time control
     * @param adjudication the rules that end games early, in words; empty for none
     * @param players the players
     * @param missingAgents the names of agents that are not connected
     * @param lastResultAt when the last result was recorded; null unless another process may play the tournament
     * @param test the sequential test; null if the tournament is none
     * @param standings the standings; null before the first game counts, and while the first ones are being computed
     * @param isRatingPending whether standings with the last results are being computed
     * @param liveGames the first of the games in progress
     */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    record Details(
            @JsonUnwrapped Summary summary,
            String rules,
            double komi,
            String timeControl,
            String adjudication,
            List<PlayerJson> players,
            List<String> missingAgents,
            @Nullable String lastResultAt,
            @Nullable SequentialTestJson test,
            @Nullable StandingsJson standings,
            boolean isRatingPending,
            List<LiveGameJson> liveGames) {}

    /**
     * A player of a tournament.
     *
     * @param name its name in the tournament
     * @param key the key in paths
     * @param player what plays under the name
     * @param timeControl the time control of this player; null for that of the tournament
     */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    record PlayerJson(
            String name,
            String key,
            String player,
            @Nullable String timeControl) {}

    /**
     * The rating of a player in the course of a tournament.
     *
     * @param name the name
     * @param player what plays under the name
     * @param course the ratings after some of the games
     */
    record PlayerCourse(String name, String player, List<CoursePoint> course) {}

    /**
     * The rating of a player after some games of a tournament.
     *
     * @param gameCount the number of games of all players
     * @param elo the rating
     * @param eloLower the lower end of its interval
     * @param eloUpper the upper end of its interval
     */
    record CoursePoint(int gameCount, double elo, double eloLower, double eloUpper) {
        private static CoursePoint of(int gameCount, Rating rating) {
            return new CoursePoint(
                    gameCount,
                    rating.elo(),
                    rating.interval().lower(),
                    rating.interval().upper());
        }
    }

    /**
     * A game that is or was in progress.
     *
     * @param tournament the key of its tournament in paths
     * @param number the number of the game
     * @param width the width of the board
     * @param height the height of the board
     * @param black the player with Black
     * @param white the player with White
     */
    record LiveGameJson(String tournament, int number, int width, int height, String black, String white) {
        static LiveGameJson of(LiveGame live) {
            return new LiveGameJson(
                    PathKey.of(live.id().tournament()),
                    live.id().number(),
                    live.game().spec().grid().width(),
                    live.game().spec().grid().height(),
                    live.game().player(Color.BLACK),
                    live.game().player(Color.WHITE));
        }
    }

    /**
     * An agent.
     *
     * @param name the name
     * @param description the description that the agent gave
     * @param isConnected whether the agent is connected
     * @param isFree whether the agent can start another game
     * @param gameCount the number of games that it plays
     */
    record AgentJson(String name, String description, boolean isConnected, boolean isFree, int gameCount) {}

    /**
     * A page of the games of a tournament.
     *
     * @param count the number of games that the filter selects
     * @param games some of them, the last started first
     */
    record GameList(int count, List<ListedGame> games) {}

    /**
     * A game of a tournament.
     *
     * @param game the game; its keys are written in line
     * @param isLive whether the game is in progress at this server
     */
    record ListedGame(@JsonUnwrapped GameSummaryJson game, boolean isLive) {}

    /**
     * A page of the tournaments that a filter selects.
     *
     * @param count the number of tournaments that the filter selects
     * @param sizes the boards of all tournaments, such as "9×9"
     * @param tournaments some of the selected tournaments, newest first
     */
    record TournamentList(int count, List<String> sizes, List<FoundTournament> tournaments) {}

    /**
     * A tournament that a filter selects.
     *
     * @param summary the tournament; its keys are written in line
     * @param matches some of the players that the filter names
     */
    record FoundTournament(@JsonUnwrapped Summary summary, List<Match> matches) {}

    /**
     * A player that a filter names.
     *
     * @param name its name in the tournament
     * @param key the key in paths
     */
    record Match(String name, String key) {}

    /**
     * A tournament with the texts that are searched.
     *
     * @param summary the tournament
     * @param players the names of the players
     * @param name its name in lower case
     * @param playerNames the names of the players in lower case, one in a line
     */
    record SearchedTournament(Summary summary, List<String> players, String name, String playerNames) {
        private static SearchedTournament of(TournamentView view) {
            List<String> players =
                    view.settings().players().stream().map(PlayerSettings::name).toList();
            return new SearchedTournament(
                    Summary.of(view),
                    players,
                    TournamentFilter.lowerCase(view.settings().name()),
                    TournamentFilter.lowerCase(String.join("\n", players)));
        }

        private FoundTournament found(TournamentFilter filter) {
            return new FoundTournament(
                    summary,
                    filter.matching(players).stream()
                            .map(player -> new Match(player, PathKey.of(player)))
                            .toList());
        }
    }

    private List<SearchedTournament> list() {
        List<SearchedTournament> list = new ArrayList<>();
        arena.views().list(0, Integer.MAX_VALUE).forEach(view -> list.add(SearchedTournament.of(view)));
        Collections.reverse(list);
        return List.copyOf(list);
    }

    /** Returns at most {@code count} tournaments that {@code filter} selects, after the first {@code from}. */
    TournamentList tournaments(TournamentFilter filter, int from, int count) {
        List<SearchedTournament> tournaments = all.get();
        List<String> sizes = tournaments.stream()
                .map(SearchedTournament::summary)
                .sorted(Comparator.comparingInt(Summary::width).thenComparingInt(Summary::height))
                .map(Summary::size)
                .distinct()
                .toList();
        List<SearchedTournament> selected =
                tournaments.stream().filter(filter::selects).toList();
        return new TournamentList(
                selected.size(),
                sizes,
                selected.stream()
                        .skip(from)
                        .limit(count)
                        .map(tournament -> tournament.found(filter))
                        .toList());
    }

    /** Returns the number of tournaments. */
    int count() {
        return all.get().size();
    }

    /** Returns the newest tournaments, newest first. */
    List<Summary> newest() {
        return all.get().stream()
                .limit(MAX_NEWEST)
                .map(SearchedTournament::summary)
                .toList();
    }

    /** Returns the games in progress, casual games included, oldest first. */
    List<LiveGameJson> liveGames() {
        return arena.games().list().stream()
                .limit(MAX_LIVE_GAMES)
                .map(LiveGameJson::of)
                .toList();
    }

    /** Returns the games in progress of a tournament, oldest first. */
    static List<LiveGameJson> liveGames(Arena arena, String tournament) {
        return arena.games().list().stream()
                .filter(live -> live.id().tournament().equals(tournament))
                .limit(MAX_LIVE_GAMES)
                .map(LiveGameJson::of)
                .toList();
    }

    /** Returns the agents, by name. */
    List<AgentJson> agents() {
        return arena.agents().list().stream()
                .map(agent -> new AgentJson(
                        agent.profile().name(),
                        agent.profile().description(),
                        agent.isConnected(),
                        arena.agents().isFree(agent.profile().name()),
                        agent.gameCount()))
                .toList();
    }

    /**
     * Returns a tournament.
     *
     * @throws CallException if there is no such tournament
     */
    Details tournament(String name) {
        return details(name, new ResultCache.Known<>(arena.standings().of(name), true));
    }

    private Details details(String name, ResultCache.Known<Standings> standings) {
        TournamentView view = arena.views().get(name);
        TournamentSettings settings = view.settings();
        return new Details(
                Summary.of(view),
                RulesText.name(settings.rules()),
                settings.rules().komi(),
                settings.timeControl().toString(),
                settings.adjudication().summary(),
                settings.players().stream()
                        .map(player -> new PlayerJson(
                                player.name(), PathKey.of(player.name()), player.player(), player.clock()))
                        .toList(),
                view.missingAgents(),
                view.lastResultAt().map(Instant::toString).orElse(null),
                view.sprt()
                        .map(state -> SequentialTestJson.of(
                                settings.players().get(0).name(),
                                settings.players().get(1).name(),
                                state,
                                null))
                        .orElse(null),
                standings.value().map(known -> StandingsJson.of(known, null)).orElse(null),
                !standings.isCurrent(),
                liveGames(arena, name));
    }

    /**
     * Returns at most {@code count} games of a tournament that {@code filter} selects, after the first {@code from}.
     *
     * @throws CallException if there is no such tournament
     */
    GameList games(String name, GameFilter filter, int from, int count) {
        return new GameList(
                arena.tournamentGames().count(name, filter),
                arena.tournamentGames().latest(name, filter, from, count).stream()
                        .map(this::listed)
                        .toList());
    }

    private ListedGame listed(TournamentGame entry) {
        GameSummaryJson.Outcome outcome = entry.result()
                .map(result -> GameSummaryJson.Outcome.of(result, resultText(result), null))
                .orElse(null);
        return new ListedGame(
                GameSummaryJson.of(entry.stored(), entry.stored().state(), outcome, null),
                entry.live().isPresent());
    }

    /** Returns the text of a result, which never changes, without parsing its record each time. */
    private String resultText(StoredResult result) {
        // Without a lock, since a long record is parsed in turn with other work.
        String known = resultTexts.getIfPresent(result.game());
        if (known != null) {
            return known;
        }
        String text = RecordedResult.text(result);
        resultTexts.put(result.game(), text);
        return text;
    }

    /**
     * Returns the rating of a player in the course of a tournament.
     *
     * @throws CallException if there is no such tournament
     * @throws HttpException if it has no such player
     */
    PlayerCourse player(String tournament, String name) {
        PlayerSettings player = arena.views().get(tournament).settings().players().stream()
                .filter(known -> known.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new HttpException(
                        404, "NO_SUCH_PLAYER", "the tournament has no player \"" + name + '"', "player"));
        List<CoursePoint> course = new ArrayList<>();
        for (RatingCourse.Point point :
                arena.ratingCourses().of(tournament).map(RatingCourse::points).orElse(List.of())) {
            point.ratings().ratings().stream()
                    .filter(rating -> rating.player().equals(name))
                    .forEach(rating -> course.add(CoursePoint.of(point.gameCount(), rating)));
        }
        return new PlayerCourse(name, player.player(), course);
    }

    /**
     * Returns the states of a tournament. The standings of a long one take seconds to compute; until then, a state has
     * the last ones.
     */
    StateSource live(String name) {
        return new LiveTournament(name);
    }

    private final class LiveTournament implements StateSource {
        private final String name;
        private volatile Runnable changed = () -> {};

        LiveTournament(String name) {
            this.name = name;
        }

        @Override
        public Object key() {
            return List.of("tournament", name);
        }

        @Override
        public Optional<Object> state() {
            return StateSource.unlessGone(() -> {
                ResultCache.Known<Standings> known = arena.standings().known(name);
                Details details = details(name, known);
                if (!known.isCurrent() && computing.add(name)) {
                    streams.run(this::compute, Duration.ZERO);
                }
                return details;
            });
        }

        private void compute() {
            try {
                var unused = arena.standings().of(name);
            } catch (RuntimeException e) {
                FatalErrors.check(e);
                LOG.warn("The standings of a tournament cannot be computed; the next change retries", e);
                return;
            } finally {
                computing.remove(name);
            }
            changed.run();
        }

        @Override
        public Runnable watch(Runnable listener) {
            changed = listener;
            return arena.watchers().watch(name, listener);
        }
    }
}
