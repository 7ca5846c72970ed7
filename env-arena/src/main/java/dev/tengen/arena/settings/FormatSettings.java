package dev.tengen.arena.settings;

import dev.tengen.arena.pairing.Pairing;
import dev.tengen.arena.pairing.Schedule;
import dev.tengen.arena.pairing.SequentialTest;
import dev.tengen.arena.rating.SprtSpec;
import dev.tengen.board.InvalidValueException;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;

/** Who plays whom. Always in pairs of games: one opening, colors swapped. */
public sealed interface FormatSettings {
    /** The most pairs of games that two players may be asked to play. */
    int MAX_PAIR_COUNT = 10_000;

    /** Throws {@link InvalidValueException} unless the players of these names, two or more, can play so. */
    void requirePlayers(List<String> players);

    /** Returns how many openings there are to be: as many as two players can need, up to {@link #MAX_PAIR_COUNT}. */
    int openingCount();

    /** Returns how many pairs of games {@code playerCount} players play; nothing where that depends on results. */
    OptionalLong pairCount(int playerCount);

    /**
     * Returns the format for the players of these names, whom {@link #requirePlayers} has let pass.
     *
     * @param concurrency how many games are played at once
     */
    Pairing pairing(List<String> players, int openings, int concurrency);

    private static void requireCount(String field, int count, int max) {
        if (count < 1 || count > max) {
            throw InvalidValueException.outside(field, count, 1, max);
        }
    }

    /**
     * Everybody plays everybody.
     *
     * @param pairCount pairs of games between any two players, 1 to {@value #MAX_PAIR_COUNT}
     */
    record RoundRobin(int pairCount) implements FormatSettings {
        /** Makes a format. Throws {@link InvalidValueException} where the count is out of range. */
        public RoundRobin {
            requireCount("pair_count", pairCount, MAX_PAIR_COUNT);
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
     * One plays all others.
     *
     * @param challenger the name of the one
     * @param pairCount pairs of games against each other player, 1 to {@value #MAX_PAIR_COUNT}
     */
    record Gauntlet(String challenger, int pairCount) implements FormatSettings {
        /** Makes a format. Throws {@link InvalidValueException} where the count is out of range. */
        public Gauntlet {
            requireCount("pair_count", pairCount, MAX_PAIR_COUNT);
        }

        @Override
        public void requirePlayers(List<String> players) {
            if (!players.contains(challenger)) {
                throw InvalidValueException.not(
                        "challenger", SettingText.quoted(challenger), "one of the players " + players);
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
     * Players with like points meet.
     *
     * @param meetingCount how many others each player meets, 1 to the count of players less one; a few meet one more where
     *     somebody would lack an opponent
     */
    record Swiss(int meetingCount) implements FormatSettings {
        /** Makes a format. Throws {@link InvalidValueException} where the count is out of range. */
        public Swiss {
            requireCount("meeting_count", meetingCount, TournamentSettings.MAX_PLAYER_COUNT - 1);
        }

        @Override
        public void requirePlayers(List<String> players) {
            requireCount("meeting_count", meetingCount, players.size() - 1);
        }

        @Override
        public Pairing pairing(List<String> players, int openings, int concurrency) {
            return new dev.tengen.arena.pairing.SwissPairing(players, openings, meetingCount);
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
     * Two players, until it is clear which of two hypotheses holds: the first is the candidate, the second its opponent.
     *
     * @param spec the hypotheses; over pairs of games
     */
    record Sprt(SprtSpec spec) implements FormatSettings {
        /** Makes a format. Throws {@link InvalidValueException} where the test is not over pairs. */
        public Sprt {
            if (spec.unit() != SprtSpec.Unit.PAIR) {
                throw InvalidValueException.not("unit", spec.unit(), SprtSpec.Unit.PAIR.name());
            }
        }

        @Override
        public void requirePlayers(List<String> players) {
            if (players.size() != 2) {
                throw InvalidValueException.not("players", players, "two, the candidate and its opponent");
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
