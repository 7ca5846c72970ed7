package dev.tengen.arena.tournament;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tengen.arena.game.PlayerSeat;
import dev.tengen.arena.store.GameId;
import dev.tengen.arena.store.GameState;
import dev.tengen.arena.store.StoredResult;
import dev.tengen.arena.store.TournamentState;
import dev.tengen.arena.store.Winner;
import dev.tengen.arena.tournament.Cup.Format;
import dev.tengen.store.StoreException;
import dev.tengen.store.StoreException.Reason;
import dev.tengen.store.StoreFailures;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Stores that fail, refuse a result, or cannot hold its text. */
class StoreJournalTest extends StoreFixture {
    private static final Cup CUP = new Cup(Format.ROUND_ROBIN, 2, 5);
    private static final TournamentListener NOBODY = new TournamentListener() {};

    /** No result may be lost because of an engine's messages. */
    @Test
    void run_messageWithUnstorableCharacters_isStoredWithoutThem() throws InterruptedException {
        String message = "it said \0, \uD83D and ]";
        HeldEntrant held = new HeldEntrant("held");
        Entrant garbled = new EntrantOf("garbled", () -> PlayerSeat.absent("garbled", message));
        TournamentConfig spec = new Cup(Format.SWISS, 1, 5).spec(List.of(garbled, held));
        held.release();
        Cup.create(store, "cup", spec);

        assertThat(new StoredTournamentRunner(store, "cup", spec, time).run(NOBODY))
                .isEqualTo(TournamentState.ENDED);

        StoredResult result = store.results().find(new GameId("cup", 0)).orElseThrow();
        assertThat(result.verdict()).isEqualTo("ENGINE_FAILURE");
        assertThat(result.winner()).isEqualTo(Winner.WHITE);
        assertThat(result.sgf()).contains("Black failed: it said \uFFFD, \uFFFD and \\]");
    }

    @Test
    void run_storeThatStaysAway_failsClearlyAndResumesLater() throws InterruptedException {
        CUP.create(store, "cup");
        List<Duration> pauses = new ArrayList<>();
        StoreRetryPolicy away = new StoreRetryPolicy() {
            private int count;

            @Override
            <T> T attempt(Supplier<T> call) {
                if (++count > 20) {
                    throw StoreFailures.of(Reason.UNAVAILABLE);
                }
                return call.get();
            }

            @Override
            boolean pause(Duration pause) {
                pauses.add(pause);
                return true;
            }
        };

        assertThatThrownBy(() -> new StoredTournamentRunner(store, "cup", CUP.spec(), time, away).run(NOBODY))
                .isInstanceOfSatisfying(
                        StoreException.class, e -> assertThat(e.reason()).isEqualTo(Reason.UNAVAILABLE));

        assertThat(pauses).hasSizeGreaterThan(15);
        assertThat(new StoredTournamentRunner(store, "cup", CUP.spec(), time).run(NOBODY))
                .isEqualTo(TournamentState.ENDED);
        CUP.check(store, "cup");
    }

    @Test
    @Tag("full")
    void run_unacknowledgedStart_isNotRefused() throws InterruptedException {
        CUP.create(store, "cup");
        StoreRetryPolicy forgetful = new StoreRetryPolicy() {
            @Override
            <T> T attempt(Supplier<T> call) {
                long running = count(GameState.RUNNING);
                T answer = call.get();
                if (count(GameState.RUNNING) > running) {
                    throw StoreFailures.of(Reason.UNAVAILABLE);
                }
                return answer;
            }

            @Override
            boolean pause(Duration pause) {
                return true;
            }
        };

        TournamentState state = new StoredTournamentRunner(store, "cup", CUP.spec(), time, forgetful).run(NOBODY);

        assertThat(state).isEqualTo(TournamentState.ENDED);
        CUP.check(store, "cup");
    }
}
