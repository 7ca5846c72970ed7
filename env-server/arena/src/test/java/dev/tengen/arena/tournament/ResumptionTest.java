package dev.tengen.arena.tournament;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tengen.arena.game.GameReport;
import dev.tengen.arena.pairing.SequentialTest;
import dev.tengen.arena.rating.SprtState;
import dev.tengen.arena.store.GameId;
import dev.tengen.arena.store.TournamentState;
import dev.tengen.arena.tournament.Cup.Format;
import dev.tengen.base.SplitMix64;
import dev.tengen.store.StoreException.Reason;
import dev.tengen.store.StoreFailures;
import java.time.Duration;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Tournaments that are interrupted repeatedly: they die before or after a call of the store takes effect, are stopped,
 * or have a store that fails temporarily before or after the effect. Each is resumed until it is over.
 */
@Tag("full")
class ResumptionTest extends StoreFixture {
    private final Map<Fault, Integer> faults = new EnumMap<>(Fault.class);

    @Test
    void roundRobin_interrupted_hasTheScheduledGamesAndTheSameOnes() throws InterruptedException {
        playRoundRobins(60);
    }

    @Test
    @Tag("long")
    void roundRobin_interruptedManyTimes_hasTheScheduledGamesAndTheSameOnes() throws InterruptedException {
        playRoundRobins(300);
    }

    private void playRoundRobins(int count) throws InterruptedException {
        Cup cup = new Cup(Format.ROUND_ROBIN, 3, 11);
        Map<String, Long> uninterrupted = cup.games(folder);

        for (int seed = 0; seed < count; seed++) {
            String name = playWithFaults(cup, seed);

            cup.check(store, name);
            assertThat(Cup.games(store, name)).as(name).isEqualTo(uninterrupted);
        }
        assertFaultsOfEachKind(count / 2);
    }

    @Test
    void swiss_interrupted_givesEachPlayerEnoughPairs() throws InterruptedException {
        Cup cup = new Cup(Format.SWISS, 2, 12);

        for (int seed = 0; seed < 10; seed++) {
            String name = playWithFaults(cup, seed);

            cup.check(store, name);
            for (Entrant entrant : cup.spec().entrants()) {
                assertThat(store.games().pairs(name).stream().filter(pair -> pair.isOfAny(Set.of(entrant.name()))))
                        .hasSizeBetween(5, 6);
            }
        }
        assertFaultsOfEachKind(5);
    }

    /** The superfluous games depend on timing; those that count do not. */
    @Test
    void sequentialTest_interrupted_comesToTheSameVerdict() throws InterruptedException {
        Cup cup = new Cup(Format.TEST, 3, 13);
        SequentialTest test = (SequentialTest) cup.spec().pairing();
        Set<SprtState> states = new HashSet<>();

        for (int seed = 0; seed < 10; seed++) {
            String name = playWithFaults(cup, seed);

            cup.check(store, name);
            states.add(test.state(store.results().progress(name)));
        }
        assertThat(states).hasSize(1);
        assertThat(states.iterator().next().verdict()).isEqualTo(SprtState.Verdict.ELO1);
        assertFaultsOfEachKind(5);
    }

    private void assertFaultsOfEachKind(int count) {
        for (Fault fault : Fault.values()) {
            assertThat(faults.getOrDefault(fault, 0)).as(fault.name()).isGreaterThanOrEqualTo(count);
        }
    }

    /** Plays a new tournament to its end, and returns its name. */
    private String playWithFaults(Cup cup, int seed) throws InterruptedException {
        String name = cup.format() + " " + seed;
        cup.create(store, name);
        SplitMix64 random = new SplitMix64(seed);
        Acknowledged acknowledged = new Acknowledged();
        TournamentState state = TournamentState.OPEN;
        while (state == TournamentState.OPEN) {
            Faulty retries = new Faulty(random);
            StoredTournamentRunner tournament = new StoredTournamentRunner(store, name, cup.spec(), time, retries);
            acknowledged.stop = () -> {
                if (random.nextInt(10) == 0) {
                    faults.merge(Fault.STOP, 1, Integer::sum);
                    tournament.stop();
                }
            };
            try {
                state = tournament.run(acknowledged);
            } catch (IllegalStateException e) {
                assertThat(e).hasRootCauseInstanceOf(Death.class);
                assertThat(retries.isDead).isTrue();
            } catch (Death e) {
                // It died before the first game.
            }
        }
        assertThat(state).isEqualTo(TournamentState.ENDED);
        return name;
    }

    /** The kinds of interruption. */
    private enum Fault {
        DEATH_BEFORE,
        DEATH_AFTER,
        FAILURE_BEFORE,
        FAILURE_AFTER,
        STOP
    }

    /** Simulates the death of the process. */
    private static final class Death extends Error {
        private static final long serialVersionUID = 1L;
    }

    /** Checks that results are in the store when they are reported, and are reported once. */
    private final class Acknowledged implements TournamentListener {
        private final Set<GameId> games = new HashSet<>();
        private Runnable stop = () -> {};

        @Override
        public void ended(GameId id, GameReport report) {
            assertThat(store.results().find(id).orElseThrow().movesHash()).isEqualTo(report.movesHash());
            assertThat(games.add(id)).as(id.toString()).isTrue();
            stop.run();
        }
    }

    /** A store that fails now and then. */
    private final class Faulty extends StoreRetryPolicy {
        private final SplitMix64 random;
        private boolean isDead;

        Faulty(SplitMix64 random) {
            this.random = random;
        }

        @Override
        <T> T attempt(Supplier<T> call) {
            if (isDead) {
                throw new Death();
            }
            Fault fault = Fault.values()[random.nextInt(4)];
            if (random.nextInt(10) > 0) {
                return call.get();
            }
            faults.merge(fault, 1, Integer::sum);
            switch (fault) {
                case DEATH_AFTER, FAILURE_AFTER -> call.get();
                default -> {}
            }
            if (fault == Fault.FAILURE_BEFORE || fault == Fault.FAILURE_AFTER) {
                throw StoreFailures.of(random.nextInt(2) == 0 ? Reason.LOCKED : Reason.UNAVAILABLE);
            }
            isDead = true;
            throw new Death();
        }

        @Override
        boolean pause(Duration pause) {
            return true;
        }
    }
}
