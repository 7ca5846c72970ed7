package dev.tengen.arena.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tengen.arena.pairing.PlannedPair;
import dev.tengen.arena.pairing.PlannedPair.PlannedGame;
import dev.tengen.arena.pairing.Schedule;
import dev.tengen.arena.pairing.TournamentProgress;
import dev.tengen.arena.rating.GameResult;
import dev.tengen.base.InvalidValueException;
import dev.tengen.board.Color;
import dev.tengen.store.PostgresCluster;
import dev.tengen.store.StoreException;
import dev.tengen.store.StoreException.Reason;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The contract of a store, for every database. */
abstract class StoreContract {
    static final Instant NOON = Instant.parse("2026-03-01T12:00:00Z");

    static final PlannedPair PAIR = new PlannedPair("ann", "bob", 0, 3);

    String url = "";
    ArenaStore store;
    private final Map<String, WorkerLease> leases = new HashMap<>();

    /** Returns the URL of an empty database. */
    abstract String newUrl() throws Exception;

    @BeforeEach
    void open() throws Exception {
        url = newUrl();
        store = ArenaStore.open(url);
    }

    @AfterEach
    void close() {
        store.close();
    }

    /** Opens the store again, as after a restart of the process. */
    void reopen() {
        leases.clear();
        store.close();
        store = ArenaStore.open(url);
    }

    static WorkerSettings worker(String name) {
        return new WorkerSettings(name, WorkerSettings.DEFAULT_LEASE, List.of("ann", "bob"), 2);
    }

    /** Claims a game for the worker of this test, which joins before its first game and after each restart. */
    boolean start(GameId game, Instant at) {
        return store.games().claim(lease(game.tournament()), game, at);
    }

    boolean record(StoredResult result) {
        return store.results().record(lease(result.game().tournament()), result);
    }

    WorkerLease lease() {
        return lease("cup");
    }

    private WorkerLease lease(String tournament) {
        return leases.computeIfAbsent(tournament, name -> store.workers().join(name, worker("one")));
    }

    static StoredTournament cup(String name) {
        List<StoredPlayer> players = List.of(
                new StoredPlayer("ann", "{}"), new StoredPlayer("bob", "{\"level\": 2}"), new StoredPlayer("cy", ""));
        return new StoredTournament(name, "{\"size\": 9}", 17, players, NOON);
    }

    static GameId game(int number) {
        return new GameId("cup", number);
    }

    static StoredResult result(int number, Winner winner) {
        return new StoredResult(game(number), winner, "PASSES", 40 + number, "(;GM[1])", NOON.plusSeconds(60));
    }

    static void assertFails(Reason reason, String message, ThrowingCallable call) {
        assertThatThrownBy(call)
                .isInstanceOfSatisfying(
                        StoreException.class, e -> assertThat(e.reason()).isEqualTo(reason))
                .hasMessageContaining(message);
    }

    private void createAndPlan() {
        store.tournaments().create(cup("cup"));
        store.games().plan("cup", List.of(PAIR));
    }

    private GameState state(int number) {
        return store.games().list("cup").get(number).state();
    }

    @Test
    void create_again_isTheSame() {
        store.tournaments().create(cup("cup"));

        store.tournaments()
                .create(new StoredTournament(
                        "cup", "{\"size\": 9}", 17, cup("cup").players(), NOON.plusSeconds(1)));

        assertThat(store.tournaments().list())
                .containsExactly(new TournamentStatus(cup("cup"), TournamentState.OPEN, Set.of()));
    }

    @Test
    void create_otherOfThatName_isConflict() {
        store.tournaments().create(cup("cup"));

        assertFails(
                Reason.CONFLICT,
                "another tournament \"cup\"",
                () -> store.tournaments()
                        .create(new StoredTournament("cup", "{}", 17, cup("cup").players(), NOON)));
        assertFails(
                Reason.CONFLICT,
                "another tournament \"cup\"",
                () -> store.tournaments()
                        .create(new StoredTournament(
                                "cup", "{\"size\": 9}", 17, cup("cup").players().subList(0, 2), NOON)));
    }

    @Test
    void list_isByTimeAndName() {
        store.tournaments().create(cup("b"));
        store.tournaments().create(cup("a"));
        store.tournaments().create(new StoredTournament("c", "", 0, List.of(), NOON.minusSeconds(1)));

        assertThat(store.tournaments().list().stream()
                        .map(stored -> stored.tournament().name()))
                .containsExactly("c", "a", "b");
    }

