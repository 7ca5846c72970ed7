package dev.tengen.arena.settings;

import dev.tengen.arena.pairing.Pairing;
import dev.tengen.arena.pairing.Schedule;
import dev.tengen.arena.pairing.SequentialTest;
import dev.tengen.arena.rating.SprtSpec;
import dev.tengen.base.InvalidValueException;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;

/** The format of a tournament: who plays whom. Games come in pairs, from one opening with colors swapped. */
public sealed interface FormatSettings {
    /** The maximum number of pairs of games between two players. */
    int MAX_PAIR_COUNT = 10_000;

    /**
     * Checks that {@code players}, two or more names, can play this format.
     *
     * @throws InvalidValueException if they cannot
     */
    void requirePlayers(List<String> players);

    /** Returns the minimum number of players at the start. */
    default int minPlayerCount() {
        return 2;
    }

    /** Returns the number of openings to draw: the most that two players can need, up to {@link #MAX_PAIR_COUNT}. */
    int openingCount();

    /** Returns the number of pairs of games between {@code playerCount} players; empty if it depends on results. */
    OptionalLong pairCount(int playerCount);

    /**
     * Returns the pairing of {@code players}, which must satisfy {@link #requirePlayers}.
     *
     * @param concurrency the number of concurrent games
     */
    Pairing pairing(List<String> players, int openings, int concurrency);

    /**
     * A round robin: every player plays every other player.
     *
     * @param pairCount the number of pairs of games between two players, 1 to {@value #MAX_PAIR_COUNT}
     */
    record RoundRobin(int pairCount) implements FormatSettings {
        /**
         * Creates a format.
         *
         * @throws InvalidValueException if the count is out of range
         */
        public RoundRobin {
            InvalidValueException.requireWithin("pair_count", pairCount, 1, MAX_PAIR_COUNT);
        }

        @Override
        public void requirePlayers(List<String> players) {}

        @Override
        public Pairing pairing(List<String> players, int openings, int concurrency) {
            return Schedule.roundRobin(players, openings, pairCount);
        }

        @Override
        public int openingCount() {
            return pairCount;
        }

        @Override
        public OptionalLong pairCount(int playerCount) {
            return OptionalLong.of((long) playerCount * (playerCount - 1) / 2 * pairCount);
        }
    }

    /**
     * A gauntlet: one player plays all others.
     *
     * @param challenger the name of that player
     * @param pairCount the number of pairs of games against each other player, 1 to {@value #MAX_PAIR_COUNT}
     */
    record Gauntlet(String challenger, int pairCount) implements FormatSettings {
        /**
         * Creates a format.
         *
         * @throws InvalidValueException if the count is out of range
         */
        public Gauntlet {
            InvalidValueException.requireWithin("pair_count", pairCount, 1, MAX_PAIR_COUNT);
        }

        @Override
        public void requirePlayers(List<String> players) {
            if (!players.contains(challenger)) {
                throw InvalidValueException.not("challenger", '"' + challenger + '"', "one of the players " + players);
            }
        }

        @Override
        public Pairing pairing(List<String> players, int openings, int concurrency) {
            List<String> order = new ArrayList<>(players);
            order.remove(challenger);
            order.add(0, challenger);
            return Schedule.gauntlet(order, openings, pairCount);
        }

        @Override
        public int openingCount() {
            return pairCount;
        }

        @Override
        public OptionalLong pairCount(int playerCount) {
            return OptionalLong.of((playerCount - 1L) * pairCount);
        }
    }

    /**
     * A Swiss tournament: players with similar points meet.
     *
     * @param meetingCount the number of opponents of each player, 1 to the number of players minus one; some players
     *     meet one more opponent if the numbers do not come out even
     * @param waitForAll whether no game starts before all players are present
     */
    record Swiss(int meetingCount, boolean waitForAll) implements FormatSettings {
        /**
         * Creates a format.
         *
         * @throws InvalidValueException if the count is out of range
         */
        public Swiss {
            InvalidValueException.requireWithin(
                    "meeting_count", meetingCount, 1, TournamentSettings.MAX_PLAYER_COUNT - 1);
        }

