package dev.tengen.planes.catalog;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tengen.base.InvalidValueException;
import dev.tengen.base.SplitMix64;
import dev.tengen.board.Color;
import dev.tengen.board.Grid;
import dev.tengen.board.PointSet;
import dev.tengen.game.Game;
import dev.tengen.game.Rules;
import dev.tengen.game.Setup;
import dev.tengen.planes.Encoding;
import dev.tengen.planes.EncodingFamily;
import dev.tengen.planes.EncodingSpec;
import dev.tengen.planes.MissingHistory;
import dev.tengen.planes.PeerLayout;
import dev.tengen.planes.Perspective;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class EncodingsTest {
    @Test
    void names_all_startWithTheDefault() {
        assertThat(Encodings.names()).startsWith("alphazero-17").doesNotHaveDuplicates();
    }

    @Test
    void specs_all_areNamedAsTheCatalogueSays() {
        assertThat(Encodings.specs()).extracting(EncodingSpec::name).isEqualTo(Encodings.names());
    }

    @ParameterizedTest
    @MethodSource("dev.tengen.planes.catalog.Encodings#names")
    void named_nameOfTheCatalogue_isThatEncoding(String name) {
        assertThat(Encodings.named(name, Grid.square(9)).orElseThrow().spec().name())
                .isEqualTo(name);
    }

    @ParameterizedTest
    @ValueSource(strings = {"AlphaZero-17", "alphazero_17", "ALPHAZERO17"})
    void named_otherSpelling_isThatEncoding(String name) {
        assertThat(Encodings.named(name, Grid.square(9)).orElseThrow().spec().name())
                .isEqualTo("alphazero-17");
        assertThat(Encodings.spec("encoding", "Katago_V7:Pass-Alive-Under-Suicide=1")
                        .name())
                .isEqualTo("katago-v7:pass_alive_under_suicide=1");
    }

    @Test
    void spec_misspelled_suggests() {
        assertThatThrownBy(() -> Encodings.spec("encoding", "alfazero:history=4"))
                .hasMessageEndingWith("]; did you mean \"alphazero:history=4\"?");
        assertThatThrownBy(() -> Encodings.spec("encoding", "minigo:history=4"))
                .hasMessageEndingWith("]; did you mean \"minigo-17\"?");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "alphazero", "alphazero-17 "})
    void named_unknownName_isNothing(String name) {
        assertThat(Encodings.named(name, Grid.square(9))).isEmpty();
    }

    @ParameterizedTest
    @MethodSource("dev.tengen.planes.catalog.Encodings#specs")
    void spec_every_hasAMeaningForEachPlane(EncodingSpec spec) {
        assertThat(spec.planes())
                .isNotEmpty()
                .allSatisfy(plane -> assertThat(plane.meaning()).isNotBlank());
    }

    @ParameterizedTest
    @MethodSource("dev.tengen.planes.catalog.Encodings#specs")
    void spec_every_namesItsPlanesDifferently(EncodingSpec spec) {
        assertThat(spec.planes()).extracting(EncodingSpec.Feature::name).doesNotHaveDuplicates();
    }

    @ParameterizedTest
    @MethodSource("dev.tengen.planes.catalog.Encodings#specs")
    void spec_every_hasARangeForEachPlane(EncodingSpec spec) {
        assertThat(spec.planes())
                .allSatisfy(
                        plane -> assertThat(List.of(plane.min(), plane.max())).containsExactly(0F, 1F));
    }

    @Test
    void family_everyNumber_namesAnEncodingWithSoManyBoards() {
        EncodingFamily family = Encodings.families().get(0);

        for (int number = family.min(); number <= family.max(); number++) {
            String name = family.encodingName(number);

            EncodingSpec spec = Encodings.spec("encoding", name);

            assertThat(spec.name()).isEqualTo(name);
            assertThat(spec.boardCount()).isEqualTo(number);
            assertThat(Encodings.named(name, Grid.square(5)).orElseThrow().spec())
                    .isSameAs(spec);
        }
    }

    @Test
    void families_everyNumber_namesAnEncodingThatIsNotListed() {
        for (EncodingFamily family : Encodings.families()) {
            for (int number = family.min(); number <= family.max(); number++) {
                String name = family.encodingName(number);

                assertThat(Encodings.named(name, Grid.square(5))
                                .orElseThrow()
                                .spec()
                                .name())
                        .isEqualTo(name);
                assertThat(Encodings.names()).doesNotContain(name);
            }
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "katago-v7:pass_alive_under_suicide=2",
                "alphazero:history=0",
                "alphazero:history=33",
                "alphazero:history=-1",
                "alphazero:history=08",
                "alphazero:history=",
                "alphazero:boards=4",
                "alphazero"
            })
    void spec_unknownName_saysWhichThereAre(String name) {
        assertThatThrownBy(() -> Encodings.spec("encoding", name))
                .isInstanceOf(InvalidValueException.class)
                .hasMessage(
                        "encoding \"" + name + "\" is not one of [alphazero-17, minigo-17, pgx-17, pettingzoo-v5,"
                                + " leelazero-18, gymgo-6, openspiel-4, alphago-48, katago-v7, tactical, alphazero:history=1 to 32, katago-v7:pass_alive_under_suicide=0 to 1]");
    }

    @Test
    void spec_encodingOfAModuleThatIsAbsent_namesTheModule() {
        assertThatThrownBy(() -> Encodings.spec("encoding", "tactical:races=1"))
                .isInstanceOf(InvalidValueException.class)
                .hasMessage(
                        "encoding \"tactical:races=1\" needs the module tengen-theory, which is not on the class path");
    }

    @Test
    void spec_planesChangedAfterwards_keepsTheFirst() {
        List<EncodingSpec.Feature> planes = new ArrayList<>(List.of(new EncodingSpec.Feature("a", "b")));
        EncodingSpec spec = new EncodingSpec(
                "name",
                "summary",
                Perspective.COLORS,
                1,
                MissingHistory.NONE,
                new PeerLayout("peer", PeerLayout.Axes.CHW, PeerLayout.FirstRow.TOP),
                planes);

        planes.clear();

        assertThat(spec.planeCount()).isEqualTo(1);
    }

    /** Lanes of a batch share encodings, so what an encoding keeps of one game must not reach another. */
    @ParameterizedTest
    @MethodSource("dev.tengen.planes.catalog.Encodings#names")
    void observation_gamesInTurn_areAsByAnEncodingForEach(String name) {
        Grid grid = Grid.of(7, 6);
        Encoding shared = Encodings.named(name, grid).orElseThrow();
        List<Game> games = new ArrayList<>();
        List<Encoding> own = new ArrayList<>();
        for (int number = 0; number < 3; number++) {
            games.add(new Game(Setup.empty(grid), Rules.TROMP_TAYLOR));
            own.add(Encodings.named(name, grid).orElseThrow());
        }
        SplitMix64 random = new SplitMix64(42);
        PointSet legal = new PointSet(grid);
        for (int step = 0; step < 300; step++) {
            int number = random.nextInt(games.size());
            Game game = games.get(number);
            game.legalPoints(legal);
            if (random.nextInt(10) == 0 && game.moveNumber() > 0) {
                game.undo();
            } else if (!legal.isEmpty()) {
                game.play(legal.nth(random.nextInt(legal.size())));
            }

            assertThat(shared.observation(game)).isEqualTo(own.get(number).observation(game));
        }
        assertThat(games)
                .allSatisfy(game -> assertThat(game.takenCount(Color.BLACK) + game.takenCount(Color.WHITE))
                        .isPositive());
    }
}
