package dev.tengen.arena.service;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.tengen.arena.settings.FormatSettings;
import dev.tengen.arena.settings.PlayerSettings;
import dev.tengen.arena.settings.TournamentSettings;
import dev.tengen.base.InvalidValueException;
import dev.tengen.board.Grid;
import dev.tengen.proto.v1.ArenaGame;
import dev.tengen.proto.v1.GetLadderResponse;
import dev.tengen.proto.v1.JoinArena;
import dev.tengen.proto.v1.LadderRow;
import dev.tengen.proto.v1.LadderTable;
import dev.tengen.server.ServerConfig;
import io.grpc.Status;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.function.Predicate;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The ladder of a server, with agents that really connect. */
class LadderServiceTest {
    @TempDir
    private Path folder;

    private static LadderTable awaitTable(ServedArena arena, Predicate<LadderTable> wanted) {
        return await().forever()
                .pollInterval(Duration.ofMillis(50))
                .until(() -> LadderFixture.ladder(arena).getLadder(), wanted);
    }

    private static LadderTable awaitGames(ServedArena arena, long count) {
        return awaitTable(arena, table -> table.getGameCount() >= count);
    }

    @Test
    void ladder_agentsThatJoin_arePairedAndRated() {
        try (ServedArena arena = LadderFixture.start(folder, FormatSettings.Ladder.DEFAULT)) {
            LadderFixture.join(arena.channel(), "ada", "1.0");
            LadderFixture.join(arena.channel(), "ben", "");

            LadderTable table = awaitTable(
                    arena,
                    known -> known.getGameCount() >= 12
                            && known.getRowsList().stream().allMatch(row -> row.getRank() > 0));

            LadderRow ada = LadderFixture.row(table, "ada@1.0");
            assertThat(ada.getAgent()).isEqualTo("ada");
            assertThat(ada.getVersion()).isEqualTo("1.0");
            assertThat(ada.getLink()).isEqualTo("https://example.org/ada");
            assertThat(ada.getIsConnected()).isTrue();
            assertThat(ada.getGameCount()).isEqualTo(ada.getWinCount() + ada.getLossCount() + ada.getDrawCount());
            assertThat(ada.getRating().getLower()).isLessThan(ada.getRating().getUpper());
            assertThat(LadderFixture.row(table, "ben").getGameCount()).isPositive();
            LadderRow anchor = LadderFixture.row(table, "random");
            assertThat(anchor.getIsAnchor()).isTrue();
            assertThat(anchor.getRating().getElo()).isEqualTo(1_000);
            assertThat(table.getIsAnchored()).isTrue();
        }
    }

    @Test
    void ladder_response_hasHistoryAndRecentGames() {
        try (ServedArena arena = LadderFixture.start(folder, FormatSettings.Ladder.DEFAULT)) {
            LadderFixture.join(arena.channel(), "ada", "");
            awaitGames(arena, 4);

            GetLadderResponse response =
                    await().forever().until(() -> LadderFixture.ladder(arena), known -> known.getHistoryCount() > 0);

            assertThat(response.getHistory(0).getPlayersList()).contains("ada", "random");
            assertThat(response.getHistory(0).getAtMs()).isPositive();
            assertThat(response.getRecentGamesList())
                    .extracting(ArenaGame::getGameId)
                    .allMatch(id -> id.startsWith(LadderFixture.NAME + "/"));
        }
    }

    @Test
    void ladder_serverRestarts_keepsGamesAndPlayers() {
        long count;
        try (ServedArena arena = LadderFixture.start(folder, FormatSettings.Ladder.DEFAULT)) {
            LadderFixture.join(arena.channel(), "ada", "1");
            count = awaitGames(arena, 6).getGameCount();
        }

        try (ServedArena arena = LadderFixture.start(folder, FormatSettings.Ladder.DEFAULT)) {
            LadderTable before = awaitGames(arena, count);
            LadderRow absent = LadderFixture.row(before, "ada@1");
            assertThat(absent.getIsConnected()).isFalse();
            assertThat(absent.getGameCount()).isGreaterThanOrEqualTo((int) count);
            assertThat(absent.getSeenAtMs())
                    .isBetween(
                            Instant.now().minusSeconds(120).toEpochMilli(),
                            Instant.now().toEpochMilli());

            LadderFixture.join(arena.channel(), "ada", "1");

            awaitGames(arena, before.getGameCount() + 2);
        }
    }