    @Test
    void unknownTournament_isNotFoundOrEmpty() {
        assertFails(
                Reason.NOT_FOUND,
                "no tournament \"x\"",
                () -> store.tournaments().get("x"));
        assertFails(Reason.NOT_FOUND, "no tournament \"x\"", () -> store.games().plan("x", List.of()));
        assertFails(
                Reason.NOT_FOUND,
                "no tournament \"x\"",
                () -> store.tournaments().cancel("x"));
        assertFails(
                Reason.NOT_FOUND,
                "no tournament \"x\"",
                () -> store.tournaments().finish("x"));
        assertThat(store.games().list("x")).isEmpty();
        assertThat(store.results().counted("x")).isEmpty();
        assertFails(
                Reason.NOT_FOUND, "no tournament \"x\"", () -> store.workers().join("x", worker("one")));
        assertThat(store.workers().list("x")).isEmpty();
    }

    @Test
    void plan_pair_hasBothGames() {
        store.tournaments().create(cup("cup"));
        PlannedPair other = new PlannedPair("cy", "ann", 1, 0);

        List<StoredGame> planned = store.games().plan("cup", List.of(PAIR, other));

        assertThat(planned)
                .containsExactly(
                        new StoredGame(game(0), PAIR, PAIR.games().get(0), GameState.PLANNED, Optional.empty()),
                        new StoredGame(game(1), PAIR, PAIR.games().get(1), GameState.PLANNED, Optional.empty()),
                        new StoredGame(game(2), other, other.games().get(0), GameState.PLANNED, Optional.empty()),
                        new StoredGame(game(3), other, other.games().get(1), GameState.PLANNED, Optional.empty()));
        assertThat(store.games().list("cup")).isEqualTo(planned);
        assertThat(store.games().pairs("cup")).containsExactly(PAIR, other);
    }

    @Test
    void plan_again_keepsTheExistingPairs() {
        createAndPlan();
        start(game(0), NOON);
        PlannedPair next = new PlannedPair("ann", "bob", 1, 3);

        List<StoredGame> planned = store.games().plan("cup", List.of(next, PAIR));

        assertThat(planned.stream().map(StoredGame::id)).containsExactly(game(2), game(3), game(0), game(1));
        assertThat(state(0)).isEqualTo(GameState.RUNNING);
        assertThat(store.games().pairs("cup")).containsExactly(PAIR, next);
    }

    @Test
    void plan_wrongPair_changesNothing() {
        createAndPlan();
        PlannedPair fine = new PlannedPair("ann", "cy", 0, 0);

        assertFails(
                Reason.CONFLICT,
                "colors swapped",
                () -> store.games().plan("cup", List.of(fine, new PlannedPair("bob", "ann", 0, 3))));
        assertThatThrownBy(() -> store.games().plan("cup", List.of(fine, new PlannedPair("dan", "ann", 0, 0))))
                .isInstanceOf(InvalidValueException.class)
                .hasMessage("first \"dan\" is not a player of the tournament");
        assertThatThrownBy(() -> store.games().plan("cup", List.of(fine, new PlannedPair("ann", "ann", 0, 0))))
                .isInstanceOf(InvalidValueException.class)
                .hasMessage("second \"ann\" is not another player of the tournament");
        assertThat(store.games().pairs("cup")).containsExactly(PAIR);
    }

    @Test
    void start_planned_runs() {
        createAndPlan();

        start(game(1), NOON.plusNanos(1));

        assertThat(state(0)).isEqualTo(GameState.PLANNED);
        assertThat(state(1)).isEqualTo(GameState.RUNNING);
        assertThat(store.games().list("cup").get(1).startedAt()).contains(NOON);
    }

    @Test
    void start_notPlanned_isRefused() {
        createAndPlan();
        start(game(0), NOON);
        start(game(1), NOON);
        record(result(1, Winner.DRAW));

        WorkerLease other = store.workers().join("cup", worker("two"));
        assertThat(store.games().claim(other, game(0), NOON)).isFalse();
        assertThat(store.games().claim(other, game(1), NOON)).isFalse();
        assertThat(start(game(0), NOON)).as("the same claim again").isTrue();
        assertThat(start(game(1), NOON)).as("a game with a result").isFalse();
        assertFails(Reason.NOT_FOUND, "no game cup/2", () -> start(game(2), NOON));
    }

    @Test
    void recordedResults_gamesThatEndedInAnyOrder_areByTheirNumbers() {
        createAndPlan();
        start(game(1), NOON);
        start(game(0), NOON);
        record(result(1, Winner.VOID));
        record(result(0, Winner.WHITE));

        assertThat(store.results().list("cup")).containsExactly(result(0, Winner.WHITE), result(1, Winner.VOID));
        assertThat(store.results().list("x")).isEmpty();
    }

    @Test
    void record_again_isTheSame() {
        createAndPlan();
        start(game(0), NOON);

        assertThat(record(result(0, Winner.WHITE))).isTrue();
        assertThat(record(result(0, Winner.WHITE))).isFalse();

        assertThat(store.results().find(game(0))).contains(result(0, Winner.WHITE));
        assertThat(store.results().counted("cup"))
                .containsExactly(new GameResult("ann", "bob", Color.WHITE, PAIR.name(), 40));
        assertThat(state(0)).isEqualTo(GameState.ENDED);
    }

