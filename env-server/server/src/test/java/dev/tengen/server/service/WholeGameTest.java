package dev.tengen.server.service;

import static dev.tengen.server.testing.Calls.describe;
import static dev.tengen.server.testing.Calls.step;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import dev.tengen.base.SplitMix64;
import dev.tengen.env.EndReason;
import dev.tengen.env.Environment;
import dev.tengen.env.IllegalActionPolicy;
import dev.tengen.game.Legality;
import dev.tengen.proto.v1.EnvironmentServiceGrpc.EnvironmentServiceBlockingStub;
import dev.tengen.proto.v1.GetSessionResponse;
import dev.tengen.proto.v1.LegalActionsResponse;
import dev.tengen.server.testing.Calls;
import dev.tengen.server.testing.Failure;
import dev.tengen.server.testing.RandomActions;
import dev.tengen.server.testing.RunningServer;
import dev.tengen.server.testing.SpecPair;
import dev.tengen.server.testing.Timesteps;
import java.util.EnumMap;
import java.util.Map;
import java.util.OptionalInt;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Random games on the server beside the same games in a core environment: every answer must be the same. */
@Tag("full")
class WholeGameTest {
    private static final int GAMES = 100;
    private static final int MAX_STEPS = 400;

    @RegisterExtension
    static final RunningServer SERVER = RunningServer.withDefaults();

    private final Map<Legality, Integer> legalities = new EnumMap<>(Legality.class);
    private final Map<EndReason, Integer> ends = new EnumMap<>(EndReason.class);

    @Test
    void step_gamesOfSeed2028_answersAsTheCoreDoes() {
        SplitMix64 random = new SplitMix64(2028);

        for (int game = 0; game < GAMES; game++) {
            play(SpecPair.random(random), random);
        }

        // These counts prove that the games cover every kind of action and of end.
        assertThat(legalities)
                .isEqualTo(Map.of(
                        Legality.LEGAL, 3524,
                        Legality.EPISODE_OVER, 200,
                        Legality.OUT_OF_RANGE, 26,
                        Legality.OCCUPIED, 267,
                        Legality.SUICIDE, 101,
                        Legality.REPETITION, 13,
                        Legality.AGREEMENT, 4));
        assertThat(ends)
                .isEqualTo(Map.of(
                        EndReason.PASSES, 107,
                        EndReason.RESIGNATION, 8,
                        EndReason.ILLEGAL_ACTION, 35,
                        EndReason.MAX_MOVES, 37,
                        EndReason.REPETITION, 2,
                        EndReason.MAX_ILLEGAL_ACTIONS, 11));
    }

    private void play(SpecPair spec, SplitMix64 random) {
        Duel duel = new Duel(spec, random.nextLong());
        for (int episode = 1; episode <= 2; episode++) {
            for (int count = 0; count < MAX_STEPS && !duel.local.isOver(); count++) {
                act(duel, random);
            }
            ends.merge(duel.local.endReason(), 1, Integer::sum);
            tryAction(duel, 0); // Another action after the end.
            duel.compareQuestions();
            duel.reset(random);
        }
    }

    private void act(Duel duel, SplitMix64 random) {
        ByteString mask = ByteString.copyFrom(duel.local.actionMask());
        int action = switch (random.nextInt(20)) {
            case 0 -> random.nextInt(duel.local.game().grid().moveCount() + 5) - 3;
            case 1, 2 -> forbiddenPoint(duel.local).orElse(0);
            default -> RandomActions.legal(mask, random);
        };
        tryAction(duel, action);
        if (random.nextInt(10) == 0) {
            duel.compareQuestions();
        }
    }

    private static OptionalInt forbiddenPoint(Environment environment) {
        return IntStream.range(0, environment.game().grid().pointCount())
                .filter(point -> environment.legality(point).compareTo(Legality.OCCUPIED) > 0)
                .findFirst();
    }

    private void tryAction(Duel duel, int action) {
        legalities.merge(duel.tryAction(action), 1, Integer::sum);
    }

    /** A session and a local environment that get the same actions. */
    private static final class Duel {
        private final EnvironmentServiceBlockingStub stub = SERVER.stub();
        private final Environment local;
        private final String session;

        Duel(SpecPair spec, long seed) {
            local = new Environment(spec.core(), seed);
            var created = stub.createSession(
                    Calls.create(spec.message()).setSeed(seed).build());
            session = created.getSessionId();
            assertThat(created.getTimestep()).isEqualTo(Timesteps.of(local));
        }

        Legality tryAction(int action) {
            Legality legality = local.step(action);
            boolean isRejected = legality == Legality.EPISODE_OVER
                    || local.spec().illegalActionPolicy() == IllegalActionPolicy.REJECT;
            if (legality != Legality.LEGAL && isRejected) {
                Failure failure =
                        Failure.of(() -> stub.step(step(session, action).build()));
                assertThat(failure.reason()).contains(legality.name());
            } else {
                assertThat(stub.step(step(session, action).build()).getTimestep())
                        .isEqualTo(Timesteps.of(local));
            }
            return legality;
        }

        void reset(SplitMix64 random) {
            boolean isSeedGiven = random.nextInt(2) == 0;
            long seed = isSeedGiven ? random.nextLong() : local.nextSeed();
            local.reset(seed);

            var request = Calls.reset(session);
            var answer = stub.reset((isSeedGiven ? request.setSeed(seed) : request).build());

            assertThat(answer.getTimestep()).isEqualTo(Timesteps.of(local));
            assertThat(answer.getSeed()).isEqualTo(seed);
            assertThat(answer.getTimestep().getEpisode()).isEqualTo(local.episode());
        }

        /** Compares the calls that change nothing. */
        void compareQuestions() {
            compareSession();
            compareLegalActions();
            assertThat(Calls.score(stub, session).getScore())
                    .isEqualTo(Timesteps.score(local.game().score()));
        }

        private void compareSession() {
            GetSessionResponse answer = describe(stub, session);
            assertThat(answer.getTimestep()).isEqualTo(Timesteps.withoutObservations(local));
            assertThat(answer.getActionsList()).isEqualTo(local.actions());
            assertThat(answer.getSeed()).isEqualTo(local.seed());
            assertThat(answer.getTimestep().getEpisode()).isEqualTo(local.episode());
        }

        private void compareLegalActions() {
            LegalActionsResponse answer = Calls.legalActions(stub, session);
            assertThat(answer.getActionMask()).isEqualTo(ByteString.copyFrom(local.actionMask()));
            assertThat(answer.getLegalCount())
                    .isEqualTo(RandomActions.bits(answer.getActionMask()).cardinality());
            for (int action = 0; action < local.game().grid().moveCount(); action++) {
                assertThat(answer.getIllegalReasons().byteAt(action))
                        .isEqualTo((byte) local.legality(action).ordinal());
            }
            assertThat(answer.getStateHash()).isEqualTo(local.stateHash());
        }
    }
}
