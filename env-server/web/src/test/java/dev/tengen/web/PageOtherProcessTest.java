package dev.tengen.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import dev.tengen.arena.settings.FormatSettings;
import dev.tengen.arena.settings.PlayerSettings;
import dev.tengen.arena.settings.TournamentSettings;
import dev.tengen.arena.store.ArenaStore;
import dev.tengen.board.Grid;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tournaments that other processes play, which share the store of the server, in a browser. */
@Tag("full")
class PageOtherProcessTest extends BrowserTest {
    private static final String KEY = PathKey.of("shared");

    /** Two of its games end, and the others wait for an agent. */
    private static final TournamentSettings SHARED = TournamentSettings.of(
            "shared",
            List.of(
                    new PlayerSettings("ann", "greedy"),
                    new PlayerSettings("bob", "random"),
                    new PlayerSettings("absent", "agent")),
            new FormatSettings.RoundRobin(1),
            Grid.square(3));

    private static JsonNode tournament(ServedPage page) {
        return page.json("/api/tournaments/" + KEY);
    }

    private static void awaitTwoGames(ServedPage page) {
        await().forever().until(() -> tournament(page).path("ended_game_count").asInt() == 2);
    }

    @Test
    void tournament_thatAnotherServerPlays_isNotCalledFailed(@TempDir Path folder) {
        try (ServedPage here = ServedPage.withArena(PageSettings.DEFAULT, folder)) {
            ServedPage other = ServedPage.withArena(PageSettings.DEFAULT, folder);
            try {
                other.create(SHARED);
                awaitTwoGames(here);
                assertThat(tournament(here).path("played_by").asText()).isEqualTo("OTHER_PROCESS");
                assertThat(tournament(other).path("played_by").asText()).isEqualTo("THIS_SERVER");
                assertThat(tournament(other).has("last_result_at")).isFalse();
                browser.go(here.address("/#/tournament/" + KEY));
                browser.awaitText(
                        ".about",
                        "2 of 6 games played; it is not played by this server. Another server or worker plays it."
                                + " Last result at ");
                assertThat(browser.text(".about")).doesNotContain("failed", "Waiting");
            } finally {
                other.close();
            }
            // The page follows what it has no events of.
            browser.awaitText(".about", "No other server or worker plays it now. Last result at ");

            browser.go(here.address("/#/tournaments"));
            browser.awaitText(".tournament-list tbody", "open, not running");
            choose("phase", "RUNNING");
            browser.awaitText(".filters output", "1 tournament");
            browser.go(here.address("/#/"));
            browser.awaitText(".cards.wide .card", "open, not running");
            browser.go("about:blank");
        }
    }

    @Test
    void tournament_thatAnotherServerEnds_isFollowedToItsEnd(@TempDir Path folder) {
        try (ServedPage here = ServedPage.withArena(PageSettings.DEFAULT, folder);
                ServedPage other = ServedPage.withArena(PageSettings.DEFAULT, folder)) {
            other.create(SHARED);
            awaitTwoGames(here);
            browser.go(here.address("/#/tournament/" + KEY));
            browser.awaitText(".about", "Another server or worker plays it.");

            try (FirstMoveAgent agent = FirstMoveAgent.join(other.channel(), "absent")) {
                agent.awaitJoined();
                browser.awaitText(".about", "6 of 6 games played; it has ended.");
            }
            browser.go("about:blank");
        }
    }

    @Test
    void tournament_thatThisServerCannotContinue_hasFailed(@TempDir Path folder) {
        TournamentSettings engines = TournamentSettings.of(
                "shared",
                List.of(new PlayerSettings("ann", "greedy"), new PlayerSettings("bob", "gtp:unknown")),
                new FormatSettings.RoundRobin(1),
                Grid.square(3));
        try (ArenaStore store = ArenaStore.open(folder.resolve("arena.db").toString())) {
            store.tournaments().create(engines.stored(Instant.now()));
        }
        try (ServedPage here = ServedPage.withArena(PageSettings.DEFAULT, folder)) {
            browser.go(here.address("/#/tournament/" + KEY));

            browser.awaitText(".about", "0 of 2 games played; it has failed; see the server's log.");

            browser.go("about:blank");
        }
    }
}