    @Test
    void record_anotherResult_isRefused() {
        createAndPlan();
        start(game(0), NOON);
        record(result(0, Winner.WHITE));

        assertFails(Reason.CONFLICT, "winner WHITE by PASSES", () -> record(result(0, Winner.BLACK)));

        assertThat(store.results().find(game(0))).contains(result(0, Winner.WHITE));
    }

    @Test
    void record_notStarted_isRefused() {
        createAndPlan();

        assertFails(
                Reason.LEASE_LOST,
                "worker \"one\" has no valid claim on game cup/0",
                () -> record(result(0, Winner.BLACK)));
        assertFails(Reason.NOT_FOUND, "no game cup/7", () -> record(result(7, Winner.BLACK)));
        assertThat(store.results().find(game(0))).isEmpty();
    }

    @Test
    void results_areByNumberWithoutVoidGames() {
        createAndPlan();
        store.games().plan("cup", List.of(new PlannedPair("cy", "bob", 0, 0)));
        for (StoredGame game : store.games().list("cup")) {
            start(game.id(), NOON);
        }
        record(result(2, Winner.DRAW));
        record(result(1, Winner.VOID));
        record(result(0, Winner.BLACK));

        assertThat(store.results().counted("cup"))
                .containsExactly(
                        new GameResult("ann", "bob", Color.BLACK, PAIR.name(), 40),
                        new GameResult("cy", "bob", Color.EMPTY, "meeting 0, opening 0", 42));
        assertThat(state(1)).isEqualTo(GameState.ENDED);
        assertThat(store.results().progress("cup").results())
                .isEqualTo(store.results().counted("cup"));
        assertThat(store.results().progress("cup").voided())
                .containsExactly(new PlannedGame("bob", "ann", PAIR.name(), PAIR.opening()));
    }

    @Test
    void resultsInTime_areThoseThatCountByTheirEnd() {
        createAndPlan();
        store.games().plan("cup", List.of(new PlannedPair("cy", "bob", 0, 0)));
        for (int number = 0; number < 3; number++) {
            start(game(number), NOON);
        }
        record(new StoredResult(game(0), Winner.WHITE, "PASSES", 1, "", NOON.plusSeconds(9)));
        record(new StoredResult(game(1), Winner.VOID, "PASSES", 2, "", NOON.plusSeconds(8)));
        record(new StoredResult(game(2), Winner.BLACK, "PASSES", 3, "", NOON.plusSeconds(7)));

        assertThat(store.results().countedInTime("cup"))
                .containsExactly(
                        store.results().counted("cup").get(1),
                        store.results().counted("cup").get(0));
    }

    @Test
    void games_fromANumberOn_arePagesWithTheirResults() {
        createAndPlan();
        store.games().plan("cup", List.of(new PlannedPair("cy", "bob", 0, 0)));
        for (int number = 0; number < 3; number++) {
            start(game(number), NOON);
        }
        record(result(2, Winner.VOID));
        record(result(0, Winner.WHITE));
        List<StoredGame> all = store.games().list("cup");

        assertThat(store.games().page("cup", 0, 3))
                .containsExactly(
                        new GameWithResult(all.get(0), Optional.of(result(0, Winner.WHITE))),
                        new GameWithResult(all.get(1), Optional.empty()),
                        new GameWithResult(all.get(2), Optional.of(result(2, Winner.VOID))));
        assertThat(store.games().page("cup", 3, 3)).containsExactly(new GameWithResult(all.get(3), Optional.empty()));
        assertThat(store.games().page("cup", 4, 3)).isEmpty();
        assertThat(store.games().page("x", 0, 3)).isEmpty();
        assertThat(store.games().count("cup", GameFilter.ALL)).isEqualTo(4);
        assertThat(store.results().count("cup")).isEqualTo(2);
    }

    @Test
    void latestGames_startedInAnyOrder_beginWithTheLastStart() {
        createAndPlan();
        store.games().plan("cup", List.of(new PlannedPair("cy", "bob", 0, 0)));
        start(game(2), NOON);
        start(game(0), NOON.plusSeconds(1));
        record(result(0, Winner.WHITE));
        Map<Integer, GameWithResult> all = new HashMap<>();
        store.games().page("cup", 0, 4).forEach(game -> all.put(game.game().id().number(), game));

        assertThat(store.games().latest("cup", GameFilter.ALL, 0, 4))
                .containsExactly(all.get(0), all.get(2), all.get(3), all.get(1));
        assertThat(store.games().latest("cup", GameFilter.ALL, 1, 2)).containsExactly(all.get(2), all.get(3));
        assertThat(store.games().latest("cup", GameFilter.ALL, 4, 2)).isEmpty();
        assertThat(store.games().latest("x", GameFilter.ALL, 0, 4)).isEmpty();
        assertThat(store.games().count("cup", GameFilter.ALL)).isEqualTo(4);
    }

