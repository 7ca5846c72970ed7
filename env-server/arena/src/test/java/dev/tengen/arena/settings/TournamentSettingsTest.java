package dev.tengen.arena.settings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tengen.arena.clock.TimeControl;
import dev.tengen.arena.game.Adjudication;
import dev.tengen.arena.game.DrawRule;
import dev.tengen.arena.game.MoveLimitRule;
import dev.tengen.arena.game.ResignRule;
import dev.tengen.arena.pairing.PlannedPair;
import dev.tengen.arena.pairing.TournamentProgress;
import dev.tengen.arena.rating.RatingOptions;
import dev.tengen.arena.rating.SprtSpec;
import dev.tengen.arena.store.StoredTournament;
import dev.tengen.arena.tournament.BuiltInEntrant;
import dev.tengen.arena.tournament.Entrant;
import dev.tengen.arena.tournament.TournamentConfig;
import dev.tengen.base.InvalidValueException;
import dev.tengen.board.Grid;
import dev.tengen.game.Rules;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TournamentSettingsTest {
    private static final PlayerSettings GREEDY = new PlayerSettings("greedy", "greedy");
    private static final PlayerSettings RANDOM = new PlayerSettings("random", "random", 100.0);
    private static final TournamentSettings CUP =
            TournamentSettings.of("cup", List.of(GREEDY, RANDOM), new FormatSettings.RoundRobin(10), Grid.square(9));

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void json_randomSettings_comeBackAsTheyWere(long seed) {
        RandomSettings source = new RandomSettings(seed);

        for (int i = 0; i < 300; i++) {
            TournamentSettings settings = source.draw();

            assertThat(TournamentSettings.fromJson(settings.toJson())).isEqualTo(settings);
            assertThat(TournamentSettings.fromJson(settings.toJson()).toJson()).isEqualTo(settings.toJson());
        }
    }

    @Test
    void toJson_settings_nameEveryValue() {
        assertThat(CUP.toJson())
                .isEqualTo(
                        "{\"name\":\"cup\",\"players\":[{\"name\":\"greedy\",\"player\":\"greedy\"},"
                                + "{\"name\":\"random\",\"player\":\"random\",\"rating\":100.0}],"
                                + "\"format\":{\"round_robin\":{\"pairs\":10}},\"size\":\"9x9\",\"rules\":{\"komi\":7.5,"
                                + "\"ko\":\"positional\",\"suicide\":\"any\",\"scoring\":\"area\",\"tax\":\"none\","
                                + "\"passes_to_end\":2,\"handicap_bonus\":\"none\",\"dead_stones\":\"as-it-stands\","
                                + "\"repetition_end\":\"none\",\"friendly_pass_ok\":false},\"openings\":{\"random\":2},"
                                + "\"clock\":\"none\",\"network_allowance_ms\":100,\"max_moves\":0,\"move_limit_rule\":\"score\",\"concurrency\":2,\"seed\":0}");
    }

    @Test
    void stored_settings_areWhatTheStoreKeeps() {
        Instant now = Instant.ofEpochMilli(1);

        StoredTournament stored = CUP.stored(now);

        assertThat(stored.name()).isEqualTo("cup");
        assertThat(TournamentSettings.fromJson(stored.settings())).isEqualTo(CUP);
        assertThat(stored.players()).extracting("name").containsExactly("greedy", "random");
        assertThat(stored.players().get(1).settings())
                .isEqualTo("{\"name\":\"random\",\"player\":\"random\",\"rating\":100.0}");
        assertThat(stored.createdAt()).isEqualTo(now);
    }

    @Test
    void ratingOptions_knownRatings_areAnchors() {
        assertThat(CUP.ratingOptions()).isEqualTo(RatingOptions.DEFAULT.withAnchors(Map.of("random", 100.0)));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " ", "a\nb", "a\u0000", "\uD800"})
    void settings_badName_isRefused(String name) {
        assertThatThrownBy(() -> TournamentSettings.of(name, CUP.players(), CUP.format(), CUP.grid()))
                .isInstanceOf(InvalidValueException.class)
                .hasMessage(
                        "name \"%s\" is not 1 to 200 characters, not blank, none of them a control character", name);
    }

    @Test
    void settings_onePlayer_areRefused() {
        assertRefused(List.of(GREEDY), CUP.format(), "players 1 is outside [2, 256]");
    }

    @Test
    void settings_twoOfOneName_areRefused() {
        assertRefused(
                List.of(GREEDY, new PlayerSettings("greedy", "random")),
                CUP.format(),
                "name \"greedy\" is not unique among the players");
    }

    @Test
    void settings_challengerWhoDoesNotPlay_isRefused() {
        assertRefused(
                CUP.players(),
                new FormatSettings.Gauntlet("gnu", 1),
                "challenger \"gnu\" is not one of the players [greedy, random]");
    }

    @Test
    void settings_moreMeetingsThanOthers_areRefused() {
        assertRefused(CUP.players(), new FormatSettings.Swiss(2, false), "meeting_count 2 is outside [1, 1]");
    }

    @Test
    void settings_sprtOfThree_isRefused() {
        TournamentSettings sprt = TournamentSettings.fromJson(
                CUP.toJson().replace("{\"round_robin\":{\"pairs\":10}}", "{\"sprt\":{\"elo0\":0,\"elo1\":9}}"));

        assertRefused(
                List.of(GREEDY, RANDOM, new PlayerSettings("third", "random")),
                sprt.format(),
                "players [greedy, random, third] is not two: the candidate and its opponent");
    }

    @Test
    void settings_tooManyPairsInAll_areRefused() {
        List<PlayerSettings> players = IntStream.range(0, 12)
                .mapToObj(i -> new PlayerSettings("player " + i, "random"))
                .toList();

        assertRefused(
                players,
                new FormatSettings.RoundRobin(2000),
                "pair_count makes 132000 pairs of games between 12 players; at most 100000 are allowed");
    }

    @Test
    void settings_oracleOnALargeBoard_isRefused() {
        assertThatThrownBy(() -> TournamentSettings.of(
                        "cup", List.of(GREEDY, new PlayerSettings("oracle", "oracle")), CUP.format(), CUP.grid()))
                .isInstanceOf(InvalidValueException.class)
                .hasMessageContaining("9x9");
    }

    @Test
    void settings_openingThatIsTooLong_isRefused() {
        assertThatThrownBy(() -> new TournamentSettings(
                        "cup",
                        CUP.players(),
                        CUP.format(),
                        Grid.square(1),
                        Rules.TROMP_TAYLOR,
                        TournamentSettings.DEFAULT_OPENINGS,
                        TimeControl.NONE,
                        Duration.ZERO,
                        0,
                        MoveLimitRule.SCORE,
                        Adjudication.NONE,
                        1,
                        0,
                        Optional.empty()))
                .isInstanceOf(InvalidValueException.class)
                .hasMessage("move_count 2 is outside [1, 1]");
    }

    @Test
    void settings_fractionOfAMillisecond_isRefused() {
        assertThatThrownBy(() -> new TournamentSettings(
                        "cup",
                        CUP.players(),
                        CUP.format(),
                        CUP.grid(),
                        CUP.rules(),
                        CUP.openings(),
                        TimeControl.NONE,
                        Duration.ofNanos(1),
                        0,
                        MoveLimitRule.SCORE,
                        Adjudication.NONE,
                        1,
                        0,
                        Optional.empty()))
                .isInstanceOf(InvalidValueException.class)
                .hasMessage("network_allowance PT0.000000001S is not whole milliseconds");
    }

    @Test
    void withAdjudication_rules_areInTheTextAndInTheGames() {
        TournamentSettings early =
                CUP.withAdjudication(new Adjudication(new ResignRule(0.05, 3, 0, false), null, true));

        assertThat(early.toJson())
                .contains("\"move_limit_rule\":\"score\",\"adjudication\":{\"resign\":{\"below\":0.05,\"moves\":3,"
                        + "\"from_move\":0,\"both_agree\":false},\"settled\":true},\"concurrency\"");
        assertThat(TournamentSettings.fromJson(early.toJson())).isEqualTo(early);
        assertThat(early.playsAs(CUP)).isFalse();
    }

    @Test
    void withAdjudication_drawsWithAFractionOfKomi_areRefused() {
        assertThatThrownBy(() -> CUP.withAdjudication(new Adjudication(null, new DrawRule(0.1, 2, 0), false)))
                .isInstanceOf(InvalidValueException.class)
                .hasMessage("komi 7.5 is not a whole number, which the rule for draws needs");
    }

    @Test
    void spec_everyFormat_plansAsSpecified() {
        TournamentSettings three = TournamentSettings.of(
                "cup",
                List.of(GREEDY, RANDOM, new PlayerSettings("third", "random")),
                new FormatSettings.RoundRobin(4),
                CUP.grid());

        assertThat(firstPairs(three)).hasSize(12);
        assertThat(firstPairs(with(three, new FormatSettings.Gauntlet("third", 2))))
                .hasSize(4)
                .extracting(PlannedPair::first)
                .containsOnly("third");
        assertThat(firstPairs(with(three, new FormatSettings.Swiss(2, false)))).isNotEmpty();
        assertThat(firstPairs(with(CUP, new FormatSettings.Sprt(new SprtSpec(0, 50)))))
                .as("as many as all workers together may play at once")
                .hasSize(TournamentSettings.MAX_CONCURRENCY);
    }

    private static TournamentSettings with(TournamentSettings settings, FormatSettings format) {
        return TournamentSettings.of(settings.name(), settings.players(), format, settings.grid());
    }

    private static List<PlannedPair> firstPairs(TournamentSettings settings) {
        return settings.spec(TournamentSettingsTest::entrant)
                .pairing()
                .next(TournamentProgress.NONE, Set.of(), Integer.MAX_VALUE);
    }

    private static Entrant entrant(PlayerSettings player) {
        return new BuiltInEntrant(player.name(), player.builtIn().orElseThrow(), Runnable::run);
    }

    @Test
    void spec_sameSettings_haveTheSameOpenings() {
        TournamentConfig spec = CUP.spec(TournamentSettingsTest::entrant);

        assertThat(spec.openings())
                .hasSize(10)
                .isEqualTo(CUP.spec(TournamentSettingsTest::entrant).openings())
                .allSatisfy(opening -> assertThat(opening.moves()).hasSize(2));
        assertThat(spec.entrants()).extracting(Entrant::name).containsExactly("greedy", "random");
        assertThat(spec.game().networkAllowance()).isEqualTo(Duration.ofMillis(100));
    }

    private static void assertRefused(List<PlayerSettings> players, FormatSettings format, String message) {
        assertThatThrownBy(() -> TournamentSettings.of("cup", players, format, Grid.square(9)))
                .isInstanceOf(InvalidValueException.class)
                .hasMessage(message);
    }
}
