package dev.tengen.cgt;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tengen.testing.TestSize;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Known laws of games, each on ten thousand random games; seeds 11 to 20. */
@Tag("reference")
class GameLawsTest {
    private static final int COUNT = TestSize.of(10_000);
    private static final int GAMES_PER_WORKSHOP = 50;

    private GameUniverse universe = new GameUniverse();
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
            CanonicalGame sum = universe.plus(g, h);
            assertThat(universe.plus(h, g)).isSameAs(sum);
            assertThat(universe.plus(sum, k)).isSameAs(universe.plus(g, universe.plus(h, k)));
            assertThat(universe.plus(g, universe.zero())).isSameAs(g);
            assertThat(universe.minus(sum, sum)).isSameAs(universe.zero());
            assertThat(universe.minus(sum, h)).isSameAs(g);
            withoutNumbers += g.isNumber() || h.isNumber() || k.isNumber() ? 0 : 1;
        }

        assertThat(withoutNumbers).isEqualTo(TestSize.exact(406, 3_895));
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
            Relation relation = universe.relation(g, h);
            assertThat(relation == Relation.EQUAL).isEqualTo(g == h);
            assertThat(universe.relation(universe.plus(g, k), universe.plus(h, k)))
                    .isEqualTo(relation);
            assertThat(universe.relation(universe.minus(g, h), universe.zero())).isEqualTo(relation);
            assertThat(universe.relation(universe.negate(h), universe.negate(g)))
                    .isEqualTo(relation);
            if (universe.isAtMost(g, h) && universe.isAtMost(h, k)) {
                assertThat(universe.isAtMost(g, k)).isTrue();
                chains++;
            }
            counts.merge(relation, 1, Integer::sum);
        }

        assertThat(counts)
                .isEqualTo(TestSize.exact(
                        Map.of(Relation.LESS, 287, Relation.EQUAL, 22, Relation.GREATER, 298, Relation.CONFUSED, 393),
                        Map.of(
                                Relation.LESS, 2_978,
                                Relation.EQUAL, 187,
                                Relation.GREATER, 3_094,
                                Relation.CONFUSED, 3_741)));
        assertThat(chains).isEqualTo(TestSize.exact(58, 557));
    }

    /** Winning Ways, chapter 6: cooling is additive and preserves the order, and it can be done in two steps. */
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
            CanonicalGame cooled = universe.cool(g, degrees);
            assertThat(universe.cool(universe.plus(g, h), degrees))
                    .isSameAs(universe.plus(cooled, universe.cool(h, degrees)));
            assertThat(universe.cool(cooled, more)).isSameAs(universe.cool(g, degrees.plus(more)));
            assertThat(universe.cool(universe.negate(g), degrees)).isSameAs(universe.negate(cooled));
            if (universe.isAtMost(g, h)) {
                assertThat(universe.isAtMost(cooled, universe.cool(h, degrees))).isTrue();
            }
            frozen += !g.isNumber() && cooled.isNumber() ? 1 : 0;
            hot += cooled.stop(Side.LEFT).compareTo(cooled.stop(Side.RIGHT)) > 0 ? 1 : 0;
        }

        assertThat(List.of(frozen, hot)).isEqualTo(TestSize.exact(List.of(316, 338), List.of(3_202, 3_508)));
    }

    @Test
    void heating_isUndoneByCooling() {
        start(14);
        int changed = 0;

        for (int count = 0; count < COUNT; count++) {
            newRound();
            CanonicalGame g = next(2);
            Dyadic degrees = forms.nextNumber(3, 2);
            CanonicalGame heated = universe.heat(g, degrees);
            assertThat(universe.cool(heated, degrees))
                    .as("%s heated by %s", g, degrees)
                    .isSameAs(g);
            changed += heated == g ? 0 : 1;
        }

        assertThat(changed).isEqualTo(TestSize.exact(682, 6_701));
    }

    /**
     * The walls are the stops of the cooled game, means are additive, and a sum is no hotter than the hotter of its
     * parts.
     */
    @Test
    void thermograph_hasStopsMeansAndTemperatures() {
        start(15);
        int hot = 0;
        int below = 0;

        for (int count = 0; count < COUNT; count++) {
            newRound();
            CanonicalGame g = next(3);
            CanonicalGame h = next(2);
            Thermograph thermograph = universe.thermograph(g);
            Thermograph other = universe.thermograph(h);
            Thermograph sum = universe.thermograph(universe.plus(g, h));
            Dyadic degrees = forms.nextNumber(3, 3);
            CanonicalGame cooled = universe.cool(g, degrees);
            assertThat(thermograph.left().at(degrees)).isEqualTo(cooled.stop(Side.LEFT));
            assertThat(thermograph.right().at(degrees)).isEqualTo(cooled.stop(Side.RIGHT));
            assertThat(sum.mean()).isEqualTo(thermograph.mean().plus(other.mean()));
            assertThat(sum.temperature())
                    .isLessThanOrEqualTo(Dyadic.max(thermograph.temperature(), other.temperature()));
            hot += thermograph.temperature().signum() > 0 ? 1 : 0;
            below += degrees.compareTo(thermograph.temperature()) < 0 ? 1 : 0;
        }

        assertThat(List.of(hot, below)).isEqualTo(TestSize.exact(List.of(589, 218), List.of(5_769, 1_978)));
    }

    /** A frozen game is its mean plus an infinitesimal, and a sum of equally hot games freezes like its parts. */
    @Test
    void freezing_leavesTheMeanAndAnInfinitesimal() {
        start(18);
        int tepid = 0;
        int equallyHot = 0;

        for (int count = 0; count < COUNT; count++) {
            newRound();
            CanonicalGame g = next(3);
            CanonicalGame h = next(2);
            Thermograph thermograph = universe.thermograph(g);
            CanonicalGame frozen = universe.freeze(g);
            assertThat(frozen.stop(Side.LEFT)).isEqualTo(thermograph.mean());
            assertThat(frozen.stop(Side.RIGHT)).isEqualTo(thermograph.mean());
            Dyadic temperature = universe.thermograph(h).temperature();
            if (!g.isNumber() && temperature.equals(thermograph.temperature())) {
                assertThat(universe.cool(universe.plus(g, h), temperature))
                        .isSameAs(universe.plus(frozen, universe.freeze(h)));
                equallyHot++;
            }
            tepid += frozen.isNumber() ? 0 : 1;
        }

        assertThat(List.of(tepid, equallyHot)).isEqualTo(TestSize.exact(List.of(831, 102), List.of(8_358, 890)));
    }

    @Test
    void times_isTheSumOfThatManyCopies() {
        start(19);
        int games = 0;

        for (int count = 0; count < COUNT; count++) {
            newRound();
            CanonicalGame g = next(2);
            int copies = count % 9 - 4;
            CanonicalGame sum = universe.zero();
            for (int i = 0; i < Math.abs(copies); i++) {
                sum = copies > 0 ? universe.plus(sum, g) : universe.minus(sum, g);
            }
            assertThat(universe.times(g, copies))
                    .as("%d copies of %s", copies, g)
                    .isSameAs(sum);
            games += sum.isNumber() ? 0 : 1;
        }

        assertThat(games).isEqualTo(TestSize.exact(482, 5_046));
        assertThat(universe.times(universe.upStar(0, 1), Long.MIN_VALUE)).isSameAs(universe.zero());
    }

    /** An incentive is what is won by the move, and no player ever gets a move for nothing. */
    @Test
    void incentives_areTheDifferencesAndNeverAtLeastZero() {
        start(20);
        Map<Relation, Integer> relations = new EnumMap<>(Relation.class);

        for (int count = 0; count < COUNT; count++) {
            newRound();
            CanonicalGame g = next(3);
            for (Side side : Side.values()) {
                List<CanonicalGame> options = universe.options(g, side);
                List<CanonicalGame> incentives = universe.incentives(g, side);
                assertThat(incentives).hasSameSizeAs(options);
                for (int i = 0; i < options.size(); i++) {
                    CanonicalGame gain = side == Side.LEFT ? incentives.get(i) : universe.negate(incentives.get(i));
                    assertThat(universe.plus(g, gain)).isSameAs(options.get(i));
                    relations.merge(universe.relation(incentives.get(i), universe.zero()), 1, Integer::sum);
                }
            }
        }

        assertThat(relations)
                .isEqualTo(TestSize.exact(
                        Map.of(Relation.LESS, 219, Relation.CONFUSED, 1_687),
                        Map.of(Relation.LESS, 2_183, Relation.CONFUSED, 16_720)));
    }

    @Test
    void ceilingAndFloor_areTheNearestIntegersInTheOrder() {
        start(16);
        int confused = 0;

        for (int count = 0; count < COUNT; count++) {
            newRound();
            CanonicalGame g = next(3);
            long ceiling = universe.ceiling(g);
            long floor = universe.floor(g);
            assertThat(universe.isAtMost(g, universe.integer(ceiling))).isTrue();
            assertThat(universe.isAtMost(g, universe.integer(ceiling - 1))).isFalse();
            assertThat(universe.isAtMost(universe.integer(floor), g)).isTrue();
            assertThat(universe.isAtMost(universe.integer(floor + 1), g)).isFalse();
            confused += ceiling - floor > 1 ? 1 : 0;
        }

        assertThat(confused).isEqualTo(TestSize.exact(770, 7_534));
    }

    @Test
    @Tag("full")
    void text_ofAnyGame_isReadAsTheSameGameEverywhere() throws NotationException {
        start(17);
        int braces = 0;
        int longBars = 0;

        for (int count = 0; count < COUNT; count++) {
            newRound();
            CanonicalGame g = next(4);
            String text = universe.print(g);
            GameUniverse another = new GameUniverse();
            assertThat(universe.parse(text)).as(text).isSameAs(g);
            assertThat(another.print(another.parse(text))).isEqualTo(text);
            assertThat(universe.parse(universe.printForm(g))).as(text).isSameAs(g);
            assertThat(text).hasSizeLessThan(1_000);
            braces += text.contains("{") ? 1 : 0;
            longBars += text.contains("|||") ? 1 : 0;
        }

        assertThat(List.of(braces, longBars)).isEqualTo(List.of(6_100, 686));
    }

    @Test
    void upStars_areTheSumsThatTheyAreNamedAfter() throws NotationException {
        CanonicalGame up = universe.parse("{0|*}");

        for (int ups = -9; ups <= 9; ups++) {
            for (int nimber = 0; nimber <= 9; nimber++) {
                CanonicalGame sum = universe.upStar(0, nimber);
                for (int count = 0; count < Math.abs(ups); count++) {
                    sum = universe.plus(sum, ups > 0 ? up : universe.negate(up));
                }
                assertThat(universe.upStar(ups, nimber)).isSameAs(sum);
                assertThat(sum.numberUpStar()).contains(new NumberUpStar(Dyadic.ZERO, ups, nimber));
            }
        }
    }

    private void start(long seed) {
        forms = new RandomForms(seed, 2, 3);
    }

    /** Creates a new universe now and then, so that not every result is cached. */
    private void newRound() {
        if (rounds++ % GAMES_PER_WORKSHOP == 0) {
            universe = new GameUniverse();
        }
    }

    /** Returns a random game. It tries three times to find one that is not a number. */
    private CanonicalGame next(int depth) {
        CanonicalGame game = forms.next(depth).canonical(universe);
        for (int more = 0; game.isNumber() && more < 2; more++) {
            game = forms.next(depth).canonical(universe);
        }
        return game;
    }
}
