package dev.tengen.arena.host;

import com.google.common.util.concurrent.ThreadFactoryBuilder;
import dev.tengen.arena.game.TimeSource;
import dev.tengen.arena.pairing.LadderPairing;
import dev.tengen.arena.rating.Rating;
import dev.tengen.arena.rating.RatingCourse;
import dev.tengen.arena.rating.RatingOptions;
import dev.tengen.arena.rating.Ratings;
import dev.tengen.arena.rating.ResultTally;
import dev.tengen.arena.settings.EntrantFactory;
import dev.tengen.arena.settings.FormatSettings;
import dev.tengen.arena.settings.LadderPlayer;
import dev.tengen.arena.settings.PlayerSettings;
import dev.tengen.arena.settings.SettingsDifference;
import dev.tengen.arena.settings.TournamentSettings;
import dev.tengen.arena.store.ResultRepository;
import dev.tengen.arena.store.StoredPlayer;
import dev.tengen.arena.store.StoredTournament;
import dev.tengen.arena.store.TournamentRepository;
import dev.tengen.arena.tournament.AbsentEntrant;
import dev.tengen.arena.tournament.Entrant;
import dev.tengen.arena.tournament.TournamentConfig;
import dev.tengen.base.InvalidValueException;
import dev.tengen.server.error.CallException;
import dev.tengen.server.error.FatalErrors;
import dev.tengen.server.error.Reason;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The ladder of a server: a tournament that never ends and that every agent joins. Its games, results and players are
 * in the store, so it resumes after a restart. Thread-safe.
 */