    @Test
    void latestGames_ofAFilter_areItsGames() {
        createAndPlan();
        store.games().plan("cup", List.of(new PlannedPair("cy", "bob", 0, 0)));
        for (int number = 0; number < 4; number++) {
            start(game(number), NOON.plusSeconds(number));
        }
        record(result(0, Winner.WHITE));
        record(new StoredResult(game(1), Winner.WHITE, "TIME", 7, "", NOON));
        record(result(2, Winner.VOID));

        assertThat(selected("ann", "", "", "")).containsExactly(1, 0);
        assertThat(selected("bob", "", "", "")).containsExactly(3, 2, 1, 0);
        assertThat(selected("bob", "", "WHITE", "")).containsExactly(1, 0);
        assertThat(selected("", "", "VOID", "")).containsExactly(2);
        assertThat(selected("", "", "", "TIME")).containsExactly(1);
        assertThat(selected("cy", "", "WHITE", "TIME")).isEmpty();
        assertThat(selected("' OR 1=1 --", "", "", "")).isEmpty();
        assertThat(selected("ann", "bob", "", "")).containsExactly(1, 0);
        assertThat(selected("bob", "ann", "WHITE", "TIME")).containsExactly(1);
        assertThat(selected("bob", "cy", "", "")).containsExactly(3, 2);
        assertThat(selected("ann", "cy", "", "")).isEmpty();
        assertThat(selected("ann", "ann", "", "")).isEmpty();
    }

    private List<Integer> selected(String player, String opponent, String winner, String verdict) {
        GameFilter filter = new GameFilter(player, opponent, winner, verdict);
        List<Integer> numbers = store.games().latest("cup", filter, 0, 10).stream()
                .map(found -> found.game().id().number())
                .toList();
        assertThat(store.games().count("cup", filter)).isEqualTo(numbers.size());
        return numbers;
    }

    @Test
    void game_byItsNumber_isFoundWithItsResult() {
        createAndPlan();
        start(game(0), NOON);
        record(result(0, Winner.DRAW));
        List<StoredGame> all = store.games().list("cup");

        assertThat(store.games().find(game(0)))
                .contains(new GameWithResult(all.get(0), Optional.of(result(0, Winner.DRAW))));
        assertThat(store.games().find(game(1))).contains(new GameWithResult(all.get(1), Optional.empty()));
        assertThat(store.games().find(game(2))).isEmpty();
        assertThat(store.games().find(new GameId("x", 0))).isEmpty();
        assertThat(store.games().count("x", GameFilter.ALL)).isZero();
        assertThat(store.results().count("x")).isZero();
    }

    @Test
    void join_again_freesTheGamesOfTheFormerProcess() {
        createAndPlan();
        start(game(0), NOON);
        start(game(1), NOON);
        record(result(0, Winner.BLACK));
        WorkerLease former = lease();
        reopen();

        WorkerLease now = lease();

        assertThat(now.epoch()).isEqualTo(former.epoch() + 1);
        assertThat(state(0)).isEqualTo(GameState.ENDED);
        assertThat(state(1)).isEqualTo(GameState.PLANNED);
        assertThat(start(game(1), NOON)).isTrue();
        assertFails(
                Reason.LEASE_LOST,
                "no valid claim on game cup/1",
                () -> store.results().record(former, result(1, Winner.DRAW)));
        assertFails(Reason.LEASE_LOST, "has lost its lease", () -> store.games().claim(former, game(1), NOON));
        assertFails(
                Reason.CONFLICT,
                "another process has joined",
                () -> store.workers().rejoin(former));
        assertThat(store.workers().renew(former)).isFalse();
        assertThat(record(result(1, Winner.WHITE))).isTrue();
    }

    /** Lets all leases expire, as if their workers had been paused. */
    private void expireLeases() {
        PostgresCluster.execute(url, "UPDATE workers SET expires_at = 1 WHERE expires_at <> 0");
    }

    @Test
    void record_afterTheLeaseExpired_commitsNothing() {
        createAndPlan();
        start(game(0), NOON);
        expireLeases();

        assertThat(state(0)).isEqualTo(GameState.PLANNED);
        assertThat(store.workers().renew(lease())).isFalse();
        assertFails(Reason.LEASE_LOST, "no valid claim on game cup/0", () -> record(result(0, Winner.BLACK)));
        assertFails(Reason.LEASE_LOST, "has lost its lease", () -> start(game(1), NOON));
        assertFails(Reason.LEASE_LOST, "has lost its lease", () -> store.games().track(lease(), 0, List.of()));
        PlannedPair next = new PlannedPair("ann", "cy", 0, 0);
        assertFails(Reason.LEASE_LOST, "has lost its lease", () -> store.games().planAfter(lease(), 1, next));
        assertThat(store.results().find(game(0))).isEmpty();
        assertThat(store.games().pairs("cup")).containsExactly(PAIR);
    }

