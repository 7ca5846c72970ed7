package dev.tengen.arena.tournament;

import dev.tengen.arena.game.GameSpec;
import dev.tengen.arena.game.ScoreAdjudicator;
import dev.tengen.arena.game.TimeOdds;
import dev.tengen.arena.opening.Opening;
import dev.tengen.arena.pairing.Pairing;
import dev.tengen.arena.pairing.PlannedPair;
import dev.tengen.arena.pairing.PlannedPair.PlannedGame;
import dev.tengen.arena.pairing.TournamentProgress;
import dev.tengen.base.InvalidValueException;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Everything that is needed to play a tournament.
 *
 * @param entrants the players, two or more, with distinct names; an endless pairing may begin without players
 * @param pairing who plays whom from which opening; created with the names of the players and the number of openings
 * @param game the spec of each game, except for its opening and for the players with a time control of their own
 * @param timeOdds the time controls of entrants that have their own
 * @param openings the openings, one or more, with distinct ids, all on the board of {@code game}
 * @param concurrency the number of concurrent games, 1 to 1024
 * @param seed the seed of all random numbers
 * @param adjudicator scores games that reach the limit on moves; empty to score them as they stand
 */
public record TournamentConfig(
        List<Entrant> entrants,
        Pairing pairing,
        GameSpec game,
        TimeOdds timeOdds,
        List<Opening> openings,
        int concurrency,
        long seed,
        Optional<ScoreAdjudicator> adjudicator) {
    private static final int MAX_CONCURRENCY = 1024;

    /**
     * Creates a configuration. Copies the lists.
     *
     * @throws InvalidValueException if a value is not allowed
     */
    public TournamentConfig {
        entrants = List.copyOf(entrants);
        openings = List.copyOf(openings);
        List<String> names = entrants.stream().map(Entrant::name).toList();
        List<String> ids = openings.stream().map(Opening::id).toList();
        requireDistinct("entrants", names, pairing.isEndless() ? 0 : 2, "two or more players with distinct names");
        requireDistinct("openings", ids, 1, "one or more openings with distinct ids");
        for (String player : timeOdds.controls().keySet()) {
            if (!names.contains(player)) {
                throw InvalidValueException.not("time_odds", '"' + player + '"', "one of the entrants " + names);
            }
        }
        for (PlannedPair pair : pairing.next(TournamentProgress.NONE, Integer.MAX_VALUE)) {
            requireKnown(pair, names, openings.size());
        }
        for (Opening opening : openings) {
            requirePlayable(opening, game);
        }
        InvalidValueException.requireWithin("concurrency", concurrency, 1, MAX_CONCURRENCY);
    }

    /**
     * Creates the configuration of a tournament in which all players have the time control of {@code game}, without an
     * adjudicator.
     *
     * @throws InvalidValueException if a value is not allowed
     */
    public TournamentConfig(
            List<Entrant> entrants,
            Pairing pairing,
            GameSpec game,
            List<Opening> openings,
            int concurrency,
            long seed) {
        this(entrants, pairing, game, TimeOdds.NONE, openings, concurrency, seed, Optional.empty());
    }

    /** Returns the spec of {@code planned}. */
    GameSpec game(PlannedGame planned) {
        return timeOdds.in(game.withOpening(openings.get(planned.opening())), planned.black(), planned.white());
    }

    private static void requireDistinct(String field, List<String> names, int least, String allowed) {
        Set<String> distinct = new HashSet<>(names);
        if (names.size() < least || distinct.size() < names.size()) {
            throw InvalidValueException.not(field, names, allowed);
        }
    }

    private static void requireKnown(PlannedPair pair, List<String> names, int openingCount) {
        for (String player : List.of(pair.first(), pair.second())) {
            if (!names.contains(player)) {
                throw InvalidValueException.not("pairing", '"' + player + '"', "one of the entrants " + names);
            }
        }
        InvalidValueException.requireWithin("opening of the pairing", pair.opening(), 0, openingCount - 1);
    }

    private static void requirePlayable(Opening opening, GameSpec game) {
        if (opening.setup().grid() != game.grid()) {
            throw InvalidValueException.not(
                    "size of opening " + opening.id(), opening.setup().grid(), game.grid() + ", the size of the game");
        }
        game.withOpening(opening); // Checks that it can be played.
    }
}
