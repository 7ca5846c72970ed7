package dev.tengen.server.session;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import dev.tengen.base.InvalidValueException;
import dev.tengen.base.SplitMix64;
import dev.tengen.board.Color;
import dev.tengen.board.PointSet;
import dev.tengen.env.EndReason;
import dev.tengen.env.Environment;
import dev.tengen.env.IllegalActionPolicy;
import dev.tengen.game.Game;
import dev.tengen.game.Legality;
import dev.tengen.planes.Symmetry;
import dev.tengen.server.convert.EpisodeConverter;
import dev.tengen.server.testing.SpecPair;
import dev.tengen.testing.TestSize;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("reference")
class RememberedAnswerTest {
    private static final int SPEC_COUNT = TestSize.of(500);
    private static final int CALL_COUNT = 60;

    private final SplitMix64 random = new SplitMix64(1);
    private final Map<EndReason, Integer> ends = new EnumMap<>(EndReason.class);
    private int illegalCount;
    private int resetCount;
    private int proposalCount;
    private int turnedCount;
    private int undoCount;

    /** Under every rule, policy, mode and opponent; a quarter of the actions ignore the mask. */
    @Test
    void environment_afterLaterCallsOfSeed1_hasByteForByteTheFirstTimestep() {
        for (int number = 0; number < SPEC_COUNT; number++) {
            playAndCompare(new Environment(
                    SpecPair.random(random).seen(new SplitMix64(number)).core(), number));
        }

        assertThat(ends)
                .containsOnlyKeys(
                        EndReason.NONE,
                        EndReason.PASSES,
                        EndReason.RESIGNATION,
                        EndReason.ILLEGAL_ACTION,
                        EndReason.MAX_MOVES,
                        EndReason.MAX_ILLEGAL_ACTIONS,
                        EndReason.REPETITION)
                .allSatisfy((end, count) ->
                        // Few specs end an episode by a repetition, and few of their games reach one.
                        assertThat(count)
                                .isGreaterThan(end == EndReason.REPETITION ? TestSize.least(2) : TestSize.least(50)));
        assertThat(proposalCount).isGreaterThan(TestSize.least(10));
        assertThat(illegalCount).isGreaterThan(TestSize.least(500));
        assertThat(resetCount).isGreaterThan(TestSize.least(1000));
        assertThat(undoCount).isGreaterThan(TestSize.least(1000));
        assertThat(turnedCount).isGreaterThan(TestSize.least(5000));
    }

    private void playAndCompare(Environment environment) {
        List<RememberedAnswer> answers = new ArrayList<>();
        List<ByteString> first = new ArrayList<>();
        Episode episode = Episode.of(environment);
        for (int call = 0; call < CALL_COUNT; call++) {
            if (environment.undoRefusal().isEmpty() && random.nextInt(10) == 0) {
                episode = undo(environment, episode);
            } else if (environment.isOver()) {
                episode.end();
                environment.reset(random.nextLong());
                episode = Episode.of(environment);
                resetCount++;
            } else {
                step(environment);
            }
            answers.add(EpisodeAnswer.of(episode, environment));
            first.add(timestep(environment));
            turnedCount += environment.symmetry() == Symmetry.IDENTITY ? 0 : 1;
        }

        for (int call = 0; call < CALL_COUNT; call++) {
            Environment rebuilt = answers.get(call).environment(environment.spec());
            assertThat(timestep(rebuilt)).isEqualTo(first.get(call));
        }
    }

    /** Takes back up to six moves, so many that the client is to move. */
    private Episode undo(Environment environment, Episode episode) {
        int moveNumber = environment.game().moveNumber();
        for (int moveCount = 1 + random.nextInt(6); moveCount > 0; moveCount--) {
            try {
                environment.requireUndo(moveCount);
            } catch (InvalidValueException e) {
                continue;
            }
            Episode branch = episode.branch(moveNumber - moveCount);
            environment.undo(moveCount);
            undoCount++;
            return branch;
        }
        return episode;
    }

    /** Proposes that the first chain, if there is one, is dead. */
    private void propose(Environment environment) {
        Game game = environment.game();
        PointSet dead = new PointSet(game.grid());
        for (int point = 0; dead.isEmpty() && point < game.grid().pointCount(); point++) {
            if (game.colorAt(point) != Color.EMPTY) {
                game.board().addChain(point, dead);
            }
        }
        proposalCount += dead.isEmpty() ? 0 : 1;
        environment.proposeDead(dead);
        ends.merge(environment.endReason(), 1, Integer::sum);
    }

    private void step(Environment environment) {
        if (environment.game().isInAgreement()) {
            propose(environment);
            return;
        }
        int moveCount = environment.game().grid().moveCount();
        boolean ignoresMask = random.nextInt(4) == 0;
        int action = random.nextInt(moveCount + 1) == 0 ? Environment.RESIGN : random.nextInt(moveCount);
        while (!ignoresMask && environment.legality(action) != Legality.LEGAL) {
            action = random.nextInt(moveCount);
        }
        boolean isRejected = environment.step(action) != Legality.LEGAL
                && environment.spec().illegalActionPolicy() == IllegalActionPolicy.REJECT;
        if (!isRejected) {
            illegalCount += environment.lastLegality() == Legality.LEGAL ? 0 : 1;
            ends.merge(environment.endReason(), 1, Integer::sum);
        }
    }

    private static ByteString timestep(Environment environment) {
        return EpisodeConverter.observedTimestep(environment).toByteString();
    }
}
