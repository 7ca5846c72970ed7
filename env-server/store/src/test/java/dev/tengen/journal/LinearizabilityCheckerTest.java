package dev.tengen.journal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tengen.board.Grid;
import dev.tengen.env.EnvironmentSpec;
import dev.tengen.game.Rules;
import dev.tengen.journal.CallHistory.Call;
import dev.tengen.journal.CallHistory.Kind;
import dev.tengen.journal.CallHistory.State;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The checker accepts what a session can answer, and finds each fault that is planted into a history. */
@Tag("full")
class LinearizabilityCheckerTest {
    private static final RulesModel START = RulesModel.of(EnvironmentSpec.of(Grid.square(5), Rules.TROMP_TAYLOR));

    private static Call step(String id, int action, long begin, long end, State answer) {
        return new Call(id, Kind.STEP, action, begin, end, Optional.of(answer), false);
    }

    private static Call open(String id, int action, long begin) {
        return new Call(id, Kind.STEP, action, begin, Long.MAX_VALUE, Optional.empty(), false);
    }

    private static Call rejected(String id, int action, long begin, long end) {
        return new Call(id, Kind.STEP, action, begin, end, Optional.empty(), true);
    }

    private static Call read(long begin, long end, State answer) {
        return new Call("read " + begin, Kind.READ, 0, begin, end, Optional.of(answer), false);
    }

    private static State after(int... actions) {
        SessionModel model = START;
        for (int action : actions) {
            model = model.step(action).orElseThrow();
        }
        return model.state();
    }

    private static boolean isLinearizable(Call... calls) {
        return LinearizabilityChecker.check(List.of(calls), START).isEmpty();
    }

    @Test
    void check_oneAfterAnother_isLinearizable() {
        assertThat(isLinearizable(
                        step("a", 1, 0, 10, after(1)), read(11, 12, after(1)), step("b", 2, 13, 20, after(1, 2))))
                .isTrue();
    }

    @Test
    void check_overlappingSteps_areLinearizableInEitherOrder() {
        assertThat(isLinearizable(step("a", 1, 0, 10, after(2, 1)), step("b", 2, 5, 9, after(2))))
                .isTrue();
        assertThat(isLinearizable(step("a", 1, 0, 10, after(1)), step("b", 2, 5, 9, after(1, 2))))
                .isTrue();
    }

    @Test
    void check_openCall_mayHaveActedOrNot() {
        assertThat(isLinearizable(open("a", 1, 0), step("b", 2, 5, 9, after(1, 2))))
                .isTrue();
        assertThat(isLinearizable(open("a", 1, 0), step("b", 2, 5, 9, after(2))))
                .isTrue();
    }

    @Test
    void check_openCall_cannotActBeforeItBegan() {
        assertThat(isLinearizable(step("b", 2, 0, 9, after(1, 2)), open("a", 1, 10)))
                .isFalse();
    }

    @Test
    void check_repeatedRequest_actsOnce() {
        assertThat(isLinearizable(
                        step("a", 1, 0, 10, after(1)),
                        step("b", 2, 11, 12, after(1, 2)),
                        step("a", 1, 13, 14, after(1)),
                        read(15, 16, after(1, 2))))
                .isTrue();
    }

    @Test
    void check_rejectedStep_mustBeIllegal() {
        assertThat(isLinearizable(step("a", 1, 0, 1, after(1)), rejected("b", 1, 2, 3)))
                .isTrue();
        assertThat(isLinearizable(step("a", 1, 0, 1, after(1)), rejected("b", 2, 2, 3)))
                .isFalse();
    }

    @Test
    void check_lostStep_isFound() {
        assertThat(isLinearizable(step("a", 1, 0, 1, after(1)), step("b", 2, 2, 3, after(2))))
                .isFalse();
    }

    @Test
    void check_doubledStep_isFound() {
        int pass = 25;
        assertThat(isLinearizable(step("a", pass, 0, 1, after(pass)), read(2, 3, after(pass, pass))))
                .isFalse();
    }

    @Test
    void check_staleRead_isFound() {
        assertThat(isLinearizable(step("a", 1, 0, 1, after(1)), read(2, 3, after())))
                .isFalse();
    }

    @Test
    void check_readsThatGoBack_areFound() {
        assertThat(isLinearizable(step("a", 1, 0, 10, after(1)), read(2, 3, after(1)), read(4, 5, after())))
                .isFalse();
    }

    @Test
    void check_answerOfAnotherCall_isFound() {
        assertThat(isLinearizable(step("a", 1, 0, 1, after(2)), step("b", 2, 2, 3, after(1, 2))))
                .isFalse();
    }

    @Test
    void check_repeatedRequestThatActedAgain_isFound() {
        int pass = 25;
        assertThat(isLinearizable(step("a", pass, 0, 1, after(pass)), step("a", pass, 2, 3, after(pass, pass))))
                .isFalse();
    }

    /** A history of three clients whose calls overlap, from a run of the model, with one fault in the middle. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 5})
    void check_longHistory_isLinearizableUntilOneAnswerIsWrong(int seed) {
        List<Call> calls = history(new Random(seed), 600);

        assertThat(LinearizabilityChecker.check(calls, START)).isEmpty();

        int index = 300;
        Call call = calls.get(index);
        State wrong = new State(
                call.answer().orElseThrow().episode(),
                call.answer().orElseThrow().moveNumber(),
                call.answer().orElseThrow().stateHash() + 1);
        calls.set(
                index,
                new Call(
                        call.requestId(),
                        call.kind(),
                        call.action(),
                        call.begin(),
                        call.end(),
                        Optional.of(wrong),
                        false));
        assertThat(LinearizabilityChecker.check(calls, START)).isPresent();
    }

    /**
     * As many as one session had in an hour of failing servers: memory for each call must not grow with their number.
     */
    @Test
    void check_historyOfManyCalls_fitsIntoMemory() {
        List<Call> calls = history(new Random(1), 200_000);

        assertThat(LinearizabilityChecker.check(calls, START)).isEmpty();
    }

    private static List<Call> history(Random random, int count) {
        List<Call> calls = new ArrayList<>();
        SessionModel model = START;
        for (int i = 0; calls.size() < count; i++) {
            // It acts at 10 i. What acts at neighboring moments overlaps.
            long begin = 10L * i - random.nextInt(15);
            long end = 10L * i + random.nextInt(15) + 1;
            if (random.nextInt(4) == 0) {
                calls.add(new Call("r" + i, Kind.READ, 0, begin, end, Optional.of(model.state()), false));
                continue;
            }
            int action = random.nextInt(25);
            Optional<? extends SessionModel> next = model.step(action);
            Kind kind = next.isEmpty() ? Kind.RESET : Kind.STEP;
            model = next.isEmpty() ? model.reset() : next.get();
            calls.add(new Call("c" + i, kind, action, begin, end, Optional.of(model.state()), false));
        }
        return calls;
    }
}