    @Test
    void claim_gameOfAnExpiredLease_goesToTheOther() {
        createAndPlan();
        start(game(0), NOON);
        expireLeases();
        WorkerLease other = store.workers().join("cup", worker("two"));

        assertThat(store.games().claim(other, game(0), NOON.plusSeconds(1))).isTrue();
        WorkerLease again = store.workers().rejoin(lease());

        assertThat(store.games().claim(again, game(0), NOON)).isFalse();
        assertFails(Reason.LEASE_LOST, "no valid claim", () -> store.results().record(again, result(0, Winner.BLACK)));
        assertThat(store.results().record(other, result(0, Winner.WHITE))).isTrue();
        assertFails(Reason.LEASE_LOST, "no valid claim", () -> store.results().record(again, result(0, Winner.WHITE)));
        expireLeases();
        assertThat(store.results().record(other, result(0, Winner.WHITE)))
                .as("a repeated call")
                .isFalse();
    }

    @Test
    void rejoin_afterExpiry_isANewEpochAndMayBeRepeated() {
        createAndPlan();
        start(game(0), NOON);
        expireLeases();

        store.workers().rejoin(lease());
        WorkerLease again = store.workers().rejoin(lease());

        assertThat(again.epoch()).isEqualTo(lease().epoch() + 2);
        assertThat(store.games().claim(again, game(0), NOON)).isTrue();
    }

    @Test
    void leave_worker_freesItsGames() {
        createAndPlan();
        start(game(0), NOON);

        store.workers().leave(lease());

        assertThat(state(0)).isEqualTo(GameState.PLANNED);
        assertThat(store.workers().list("cup").get(0).state()).isEqualTo(WorkerStatus.State.LEFT);
        assertThat(store.games().claim(store.workers().join("cup", worker("two")), game(0), NOON))
                .isTrue();
    }

    @Test
    void otherWorker_whileItsLeaseIsValid_isKnown() {
        createAndPlan();
        assertThat(store.workers().hasOther("cup", "one")).isFalse();

        start(game(0), NOON);
        assertThat(store.workers().hasOther("cup", "one")).isFalse();
        assertThat(store.workers().hasOther("cup", "two")).isTrue();
        assertThat(store.workers().hasOther("x", "two")).isFalse();

        store.workers().leave(lease());
        assertThat(store.workers().hasOther("cup", "two")).isFalse();
        WorkerLease again = store.workers().join("cup", worker("two"));
        assertThat(store.workers().hasOther("cup", "one")).isTrue();
        expireLeases();
        assertThat(store.workers().hasOther("cup", "one")).isFalse();
        assertThat(store.workers().renew(again)).isFalse();
    }

    @Test
    void lastResult_ofATournament_isTheLatest() {
        createAndPlan();
        assertThat(store.results().lastAt("cup")).isEmpty();
        start(game(0), NOON);
        start(game(1), NOON);
        record(new StoredResult(game(1), Winner.WHITE, "TIME", 7, "", NOON.plusSeconds(9)));
        record(new StoredResult(game(0), Winner.WHITE, "TIME", 7, "", NOON.plusSeconds(4)));

        assertThat(store.results().lastAt("cup")).contains(NOON.plusSeconds(9));
        assertThat(store.results().lastAt("x")).isEmpty();
    }

    @Test
    void workers_eachState_isReportedWithItsGames() {
        createAndPlan();
        start(game(0), NOON);
        start(game(1), NOON);
        record(result(0, Winner.BLACK));

        WorkerStatus alive = store.workers().list("cup").get(0);
        expireLeases();
        WorkerStatus lost = store.workers().list("cup").get(0);

        assertThat(alive.state()).isEqualTo(WorkerStatus.State.ALIVE);
        assertThat(alive.players()).containsExactly("ann", "bob");
        assertThat(List.of(alive.concurrency(), alive.runningCount(), alive.endedCount()))
                .containsExactly(2, 1, 1);
        assertThat(lost.state()).isEqualTo(WorkerStatus.State.LOST);
        assertThat(List.of(lost.runningCount(), lost.endedCount())).containsExactly(0, 1);
    }

    @Test
    void planAfter_otherPairsPlannedMeanwhile_returnsThose() {
        createAndPlan();
        PlannedPair next = new PlannedPair("ann", "cy", 0, 0);
        PlannedPair late = new PlannedPair("bob", "cy", 0, 0);

        assertThat(store.games().planAfter(lease(), 1, next))
                .extracting(StoredGame::pair)
                .containsExactly(next, next);
        assertThat(store.games().planAfter(lease(), 1, late))
                .extracting(StoredGame::pair)
                .containsExactly(next, next);
        assertThat(store.games().pairs("cup")).containsExactly(PAIR, next);
    }

