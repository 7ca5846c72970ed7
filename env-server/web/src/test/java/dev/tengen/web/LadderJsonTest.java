package dev.tengen.web;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.tengen.arena.host.LadderTable;
import dev.tengen.arena.json.Json;
import dev.tengen.arena.rating.Interval;
import dev.tengen.arena.rating.Rating;
import dev.tengen.arena.rating.Tally;
import dev.tengen.arena.settings.FormatSettings;
import dev.tengen.arena.settings.TournamentSettings;
import dev.tengen.board.Grid;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class LadderJsonTest {
    private static final Instant NOON = Instant.parse("2026-11-27T12:00:00Z");
    private static final LadderTable.Row ADA = new LadderTable.Row(
            1,
            "ada@1.0",
            "ada",
            "1.0",
            "https://example.org/ada",
            Optional.of(new Rating("ada@1.0", 123.456, new Interval(23.44, 223.47), false)),
            new Tally(3, 2, 1),
            true,
            Optional.of(NOON));
    private static final LadderTable.Row HOUSE = new LadderTable.Row(
            2,
            "random",
            "",
            "",
            "",
            Optional.of(new Rating("random", 0, new Interval(0, 0), true)),
            new Tally(2, 3, 1),
            true,
            Optional.empty());
    private static final LadderTable.Row BOB =
            new LadderTable.Row(0, "bob", "bob", "", "", Optional.empty(), Tally.NONE, false, Optional.of(NOON));

    private static LadderJson ladder(List<LadderTable.Row> rows, List<LadderTable.Point> history, int port) {
        return LadderJson.of(
                new LadderTable("open", rows, Optional.empty(), true, 0.95, 6, 0),
                TournamentSettings.of("open", List.of(), FormatSettings.Ladder.DEFAULT, Grid.square(5)),
                LadderCourses.of(history),
                List.of(),
                port);
    }

    private static JsonNode json(LadderTable.Row row) {
        return Json.tree(ladder(List.of(row), List.of(), 9019)).path("rows").path(0);
    }

    private static LadderTable.Row withLink(String link) {
        return new LadderTable.Row(1, "ada", "ada", "", link, Optional.empty(), Tally.NONE, false, Optional.of(NOON));
    }

    @Test
    void row_ofARatedAgent_hasAllItsValues() {
        assertThat(json(ADA))
                .hasToString(
                        "{\"player\":\"ada@1.0\",\"key\":\"" + PathKey.of("ada@1.0")
                                + "\",\"rank\":1,\"agent\":\"ada\",\"version\":\"1.0\",\"link\":\"https://example.org/ada\","
                                + "\"elo\":123.5,\"elo_lower\":23.4,\"elo_upper\":223.5,\"is_anchor\":false,"
                                + "\"wins\":3,\"losses\":2,\"draws\":1,\"points\":3.5,\"is_connected\":true,\"is_retired\":false}");
    }

    @Test
    void row_ofAPlayerWithoutARating_claimsNone() {
        JsonNode bob = json(BOB);

        for (String absent : List.of("rank", "elo", "elo_lower", "elo_upper", "version", "link")) {
            assertThat(bob.has(absent)).as(absent).isFalse();
        }
        assertThat(bob.path("is_connected").asBoolean(true)).isFalse();
        assertThat(bob.path("seen_at").asText()).isEqualTo("2026-11-27T12:00:00Z");
    }

    @Test
    void row_ofAPlayerOfTheServer_isAnAnchorWithoutAnAgent() {
        JsonNode house = json(HOUSE);

        assertThat(house.has("agent")).isFalse();
        assertThat(house.path("is_anchor").asBoolean()).isTrue();
        assertThat(house.has("seen_at")).isFalse();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "javascript:alert(1)",
                "JavaScript:alert(1)//http://example.org",
                "data:text/html,<script>alert(1)</script>",
                "file:///etc/passwd",
                "https://ann:secret@example.org/",
                "//example.org",
                "http:",
                " https://example.org"
            })
    void link_thatIsNoWebAddress_isLeftOut(String link) {
        assertThat(json(withLink(link)).has("link")).isFalse();
    }

    @ParameterizedTest
    @ValueSource(strings = {"http://example.org", "https://example.org/a?b=c#d"})
    void link_toAWebPage_isKept(String link) {
        assertThat(json(withLink(link)).path("link").asText()).isEqualTo(link);
    }

    private static LadderTable.Row version(String version, boolean isConnected, Instant seenAt) {
        String name = "eve@" + version;
        Rating rating = new Rating(name, 10, new Interval(0, 20), false);
        return new LadderTable.Row(
                1, name, "eve", version, "", Optional.of(rating), Tally.NONE, isConnected, Optional.of(seenAt));
    }

    private static List<Boolean> retired(LadderTable.Row... rows) {
        return ladder(List.of(rows), List.of(), 9019).rows().stream()
                .map(LadderJson.Row::isRetired)
                .toList();
    }

    @Test
    void retired_isAVersionThatIsAwayWhileAnotherOneIsConnectedOrWasLater() {
        LadderTable.Row first = version("1.0", false, NOON);
        LadderTable.Row second = version("2.0", false, NOON.plusSeconds(9));
        LadderTable.Row third = version("3.0", true, NOON);

        assertThat(retired(first, second)).containsExactly(true, false);
        assertThat(retired(second, third, first)).containsExactly(true, false, true);
        assertThat(retired(third, version("4.0", true, NOON))).containsExactly(false, false);
        assertThat(retired(first, BOB, HOUSE)).containsExactly(false, false, false);
    }

    @Test
    void charted_retiredVersions_areLeftOut() {
        List<LadderTable.Row> rows = List.of(version("1.0", false, NOON), version("2.0", true, NOON));
        List<Rating> ratings =
                rows.stream().map(row -> row.rating().orElseThrow()).toList();

        LadderJson ladder = ladder(rows, List.of(new LadderTable.Point(NOON, 6, ratings)), 9019);

        assertThat(ladder.charted()).extracting(LadderJson.Charted::player).containsExactly("eve@2.0");
    }

    @Test
    void connectedCount_playersOfTheServer_areNotAgents() {
        assertThat(ladder(List.of(ADA, HOUSE, BOB), List.of(), 9019).connectedCount())
                .isEqualTo(1);
    }

    @ParameterizedTest
    @CsvSource({"9019, true", "-1, false"})
    void grpcPort_onlyOfATcpServer_isThere(int port, boolean isThere) {
        assertThat(Json.tree(ladder(List.of(ADA), List.of(), port)).has("grpc_port"))
                .isEqualTo(isThere);
    }

    @Test
    void charted_onALargeLadder_areAFewThatAreRatedHighest() {
        List<Rating> ratings = IntStream.range(0, 1_000)
                .mapToObj(place -> new Rating("player " + place, -place, new Interval(-place - 50, 50 - place), false))
                .toList();
        List<LadderTable.Row> rows = IntStream.range(0, 1_000)
                .mapToObj(place -> new LadderTable.Row(
                        place + 1,
                        "player " + place,
                        "player " + place,
                        "",
                        "",
                        Optional.of(ratings.get(place)),
                        Tally.NONE,
                        false,
                        Optional.of(NOON)))
                .toList();
        List<LadderTable.Point> history = new ArrayList<>();
        for (int point = 0; point < 20; point++) {
            history.add(new LadderTable.Point(NOON.plusSeconds(point), 50 * point + 50, ratings));
        }

        LadderJson large = ladder(rows, history, 9019);

        assertThat(large.charted())
                .extracting(LadderJson.Charted::player)
                .containsExactly("player 0", "player 1", "player 2", "player 3", "player 4", "player 5");
        assertThat(large.charted())
                .allSatisfy(charted -> assertThat(charted.course())
                        .hasSize(20)
                        .isSortedAccordingTo((one, other) -> Integer.compare(one.gameCount(), other.gameCount())));
        assertThat(Json.text(large).length()).isLessThan(400_000);
    }

    @Test
    void player_byName_hasItsCourse() {
        LadderTable.Point point =
                new LadderTable.Point(NOON, 6, List.of(ADA.rating().orElseThrow()));
        LadderJson ladder = ladder(List.of(ADA, BOB), List.of(point), 9019);
        LadderCourses courses = LadderCourses.of(List.of(point));

        assertThat(ladder.player("ada@1.0", courses).orElseThrow().course())
                .containsExactly(new LadderCourses.Point("2026-11-27T12:00:00Z", 6, 123.5, 23.4, 223.5));
        assertThat(ladder.player("bob", courses).orElseThrow().course()).isEmpty();
        assertThat(ladder.player("ada", courses)).isEmpty();
    }
}