    @Test
    void ladder_newVersion_isANewPlayerAndTheOldOneStays() {
        try (ServedArena arena = LadderFixture.start(folder, FormatSettings.Ladder.DEFAULT)) {
            RawAgent old = LadderFixture.join(arena.channel(), "ada", "1");
            awaitGames(arena, 2);
            old.close();
            await().forever().until(() -> !arena.arena().agents().isConnected("ada"));
            await().forever().until(() -> arena.arena().agents().list().isEmpty());

            LadderFixture.join(arena.channel(), "ada", "2");

            LadderTable table = awaitTable(
                    arena,
                    known -> known.getRowsList().stream()
                            .anyMatch(row -> row.getPlayer().equals("ada@2") && row.getGameCount() >= 2));
            assertThat(LadderFixture.row(table, "ada@1").getGameCount()).isGreaterThanOrEqualTo(2);
            assertThat(LadderFixture.row(table, "ada@1").getIsConnected()).isFalse();
        }
    }

    @Test
    @Tag("full")
    void join_ladderIsFull_isRefused() {
        FormatSettings.Ladder small = new FormatSettings.Ladder(1, 1_000, 2, 1);
        try (ServedArena arena = LadderFixture.start(folder, small)) {
            LadderFixture.join(arena.channel(), "ada", "1").awaitJoined();

            Throwable end = LadderFixture.join(arena.channel(), "ben", "1").awaitEnd();

            assertThat(Status.fromThrowable(end).getCode()).isEqualTo(Status.Code.RESOURCE_EXHAUSTED);
            assertThat(end).hasMessageContaining("the ladder has 2 players");
        }
    }

    @Test
    void join_wrongValues_areRefused() {
        try (ServedArena arena = LadderFixture.start(folder, FormatSettings.Ladder.DEFAULT)) {
            for (JoinArena join : List.of(
                    JoinArena.newBuilder().setName("ada@1").build(),
                    JoinArena.newBuilder().setName("random").build(),
                    JoinArena.newBuilder().setName("ada").setVersion("a@b").build(),
                    JoinArena.newBuilder()
                            .setName("ada")
                            .setLink("javascript:alert(1)")
                            .build(),
                    JoinArena.newBuilder()
                            .setName("ada")
                            .setLink("https://user:secret@example.org")
                            .build())) {
                Throwable end = RawAgent.join(arena.channel(), join, RawAgent.Policy.SILENT)
                        .awaitEnd();

                assertThat(Status.fromThrowable(end).getCode()).as("%s", join).isEqualTo(Status.Code.INVALID_ARGUMENT);
            }
        }
    }

    @Test
    @Tag("full")
    void quota_gamesPerHour_limitsAnAgent() throws InterruptedException {
        FormatSettings.Ladder few = new FormatSettings.Ladder(1, 6, 10, 10);
        try (ServedArena arena = LadderFixture.start(folder, few)) {
            LadderFixture.join(arena.channel(), "ada", "");
            awaitGames(arena, 6);

            Thread.sleep(3_000); // Two looks of the runner for games that can start.

            assertThat(arena.arena().ladder().orElseThrow().gameCount()).isEqualTo(6);
        }
    }

    @Test
    void open_otherRules_isRefused() {
        TournamentSettings small = LadderFixture.settings(FormatSettings.Ladder.DEFAULT, Grid.square(5));
        TournamentSettings large = LadderFixture.settings(FormatSettings.Ladder.DEFAULT, Grid.square(6));
        LadderFixture.start(folder, small, ServerConfig.DEFAULT).close();

        assertThatThrownBy(() -> LadderFixture.start(folder, large, ServerConfig.DEFAULT))
                .isInstanceOf(InvalidValueException.class)
                .hasMessageContaining("size was \"5x5\", is \"6x6\"");
    }

    @Test
    void open_otherAnchorsAndLimits_isAllowed() {
        LadderFixture.start(folder, FormatSettings.Ladder.DEFAULT).close();
        TournamentSettings more = TournamentSettings.of(
                LadderFixture.NAME,
                List.of(
                        LadderFixture.ANCHOR,
                        new PlayerSettings("greedy", "greedy", 1_400.0),
                        new PlayerSettings("known", PlayerSettings.AGENT, 1_200.0)),
                new FormatSettings.Ladder(1, 100, 50, 5),
                Grid.square(5));

        try (ServedArena arena = LadderFixture.start(folder, more, ServerConfig.DEFAULT)) {
            LadderFixture.join(arena.channel(), "known", "");
            LadderTable table = awaitTable(
                    arena,
                    known -> known.getGameCount() >= 2
                            && LadderFixture.row(known, "known").getRank() > 0);

            assertThat(LadderFixture.row(table, "known").getIsAnchor()).isTrue();
            assertThat(LadderFixture.row(table, "greedy").getRating().getElo()).isEqualTo(1_400);
        }
    }
}
