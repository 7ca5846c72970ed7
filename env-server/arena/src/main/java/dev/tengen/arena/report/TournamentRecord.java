package dev.tengen.arena.report;

import dev.tengen.arena.rating.GameResult;
import dev.tengen.arena.rating.RatingOptions;
import dev.tengen.arena.rating.SprtState;
import dev.tengen.arena.rating.Standings;
import dev.tengen.arena.settings.TournamentSettings;
import dev.tengen.arena.store.ArenaStore;
import dev.tengen.arena.store.GameId;
import dev.tengen.arena.store.StoredPlayer;
import dev.tengen.arena.store.StoredResult;
import dev.tengen.arena.store.StoredTournament;
import dev.tengen.arena.store.TournamentState;
import dev.tengen.arena.store.TournamentStatus;
import dev.tengen.base.InvalidValueException;
import dev.tengen.game.Rules;
import dev.tengen.store.StoreException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A tournament with all its games, and the statistics of the games that are over.
 *
 * @param tournament the tournament
 * @param state the state
 * @param games the games, by number
 * @param standings the standings
 * @param test the states of a sequential test after each observation; empty for other formats
 * @param writer the program and the machine that write the report
 */
public record TournamentRecord(
        StoredTournament tournament,
        TournamentState state,
        List<ReportedGame> games,
        Standings standings,
        List<SprtState> test,
        Provenance writer) {
    private static final Logger LOG = LoggerFactory.getLogger(TournamentRecord.class);

    /** Creates a record. Copies the lists. */
    public TournamentRecord {
        games = List.copyOf(games);
        test = List.copyOf(test);
    }

    /**
     * Reads the tournament {@code name} from {@code store}. Its settings determine the anchors of ratings and the
     * hypotheses of a sequential test. If they are not {@link TournamentSettings}, ratings are relative to the mean of
     * all players, and there is no test.
     *
     * @throws StoreException if there is no such tournament, or the store fails
     */
    public static TournamentRecord of(ArenaStore store, String name) {
        TournamentStatus status = store.tournaments().get(name);
        Optional<TournamentSettings> settings = settings(status.tournament());
        // Results before games: every result then has its game, even if games end meanwhile.
        Map<GameId, StoredResult> results =
                store.results().list(name).stream().collect(Collectors.toMap(StoredResult::game, Function.identity()));
        Rules rules = settings.map(TournamentSettings::rules).orElse(Rules.TROMP_TAYLOR);
        List<ReportedGame> games = store.games().list(name).stream()
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
                settings.flatMap(TournamentSettings::sequentialTest)
                        .map(test -> test.course(store.results().progress(name)))
                        .orElse(List.of()),
                Provenance.here());
    }

    private static Optional<TournamentSettings> settings(StoredTournament tournament) {
        try {
            return Optional.of(TournamentSettings.fromStore(tournament));
        } catch (InvalidValueException e) {
            LOG.debug("The settings of tournament {} are those of another program", tournament.name(), e);
            return Optional.empty();
        }
    }

    /** Returns the names of the players, in order. */
    List<String> players() {
        return tournament.players().stream().map(StoredPlayer::name).toList();
    }

    /** Returns this record with another writer. */
    TournamentRecord by(Provenance other) {
        return new TournamentRecord(tournament, state, games, standings, test, other);
    }
}
