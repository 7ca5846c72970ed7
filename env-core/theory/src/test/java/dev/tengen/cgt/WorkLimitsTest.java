package dev.tengen.cgt;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tengen.base.InvalidValueException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The behavior of a universe at its limits. */
class WorkLimitsTest {
    @Test
    void limits_outsideTheirRange_areRefused() {
        assertThatThrownBy(() -> WorkLimits.DEFAULT.withSteps(0))
                .isInstanceOf(InvalidValueException.class)
                .hasMessage("steps 0 is outside [1, 1000000000000]");
        assertThatThrownBy(() -> WorkLimits.DEFAULT.withDepth(201)).hasMessage("depth 201 is outside [1, 200]");
        assertThatThrownBy(() -> WorkLimits.DEFAULT.withGames(-1)).hasMessage("games -1 is outside [1, 10000000]");
        assertThatThrownBy(() -> WorkLimits.DEFAULT.withOptions(0)).hasMessage("options 0 is outside [1, 100000000]");
        assertThatThrownBy(() -> WorkLimits.DEFAULT.withCacheEntries(0))
                .hasMessage("cache_entries 0 is outside [1, 10000000]");
        assertThatThrownBy(() -> WorkLimits.DEFAULT.withCharacters(0))
                .hasMessage("characters 0 is outside [1, 10000000]");
    }

    @Test
    void games_beyondTheLimit_areRefused_andOthersAreStillThere() throws NotationException {
        GameUniverse universe = new GameUniverse(WorkLimits.DEFAULT.withGames(10));
        CanonicalGame known = universe.parse("{1|*}");
        CanonicalGame negative = universe.negate(known);

        assertThatThrownBy(() -> universe.parse("*20"))
                .isInstanceOfSatisfying(WorkLimitException.class, e -> {
                    assertThat(e.limit()).isEqualTo("games");
                    assertThat(e.max()).isEqualTo(10);
                })
                .hasMessage("the answer takes more than 10 games");

        assertThat(universe.gameCount()).isEqualTo(10);
        assertThat(universe.parse("{1|*}")).isSameAs(known);
        assertThat(universe.relation(known, negative)).isEqualTo(Relation.GREATER);
    }

    @Test
    void options_beyondTheLimit_areRefused() {
        GameUniverse universe = new GameUniverse(WorkLimits.DEFAULT.withOptions(20));

        assertThatThrownBy(() -> universe.parse("*20")).hasMessage("the answer takes more than 20 options");
    }

    @Test
    void depth_beyondTheLimit_isRefused() throws NotationException {
        GameUniverse universe = new GameUniverse(WorkLimits.DEFAULT.withDepth(20));
        CanonicalGame nimber = universe.parse("*20");

        assertThatThrownBy(() -> universe.parse("*21")).hasMessage("the answer takes more than 20 moves in a game");
        assertThatThrownBy(() -> universe.game(List.of(nimber), List.of(universe.zero())))
                .hasMessage("the answer takes more than 20 moves in a game");
        assertThatThrownBy(() -> universe.upStar(Integer.MIN_VALUE, Integer.MAX_VALUE))
                .isInstanceOf(WorkLimitException.class);
        assertThatThrownBy(() -> universe.upStar(0, -1)).isInstanceOf(InvalidValueException.class);
    }

    /** A sum of switches of different sizes has exponentially many positions. */
    @Test
    void steps_beyondTheLimit_endTheWork() throws NotationException {
        GameUniverse universe = new GameUniverse(WorkLimits.DEFAULT.withSteps(100_000));
        String sum = hardSum(30);

        assertThatThrownBy(() -> universe.parse(sum)).hasMessage("the answer takes more than 100000 steps");
        assertThat(universe.stepCount()).isEqualTo(100_000);
        assertThatThrownBy(universe::zero).isInstanceOf(WorkLimitException.class);
    }

    @Test
    @Tag("full")
    void hardQuestion_withDefaultLimits_endsWithAnError() {
        GameUniverse universe = new GameUniverse();

        assertThatThrownBy(() -> universe.parse(hardSum(60))).isInstanceOf(WorkLimitException.class);
    }

    private static String hardSum(int count) {
        StringBuilder sum = new StringBuilder("0");
        for (int size = 1; size <= count; size++) {
            sum.append("+{")
                    .append(1L << size % 40)
                    .append("|*")
                    .append(size % 3 + 1)
                    .append("||v|-")
                    .append(3 * size)
                    .append("}");
        }
        return sum.toString();
    }

    @Test
    void text_beyondTheLimit_isNeitherReadNorWritten() throws NotationException {
        GameUniverse universe = new GameUniverse(WorkLimits.DEFAULT.withCharacters(20));
        CanonicalGame exact = universe.parse("{2,{4|0}|-2,{0|-4}}");
        CanonicalGame longer = universe.plus(exact, universe.integer(10));

        assertThat(universe.print(universe.plus(exact, universe.integer(-2)))).isEqualTo("{0,±2|-4,{-2|-6}}");
        assertThatThrownBy(() -> universe.print(longer)).hasMessage("the answer takes more than 20 characters");
        assertThatThrownBy(() -> universe.parse("{2,{4|0}|-2,{0|-4}} ".repeat(2)))
                .hasMessage("the answer takes more than 20 characters");
    }

