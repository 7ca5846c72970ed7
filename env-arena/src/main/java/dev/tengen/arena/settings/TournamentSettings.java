package dev.tengen.arena.settings;

import dev.tengen.arena.clock.TimeControl;
import dev.tengen.arena.game.GameSpec;
import dev.tengen.arena.opening.Opening;
import dev.tengen.arena.rating.RatingOptions;
import dev.tengen.arena.store.StoredPlayer;
import dev.tengen.arena.store.StoredTournament;
import dev.tengen.arena.tournament.TournamentConfig;
import dev.tengen.board.Grid;
import dev.tengen.board.InvalidValueException;
import dev.tengen.game.Rules;
import dev.tengen.game.Setup;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;

/**
 * What a tournament is played by, apart from the programs behind the names of its engines.
 *
 * <pre>{@code
 * TournamentSettings cup = TournamentSettings.of(
 *         "cup",
 *         List.of(new PlayerSettings("greedy", "greedy"), new PlayerSettings("random", "random")),
 *         new FormatSettings.RoundRobin(10),
 *         Grid.square(9));
 * store.create(cup.stored(Instant.now()));
 * TournamentSettings same = TournamentSettings.fromJson(cup.toJson());
 * }</pre>
 *
 * @param name its name, of 1 to 200 characters, not blank and without control characters
 * @param players the players, 2 to {@value #MAX_PLAYER_COUNT}, in an order that the format may go by; no two have one name
 * @param format who plays whom, in at most {@value #MAX_PAIR_TOTAL} pairs where that is known
 * @param grid the size of the board
 * @param rules the rules, komi included
 * @param openings where games start
 * @param timeControl how much time a player has
 * @param networkAllowance the part of each turn's time that is free: whole milliseconds, at most a minute
 * @param maxMoves moves after which a game is void: 0 for three times the count of points, -1 for unlimited
 * @param concurrency games that are played at once, 1 to {@value #MAX_CONCURRENCY}
 * @param seed what openings and the players' chance are drawn from
 */
public record TournamentSettings(
        String name,
        List<PlayerSettings> players,
        FormatSettings format,
        Grid grid,
        Rules rules,
        OpeningSettings openings,
        TimeControl timeControl,
        Duration networkAllowance,
        int maxMoves,
        int concurrency,
        long seed) {
    /** The most players. */
    public static final int MAX_PLAYER_COUNT = 256;

    /** The most pairs of games. */
    public static final int MAX_PAIR_TOTAL = 100_000;

    /** The most games at once. */
    public static final int MAX_CONCURRENCY = 1024;

    /** Games at once where nothing is said. */
    public static final int DEFAULT_CONCURRENCY = 2;

    /** The part of each turn's time that is free where nothing is said. */
    public static final Duration DEFAULT_NETWORK_ALLOWANCE = Duration.ofMillis(100);

    /** Where games start where nothing is said. */
    public static final OpeningSettings DEFAULT_OPENINGS = new OpeningSettings.RandomMoves(2);

    private static final int MAX_NAME_LENGTH = 200;

    /** Makes settings; the list is copied. Throws {@link InvalidValueException} where a value is not as it must be. */
    public TournamentSettings {
        SettingText.requireName("name", name, MAX_NAME_LENGTH);
        players = List.copyOf(players);
        requirePlayers(players, grid, rules);
        format.requirePlayers(players.stream().map(PlayerSettings::name).toList());
        requirePairTotal(format.pairCount(players.size()), players.size());
        if (networkAllowance.toNanosPart() % 1_000_000 != 0) {
            throw InvalidValueException.not("network_allowance", networkAllowance, "whole milliseconds");
        }
        for (Opening opening : openings.openings(grid, rules, 1, seed)) {
            new GameSpec(opening, rules, maxMoves, timeControl, networkAllowance); // Throws where it cannot be played.
        }
        if (concurrency < 1 || concurrency > MAX_CONCURRENCY) {
            throw InvalidValueException.outside("concurrency", concurrency, 1, MAX_CONCURRENCY);
        }
    }

    private static void requirePlayers(List<PlayerSettings> players, Grid grid, Rules rules) {
        if (players.size() < 2 || players.size() > MAX_PLAYER_COUNT) {
            throw InvalidValueException.outside("player_count", players.size(), 2, MAX_PLAYER_COUNT);
        }
        Set<String> names = new HashSet<>();
        for (PlayerSettings player : players) {
            if (!names.add(player.name())) {
                throw InvalidValueException.not(
                        "name", SettingText.quoted(player.name()), "the only one among the players");
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

    /** Makes settings whose other values are those that hold where nothing is said. */
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
                DEFAULT_CONCURRENCY,
                0);
    }

    /** Returns the settings that {@link #toJson} wrote. Throws {@link InvalidValueException} where {@code json} is none. */
    public static TournamentSettings fromJson(String json) {
        SettingNode node = SettingParser.json(json).requireKeys(SettingsReader.keysWith());
        return SettingsReader.ofJson().read(node, Optional.empty());
    }

    /** Returns these settings as JSON; equal settings give the same text. */
    public String toJson() {
        return SettingsWriter.write(this).toString();
    }

    /** Returns what a store keeps of the tournament. */
    public StoredTournament stored(Instant createdAt) {
        List<StoredPlayer> stored = players.stream()
                .map(player -> new StoredPlayer(
                        player.name(),
                        SettingsWriter.write(player, Optional.empty()).toString()))
                .toList();
        return new StoredTournament(name, toJson(), seed, stored, createdAt);
    }

    /**
     * Returns what the tournament is played by, between those whom {@code entrants} finds. Openings are drawn here; the same
     * settings give the same ones.
     */
    public TournamentConfig spec(EntrantFactory entrants) {
        List<Opening> drawn = openings.openings(grid, rules, format.openingCount(), seed);
        GameSpec game = new GameSpec(drawn.get(0), rules, maxMoves, timeControl, networkAllowance);
        List<String> names = players.stream().map(PlayerSettings::name).toList();
        return new TournamentConfig(
                players.stream().map(entrants::make).toList(),
                format.pairing(names, drawn.size(), concurrency),
                game,
                drawn,
                concurrency,
                seed);
    }

    /** Returns how ratings are worked out: on the scale of the ratings that are known. */
    public RatingOptions ratingOptions() {
        Map<String, Double> anchors = new TreeMap<>();
        players.forEach(player -> player.rating().ifPresent(rating -> anchors.put(player.name(), rating)));
        return RatingOptions.DEFAULT.withAnchors(anchors);
    }
}
