package dev.tengen.arena.report;

import dev.tengen.arena.pairing.SequentialTest;
import dev.tengen.arena.rating.GameResult;
import dev.tengen.arena.rating.RatingOptions;
import dev.tengen.arena.rating.SprtState;
import dev.tengen.arena.rating.Standings;
import dev.tengen.arena.settings.FormatSettings;
import dev.tengen.arena.settings.TournamentSettings;
import dev.tengen.arena.store.ArenaStore;
import dev.tengen.arena.store.GameId;
import dev.tengen.arena.store.StoreException;
import dev.tengen.arena.store.StoredPlayer;
import dev.tengen.arena.store.StoredResult;
import dev.tengen.arena.store.StoredTournament;
import dev.tengen.arena.store.TournamentState;
import dev.tengen.arena.store.TournamentStatus;
import dev.tengen.board.InvalidValueException;
import dev.tengen.game.Rules;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * A tournament with all of its games, over or not, and what follows from them.
 *
 * @param tournament what was created
 * @param state how it stands
 * @param games the games by their numbers
 * @param standings the table of the games that are over
 * @param test the course of a sequential test, from its start to its last state; empty where the tournament is none
 * @param writer the program and the machine that write this down
 */
public record TournamentRecord(
        StoredTournament tournament,
        TournamentState state,
        List<ReportedGame> games,
        Standings standings,
        List<SprtState> test,
        Provenance writer) {
    /** Makes a record; the lists are copied. */
    public TournamentRecord {
        games = List.copyOf(games);
        test = List.copyOf(test);
    }

    /**
     * Reads the tournament {@code name}. Where its settings are those of a {@link TournamentSettings}, these say which ratings are
     * known and what a test is to decide; else ratings are relative to the mean of all players, and there is no test.
     *
     * @throws StoreException if there is no such tournament, or the store fails
     */
    public static TournamentRecord of(ArenaStore store, String name) {
        TournamentStatus status = store.tournament(name);
        Optional<TournamentSettings> settings = settings(status.tournament());
        // In this order: each result has its game, also where more games end meanwhile.
        Map<GameId, StoredResult> results =
                store.recordedResults(name).stream().collect(Collectors.toMap(StoredResult::game, Function.identity()));
        Rules rules = settings.map(TournamentSettings::rules).orElse(Rules.TROMP_TAYLOR);
        List<ReportedGame> games = store.games(name).stream()
                .map(game -> ReportedGame.of(game, Optional.ofNullable(results.get(game.id())), rules))
                .toList();
        List<GameResult> counted =
                games.stream().flatMap(game -> game.counted().stream()).toList();
        RatingOptions options = settings.map(TournamentSettings::ratingOptions).orElse(RatingOptions.DEFAULT);
        return new TournamentRecord(
                status.tournament(),
                status.state(),
                games,
                Standings.of(counted, options),
                settings.map(known -> course(known, store)).orElse(List.of()),
                Provenance.here());
    }

    private static Optional<TournamentSettings> settings(StoredTournament tournament) {
        try {
            return Optional.of(TournamentSettings.fromJson(tournament.settings()));
        } catch (InvalidValueException e) {
            return Optional.empty(); // The store takes any text.
        }
    }

    private static List<SprtState> course(TournamentSettings settings, ArenaStore store) {
        if (!(settings.format() instanceof FormatSettings.Sprt sprt)) {
            return List.of();
        }
        String candidate = settings.players().get(0).name();
        String opponent = settings.players().get(1).name();
        SequentialTest test = new SequentialTest(sprt.spec(), candidate, opponent, 1, 1);
        return test.course(store.progress(settings.name()));
    }

    /** Returns the players' names in their order. */
    List<String> players() {
        return tournament.players().stream().map(StoredPlayer::name).toList();
    }

    /** Returns this as another program or machine would write it. */
    TournamentRecord by(Provenance other) {
        return new TournamentRecord(tournament, state, games, standings, test, other);
    }
}
