package dev.tengen.arena.settings;

import dev.tengen.arena.clock.TimeControl;
import dev.tengen.arena.game.Adjudication;
import dev.tengen.arena.game.GameSpec;
import dev.tengen.arena.game.MoveLimitRule;
import dev.tengen.arena.game.ScoreAdjudicator;
import dev.tengen.arena.game.TimeOdds;
import dev.tengen.arena.opening.Opening;
import dev.tengen.arena.pairing.Pairing;
import dev.tengen.arena.pairing.SequentialTest;
import dev.tengen.arena.rating.RatingOptions;
import dev.tengen.arena.store.StoredPlayer;
import dev.tengen.arena.store.StoredTournament;
import dev.tengen.arena.tournament.Entrant;
import dev.tengen.arena.tournament.TournamentConfig;
import dev.tengen.base.InvalidValueException;
import dev.tengen.board.Grid;
import dev.tengen.game.Rules;
import dev.tengen.game.Setup;
import dev.tengen.gtp.driver.EngineSpec;
import dev.tengen.proto.v1.Openings;
import dev.tengen.proto.v1.RandomOpeningMoves;
import dev.tengen.proto.v1.TournamentSpec;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.IntFunction;

/**
 * The settings of a tournament. The programs of its engines are not part of them.
 *
 * <pre>{@code
 * TournamentSettings cup = TournamentSettings.of(
 *         "cup",
 *         List.of(new PlayerSettings("greedy", "greedy"), new PlayerSettings("random", "random")),
 *         new FormatSettings.RoundRobin(10),
 *         Grid.square(9));
 * store.tournaments().create(cup.stored(Instant.now()));
 * TournamentSettings same = TournamentSettings.fromJson(cup.toJson());
 * }</pre>
 *
 * @param name the name, 1 to 200 characters, not blank and without control characters
 * @param players the players, 2 to {@value #MAX_PLAYER_COUNT} or from 0 in a ladder, with distinct names; the format
 *     may depend on their order
 * @param format the format, with at most {@value #MAX_PAIR_TOTAL} pairs if their number is known
 * @param grid the size of the board
 * @param rules the rules, including komi
 * @param openings the openings, with a value for each field
 * @param timeControl the time control
 * @param networkAllowance the part of each turn's time that does not count, in whole milliseconds, at most a minute
 * @param maxMoves the number of moves at which a game ends; 0 for three times the number of points, -1 for unlimited
 * @param moveLimitRule what happens then
 * @param adjudication the rules that end games early
 * @param concurrency the number of concurrent games, 1 to {@value #MAX_CONCURRENCY}
 * @param seed the seed of the openings and of the players
 * @param adjudicator the engine that scores games at the limit on moves, as a player such as "gtp:gnugo", only with
 *     {@link MoveLimitRule#SCORE}; empty to score them as they stand
 */
