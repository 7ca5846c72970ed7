package dev.tengen.race.planes;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tengen.base.SplitMix64;
import dev.tengen.board.Color;
import dev.tengen.board.PointSet;
import dev.tengen.game.Game;
import dev.tengen.planes.Encoding;
import dev.tengen.planes.catalog.DrawnPlanes;
import dev.tengen.planes.catalog.Encodings;
import dev.tengen.race.RaceAnalysis;
import dev.tengen.race.count.RaceAnalyzer;
import dev.tengen.testing.Diagrams;
import dev.tengen.testing.TestSize;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Compares the planes of races with the analyzer point by point, along random games from boards with and without races,
 * and the planes before them with {@code tactical}.
 */
@Tag("reference")
class RacePlanesAgreementTest {
    private static final int GAMES = TestSize.of(30);
    private static final int MOVES = 8;
    private static final List<String> OPEN =
            List.of(". . . .\n. . . .\n. . . .", ".......\n".repeat(7).strip());

    private final Map<String, Integer> met = new LinkedHashMap<>();

    @Test
    void encode_randomGamesFromRaces_agreesWithTheAnalyzer() {
        SplitMix64 random = new SplitMix64(1);

        for (String drawing : DrawnRaces.ALL) {
            for (int i = 0; i < GAMES; i++) {
                play(Diagrams.game(drawing), random, MOVES);
            }
        }

        assertThat(met.toString())
                .isEqualTo(
                        TestSize.exact(
                                "{compared=265, without races=93, not known=99, race=172, own_essential=172, opponent_essential=172, "
                                        + "shared_liberty=114, own_external_liberty=75, opponent_external_liberty=89, own_race_eye=87, opponent_race_eye=73, "
                                        + "race_win=16, race_first=22, race_win_or_seki=4, race_seki=5, race_seki_or_loss=5, race_loss=26}",
                                "{compared=2689, without races=812, not known=1102, race=1877, own_essential=1877, opponent_essential=1877, "
                                        + "shared_liberty=1252, own_external_liberty=817, opponent_external_liberty=958, own_race_eye=1001, opponent_race_eye=819, "
                                        + "race_win=199, race_first=265, race_win_or_seki=45, race_seki=57, race_seki_or_loss=40, race_loss=221}"));
    }

    @Test
    void encode_randomGamesFromEmptyBoards_agreesWithTheAnalyzer() {
        SplitMix64 random = new SplitMix64(1);

        for (String drawing : OPEN) {
            for (int i = 0; i < GAMES; i++) {
                play(Diagrams.game(drawing), random, 100);
            }
        }

        assertThat(met.toString())
                .isEqualTo(
                        TestSize.exact(
                                "{compared=408, without races=398, not known=7, race=10, own_essential=10, opponent_essential=10, "
                                        + "shared_liberty=10, own_external_liberty=0, opponent_external_liberty=0, own_race_eye=5, opponent_race_eye=4, "
                                        + "race_win=0, race_first=1, race_win_or_seki=0, race_seki=2, race_seki_or_loss=0, race_loss=1}",
                                "{compared=4958, without races=4634, not known=177, race=324, own_essential=324, opponent_essential=324, "
                                        + "shared_liberty=288, own_external_liberty=3, opponent_external_liberty=3, own_race_eye=133, opponent_race_eye=130, "
                                        + "race_win=19, race_first=91, race_win_or_seki=0, race_seki=27, race_seki_or_loss=2, race_loss=18}"));
    }

    private void play(Game game, SplitMix64 random, int moveLimit) {
        PointSet legal = new PointSet(game.grid());
        compare(game);
        for (int move = 0; move < moveLimit && !game.isOver(); move++) {
            game.legalPoints(legal);
            boolean isPass = legal.isEmpty() || random.nextInt(25) == 0;
            game.playUnchecked(isPass ? game.grid().pass() : legal.nth(random.nextInt(legal.size())));
            compare(game);
        }
    }

