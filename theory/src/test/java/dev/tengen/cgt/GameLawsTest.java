package dev.tengen.cgt;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The laws that games are known to keep, on ten thousand random ones each, seed 11 to 17. */
class GameLawsTest {
    private static final int COUNT = 10_000;
    private static final int GAMES_PER_WORKSHOP = 50;

    private Workshop workshop = new Workshop();
    private RandomForms forms = new RandomForms(0, 2, 3);
    private int rounds;

    @Test
    void games_underAddition_areAnAbelianGroup() {
        start(11);
        int withoutNumbers = 0;

        for (int count = 0; count < COUNT; count++) {
            newRound();
            CanonicalGame g = next(2);
            CanonicalGame h = next(2);
            CanonicalGame k = next(2);
            CanonicalGame sum = workshop.plus(g, h);
            assertThat(workshop.plus(h, g)).isSameAs(sum);
            assertThat(workshop.plus(sum, k)).isSameAs(workshop.plus(g, workshop.plus(h, k)));
            assertThat(workshop.plus(g, workshop.zero())).isSameAs(g);
            assertThat(workshop.minus(sum, sum)).isSameAs(workshop.zero());
            assertThat(workshop.minus(sum, h)).isSameAs(g);
            withoutNumbers += g.isNumber() || h.isNumber() || k.isNumber() ? 0 : 1;
        }

        assertThat(withoutNumbers).isEqualTo(3_895);
    }

    @Test
    void order_isPartialAndKeptBySums() {
        start(12);
        Map<Relation, Integer> counts = new EnumMap<>(Relation.class);
        int chains = 0;

        for (int count = 0; count < COUNT; count++) {
            newRound();
            CanonicalGame g = next(2);
            CanonicalGame h = next(2);
            CanonicalGame k = next(2);
            Relation relation = workshop.relation(g, h);
            assertThat(relation == Relation.EQUAL).isEqualTo(g == h);
            assertThat(workshop.relation(workshop.plus(g, k), workshop.plus(h, k)))
                    .isEqualTo(relation);
            assertThat(workshop.relation(workshop.minus(g, h), workshop.zero())).isEqualTo(relation);
            assertThat(workshop.relation(workshop.negate(h), workshop.negate(g)))
                    .isEqualTo(relation);
            if (workshop.isAtMost(g, h) && workshop.isAtMost(h, k)) {
                assertThat(workshop.isAtMost(g, k)).isTrue();
                chains++;
            }
            counts.merge(relation, 1, Integer::sum);
        }

        assertThat(counts)
                .isEqualTo(Map.of(
                        Relation.LESS, 2_978,
                        Relation.EQUAL, 187,
                        Relation.GREATER, 3_094,
                        Relation.CONFUSED, 3_741));
        assertThat(chains).isEqualTo(557);
    }

    /** Winning Ways, chapter 6: cooling is additive and keeps the order; it can be done in two steps. */
    @Test
    void cooling_isAdditiveAndKeepsTheOrder() {
        start(13);
        int frozen = 0;
        int hot = 0;

        for (int count = 0; count < COUNT; count++) {
            newRound();
            CanonicalGame g = next(2);
            CanonicalGame h = next(2);
            Dyadic degrees = forms.nextNumber(2, 2);
            Dyadic more = forms.nextNumber(1, 2);
            CanonicalGame cooled = workshop.cool(g, degrees);
            assertThat(workshop.cool(workshop.plus(g, h), degrees))
                    .isSameAs(workshop.plus(cooled, workshop.cool(h, degrees)));
            assertThat(workshop.cool(cooled, more)).isSameAs(workshop.cool(g, degrees.plus(more)));
            assertThat(workshop.cool(workshop.negate(g), degrees)).isSameAs(workshop.negate(cooled));
            if (workshop.isAtMost(g, h)) {
                assertThat(workshop.isAtMost(cooled, workshop.cool(h, degrees))).isTrue();
            }
            frozen += !g.isNumber() && cooled.isNumber() ? 1 : 0;
            hot += cooled.stop(Side.LEFT).compareTo(cooled.stop(Side.RIGHT)) > 0 ? 1 : 0;
        }

        assertThat(List.of(frozen, hot)).isEqualTo(List.of(3_202, 3_508));
    }

    @Test
    void heating_isUndoneByCooling() {
        start(14);
        int changed = 0;

        for (int count = 0; count < COUNT; count++) {
            newRound();
            CanonicalGame g = next(2);
            Dyadic degrees = forms.nextNumber(3, 2);
            CanonicalGame heated = workshop.heat(g, degrees);
            assertThat(workshop.cool(heated, degrees))
                    .as("%s heated by %s", g, degrees)
                    .isSameAs(g);
            changed += heated == g ? 0 : 1;
        }

        assertThat(changed).isEqualTo(6_701);
    }