    @Test
    void toString_ofHugeGame_saysWhatItIs() throws NotationException {
        CanonicalGame game = new GameUniverse().parse(hardSum(3));

        assertThat(game).hasToString("a game between 0 and 0, born on day 24");
    }

    @Test
    void memos_thatAreForgotten_changeNoAnswer() {
        RandomForms forms = new RandomForms(51, 2, 3);
        int sums = 0;

        for (int count = 0; count < 300; count++) {
            SlowForm g = forms.next(3);
            SlowForm h = forms.next(3);
            String expected = sum(WorkLimits.DEFAULT, g, h);
            assertThat(sum(WorkLimits.DEFAULT.withCacheEntries(1), g, h)).isEqualTo(expected);
            sums += expected.contains("{") ? 1 : 0;
        }

        assertThat(sums).isEqualTo(122);
    }

    private static String sum(WorkLimits limits, SlowForm g, SlowForm h) {
        GameUniverse universe = new GameUniverse(limits);
        CanonicalGame sum = universe.plus(g.canonical(universe), h.canonical(universe));
        return universe.print(universe.cool(sum, new Dyadic(1, 1)));
    }

    @Test
    void game_ofAnotherWorkshop_isRefused() {
        GameUniverse universe = new GameUniverse();
        CanonicalGame stranger = new GameUniverse().upStar(1, 0);

        assertThatThrownBy(() -> universe.plus(universe.zero(), stranger))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("the game ^ is from another universe");
        assertThatThrownBy(() -> universe.game(List.of(stranger), List.of()))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> universe.cool(stranger, Dyadic.ONE)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> universe.print(stranger)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void degrees_belowZero_areRefused() {
        GameUniverse universe = new GameUniverse();

        assertThatThrownBy(() -> universe.cool(universe.zero(), Dyadic.of(-1)))
                .isInstanceOf(InvalidValueException.class)
                .hasMessage("degrees -1 is outside [0, 9223372036854775807]");
        assertThatThrownBy(() -> universe.heat(universe.zero(), Dyadic.of(-1)))
                .isInstanceOf(InvalidValueException.class);
    }

    @Test
    void threat_notAboveZero_isRefused() {
        GameUniverse universe = new GameUniverse();

        assertThatThrownBy(() -> universe.tiny(universe.upStar(0, 1)))
                .isInstanceOf(InvalidValueException.class)
                .hasMessage("threat * is not above 0");
    }

    /** Games of the maximum depth fit on the stack of a usual thread. */
    @Test
    void deepestGames_needNoMoreStackThanAThreadHas() throws InterruptedException {
        List<Throwable> errors = new ArrayList<>();
        List<String> answers = new ArrayList<>();
        Thread thread = new Thread(null, () -> answers.add(workOnDeepGames()), "usual", 1024 * 1024);
        thread.setUncaughtExceptionHandler((where, error) -> errors.add(error));

        thread.start();
        thread.join();

        assertThat(errors).isEmpty();
        assertThat(answers).containsExactly("^190 GREATER 1 ^190");
    }

    private static String workOnDeepGames() {
        GameUniverse universe = new GameUniverse();
        CanonicalGame game = universe.upStar(190, 0);
        CanonicalGame other = universe.plus(universe.upStar(180, 1), universe.upStar(1, 0));
        CanonicalGame heated = universe.heat(game, Dyadic.ONE);
        CanonicalGame cooled = universe.cool(heated, Dyadic.ONE);
        universe.print(heated);
        return game + " " + universe.relation(game, other) + " "
                + universe.thermograph(heated).temperature() + " " + cooled;
    }

    /** A list in braces within a list takes two levels of the parser for each move. */
    @Test
    void deepestText_thatIsWritten_isRead() throws NotationException {
        GameUniverse universe = new GameUniverse(WorkLimits.DEFAULT.withDepth(30));
        CanonicalGame game = universe.parse("{*|-1}");
        for (int count = 2; count < 30; count++) {
            CanonicalGame threat = universe.integer(-10L * count);
            game = universe.game(List.of(game, universe.parse("*2")), List.of(threat));
        }

        String text = universe.print(game);

        assertThat(text).startsWith("{*2,{*2,{*2,{*2,");
        assertThat(universe.parse(text)).isSameAs(game);
    }

    @Test
    void workshops_onSeveralThreads_giveTheAnswersOfOne() throws ExecutionException, InterruptedException {
        String alone = many(61);
        ExecutorService threads = Executors.newFixedThreadPool(4);
        try {
            List<Future<String>> together = new ArrayList<>();
            for (int count = 0; count < 4; count++) {
                together.add(threads.submit(() -> many(61)));
            }
            for (Future<String> answer : together) {
                assertThat(answer.get()).isEqualTo(alone);
            }
        } finally {
            threads.shutdown();
        }
    }

    private static String many(long seed) {
        RandomForms forms = new RandomForms(seed, 2, 3);
        StringBuilder answers = new StringBuilder();
        for (int count = 0; count < 200; count++) {
            answers.append(sum(WorkLimits.DEFAULT, forms.next(3), forms.next(3)))
                    .append('\n');
        }
        return answers.toString();
    }
}
