package dev.tengen.arena.tournament;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tengen.arena.game.GameReport;
import dev.tengen.arena.game.RefereedGame;
import dev.tengen.arena.pairing.PlannedPair;
import dev.tengen.arena.store.GameId;
import dev.tengen.arena.store.GameState;
import dev.tengen.arena.store.StoredResult;
import dev.tengen.arena.store.TournamentState;
import dev.tengen.arena.store.Winner;
import dev.tengen.arena.tournament.Cup.Format;
import dev.tengen.base.InvalidValueException;
import dev.tengen.player.Players;
import dev.tengen.store.StoreException;
import dev.tengen.store.StoreException.Reason;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class StoredTournamentRunnerTest extends StoreFixture {
    private static final Cup CUP = new Cup(Format.ROUND_ROBIN, 2, 5);
    private static final TournamentListener NOBODY = new TournamentListener() {};

    private final HeldEntrant held = new HeldEntrant("held");

    private StoredTournamentRunner tournament(TournamentConfig spec) {
        return new StoredTournamentRunner(store, "cup", spec, time);
    }

    /** Creates a tournament of players that move at once, and one that waits. */
    private TournamentConfig withHeld(int concurrency) {
        return withHeld(Format.ROUND_ROBIN, concurrency);
    }

    private TournamentConfig withHeld(Format format, int concurrency) {
        Cup cup = new Cup(format, concurrency, 5);
        TournamentConfig spec = cup.spec(List.of(
                held,
                new BuiltInEntrant("random", Players.RANDOM, Runnable::run),
                new BuiltInEntrant("greedy", Players.GREEDY, Runnable::run)));
        Cup.create(store, "cup", spec);
        return spec;
    }

    private static CompletableFuture<TournamentState> runElsewhere(
            StoredTournamentRunner tournament, TournamentListener listener) {
        return CompletableFuture.supplyAsync(() -> {
            try {
                return tournament.run(listener);
            } catch (InterruptedException e) {
                throw new CompletionException(e);
            }
        });
    }

    private List<StoredResult> results() {
        return store.games().list("cup").stream()
                .flatMap(game -> store.results().find(game.id()).stream())
                .toList();
    }

    @Test
    void run_newTournament_playsAllAndTheSameEachTime() throws InterruptedException {
        CUP.create(store, "cup");
        List<GameId> started = Collections.synchronizedList(new ArrayList<>());
        List<GameId> ended = new ArrayList<>();

        TournamentState state = tournament(CUP.spec()).run(new TournamentListener() {
            @Override
            public void started(GameId id, RefereedGame game) {
                assertThat(game.id()).isEqualTo(id.toString());
                started.add(id);
            }

            @Override
            public void ended(GameId id, GameReport report) {
                assertThat(store.results().find(id).orElseThrow().verdict())
                        .isEqualTo(report.outcome().verdict().name());
                assertThat(started).contains(id);
                ended.add(id);
            }
        });

        assertThat(state).isEqualTo(TournamentState.ENDED);
        CUP.check(store, "cup");
        assertThat(Cup.games(store, "cup")).isEqualTo(CUP.games(folder));
        assertThat(ended).hasSize(12).doesNotHaveDuplicates();
        assertThat(results()).extracting(StoredResult::winner).contains(Winner.VOID, Winner.BLACK, Winner.WHITE);
    }

    @Test
    void run_tournamentThatIsClosed_playsNothing() throws InterruptedException {
        CUP.create(store, "cup");
        tournament(CUP.spec()).run(NOBODY);
        new Cup(Format.ROUND_ROBIN, 2, 5).create(store, "given up");
        store.tournaments().cancel("given up");

        assertThat(tournament(CUP.spec()).run(NOBODY)).isEqualTo(TournamentState.ENDED);
        assertThat(new StoredTournamentRunner(store, "given up", CUP.spec(), time).run(NOBODY))
                .isEqualTo(TournamentState.CANCELLED);
        assertThat(store.games().list("given up")).isEmpty();
    }

    @Test
    void run_otherTournamentThanTheStoreKnows_isRefused() {
        CUP.create(store, "cup");
        Cup other = new Cup(Format.ROUND_ROBIN, 2, 6);

        assertThatThrownBy(() -> tournament(other.spec()).run(NOBODY))
                .isInstanceOf(InvalidValueException.class)
                .hasMessage("seed 6 is not 5, as in the store");
        List<Entrant> players = List.of(held, CUP.spec().entrants().get(0));
        assertThatThrownBy(() ->
                        tournament(new Cup(Format.SWISS, 2, 5).spec(players)).run(NOBODY))
                .isInstanceOf(InvalidValueException.class)
                .hasMessage("entrants [held, greedy] is not [greedy, random, eye-safe-random], as in the store");
        assertThatThrownBy(() -> new StoredTournamentRunner(store, "none", CUP.spec(), time).run(NOBODY))
                .isInstanceOfSatisfying(
                        StoreException.class, e -> assertThat(e.reason()).isEqualTo(Reason.NOT_FOUND));
        assertThat(store.games().list("cup")).isEmpty();
    }

    @Test
    void run_fewerOpeningsThanWerePlanned_isRefused() {
        CUP.create(store, "cup");
        TournamentConfig spec = CUP.spec();
        store.games().plan("cup", List.of(new PlannedPair("greedy", "random", 0, 4)));

        assertThatThrownBy(() -> tournament(spec).run(NOBODY))
                .isInstanceOf(InvalidValueException.class)
                .hasMessage("opening of a planned pair 4 is outside [0, 3]");
    }

    @Test
    void run_twice_isRefused() throws InterruptedException {
        CUP.create(store, "cup");
        StoredTournamentRunner tournament = tournament(CUP.spec());
        tournament.run(NOBODY);

        assertThatThrownBy(() -> tournament.run(NOBODY)).hasMessage("the tournament was run before");
    }

    @Test
    void cancel_gamesUnderWay_areVoidAndTheTournamentClosed() throws Exception {
        StoredTournamentRunner tournament = tournament(withHeld(2));
        CountDownLatch two = new CountDownLatch(2);
        held.onOffer(count -> two.countDown());
        List<GameReport> ended = new ArrayList<>();
        CompletableFuture<TournamentState> state = runElsewhere(tournament, new TournamentListener() {
            @Override
            public void ended(GameId id, GameReport report) {
                assertThat(store.results().find(id)).isPresent();
                ended.add(report);
            }
        });
        two.await();

        tournament.cancel();

        assertThat(state.get()).isEqualTo(TournamentState.CANCELLED);
        assertThat(store.tournaments().get("cup").state()).isEqualTo(TournamentState.CANCELLED);
        assertThat(count(GameState.RUNNING)).isZero();
        assertThat(results().stream().filter(result -> result.verdict().equals("CANCELLATION")))
                .hasSize(2)
                .allMatch(result -> result.winner() == Winner.VOID);
        assertThat(ended).hasSameSizeAs(results());
        assertThat(held.seatCount()).isZero();
        assertThat(held.reservedCount()).isZero();
        assertThat(held.listenerCount()).isZero();
    }

    @Test
    void cancel_beforeRun_closesTheTournament() throws InterruptedException {
        StoredTournamentRunner tournament = tournament(withHeld(2));

        tournament.cancel();

        assertThat(tournament.run(NOBODY)).isEqualTo(TournamentState.CANCELLED);
        assertThat(store.tournaments().get("cup").state()).isEqualTo(TournamentState.CANCELLED);
        assertThat(store.games().list("cup")).isEmpty();
    }

    @Test
    void cancel_byAnotherInTheStore_endsTheTournament() throws Exception {
        StoredTournamentRunner tournament = tournament(withHeld(2));
        CountDownLatch two = new CountDownLatch(2);
        held.onOffer(count -> two.countDown());
        CompletableFuture<TournamentState> state = runElsewhere(tournament, NOBODY);
        two.await();

        store.tournaments().cancel("cup");
        held.release();

        assertThat(state.get()).isEqualTo(TournamentState.CANCELLED);
        assertThat(count(GameState.RUNNING)).isZero();
    }

    @Test
    void stop_gamesInProgress_arePlayedAgain() throws Exception {
        TournamentConfig spec = withHeld(2);
        StoredTournamentRunner tournament = tournament(spec);
        CountDownLatch two = new CountDownLatch(2);
        held.onOffer(count -> two.countDown());
        CompletableFuture<TournamentState> state = runElsewhere(tournament, NOBODY);
        two.await();

        tournament.stop();

        assertThat(state.get()).isEqualTo(TournamentState.OPEN);
        assertThat(store.tournaments().get("cup").state()).isEqualTo(TournamentState.OPEN);
        assertThat(held.seatCount()).isZero();
        assertThat(held.reservedCount()).isZero();
        assertThat(results()).noneMatch(result -> result.verdict().equals("CANCELLATION"));
        assertThat(count(GameState.RUNNING)).isZero();
        assertThat(count(GameState.PLANNED)).isGreaterThanOrEqualTo(2);
        held.release();
        assertThat(tournament(spec).run(NOBODY)).isEqualTo(TournamentState.ENDED);
        assertThat(results()).hasSize(12);
    }

    @Test
    void run_absentPlayer_waitsWhileOthersContinue() throws Exception {
        held.present(false);
        held.release();
        CountDownLatch othersAreDone = new CountDownLatch(4);
        List<GameReport> ended = Collections.synchronizedList(new ArrayList<>());

        CompletableFuture<TournamentState> state = runElsewhere(tournament(withHeld(2)), new TournamentListener() {
            @Override
            public void ended(GameId id, GameReport report) {
                ended.add(report);
                othersAreDone.countDown();
            }
        });
        othersAreDone.await();

        assertThat(state).isNotDone();
        assertThat(ended).hasSize(4).noneMatch(StoredTournamentRunnerTest::isOfHeld);
        assertThat(store.games().pairs("cup")).hasSize(2);
        held.present(true);
        assertThat(state.get()).isEqualTo(TournamentState.ENDED);
        assertThat(ended.subList(4, 12)).allMatch(StoredTournamentRunnerTest::isOfHeld);
    }

    /** A Swiss tournament needs as many meetings of each player, so it does not end without the absent one. */
    @ParameterizedTest
    @EnumSource(names = {"ROUND_ROBIN", "SWISS"})
    void withdraw_absentPlayer_endsTheTournamentWithoutIt(Format format) throws Exception {
        held.present(false);
        Semaphore ended = new Semaphore(0);
        CompletableFuture<TournamentState> state =
                runElsewhere(tournament(withHeld(format, 2)), new TournamentListener() {
                    @Override
                    public void ended(GameId id, GameReport report) {
                        ended.release();
                    }
                });
        ended.acquire(4);
        assertThat(state).isNotDone();

        int voidCount = store.tournaments().withdraw("cup", "held", "CANCELLATION", Instant.now());
        held.present(false); // Lets the runner look at once.

        assertThat(state.get()).isEqualTo(TournamentState.ENDED);
        assertThat(voidCount).isZero();
        assertThat(held.seatCount()).isZero();
        assertThat(store.games().pairs("cup")).noneMatch(pair -> pair.isOfAny(Set.of("held")));
    }

    @Test
    void withdraw_playerWithPlannedGames_voidsThemAndPlansNoMore() throws Exception {
        TournamentConfig spec = withHeld(2);
        StoredTournamentRunner tournament = tournament(spec);
        CountDownLatch two = new CountDownLatch(2);
        held.onOffer(count -> two.countDown());
        CompletableFuture<TournamentState> state = runElsewhere(tournament, NOBODY);
        two.await();
        tournament.stop();
        state.get();

        int voidCount = store.tournaments().withdraw("cup", "held", "CANCELLATION", Instant.now());

        assertThat(voidCount).isPositive();
        assertThat(tournament(spec).run(NOBODY)).isEqualTo(TournamentState.ENDED);
        assertThat(results())
                .hasSize(voidCount + 4)
                .filteredOn(result -> result.verdict().equals("CANCELLATION"))
                .hasSize(voidCount);
    }

    /** The player withdraws while two of its games are in progress, and the process stops before they end. */
    @Test
    void withdraw_gameInProgressThatIsGivenBack_becomesVoid() throws Exception {
        TournamentConfig spec = withHeld(2);
        StoredTournamentRunner tournament = tournament(spec);
        CountDownLatch two = new CountDownLatch(2);
        held.onOffer(count -> two.countDown());
        CompletableFuture<TournamentState> state = runElsewhere(tournament, NOBODY);
        two.await();
        int voidCount = store.tournaments().withdraw("cup", "held", "CANCELLATION", Instant.now());
        tournament.stop();
        state.get();
        held.present(false);
        assertThat(count(GameState.PLANNED)).isEqualTo(2);

        assertThat(tournament(spec).run(NOBODY)).isEqualTo(TournamentState.ENDED);

        assertThat(count(GameState.PLANNED)).isZero();
        assertThat(results())
                .filteredOn(result -> result.verdict().equals("CANCELLATION"))
                .hasSize(voidCount + 2);
    }

    @Test
    void discardVoid_endedTournament_isPlayedToTheSameEnd() throws InterruptedException {
        CUP.create(store, "cup");
        tournament(CUP.spec()).run(NOBODY);
        int voidCount = store.results().progress("cup").voided().size();
        List<GameId> replayed = new ArrayList<>();

        assertThat(store.tournaments().discardVoid("cup")).isEqualTo(voidCount).isPositive();
        TournamentState state = tournament(CUP.spec()).run(new TournamentListener() {
            @Override
            public void ended(GameId id, GameReport report) {
                replayed.add(id);
            }
        });

        assertThat(state).isEqualTo(TournamentState.ENDED);
        assertThat(replayed).hasSize(voidCount);
        CUP.check(store, "cup");
        assertThat(Cup.games(store, "cup")).isEqualTo(CUP.games(folder));
    }

    private static boolean isOfHeld(GameReport report) {
        return report.black().equals("held") || report.white().equals("held");
    }

    @Test
    void stop_whileOnlyAbsentPlayersAreLeft_ends() throws Exception {
        held.present(false);
        CountDownLatch othersAreDone = new CountDownLatch(4);
        StoredTournamentRunner tournament = tournament(withHeld(2));
        CompletableFuture<TournamentState> state = runElsewhere(tournament, new TournamentListener() {
            @Override
            public void ended(GameId id, GameReport report) {
                othersAreDone.countDown();
            }
        });
        othersAreDone.await();

        tournament.stop();

        assertThat(state.get()).isEqualTo(TournamentState.OPEN);
    }

    @Test
    void run_listenerThatThrows_stopsTheTournament() throws InterruptedException {
        CUP.create(store, "cup");
        TournamentListener failing = new TournamentListener() {
            @Override
            public void ended(GameId id, GameReport report) {
                throw new IllegalArgumentException("no ears");
            }
        };

        assertThatThrownBy(() -> tournament(CUP.spec()).run(failing))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("the tournament was stopped, since a game could not be played")
                .hasRootCauseMessage("no ears");

        assertThat(store.tournaments().get("cup").state()).isEqualTo(TournamentState.OPEN);
        assertThat(tournament(CUP.spec()).run(NOBODY)).isEqualTo(TournamentState.ENDED);
        CUP.check(store, "cup");
    }

    @Test
    void run_interruptedThread_stopsWithoutAnEnd() throws Exception {
        StoredTournamentRunner tournament = tournament(withHeld(2));
        Thread runner = Thread.currentThread();
        held.onOffer(count -> {
            if (count == 2) {
                runner.interrupt();
            }
        });

        assertThatThrownBy(() -> tournament.run(NOBODY)).isInstanceOf(InterruptedException.class);

        assertThat(store.tournaments().get("cup").state()).isEqualTo(TournamentState.OPEN);
        assertThat(held.listenerCount()).isZero();
    }
}