    @Test
    void track_fromANumberAndSome_areThose() {
        createAndPlan();
        store.games().plan("cup", List.of(new PlannedPair("ann", "cy", 0, 0)));
        start(game(0), NOON);
        start(game(2), NOON);
        record(result(2, Winner.VOID));

        List<TrackedGame> tracked = store.games().track(lease(), 2, List.of(0)).games();

        assertThat(tracked).extracting(game -> game.game().id().number()).containsExactly(0, 2, 3);
        assertThat(tracked)
                .extracting(game -> game.game().state())
                .containsExactly(GameState.RUNNING, GameState.ENDED, GameState.PLANNED);
        assertThat(tracked.get(1).winner()).contains(Winner.VOID);
        assertThat(tracked.get(1).result()).isEmpty();
    }

    @Test
    void cancel_stopsPlansAndStarts_notResults() {
        createAndPlan();
        start(game(0), NOON);

        store.tournaments().cancel("cup");
        store.tournaments().cancel("cup");

        assertThat(store.tournaments().get("cup").state()).isEqualTo(TournamentState.CANCELLED);
        assertFails(Reason.CONFLICT, "\"cup\" is CANCELLED", () -> start(game(1), NOON));
        assertFails(Reason.CONFLICT, "\"cup\" is CANCELLED", () -> store.games().plan("cup", List.of()));
        assertFails(
                Reason.CONFLICT,
                "\"cup\" is CANCELLED",
                () -> store.tournaments().finish("cup"));
        assertThat(record(result(0, Winner.BLACK))).isTrue();
    }

    @Test
    void finish_needsAllResults() {
        createAndPlan();
        start(game(0), NOON);
        start(game(1), NOON);
        record(result(0, Winner.BLACK));
        assertFails(
                Reason.CONFLICT,
                "1 games without a result",
                () -> store.tournaments().finish("cup"));
        assertThat(store.tournaments().get("cup").state()).isEqualTo(TournamentState.OPEN);
        record(result(1, Winner.VOID));

        store.tournaments().finish("cup");
        store.tournaments().finish("cup");

        assertThat(store.tournaments().get("cup").state()).isEqualTo(TournamentState.ENDED);
        assertFails(
                Reason.CONFLICT, "\"cup\" is ENDED", () -> store.tournaments().cancel("cup"));
    }

    @Test
    void withdraw_player_voidsItsGamesThatNobodyPlays() {
        createAndPlan();
        store.games().plan("cup", List.of(new PlannedPair("cy", "ann", 0, 0), new PlannedPair("bob", "cy", 0, 0)));
        start(game(0), NOON);

        int voidCount = store.tournaments().withdraw("cup", "ann", "CANCELLATION", NOON);

        assertThat(voidCount).isEqualTo(3);
        assertThat(store.tournaments().get("cup").withdrawn()).containsExactly("ann");
        assertThat(store.tournaments().list().get(0).withdrawn()).containsExactly("ann");
        assertThat(store.games().track(lease(), 0, List.of()).withdrawn()).containsExactly("ann");
        assertThat(store.games().list("cup"))
                .extracting(StoredGame::state)
                .containsExactly(
                        GameState.RUNNING,
                        GameState.ENDED,
                        GameState.ENDED,
                        GameState.ENDED,
                        GameState.PLANNED,
                        GameState.PLANNED);
        assertThat(store.results().find(game(3)))
                .contains(new StoredResult(game(3), Winner.VOID, "CANCELLATION", 0, "", NOON));
        assertThat(start(game(2), NOON)).isFalse();
        assertThat(record(result(0, Winner.BLACK))).isTrue();
    }

    @Test
    void voidWithdrawn_gameWhoseWorkerDied_isVoid() {
        createAndPlan();
        start(game(0), NOON);
        store.tournaments().withdraw("cup", "ann", "CANCELLATION", NOON);
        store.tournaments().voidWithdrawn("cup", "CANCELLATION", NOON);
        assertThat(state(0)).isEqualTo(GameState.RUNNING);
        expireLeases();

        store.tournaments().voidWithdrawn("cup", "CANCELLATION", NOON);

        assertThat(state(0)).isEqualTo(GameState.ENDED);
        store.tournaments().finish("cup");
        store.tournaments().voidWithdrawn("cup", "CANCELLATION", NOON);
        assertFails(
                Reason.CONFLICT,
                "\"cup\" is ENDED",
                () -> store.tournaments().withdraw("cup", "bob", "CANCELLATION", NOON));
    }

    @Test
    void withdraw_playerThatThereIsNot_isRefused() {
        createAndPlan();

        assertThatThrownBy(() -> store.tournaments().withdraw("cup", "An", "CANCELLATION", NOON))
                .isInstanceOf(InvalidValueException.class)
                .hasMessage("player \"An\" is not one of [ann, bob, cy]; did you mean \"ann\"?");
        assertThat(store.tournaments().get("cup").withdrawn()).isEmpty();
    }