public final class Ladder implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Ladder.class);
    private static final int SEEN_INTERVAL_SECONDS = 15;
    private static final int CLOSE_WAIT_SECONDS = 10;

    /** Ratings of many players take long, so that they have fewer resamples. */
    private static final int MIN_RESAMPLE_COUNT = 200;

    private static final int FULL_RESAMPLE_PLAYER_COUNT = 32;

    private final TournamentSettings settings;
    private final FormatSettings.Ladder format;
    private final TournamentRepository tournaments;
    private final ResultRepository results;
    private final AgentRegistry agents;
    private final TimeSource time;
    private final Set<String> house;
    private final TournamentConfig config;
    private final LadderPairing pairing;
    private final Map<String, LadderPlayer> players = new ConcurrentHashMap<>();
    private final ScheduledExecutorService executor =
            Executors.newSingleThreadScheduledExecutor(new ThreadFactoryBuilder()
                    .setNameFormat("arena ladder")
                    .setDaemon(true)
                    .build());
    private final RefreshingCache<Ratings> ratings = new RefreshingCache<>(this::rate, executor);
    private final RefreshingCache<List<LadderTable.Point>> history = new RefreshingCache<>(this::readHistory, executor);
    private Consumer<Entrant> arrivals = entrant -> {};

    /**
     * Opens a ladder. {@link #start} starts it.
     *
     * @throws InvalidValueException if a ladder of the name has other rules
     */
    Ladder(
            TournamentSettings settings,
            TournamentRepository tournaments,
            ResultRepository results,
            AgentRegistry agents,
            EntrantFactory entrants,
            TimeSource time) {
        if (!(settings.format() instanceof FormatSettings.Ladder ladder)) {
            throw InvalidValueException.not("format", "another one", "ladder: {}");
        }
        this.settings = settings;
        format = ladder;
        this.tournaments = tournaments;
        this.results = results;
        this.agents = agents;
        this.time = time;
        house = settings.players().stream()
                .filter(player -> !player.isAgent())
                .map(PlayerSettings::name)
                .collect(Collectors.toUnmodifiableSet());
        configure();
        List<Entrant> known = new ArrayList<>();
        settings.players().stream()
                .filter(player -> !player.isAgent())
                .forEach(player -> known.add(entrants.create(player)));
        for (StoredPlayer stored : storedPlayers()) {
            if (!house.contains(stored.name())) {
                known.add(LadderPlayer.of(stored).map(this::entrant).orElseGet(() -> new AbsentEntrant(stored.name())));
            }
        }
        LadderPairing[] created = new LadderPairing[1];
        config = settings.ladder(
                known,
                openingCount -> {
                    created[0] = new LadderPairing(house, settings.ratingOptions(), openingCount, time::nanoTime);
                    return created[0];
                },
                entrants);
        pairing = created[0];
    }

    private void configure() {
        StoredTournament wanted = settings.stored(Instant.now());
        StoreCalls.call(tournaments::list).stream()
                .map(status -> status.tournament())
                .filter(stored -> stored.name().equals(settings.name()))
                .findFirst()
                .ifPresent(stored -> requireSame(stored, wanted));
        Instant now = Instant.now();
        Set<String> stored = StoreCalls.call(Reason.TOURNAMENT_OVER, () -> {
            tournaments.configure(new StoredTournament(
                    wanted.name(),
                    wanted.settings(),
                    wanted.seed(),
                    wanted.players().stream()
                            .filter(player -> house.contains(player.name()))
                            .toList(),
                    wanted.createdAt()));
            return storedPlayers().stream().map(StoredPlayer::name).collect(Collectors.toSet());
        });
        List<StoredPlayer> anchors = settings.players().stream()
                .filter(player -> player.isAgent() && !stored.contains(player.name()))
                .map(player -> LadderPlayer.of(player.name(), "", "", "", now).stored())
                .toList();
        put(anchors);
    }

    private void requireSame(StoredTournament stored, StoredTournament wanted) {
        if (!TournamentSettings.fromStore(stored).playsAs(settings)) {
            throw InvalidValueException.because(
                    "the ladder \"" + settings.name() + "\" has other rules in the store: "
                            + SettingsDifference.of(stored, wanted) + "; give the changed ladder another name",
                    "name",
                    settings.name(),
                    "the name of a new ladder");
        }
    }

    private List<StoredPlayer> storedPlayers() {
        return StoreCalls.call(() -> tournaments.get(settings.name()))
                .tournament()
                .players();
    }

    private void put(List<StoredPlayer> changed) {
        if (!changed.isEmpty()) {
            var unused = StoreCalls.call(() -> {
                tournaments.putPlayers(settings.name(), changed);
                return true;
            });
        }
    }

    private Entrant entrant(LadderPlayer player) {
        players.put(player.name(), player);
        GameQuota quota = new GameQuota(format.gamesEach(), format.gamesPerHour(), time);
        return new LadderEntrant(player.name(), player.agent(), player.version(), agents, quota);
    }

    /** Returns the error of a call that asks for the ladder of a server without one. */
    public static CallException missing() {
        return CallException.of(
                Reason.TOURNAMENT_NOT_FOUND,
                "the server has no ladder; to run one, start it with --arena ladder.db --ladder FILE.yaml,"
                        + " see docs/guide/ladder.md");
    }

    /** Returns the configuration that plays the ladder. */
    TournamentConfig config() {
        return config;
    }

    /** Starts to admit agents; {@code arrivals} receives new ones. */
    synchronized void start(Consumer<Entrant> newArrivals) {
        arrivals = newArrivals;
        var unused = executor.scheduleWithFixedDelay(
                this::markSeen, SEEN_INTERVAL_SECONDS, SEEN_INTERVAL_SECONDS, TimeUnit.SECONDS);
    }

    public TournamentSettings settings() {
        return settings;
    }

    /** Returns the number of players, connected or not. */
    public int playerCount() {
        return players.size() + house.size();
    }

    /** Returns the number of agents on the ladder that are connected. */
    public int connectedCount() {
        return (int) players.values().stream()
                .filter(player -> agents.isConnected(player.agent(), player.version()))
                .count();
    }

    /** Returns the number of games that count. */
    public long gameCount() {
        return pairing.gameCount();
    }

    /**
     * Admits an agent that is about to join: a new version of it becomes a new player. Blocks on the store.
     *
     * @param principal the name of its principal; empty if the server has no authentication
     * @throws CallException with {@link Reason#TOO_MANY_AGENTS} if the ladder or the principal has too many players
     * @throws InvalidValueException if the name cannot be used on a ladder
     */
    public synchronized void admit(AgentProfile profile, String principal) {
        if (profile.name().contains(LadderPlayer.SEPARATOR) || house.contains(profile.name())) {
            throw InvalidValueException.not(
                    "name", '"' + profile.name() + '"', "without @, and not that of a player of the ladder itself");
        }
        Instant now = Instant.now();
        LadderPlayer wanted = LadderPlayer.of(profile.name(), profile.version(), profile.link(), principal, now);
        LadderPlayer known = players.get(wanted.name());
        if (known != null) {
            LadderPlayer seen = known.seen(profile.link(), now);
            put(List.of(seen.stored()));
            players.put(seen.name(), seen);
            return;
        }
        requirePlace(principal);
        put(List.of(wanted.stored()));
        arrivals.accept(entrant(wanted));
        LOG.info("New player {} on ladder {}", wanted.name(), settings.name());
    }

    private void requirePlace(String principal) {
        if (playerCount() >= format.maxPlayers()) {
            throw CallException.of(
                    Reason.TOO_MANY_AGENTS,
                    "the ladder has " + format.maxPlayers() + " players, the maximum number; join as one of them");
        }
        long own = players.values().stream()
                .filter(player -> player.principal().equals(principal))
                .count();
        if (!principal.isEmpty() && own >= format.playersPerPrincipal()) {
            throw CallException.of(
                    Reason.TOO_MANY_AGENTS,
                    "principal \"" + principal + "\" has " + own
                            + " players on the ladder, the maximum number; join as one of them");
        }
    }

    /** Stores that the connected agents are seen now. */
    private void markSeen() {
        try {
            store(Instant.now());
        } catch (RuntimeException | Error e) {
            FatalErrors.check(e);
            LOG.warn("The last visits of agents on ladder {} cannot be stored", settings.name(), e);
        }
    }

    private synchronized void store(Instant now) {
        List<LadderPlayer> seen = players.values().stream()
                .filter(player -> agents.isConnected(player.agent(), player.version()))
                .map(player -> player.seen(player.link(), now))
                .toList();
        put(seen.stream().map(LadderPlayer::stored).toList());
        seen.forEach(player -> players.put(player.name(), player));
    }

    /**
     * Returns the present table. Its ratings may be some seconds old; they are empty until the first ones are computed.
     *
     * @param runningGameCount the number of games in progress
     */
    LadderTable table(int runningGameCount) {
        Optional<Ratings> known = ratings.get(pairing.gameCount());
        ResultTally tally = pairing.tally();
        List<LadderTable.Row> rows = new ArrayList<>();
        known.ifPresent(present -> present.ratings()
                .forEach(rating -> rows.add(row(rows.size() + 1, rating.player(), Optional.of(rating), tally))));
        Set<String> rated = rows.stream().map(LadderTable.Row::player).collect(Collectors.toSet());
        List<String> others = new ArrayList<>(players.keySet());
        others.addAll(house);
        others.stream()
                .filter(player -> !rated.contains(player))
                .sorted(Comparator.naturalOrder())
                .forEach(player -> rows.add(row(0, player, Optional.empty(), tally)));
        return new LadderTable(
                settings.name(),
                rows,
                known.map(Ratings::blackAdvantage),
                !settings.ratingOptions().anchors().isEmpty(),
                RatingOptions.DEFAULT.confidence(),
                tally.gameCount(),
                runningGameCount);
    }

    private LadderTable.Row row(int rank, String player, Optional<Rating> rating, ResultTally tally) {
        Optional<LadderPlayer> agent = Optional.ofNullable(players.get(player));
        boolean isConnected = agent.map(known -> agents.isConnected(known.agent(), known.version()))
                .orElse(house.contains(player));
        return new LadderTable.Row(
                rank,
                player,
                agent.map(LadderPlayer::agent).orElse(""),
                agent.map(LadderPlayer::version).orElse(""),
                agent.map(LadderPlayer::link).orElse(""),
                rating,
                tally.games(player),
                isConnected,
                agent.map(known -> isConnected ? Instant.now() : known.seenAt()));
    }

    private Ratings rate() {
        ResultTally tally = pairing.tally();
        return Ratings.of(tally, options(RatingOptions.DEFAULT.resampleCount()));
    }

    private RatingOptions options(int resampleCount) {
        int affordable =
                resampleCount * FULL_RESAMPLE_PLAYER_COUNT / Math.max(FULL_RESAMPLE_PLAYER_COUNT, playerCount());
        return settings.ratingOptions().withResampleCount(Math.max(MIN_RESAMPLE_COUNT, affordable));
    }

    /** Returns the ratings over time, oldest first; some seconds or, after many games, minutes old. */
    public List<LadderTable.Point> history() {
        return history.get(pairing.gameCount()).orElse(List.of());
    }

    private List<LadderTable.Point> readHistory() {
        RatingCourse course = RatingCourse.of(
                StoreCalls.call(() -> results.countedInTime(settings.name())), settings.ratingOptions());
        return course.points().stream()
                .map(point -> new LadderTable.Point(
                        StoreCalls.call(() -> results.endOfCounted(settings.name(), point.gameCount()))
                                .orElse(Instant.EPOCH),
                        point.gameCount(),
                        point.ratings().ratings()))
                .toList();
    }

    /** Stores the last visits, and stops. */
    @Override
    public void close() {
        markSeen();
        executor.shutdownNow();
        try {
            // The store closes next; a computation that still reads it would fail.
            var unused = executor.awaitTermination(CLOSE_WAIT_SECONDS, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
