package dev.tengen.race.planes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tengen.base.InvalidValueException;
import dev.tengen.board.Color;
import dev.tengen.board.Grid;
import dev.tengen.board.PointSet;
import dev.tengen.game.Game;
import dev.tengen.game.Rules;
import dev.tengen.game.Setup;
import dev.tengen.planes.Encoding;
import dev.tengen.planes.EncodingSpec;
import dev.tengen.planes.Symmetry;
import dev.tengen.planes.SymmetryMap;
import dev.tengen.planes.bits.PlaneTurner;
import dev.tengen.planes.catalog.DrawnPlanes;
import dev.tengen.planes.catalog.Encodings;
import dev.tengen.testing.Diagrams;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class RacePlanesTest {
    private static final String NAME = "tactical:races=1";
    private static final int BEFORE = Encodings.spec("encoding", "tactical").planeCount();

    /**
     * A board, the roles of its points in the race, and the planes of the result if Black and if White is to move.
     *
     * <p>The points: {@code b} and {@code w} the essential chains, {@code x} an external liberty of Black and {@code y}
     * of White, {@code s} a shared one, {@code e} Black's eye, {@code r} another point of the race.
     */
    private record Drawn(String board, String roles, String blackResult, String whiteResult) {
        /** Returns the planes that are not empty, by name. */
        Map<String, String> planes(int own) {
            boolean isBlack = own == Color.BLACK;
            Map<String, String> planes = new TreeMap<>();
            put(planes, "race", "bwxyser");
            put(planes, isBlack ? "own_essential" : "opponent_essential", "b");
            put(planes, isBlack ? "opponent_essential" : "own_essential", "w");
            put(planes, isBlack ? "own_external_liberty" : "opponent_external_liberty", "x");
            put(planes, isBlack ? "opponent_external_liberty" : "own_external_liberty", "y");
            put(planes, "shared_liberty", "s");
            put(planes, isBlack ? "own_race_eye" : "opponent_race_eye", "e");
            put(planes, isBlack ? blackResult : whiteResult, "bw");
            planes.remove("");
            return planes;
        }

        private void put(Map<String, String> planes, String name, String letters) {
            String plane = roles.strip()
                    .replace(" ", "")
                    .replaceAll("[" + letters + "]", "1")
                    .replaceAll("[a-z.]", "0")
                    .replace('\n', '/');
            if (plane.contains("1")) {
                planes.put(name, plane);
            }
        }
    }

    private static final String ROLES_OF_FIRST = """
            . . . . . . . . .
            . . . . . . . . .
            x x x b b b b b b
            b b b b b b b b b
            w w w b b b b b b
            w w w w w w w w w
            w w w w w w y y y
            . . . . . . . . .
            . . . . . . . . .
            """;
    private static final String ROLES_OF_SEKI = """
            . . . . . . . . .
            . . . . . . . . .
            x b b b b b b b b
            b b b b b b b b b
            s s w b b b b b b
            w w w w w w w w w
            w w w w w w w w y
            . . . . . . . . .
            . . . . . . . . .
            """;
    private static final String ROLES_OF_REGION = """
            . . . . . . . . . . . . .
            . . . . . . . . . . . . .
            . r r r . . . . . . . . .
            . . . . . . . . . . . . .
            . r . . . . . . . . . . .
            b b b b b b b b b b b b b
            w w w w w w b b b b b b b
            w w w w w w w w w w w w w
            . . . . . . . . . . . . y
            . . . . . . . . . . . . .
            . . . . . . . . . . . . .
            . . . . . . . . . . . . .
            . . . . . . . . . . . . .
            """;

    private static List<Drawn> drawn() {
        return List.of(
                new Drawn(DrawnRaces.FIRST, ROLES_OF_FIRST, "race_first", "race_first"),
                new Drawn(DrawnRaces.WIN, ROLES_OF_FIRST.replace("y y y", "w w y"), "race_win", "race_loss"),
                new Drawn(DrawnRaces.LOSS, ROLES_OF_FIRST.replace("x x x", "x b b"), "race_loss", "race_win"),
                new Drawn(DrawnRaces.SEKI, ROLES_OF_SEKI, "race_seki", "race_seki"),
                new Drawn(
                        DrawnRaces.WIN_OR_SEKI,
                        ROLES_OF_SEKI.replace("x b", "x x"),
                        "race_win_or_seki",
                        "race_seki_or_loss"),
                new Drawn(
                        DrawnRaces.SEKI_OR_LOSS,
                        ROLES_OF_SEKI.replace("w y", "y y"),
                        "race_seki_or_loss",
                        "race_win_or_seki"),
                new Drawn(
                        DrawnRaces.EYE,
                        ROLES_OF_SEKI.replace("b b b b b b b b b\ns s w", "b b e b b b b b b\ns s b"),
                        "race_win",
                        "race_loss"),
                new Drawn(
                        DrawnRaces.UNKNOWN,
                        ROLES_OF_SEKI.replace("b b b b b b b b b\ns s w", "b b e e e b b b b\ns s b"),
                        "",
                        ""),
                new Drawn(DrawnRaces.REGION, ROLES_OF_REGION, "race_first", "race_first"));
    }

    private static Map<String, String> litPlanes(Game game) {
        List<String> planes = DrawnPlanes.of(NAME, game);
        List<EncodingSpec.Feature> features = Encodings.spec("encoding", NAME).planes();
        return IntStream.range(BEFORE, features.size())
                .filter(plane -> planes.get(plane).contains("1"))
                .boxed()
                .collect(Collectors.toMap(plane -> features.get(plane).name(), planes::get));
    }

    @ParameterizedTest
    @MethodSource("drawn")
    void encode_drawnRace_lightsItsPlanes(Drawn drawn) {
        for (int own = Color.BLACK; own <= Color.WHITE; own++) {
            Game game = Diagrams.game(drawn.board, Rules.TROMP_TAYLOR, own);

            assertThat(litPlanes(game)).as(Color.name(own)).isEqualTo(drawn.planes(own));
        }
    }

    @Test
    void encode_twoRaces_lightsTheResultOfEachOnItsOwnChains() {
        Map<String, String> planes = litPlanes(Diagrams.game(DrawnRaces.TWO));

        // On the left two liberties each, on the right one of Black and two of White.
        assertThat(planes)
                .containsEntry(
                        "race_first", "000000000/000000000/001100000/111100000/111100000/110000000/000000000/000000000")
                .containsEntry(
                        "race_loss", "000000000/000000000/000000110/000001111/000001111/000000011/000000000/000000000")
                .doesNotContainKeys("race_win", "race_seki", "race_win_or_seki", "race_seki_or_loss");
    }

    @Test
    void encode_emptyBoard_lightsNone() {
        assertThat(litPlanes(Diagrams.game(". . .\n. . .\n. . ."))).isEmpty();
    }

    @ParameterizedTest
    @FieldSource("dev.tengen.race.planes.DrawnRaces#ALL")
    void encode_colorsSwapped_isTheSame(String drawing) {
        String swapped = drawing.replace('X', '*').replace('O', 'X').replace('*', 'O');

        assertThat(litPlanes(Diagrams.game(swapped, Rules.TROMP_TAYLOR, Color.WHITE)))
                .isEqualTo(litPlanes(Diagrams.game(drawing)))
                .isNotEmpty();
    }

    @ParameterizedTest
    @FieldSource("dev.tengen.race.planes.DrawnRaces#ALL")
    void encode_boardTurned_isTurned(String drawing) {
        Setup setup = Diagrams.setup(drawing);
        Encoding encoding = Encodings.named(NAME, setup.grid()).orElseThrow();
        byte[] planes = encoding.observation(Diagrams.game(drawing));

        for (Symmetry symmetry : Symmetry.of(setup.grid())) {
            SymmetryMap map = SymmetryMap.of(symmetry, setup.grid());
            Setup turned = new Setup(setup.grid(), turned(setup.black(), map), turned(setup.white(), map), Color.BLACK);
            byte[] expected = new byte[planes.length];
            new PlaneTurner(setup.grid()).turn(symmetry, planes, encoding.spec().planeCount(), expected, 0);

            assertThat(encoding.observation(new Game(turned, Rules.TROMP_TAYLOR)))
                    .as(symmetry.toString())
                    .isEqualTo(expected);
        }
    }

    private static PointSet turned(PointSet points, SymmetryMap map) {
        PointSet turned = new PointSet(points.grid());
        points.forEach(point -> turned.add(map.turned(point)));
        return turned;
    }

    /** Counting stops if its thread is interrupted. The planes once showed every race as unknown then. */
    @Test
    void encode_interruptedThread_showsAllAndStaysInterrupted() {
        Game game = Diagrams.game(DrawnRaces.REGION);
        Thread.currentThread().interrupt();

        Map<String, String> planes = litPlanes(game);

        assertThat(Thread.interrupted()).isTrue();
        assertThat(planes).containsKey("race_first").isEqualTo(litPlanes(game));
    }

    @ParameterizedTest
    @ValueSource(strings = {"tactical:races=0", "tactical:races=1"})
    void named_everyNumber_isThatEncodingAndNotListed(String name) {
        assertThat(Encodings.named(name, Grid.square(5)).orElseThrow().spec())
                .isSameAs(Encodings.spec("encoding", name))
                .extracting(EncodingSpec::name)
                .isEqualTo(name);
        assertThat(Encodings.names()).doesNotContain(name);
    }

    @Test
    void spec_unknownNumber_throwsWithTheChoices() {
        assertThatThrownBy(() -> Encodings.spec("encoding", "tactical:races=2"))
                .isInstanceOf(InvalidValueException.class)
                .hasMessageStartingWith("encoding \"tactical:races=2\" is not one of [alphazero-17, ")
                .hasMessageEndingWith(", katago-v7:pass_alive_under_suicide=0 to 1, tactical:races=0 to 1]");
    }

    @Test
    void page_table_isThatOfTheSpec() throws IOException {
        List<EncodingSpec.Feature> features = Encodings.spec("encoding", NAME).planes();
        String table = IntStream.range(BEFORE, features.size())
                .mapToObj(plane -> "| %d | `%s` | %s |\n"
                        .formatted(
                                plane,
                                features.get(plane).name(),
                                features.get(plane).meaning()))
                .collect(Collectors.joining());

        assertThat(Files.readString(Path.of("../../docs/reference/encodings.md")))
                .contains(table);
    }
}