public record TournamentSettings(
        String name,
        List<PlayerSettings> players,
        FormatSettings format,
        Grid grid,
        Rules rules,
        Openings openings,
        TimeControl timeControl,
        Duration networkAllowance,
        int maxMoves,
        MoveLimitRule moveLimitRule,
        Adjudication adjudication,
        int concurrency,
        long seed,
        Optional<String> adjudicator) {
    /** The maximum number of players. */
    public static final int MAX_PLAYER_COUNT = 256;

    /** The maximum number of pairs of games. */
    public static final int MAX_PAIR_TOTAL = 100_000;

    /** The maximum number of concurrent games. */
    public static final int MAX_CONCURRENCY = 1024;

    /** The default number of concurrent games. */
    public static final int DEFAULT_CONCURRENCY = 2;

    /** The default network allowance. */
    public static final Duration DEFAULT_NETWORK_ALLOWANCE = Duration.ofMillis(100);

    /** The default openings. */
    static final Openings DEFAULT_OPENINGS = Openings.newBuilder()
            .setRandom(RandomOpeningMoves.newBuilder().setMoveCount(2))
            .build();

    private static final int MAX_NAME_LENGTH = 200;
    private static final int MAX_NETWORK_ALLOWANCE_MS = 60_000;

    /**
     * Creates settings. Copies the list.
     *
     * @throws InvalidValueException if a value is not allowed
     */
    public TournamentSettings {
        PlayerSettings.requireName("name", name, MAX_NAME_LENGTH);
        players = List.copyOf(players);
        requirePlayers(players, format.minPlayerCount(), grid, rules);
        format.requirePlayers(players.stream().map(PlayerSettings::name).toList());
        requirePairTotal(format.pairCount(players.size()), players.size());
        if (networkAllowance.toNanosPart() % 1_000_000 != 0) {
            throw InvalidValueException.not("network_allowance", networkAllowance, "whole milliseconds");
        }
        for (Opening opening : OpeningFactory.openings(openings, grid, rules, 1, seed)) {
            new GameSpec(opening, rules, maxMoves, moveLimitRule, timeControl, networkAllowance)
                    .withAdjudication(adjudication); // Checks the values.
        }
        InvalidValueException.requireWithin("concurrency", concurrency, 1, MAX_CONCURRENCY);
        if (adjudicator.isPresent()) {
            requireAdjudicator(adjudicator.get(), moveLimitRule);
        }
    }

    private static void requireAdjudicator(String adjudicator, MoveLimitRule rule) {
        if (PlayerSettings.engine(adjudicator).isEmpty()) {
            throw InvalidValueException.not(
                    "adjudicator",
                    '"' + adjudicator + '"',
                    "\"" + PlayerSettings.ENGINE_PREFIX + "\" and the name of an engine");
        }
        if (rule != MoveLimitRule.SCORE) {
            throw InvalidValueException.not(
                    "adjudicator", '"' + adjudicator + '"', "empty, as games are void at the limit on moves");
        }
    }

    private static void requirePlayers(List<PlayerSettings> players, int minCount, Grid grid, Rules rules) {
        InvalidValueException.requireWithin("players", players.size(), minCount, MAX_PLAYER_COUNT);
        Set<String> names = new HashSet<>();
        for (PlayerSettings player : players) {
            if (!names.add(player.name())) {
                throw InvalidValueException.not("name", '"' + player.name() + '"', "unique among the players");
            }
            player.builtIn().ifPresent(builtIn -> builtIn.requirePlayable(Setup.empty(grid), rules));
        }
    }

    private static void requirePairTotal(OptionalLong pairCount, int playerCount) {
        if (pairCount.isPresent() && pairCount.getAsLong() > MAX_PAIR_TOTAL) {
            String message = "pair_count makes " + pairCount.getAsLong() + " pairs of games between " + playerCount
                    + " players; at most " + MAX_PAIR_TOTAL + " are allowed";
            throw InvalidValueException.because(
                    message, "pair_count", pairCount.getAsLong(), "at most " + MAX_PAIR_TOTAL + " in all");
        }
    }

    /**
     * Returns the network allowance of {@code millis} milliseconds.
     *
     * @throws InvalidValueException if it is negative or longer than a minute
     */
    public static Duration networkAllowance(long millis) {
        InvalidValueException.requireWithin("network_allowance_ms", millis, 0, MAX_NETWORK_ALLOWANCE_MS);
        return Duration.ofMillis(millis);
    }

    /** Creates settings with the default values for everything else. */
    public static TournamentSettings of(String name, List<PlayerSettings> players, FormatSettings format, Grid grid) {
        return new TournamentSettings(
                name,
                players,
                format,
                grid,
                Rules.TROMP_TAYLOR,
                DEFAULT_OPENINGS,
                TimeControl.NONE,
                DEFAULT_NETWORK_ALLOWANCE,
                0,
                MoveLimitRule.SCORE,
                Adjudication.NONE,
                DEFAULT_CONCURRENCY,
                0,
                Optional.empty());
    }

    /**
     * Returns these settings with other rules that end games early.
     *
     * @throws InvalidValueException if they do not fit the rules of the games
     */
    public TournamentSettings withAdjudication(Adjudication other) {
        return SpecConverter.toCore(SpecConverter.toProto(this).toBuilder()
                .setAdjudication(SpecConverter.toProto(other))
                .build());
    }

    /**
     * Returns the settings that {@link #toJson} wrote.
     *
     * @throws InvalidValueException if {@code json} is something else
     */
    public static TournamentSettings fromJson(String json) {
        return TournamentDocument.read(SettingsSource.json(json), Optional.empty(), Optional.empty())
                .settings();
    }

    /**
     * Returns the settings of a stored tournament.
     *
     * @throws InvalidValueException if they cannot be read
     */
    public static TournamentSettings fromStore(StoredTournament stored) {
        return fromJson(stored.settings());
    }

    /** Returns these settings as JSON. Equal settings give equal texts. */
    public String toJson() {
        return new TournamentDocument(this, List.of()).json();
    }

    /** Returns the tournament for the store. */
    public StoredTournament stored(Instant createdAt) {
        return stored(createdAt, List.of());
    }

    /** Returns the tournament for the store with the programs of its engines. */
    StoredTournament stored(Instant createdAt, List<EngineSpec> engines) {
        List<StoredPlayer> stored = SpecConverter.toProto(this).getPlayersList().stream()
                .map(player -> new StoredPlayer(
                        player.getName(), SettingsCodec.json(player).toString()))
                .toList();
        return new StoredTournament(name, new TournamentDocument(this, engines).json(), seed, stored, createdAt);
    }

    /** Returns the test of an SPRT, to be evaluated but not played; empty for other formats. */
    public Optional<SequentialTest> sequentialTest() {
        return format instanceof FormatSettings.Sprt sprt
                ? Optional.of(new SequentialTest(
                        sprt.spec(), players.get(0).name(), players.get(1).name(), 1, 1))
                : Optional.empty();
    }

    /**
     * Returns the configuration that plays the tournament between the entrants that {@code entrants} creates. Draws the
     * openings; equal settings give equal openings.
     */
    public TournamentConfig spec(EntrantFactory entrants) {
        return spec(entrants, concurrency);
    }

    /**
     * Returns the configuration of one worker, which plays {@code placeCount} games at once. The pairing does not limit
     * how many pairs are in progress: the places of all workers do.
     */
    public TournamentConfig spec(EntrantFactory entrants, int placeCount) {
        List<String> names = players.stream().map(PlayerSettings::name).toList();
        return spec(
                players.stream().map(entrants::create).toList(),
                openingCount -> format.pairing(names, openingCount, MAX_CONCURRENCY),
                placeCount,
                adjudicator.map(entrants::adjudicator));
    }

    /**
     * Returns the configuration of a ladder, whose players are not only those of these settings.
     *
     * @param entrants the known players
     * @param pairing returns the pairing for the number of openings
     * @param engines creates the adjudicator
     */
    public TournamentConfig ladder(List<Entrant> entrants, IntFunction<Pairing> pairing, EntrantFactory engines) {
        return spec(entrants, pairing, concurrency, adjudicator.map(engines::adjudicator));
    }

    private TournamentConfig spec(
            List<Entrant> entrants, IntFunction<Pairing> pairing, int placeCount, Optional<ScoreAdjudicator> scorer) {
        List<Opening> drawn = OpeningFactory.openings(openings, grid, rules, format.openingCount(), seed);
        GameSpec game = new GameSpec(drawn.get(0), rules, maxMoves, moveLimitRule, timeControl, networkAllowance)
                .withAdjudication(adjudication);
        return new TournamentConfig(
                entrants, pairing.apply(drawn.size()), game, timeOdds(), drawn, placeCount, seed, scorer);
    }

    /**
     * Returns whether games by these settings and by {@code other} are comparable: only players, limits and places
     * differ.
     */
    public boolean playsAs(TournamentSettings other) {
        return game().equals(other.game());
    }

    private TournamentSpec game() {
        return SpecConverter.toProto(this).toBuilder()
                .clearPlayers()
                .clearFormat()
                .clearConcurrency()
                .build();
    }

    private TimeOdds timeOdds() {
        Map<String, TimeControl> controls = new HashMap<>();
        players.forEach(player -> player.timeControl().ifPresent(control -> controls.put(player.name(), control)));
        return new TimeOdds(controls);
    }

    /** Returns the options of the ratings, with the known ratings as anchors. */
    public RatingOptions ratingOptions() {
        Map<String, Double> anchors = new TreeMap<>();
        for (PlayerSettings player : players) {
            if (player.rating() != null) {
                anchors.put(player.name(), player.rating());
            }
        }
        return RatingOptions.DEFAULT.withAnchors(anchors);
    }
}