    @Test
    void planAfter_playerThatHasWithdrawn_plansNothing() {
        createAndPlan();
        store.tournaments().withdraw("cup", "cy", "CANCELLATION", NOON);

        assertThat(store.games().planAfter(lease(), 1, new PlannedPair("ann", "cy", 0, 0)))
                .isEmpty();
        assertThat(store.games().pairs("cup")).containsExactly(PAIR);
    }

    /** A worker that knows of the results cannot continue, since they are gone. */
    @Test
    void discardVoid_endedTournament_opensItWithoutItsVoidGames() {
        createAndPlan();
        start(game(0), NOON);
        start(game(1), NOON);
        record(result(0, Winner.BLACK));
        record(result(1, Winner.VOID));
        store.tournaments().finish("cup");
        assertFails(
                Reason.CONFLICT,
                "a process plays tournament \"cup\"",
                () -> store.tournaments().discardVoid("cup"));
        expireLeases();

        assertThat(store.tournaments().discardVoid("cup")).isEqualTo(1);

        assertThat(store.tournaments().discardVoid("cup")).isZero();
        assertThat(store.tournaments().get("cup").state()).isEqualTo(TournamentState.OPEN);
        assertThat(state(0)).isEqualTo(GameState.ENDED);
        assertThat(state(1)).isEqualTo(GameState.PLANNED);
        assertFails(
                Reason.CONFLICT, "has joined tournament", () -> store.workers().rejoin(lease()));
        reopen();
        assertThat(start(game(1), NOON)).isTrue();
    }

    @Test
    void discardVoid_gamesOfAWithdrawnPlayer_stay() {
        createAndPlan();
        store.games().plan("cup", List.of(new PlannedPair("bob", "cy", 0, 0)));
        start(game(2), NOON);
        record(result(2, Winner.VOID));
        store.workers().leave(lease());
        store.tournaments().withdraw("cup", "ann", "CANCELLATION", NOON);

        assertThat(store.tournaments().discardVoid("cup")).isEqualTo(1);

        assertThat(List.of(state(0), state(1), state(2)))
                .containsExactly(GameState.ENDED, GameState.ENDED, GameState.PLANNED);
    }

    @Test
    void discardVoid_cancelledTournament_isRefused() {
        createAndPlan();
        store.tournaments().cancel("cup");

        assertFails(
                Reason.CONFLICT,
                "\"cup\" is CANCELLED",
                () -> store.tournaments().discardVoid("cup"));
    }

    @Test
    void everything_comesBackAsItWas() {
        String text = "'; DROP TABLE games; -- \" \\ :name ? \u56f2\u7881 \ud83c\udfb2 \r\n\t ";
        List<StoredPlayer> players = List.of(new StoredPlayer("A'n :n", text), new StoredPlayer("a'n :n", text));
        Instant time = Instant.parse("1969-12-31T23:59:59.999Z");
        StoredTournament tournament = new StoredTournament("cup/" + text, text, Long.MIN_VALUE, players, time);
        GameId id = new GameId(tournament.name(), 1);
        store.tournaments().create(tournament);
        store.games().plan(tournament.name(), List.of(new PlannedPair("A'n :n", "a'n :n", 0, Integer.MAX_VALUE)));
        start(id, time);
        record(new StoredResult(id, Winner.BLACK, text, Long.MAX_VALUE, text.repeat(1000), time));
        List<StoredGame> games = store.games().list(tournament.name());

        reopen();

        assertThat(store.tournaments().get(tournament.name()).tournament()).isEqualTo(tournament);
        assertThat(store.games().list(tournament.name())).isEqualTo(games);
        assertThat(store.results().find(id))
                .contains(new StoredResult(id, Winner.BLACK, text, Long.MAX_VALUE, text.repeat(1000), time));
        assertThat(GameId.parse(id.toString())).isEqualTo(id);
    }

    @Test
    void tournament_withCrashes_isPlayedToItsEnd() {
        store.tournaments().create(cup("cup"));
        Schedule schedule = Schedule.roundRobin(List.of("ann", "bob", "cy"), 2, 3);
        List<PlannedPair> expected = schedule.next(TournamentProgress.NONE, 100);

        int startedCount = 0;
        for (int turn = 0; !schedule.isOver(store.results().progress("cup")); turn++) {
            lease(); // Frees the games of the run before.
            List<StoredGame> open = new ArrayList<>(
                    store.games().plan("cup", schedule.next(store.results().progress("cup"), 2)));
            store.games().list("cup").stream()
                    .filter(game -> game.state() == GameState.PLANNED && !open.contains(game))
                    .forEach(open::add);
            Collections.reverse(open);
            for (StoredGame game : open) {
                startedCount += start(game.id(), NOON) ? 1 : 0;
            }
            for (StoredGame game : open.subList(0, open.size() - turn % 2)) {
                record(result(game.id().number(), Winner.of(game.id().number() % 3)));
            }
            reopen();
        }
        store.tournaments().finish("cup");

        assertThat(store.games().pairs("cup")).isEqualTo(expected);
        assertThat(store.results().counted("cup")).hasSize(2 * expected.size());
        assertThat(startedCount).as("games and games that were started again").isGreaterThan(1 + 2 * expected.size());
    }

