package dev.tengen.cgt;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tengen.testing.TestSize;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Random games, seeds 1 to 4, compared with the definitions written down literally. */
@Tag("reference")
class AgainstDefinitionsTest {
    private static final int COUNT = TestSize.of(10_000);

    /** A new universe is created now and then, so that not every result is cached. */
    private static final int GAMES_PER_WORKSHOP = 100;

    private GameUniverse universe = new GameUniverse();
    private int made;

    @Test
    void relation_ofTenThousandPairs_isThatOfTheDefinition() {
        RandomForms forms = new RandomForms(1, 2, 1);
        Map<Relation, Integer> counts = new EnumMap<>(Relation.class);

        for (int count = 0; count < COUNT; count++) {
            SlowForm g = forms.next(3);
            SlowForm h = forms.next(3);
            Relation relation = universe().relation(g.canonical(universe), h.canonical(universe));
            assertThat(relation).as("%s and %s", g, h).isEqualTo(g.relation(h));
            counts.merge(relation, 1, Integer::sum);
        }

        assertThat(counts)
                .isEqualTo(TestSize.exact(
                        Map.of(Relation.LESS, 329, Relation.EQUAL, 86, Relation.GREATER, 326, Relation.CONFUSED, 259),
                        Map.of(
                                Relation.LESS, 3_400,
                                Relation.EQUAL, 740,
                                Relation.GREATER, 3_274,
                                Relation.CONFUSED, 2_586)));
    }

    @Test
    void canonicalForm_ofTenThousandGames_isEqualAndHasNothingDominatedOrReversible() {
        RandomForms forms = new RandomForms(2, 3, 1);
        int dominated = 0;
        int reversible = 0;
        int numbers = 0;

        for (int count = 0; count < COUNT; count++) {
            SlowForm form = forms.next(3);
            CanonicalGame game = form.canonical(universe());
            SlowForm canonical = SlowForm.of(universe, game);
            assertThat(form.relation(canonical)).as("%s", form).isEqualTo(Relation.EQUAL);
            assertIsCanonical(canonical);
            dominated += hasDominated(form) ? 1 : 0;
            reversible += hasReversible(form) ? 1 : 0;
            numbers += game.isNumber() ? 1 : 0;
        }

        assertThat(List.of(dominated, reversible, numbers))
                .isEqualTo(TestSize.exact(List.of(440, 548, 484), List.of(4_551, 5_438, 4_514)));
    }

    @Test
    void sum_ofTenThousandPairs_isThatOfTheDefinition() {
        RandomForms forms = new RandomForms(3, 2, 1);
        int numbers = 0;

        for (int count = 0; count < COUNT; count++) {
            SlowForm g = forms.next(2);
            SlowForm h = forms.next(2);
            CanonicalGame sum = universe().plus(g.canonical(universe), h.canonical(universe));
            assertThat(SlowForm.of(universe, sum).relation(g.plus(h)))
                    .as("%s and %s", g, h)
                    .isEqualTo(Relation.EQUAL);
            numbers += sum.isNumber() ? 1 : 0;
        }

        assertThat(numbers).isEqualTo(TestSize.exact(414, 4_037));
    }

    @Test
    void negative_ofTenThousandGames_isThatOfTheDefinition() {
        RandomForms forms = new RandomForms(4, 2, 1);
        int symmetric = 0;

        for (int count = 0; count < COUNT; count++) {
            SlowForm form = forms.next(3);
            CanonicalGame game = form.canonical(universe());
            CanonicalGame negative = universe.negate(game);
            assertThat(form.negative().canonical(universe)).isSameAs(negative);
            symmetric += negative == game ? 1 : 0;
        }

        assertThat(symmetric).isEqualTo(TestSize.exact(318, 3_075));
    }

    private GameUniverse universe() {
        if (made++ % GAMES_PER_WORKSHOP == 0) {
            universe = new GameUniverse();
        }
        return universe;
    }

    private static void assertIsCanonical(SlowForm form) {
        assertThat(hasDominated(form) || hasReversible(form)).as("%s", form).isFalse();
        assertThat(hasDominated(form.negative()) || hasReversible(form.negative()))
                .as("the negative of %s", form)
                .isFalse();
    }

    private static boolean hasDominated(SlowForm form) {
        return form.left().stream()
                .anyMatch(option -> form.left().stream().anyMatch(other -> other != option && option.isAtMost(other)));
    }

    private static boolean hasReversible(SlowForm form) {
        return form.left().stream().anyMatch(option -> option.right().stream().anyMatch(reply -> reply.isAtMost(form)));
    }
}