        @Override
        public void requirePlayers(List<String> players) {
            InvalidValueException.requireWithin("meeting_count", meetingCount, 1, players.size() - 1);
        }

        @Override
        public Pairing pairing(List<String> players, int openings, int concurrency) {
            return new dev.tengen.arena.pairing.SwissPairing(players, openings, meetingCount, waitForAll);
        }

        @Override
        public int openingCount() {
            return meetingCount;
        }

        @Override
        public OptionalLong pairCount(int playerCount) {
            return OptionalLong.empty();
        }
    }

    /**
     * A ladder: it never ends, agents may join at any time, and every free player gets a game. The players of the
     * settings are those that the server runs itself, and agents that are anchors. Only {@code tengen serve --ladder}
     * can run it.
     *
     * @param gamesEach the maximum number of games that an agent plays on the ladder at once, 1 to 64
     * @param gamesPerHour the maximum number of games that an agent starts on the ladder in an hour, 1 to 1,000,000
     * @param maxPlayers the maximum number of players, including those of the settings, 2 to 1,000
     * @param playersPerPrincipal the maximum number of players of a principal, if the server has authentication, 1 to
     *     1,000
     */
    record Ladder(int gamesEach, int gamesPerHour, int maxPlayers, int playersPerPrincipal) implements FormatSettings {
        /** The number of openings. Two players that meet more often repeat them. */
        private static final int OPENING_COUNT = 1_000;

        static final int MAX_GAMES_EACH = 64;
        static final int MAX_GAMES_PER_HOUR = 1_000_000;
        static final int MAX_PLAYERS = 1_000;

        /** The default limits: 2 games at once, 1,000 games in an hour, 256 players, 20 players of a principal. */
        public static final Ladder DEFAULT = new Ladder(2, 1_000, 256, 20);

        /**
         * Creates a format.
         *
         * @throws InvalidValueException if a value is out of range
         */
        public Ladder {
            InvalidValueException.requireWithin("games_each", gamesEach, 1, MAX_GAMES_EACH);
            InvalidValueException.requireWithin("games_per_hour", gamesPerHour, 1, MAX_GAMES_PER_HOUR);
            InvalidValueException.requireWithin("max_players", maxPlayers, 2, MAX_PLAYERS);
            InvalidValueException.requireWithin("players_per_principal", playersPerPrincipal, 1, MAX_PLAYERS);
        }

        @Override
        public int minPlayerCount() {
            return 0;
        }

        @Override
        public void requirePlayers(List<String> players) {
            InvalidValueException.requireWithin("players", players.size(), 0, maxPlayers);
        }

        /**
         * Fails: a ladder needs a server that agents join.
         *
         * @throws InvalidValueException always
         */
        @Override
        public Pairing pairing(List<String> players, int openings, int concurrency) {
            throw InvalidValueException.because(
                    "a ladder is run by tengen serve --ladder only", "format", "ladder", "another format");
        }

        @Override
        public int openingCount() {
            return OPENING_COUNT;
        }

        @Override
        public OptionalLong pairCount(int playerCount) {
            return OptionalLong.empty();
        }
    }

    /**
     * A sequential probability ratio test of two players: the first is the candidate, the second its opponent.
     *
     * @param spec the hypotheses, over pairs of games
     */
    record Sprt(SprtSpec spec) implements FormatSettings {
        /**
         * Creates a format.
         *
         * @throws InvalidValueException if the test is not over pairs
         */
        public Sprt {
            if (spec.unit() != SprtSpec.Unit.PAIR) {
                throw InvalidValueException.not("unit", spec.unit(), SprtSpec.Unit.PAIR.name());
            }
        }

        @Override
        public void requirePlayers(List<String> players) {
            if (players.size() != 2) {
                throw InvalidValueException.not("players", players, "two: the candidate and its opponent");
            }
        }

        @Override
        public Pairing pairing(List<String> players, int openings, int concurrency) {
            return new SequentialTest(spec, players.get(0), players.get(1), openings, concurrency);
        }

        @Override
        public int openingCount() {
            return (int) Math.min(MAX_PAIR_COUNT, spec.maxObservations());
        }

        @Override
        public OptionalLong pairCount(int playerCount) {
            return OptionalLong.empty();
        }
    }
}
