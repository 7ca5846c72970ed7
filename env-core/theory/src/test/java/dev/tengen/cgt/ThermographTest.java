package dev.tengen.cgt;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tengen.base.InvalidValueException;
import java.util.List;
import java.util.function.BinaryOperator;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Thermographs compared with the definition at all temperatures of a grid. */
class ThermographTest {
    /** Leaves are integers and games have at most four moves, so walls bend only at multiples of 1/16. */
    private static final int EXPONENT = 4;

    private static final int MAX_TEMPERATURE = 8;

    @Test
    void walls_ofSwitch_areExact() throws NotationException {
        GameUniverse universe = new GameUniverse();

        Thermograph thermograph = universe.thermograph(universe.parse("{3||2|1}"));

        assertThat(thermograph.left()).hasToString("(0, 3) (3/4, 9/4)");
        assertThat(thermograph.right()).hasToString("(0, 2) (1/2, 2) (3/4, 9/4)");
    }

    @Test
    void walls_ofTheSameShape_areEqual() throws NotationException {
        GameUniverse universe = new GameUniverse();
        GameUniverse another = new GameUniverse();
        ThermographWall wall = universe.thermograph(universe.parse("{3||2|1}")).left();
        ThermographWall same = another.thermograph(another.parse("{3||2|1}")).left();
        ThermographWall other = universe.thermograph(universe.parse("{4||2|1}")).left();

        assertThat(wall).isEqualTo(same).hasSameHashCodeAs(same).isNotEqualTo(other);
    }

    @Test
    void value_belowZero_isRefused() {
        ThermographWall wall = Thermograph.of(Dyadic.ONE).left();

        assertThatThrownBy(() -> wall.at(Dyadic.of(-1)))
                .isInstanceOf(InvalidValueException.class)
                .hasMessage("temperature -1 is outside [0, 9223372036854775807]");
    }

    /** Seed 71. */
    @Test
    @Tag("full")
    void walls_ofRandomGames_areThoseOfTheDefinition() {
        RandomForms forms = new RandomForms(71, 2, 3);
        GameUniverse universe = new GameUniverse();
        int hot = 0;
        int bent = 0;

        for (int count = 0; count < 3_000; count++) {
            CanonicalGame game = forms.next(4).canonical(universe);
            Thermograph thermograph = universe.thermograph(game);
            SlowWalls walls = SlowWalls.of(game);
            for (int step = 0; step <= MAX_TEMPERATURE << EXPONENT; step++) {
                Dyadic temperature = new Dyadic(step, EXPONENT);
                assertThat(thermograph.left().at(temperature)).as("%s", game).isEqualTo(walls.left[step]);
                assertThat(thermograph.right().at(temperature)).as("%s", game).isEqualTo(walls.right[step]);
            }
            hot += thermograph.temperature().signum() > 0 ? 1 : 0;
            bent += thermograph.left().pieces().size() > 2 ? 1 : 0;
        }

        assertThat(List.of(hot, bent)).isEqualTo(List.of(906, 106));
    }

    /** Both walls at all temperatures of the grid. */
    private record SlowWalls(Dyadic[] left, Dyadic[] right) {
        static SlowWalls of(CanonicalGame game) {
            int size = (MAX_TEMPERATURE << EXPONENT) + 1;
            SlowWalls walls = new SlowWalls(new Dyadic[size], new Dyadic[size]);
            List<Dyadic[]> afterLeft = game.options(Side.LEFT).stream()
                    .map(option -> of(option).right)
                    .toList();
            List<Dyadic[]> afterRight = game.options(Side.RIGHT).stream()
                    .map(option -> of(option).left)
                    .toList();
            boolean isMast = game.isNumber();
            for (int step = 0; step < size; step++) {
                if (isMast) {
                    walls.left[step] = step == 0 ? game.stop(Side.LEFT) : walls.left[step - 1];
                    walls.right[step] = walls.left[step];
                } else {
                    Dyadic tax = new Dyadic(step, EXPONENT);
                    walls.left[step] = best(afterLeft, step, Dyadic::max).minus(tax);
                    walls.right[step] = best(afterRight, step, Dyadic::min).plus(tax);
                    isMast = walls.left[step].compareTo(walls.right[step]) <= 0;
                }
            }
            return walls;
        }

        private static Dyadic best(List<Dyadic[]> walls, int step, BinaryOperator<Dyadic> better) {
            return walls.stream().map(wall -> wall[step]).reduce(better).orElseThrow();
        }
    }
}
