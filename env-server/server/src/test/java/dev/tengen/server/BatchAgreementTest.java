package dev.tengen.server;

import static dev.tengen.server.testing.BatchCall.ints;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import dev.tengen.base.SplitMix64;
import dev.tengen.game.Game;
import dev.tengen.game.Legality;
import dev.tengen.planes.Symmetry;
import dev.tengen.planes.SymmetryMap;
import dev.tengen.proto.v1.AutoresetMode;
import dev.tengen.proto.v1.BatchLayout;
import dev.tengen.proto.v1.IllegalReason;
import dev.tengen.proto.v1.LaneStates;
import dev.tengen.proto.v1.OpenBatch;
import dev.tengen.proto.v1.ResetBatch;
import dev.tengen.proto.v1.RunResponse;
import dev.tengen.proto.v1.Timestep;
import dev.tengen.server.testing.BatchCall;
import dev.tengen.server.testing.LoneLane;
import dev.tengen.server.testing.RunningServer;
import dev.tengen.server.testing.SpecPair;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Lanes of a batch beside the same environments in separate sessions, call by call: every row must be the same. */
class BatchAgreementTest {
    private static final int LANES = 60;
    private static final int IN_FLIGHT = 8;
    private static final int NO_ACTION = -1;
    private static final int DRAWN = -3;

    @RegisterExtension
    static final RunningServer SERVER = RunningServer.withDefaults();

    private final Counts counts = new Counts();

    /** Counts of what happens in the games. */
    private static final class Counts {
        int steps;
        int resets;
        int ends;
        int superkoBans;
        int illegal;
        int repetitions;
        int turned;

        @Override
        public String toString() {
            return String.format(
                    "%d steps, %d on turned boards, %d resets, %d ends, %d superko bans, %d illegal actions,"
                            + " %d of them repetitions",
                    steps, turned, resets, ends, superkoBans, illegal, repetitions);
        }
    }

    @Test
    void run_allModesBriefly_rowsAreThoseOfLoneSessions() {
        playAll(1_000);

        assertThat(counts)
                .hasToString(
                        "1058 steps, 375 on turned boards, 41 resets, 71 ends, 7 superko bans, 123 illegal actions,"
                                + " 0 of them repetitions");
    }

    @Test
    @Tag("full")
    void run_allModes_rowsAreThoseOfLoneSessions() {
        playAll(10_000);

        // These counts prove that the games cover the cases.
        assertThat(counts)
                .hasToString("10017 steps, 2695 on turned boards, 878 resets, 892 ends, 191 superko bans,"
                        + " 2805 illegal actions, 4 of them repetitions");
    }

    @Test
    @Tag("long")
    void run_allModesForLong_rowsAreThoseOfLoneSessions() {
        playAll(100_000);

        assertThat(counts)
                .hasToString("100011 steps, 27409 on turned boards, 8907 resets, 8381 ends, 1820 superko bans,"
                        + " 33346 illegal actions, 69 of them repetitions");
        assertThat(counts.superkoBans).isGreaterThanOrEqualTo(50);
        assertThat(counts.resets).isGreaterThanOrEqualTo(500);
    }

    private void playAll(int stepCount) {
        SplitMix64 random = new SplitMix64(2028);
        for (int mode = 1; mode <= 3; mode++) {
            play(AutoresetMode.forNumber(mode), stepCount * mode / 3, random);
        }
    }

    private void play(AutoresetMode mode, int untilSteps, SplitMix64 random) {
        OpenBatch.Builder open = OpenBatch.newBuilder()
                .setLaneCount(LANES)
                .addSeeds(random.nextLong())
                .setAutoresetMode(mode);
        List<SpecPair> specs = new ArrayList<>();
        for (int lane = 0; lane < LANES; lane++) {
            SpecPair pair = SpecPair.random(random);
            // Every second lane has a symmetry of its own.
            specs.add(lane % 2 == 0 ? pair : pair.seen(new SplitMix64(random.state())));
            open.addSpecs(specs.get(lane).message());
        }
        try (BatchCall call = BatchCall.open(SERVER.channel(), open)) {
            new Match(mode, specs, call, random).play(untilSteps);
        }
    }

    /** A request in flight: what it asked of which lanes. */
    private record Asked(int[] lanes, int[] actions, long[] seeds, boolean isReset) {}

    /** A batch and as many sessions. */
    private final class Match {
        private final AutoresetMode mode;
        private final BatchCall call;
        private final SplitMix64 random;
        private final List<LoneLane> lanes = new ArrayList<>();
        private final List<Game> games = new ArrayList<>();
        private final Queue<Asked> asked = new ArrayDeque<>();

        Match(AutoresetMode mode, List<SpecPair> specs, BatchCall call, SplitMix64 random) {
            this.mode = mode;
            this.call = call;
            this.random = random;
            RunResponse answer = call.receive();
            BatchLayout layout = answer.getLayout();
            for (int lane = 0; lane < LANES; lane++) {
                lanes.add(new LoneLane(SERVER.stub(), layout, specs.get(lane).message(), lane));
                games.add(new Game(
                        specs.get(lane).core().setup(), specs.get(lane).core().rules()));
                follow(lane);
                lanes.get(lane).requireEnd(answer.getStates(), lane);
                lanes.get(lane).requireState(answer.getStates(), lane);
            }
        }

        void play(int untilSteps) {
            while (counts.steps < untilSteps) {
                while (asked.size() < IN_FLIGHT) {
                    ask();
                }
                compare(asked.remove(), call.receive().getStates());
            }
        }