    /** The walls are the stops of the cooled game, means add up, and a sum is no hotter than the hotter of its parts. */
    @Test
    void thermograph_tellsStopsMeansAndTemperatures() {
        start(15);
        int hot = 0;
        int below = 0;

        for (int count = 0; count < COUNT; count++) {
            newRound();
            CanonicalGame g = next(3);
            CanonicalGame h = next(2);
            Thermograph thermograph = workshop.thermograph(g);
            Thermograph other = workshop.thermograph(h);
            Thermograph sum = workshop.thermograph(workshop.plus(g, h));
            Dyadic degrees = forms.nextNumber(3, 3);
            CanonicalGame cooled = workshop.cool(g, degrees);
            assertThat(thermograph.left().at(degrees)).isEqualTo(cooled.stop(Side.LEFT));
            assertThat(thermograph.right().at(degrees)).isEqualTo(cooled.stop(Side.RIGHT));
            assertThat(sum.mean()).isEqualTo(thermograph.mean().plus(other.mean()));
            assertThat(sum.temperature())
                    .isLessThanOrEqualTo(Dyadic.max(thermograph.temperature(), other.temperature()));
            hot += thermograph.temperature().signum() > 0 ? 1 : 0;
            below += degrees.compareTo(thermograph.temperature()) < 0 ? 1 : 0;
        }

        assertThat(List.of(hot, below)).isEqualTo(List.of(5_769, 1_978));
    }

    @Test
    void ceilingAndFloor_areTheNearestIntegersInTheOrder() {
        start(16);
        int confused = 0;

        for (int count = 0; count < COUNT; count++) {
            newRound();
            CanonicalGame g = next(3);
            long ceiling = workshop.ceiling(g);
            long floor = workshop.floor(g);
            assertThat(workshop.isAtMost(g, workshop.integer(ceiling))).isTrue();
            assertThat(workshop.isAtMost(g, workshop.integer(ceiling - 1))).isFalse();
            assertThat(workshop.isAtMost(workshop.integer(floor), g)).isTrue();
            assertThat(workshop.isAtMost(workshop.integer(floor + 1), g)).isFalse();
            confused += ceiling - floor > 1 ? 1 : 0;
        }

        assertThat(confused).isEqualTo(7_534);
    }

    @Test
    void text_ofAnyGame_isReadAsTheSameGameEverywhere() throws NotationException {
        start(17);
        int braces = 0;
        int longBars = 0;

        for (int count = 0; count < COUNT; count++) {
            newRound();
            CanonicalGame g = next(4);
            String text = workshop.print(g);
            Workshop another = new Workshop();
            assertThat(workshop.parse(text)).as(text).isSameAs(g);
            assertThat(another.print(another.parse(text))).isEqualTo(text);
            assertThat(text).hasSizeLessThan(1_000);
            braces += text.contains("{") ? 1 : 0;
            longBars += text.contains("|||") ? 1 : 0;
        }

        assertThat(List.of(braces, longBars)).isEqualTo(List.of(6_100, 686));
    }

    @Test
    void upStars_areTheSumsThatTheyAreNamedAfter() throws NotationException {
        CanonicalGame up = workshop.parse("{0|*}");

        for (int ups = -9; ups <= 9; ups++) {
            for (int nimber = 0; nimber <= 9; nimber++) {
                CanonicalGame sum = workshop.upStar(0, nimber);
                for (int count = 0; count < Math.abs(ups); count++) {
                    sum = workshop.plus(sum, ups > 0 ? up : workshop.negate(up));
                }
                assertThat(workshop.upStar(ups, nimber)).isSameAs(sum);
                assertThat(sum.numberUpStar()).contains(new NumberUpStar(Dyadic.ZERO, ups, nimber));
            }
        }
    }

    private void start(long seed) {
        forms = new RandomForms(seed, 2, 3);
    }

    /** Takes a new workshop now and then, so that not everything is remembered. */
    private void newRound() {
        if (rounds++ % GAMES_PER_WORKSHOP == 0) {
            workshop = new Workshop();
        }
    }

    /** Returns a random game; most are no numbers, for which it tries three times. */
    private CanonicalGame next(int depth) {
        CanonicalGame game = forms.next(depth).canonical(workshop);
        for (int more = 0; game.isNumber() && more < 2; more++) {
            game = forms.next(depth).canonical(workshop);
        }
        return game;
    }
}