    private void compare(Game game) {
        Encoding plain = Encodings.named("tactical", game.grid()).orElseThrow();
        Encoding without = Encodings.named("tactical:races=0", game.grid()).orElseThrow();
        Encoding with = Encodings.named("tactical:races=1", game.grid()).orElseThrow();
        int before = plain.spec().planeCount();
        List<String> planes = DrawnPlanes.of(with, game);
        List<RaceAnalysis> analyses = analyses(game);

        assertThat(without.observation(game)).isEqualTo(plain.observation(game));
        assertThat(planes.subList(0, before)).isEqualTo(DrawnPlanes.of(plain, game));
        met.merge("compared", 1, Integer::sum);
        met.merge("without races", analyses.isEmpty() ? 1 : 0, Integer::sum);
        met.merge("not known", analyses.stream().allMatch(race -> race.status().isSupported()) ? 0 : 1, Integer::sum);
        for (int plane = before; plane < planes.size(); plane++) {
            String name = with.spec().planes().get(plane).name();
            String expected = slow(name, game, analyses);
            assertThat(planes.get(plane))
                    .as("%s in\n%s", name, Diagrams.draw(game))
                    .isEqualTo(expected);
            met.merge(name, expected.contains("1") ? 1 : 0, Integer::sum);
        }
    }

    private static List<RaceAnalysis> analyses(Game game) {
        RaceAnalyzer analyzer = new RaceAnalyzer(RacePlanes.BUDGET);
        return analyzer.find(game.board(), new PointSet(game.grid())).stream()
                .map(analyzer::analyze)
                .toList();
    }

    private static String slow(String plane, Game game, List<RaceAnalysis> analyses) {
        StringBuilder drawn = new StringBuilder();
        for (int point = 0; point < game.grid().pointCount(); point++) {
            int place = point;
            boolean isLit = analyses.stream().anyMatch(race -> isLit(plane, race, game.playerToMove(), place));
            drawn.append(point > 0 && game.grid().column(point) == 0 ? "/" : "").append(isLit ? '1' : '0');
        }
        return drawn.toString();
    }

    private static boolean isLit(String plane, RaceAnalysis race, int own, int point) {
        int opponent = Color.opponent(own);
        return switch (plane) {
            case "race" -> isOfRace(race, point);
            case "own_essential" -> race.race().essential(own).contains(point);
            case "opponent_essential" -> race.race().essential(opponent).contains(point);
            case "shared_liberty" -> race.liberties().shared().contains(point);
            case "own_external_liberty" -> race.liberties().external(own).contains(point);
            case "opponent_external_liberty" ->
                race.liberties().external(opponent).contains(point);
            case "own_race_eye" -> race.liberties().eye(own).contains(point);
            case "opponent_race_eye" -> race.liberties().eye(opponent).contains(point);
            default -> isEssential(race, point) && values(race, own).equals(valuesOf(plane));
        };
    }

    private static boolean isEssential(RaceAnalysis race, int point) {
        return race.race().essential(Color.BLACK).contains(point)
                || race.race().essential(Color.WHITE).contains(point);
    }

    private static boolean isOfRace(RaceAnalysis race, int point) {
        return isEssential(race, point)
                || race.liberties().shared().contains(point)
                || Arrays.stream(new int[] {Color.BLACK, Color.WHITE})
                        .anyMatch(color -> race.liberties().external(color).contains(point)
                                || race.liberties().eye(color).contains(point)
                                || race.liberties().complex(color).contains(point));
    }

    /** Returns the values of the race for {@code own} moving first and second; empty if they are unknown. */
    private static List<Integer> values(RaceAnalysis race, int own) {
        return List.of(own, Color.opponent(own)).stream()
                .map(race::first)
                .flatMap(outcome -> outcome.result().stream())
                .map(result -> result.valueFor(own))
                .toList();
    }

    private static List<Integer> valuesOf(String plane) {
        return switch (plane) {
            case "race_win" -> List.of(1, 1);
            case "race_first" -> List.of(1, -1);
            case "race_win_or_seki" -> List.of(1, 0);
            case "race_seki" -> List.of(0, 0);
            case "race_seki_or_loss" -> List.of(0, -1);
            case "race_loss" -> List.of(-1, -1);
            default -> throw new AssertionError(plane);
        };
    }
}