        private void ask() {
            boolean isAll = random.nextInt(4) == 0;
            int[] chosen = isAll ? IntStream.range(0, LANES).toArray() : subset();
            ByteString named = isAll ? ByteString.EMPTY : ints(chosen);
            if (random.nextInt(25) == 0) {
                askReset(chosen, named);
                return;
            }
            int[] actions = new int[chosen.length];
            for (int row = 0; row < actions.length; row++) {
                actions[row] = action(lanes.get(chosen[row]));
            }
            call.stepSome(named, actions);
            asked.add(new Asked(chosen, actions, new long[0], false));
        }

        private int action(LoneLane lane) {
            return switch (random.nextInt(20)) {
                case 0 -> NO_ACTION;
                case 1, 2, 3 -> random.nextInt(lane.actionCount() + 5) - 4;
                default -> DRAWN;
            };
        }

        private int[] subset() {
            int[] all = IntStream.range(0, LANES).toArray();
            int count = 1 + random.nextInt(LANES);
            for (int index = 0; index < count; index++) {
                int other = index + random.nextInt(LANES - index);
                int lane = all[index];
                all[index] = all[other];
                all[other] = lane;
            }
            return IntStream.of(all).limit(count).toArray();
        }

        private void askReset(int[] chosen, ByteString named) {
            int[] few = IntStream.of(chosen).limit(1 + LANES / 10).toArray();
            long[] seeds = random.nextInt(2) == 0 ? new long[0] : new long[few.length];
            ByteBuffer bytes = ByteBuffer.allocate(seeds.length * Long.BYTES).order(ByteOrder.LITTLE_ENDIAN);
            for (int row = 0; row < seeds.length; row++) {
                seeds[row] = random.nextLong();
                bytes.putLong(seeds[row]);
            }
            call.reset(ResetBatch.newBuilder().setLanes(ints(few)).setSeeds(ByteString.copyFrom(bytes.array())));
            asked.add(new Asked(few, new int[0], seeds, true));
        }

        private void compare(Asked request, LaneStates states) {
            assertThat(states.getTerminated().size()).isEqualTo(request.lanes.length);
            int finals = 0;
            int[] finalLanes = ints(states.getFinal().getLanes());
            int[] actions = ints(states.getActions());
            for (int row = 0; row < request.lanes.length; row++) {
                int number = request.lanes[row];
                LoneLane lane = lanes.get(number);
                boolean isStarted = states.getResets().byteAt(row) == 1;
                if (request.isReset) {
                    assertThat(isStarted).isTrue();
                    reset(number, request, row);
                } else if (request.actions[row] == NO_ACTION) {
                    lane.rest();
                } else if (lane.isOver() && mode != AutoresetMode.AUTORESET_MODE_DISABLED) {
                    assertThat(actions[row]).isEqualTo(NO_ACTION);
                    reset(number, request, row);
                } else {
                    step(number, request.actions[row], actions[row]);
                    if (lane.isOver() && mode == AutoresetMode.AUTORESET_MODE_SAME_STEP) {
                        assertThat(finalLanes[finals]).isEqualTo(number);
                        lane.requireEnd(states.getFinal(), finals);
                        lane.requireState(states.getFinal(), finals);
                        lane.requireReason(states.getFinal(), finals);
                        lane.requireReason(states, row);
                        lane.requireEnd(states, row);
                        finals++;
                        reset(number, request, row);
                        lane.requireState(states, row);
                        continue;
                    }
                }
                lane.requireReason(states, row);
                lane.requireEnd(states, row);
                lane.requireState(states, row);
            }
            assertThat(finals).isEqualTo(finalLanes.length);
        }

        private void reset(int number, Asked request, int row) {
            counts.resets++;
            LoneLane lane = lanes.get(number);
            if (request.seeds.length > 0) {
                lane.reset(request.seeds[row]);
            } else {
                lane.reset();
            }
            Game game = games.get(number);
            games.set(number, new Game(game.setup(), game.rules()));
            follow(number);
        }

        private void step(int number, int given, int told) {
            LoneLane lane = lanes.get(number);
            boolean wasOver = lane.isOver();
            if (given == DRAWN && !wasOver) {
                assertThat(told).isBetween(0, lane.actionCount() - 1);
                int mask = lane.last().getActionMask().byteAt(told / 8) >> (7 - told % 8) & 1;
                assertThat(mask).as("drawn action %d", told).isEqualTo(1);
            } else {
                assertThat(told).isEqualTo(given);
            }
            lane.step(told);
            counts.steps++;
            counts.illegal += lane.illegalReason() == IllegalReason.ILLEGAL_REASON_UNSPECIFIED ? 0 : 1;
            counts.repetitions += lane.illegalReason() == IllegalReason.ILLEGAL_REASON_REPETITION ? 1 : 0;
            counts.ends += lane.isOver() && !wasOver ? 1 : 0;
            if (lane.illegalReason() == IllegalReason.ILLEGAL_REASON_UNSPECIFIED) {
                follow(number);
            }
        }

        /** Plays the actions of the session in a game that distinguishes superko from ko. */
        private void follow(int number) {
            Game game = games.get(number);
            Timestep last = lanes.get(number).last();
            SymmetryMap map = SymmetryMap.of(Symmetry.values()[last.getSymmetryValue() - 1], game.grid());
            counts.turned += map.symmetry() == Symmetry.IDENTITY ? 0 : 1;
            for (int action : last.getActionsList()) {
                if (action >= 0) {
                    game.playUnchecked(map.original(action));
                    countBans(game);
                }
            }
        }

        private void countBans(Game game) {
            for (int point = 0; point < game.grid().pass(); point++) {
                if (game.legality(point) == Legality.REPETITION
                        && game.repeatedMoveNumber(point) < game.moveNumber() - 1) {
                    counts.superkoBans++;
                }
            }
        }
    }
}