    @Test
    void agentName_firstClaim_isKeptOverReopeningUntilItIsReleased() {
        Instant at = Instant.ofEpochMilli(1_700_000_000_000L);
        assertThat(store.agentNames().claim("bot", "ann", 2, at)).contains(new AgentName("bot", "ann", at));
        reopen();

        assertThat(store.agentNames().claim("bot", "bob", 2, at.plusSeconds(1)))
                .contains(new AgentName("bot", "ann", at));
        assertThat(store.agentNames().claim("Bot", "bob", 2, at)).contains(new AgentName("Bot", "bob", at));
        assertThat(store.agentNames().list()).extracting(AgentName::name).containsExactlyInAnyOrder("Bot", "bot");
        assertThat(store.agentNames().release("bot")).isTrue();
        assertThat(store.agentNames().release("bot")).isFalse();
        assertThat(store.agentNames().claim("bot", "bob", 2, at)).contains(new AgentName("bot", "bob", at));
    }

    @Test
    void agentName_oneMoreThanAllowed_isFree() {
        Instant at = Instant.ofEpochMilli(1_700_000_000_000L);
        store.agentNames().claim("one", "ann", 2, at);
        store.agentNames().claim("two", "ann", 2, at);

        assertThat(store.agentNames().claim("three", "ann", 2, at)).isEmpty();
        assertThat(store.agentNames().claim("one", "ann", 2, at)).isPresent();
        assertThat(store.agentNames().claim("three", "bob", 2, at)).isPresent();
    }

    @Test
    void agentName_claimedByManyAtOnce_belongsToOne() throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(4);
        try {
            List<Callable<String>> claims = IntStream.range(0, 16)
                    .mapToObj(number -> (Callable<String>) () -> store.agentNames()
                            .claim("bot", "principal " + number, 2, Instant.EPOCH)
                            .orElseThrow()
                            .principal())
                    .toList();
            Set<String> owners = new HashSet<>();
            for (Future<String> claim : threads.invokeAll(claims)) {
                owners.add(claim.get());
            }

            assertThat(owners).hasSize(1);
        } finally {
            threads.shutdownNow();
        }
    }

    @Test
    void open_newerSchema_isRefused() {
        store.close();
        PostgresCluster.execute(
                url,
                "INSERT INTO tengen_arena_schema (installed_rank, version, description, type, script, checksum,"
                        + " installed_by, installed_on, execution_time, success) SELECT 99, '99', description, type,"
                        + " 'V99__later.sql', 1, installed_by, installed_on, 0, success FROM tengen_arena_schema"
                        + " WHERE version = '1'");

        assertFails(Reason.NEWER, "has version 99 of the schema", () -> ArenaStore.open(url));
    }

    @Test
    void open_tablesOfSomethingElse_isRefused() throws Exception {
        String other = newUrl();
        PostgresCluster.execute(other, "CREATE TABLE shopping (item VARCHAR)");

        assertFails(Reason.FOREIGN, "has tables of another program", () -> ArenaStore.open(other));
    }

    @Test
    void open_manyAtOnce_makesOneStore() throws Exception {
        String shared = newUrl();
        ExecutorService threads = Executors.newFixedThreadPool(4);
        try {
            Callable<Boolean> opening = () -> {
                try (ArenaStore opened = ArenaStore.open(shared)) {
                    opened.tournaments().create(cup("cup"));
                    return opened.tournaments().list().size() == 1;
                }
            };
            for (Future<Boolean> opened : threads.invokeAll(Collections.nCopies(4, opening))) {
                assertThat(opened.get()).isTrue();
            }
        } finally {
            threads.shutdownNow();
        }
    }

    @Test
    void use_afterClose_isUnavailable() {
        store.close();

        assertFails(
                Reason.UNAVAILABLE,
                "is not available",
                () -> store.tournaments().list());
    }

    @Test
    void writers_manyAtOnce_eachGameCountsOnce() throws Exception {
        store.tournaments().create(cup("cup"));
        try (ArenaStore second = ArenaStore.open(url)) {
            ConcurrentWriters writers = new ConcurrentWriters(List.of(store, second), 8, 20);

            writers.run();

            assertThat(writers.startedCount()).isEqualTo(40);
            assertThat(writers.refusedStartCount()).isEqualTo(7 * 40);
            assertThat(writers.newResultCount()).isEqualTo(40);
            assertThat(writers.refusedResultCount()).isEqualTo(7 * 40);
        }
        assertThat(store.results().counted("cup")).hasSize(40);
        store.tournaments().finish("cup");
    }
}
