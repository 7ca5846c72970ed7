package dev.tengen.server;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import dev.tengen.base.SplitMix64;
import dev.tengen.proto.v1.AutoresetMode;
import dev.tengen.proto.v1.BatchLayout;
import dev.tengen.proto.v1.DeadStonesRule;
import dev.tengen.proto.v1.EndReason;
import dev.tengen.proto.v1.EnvironmentSpec;
import dev.tengen.proto.v1.IllegalReason;
import dev.tengen.proto.v1.LaneProposal;
import dev.tengen.proto.v1.LaneStates;
import dev.tengen.proto.v1.OpenBatch;
import dev.tengen.proto.v1.Opponent;
import dev.tengen.proto.v1.ResetBatch;
import dev.tengen.proto.v1.RunRequest;
import dev.tengen.proto.v1.RunResponse;
import dev.tengen.proto.v1.StepBatch;
import dev.tengen.proto.v1.Timestep;
import dev.tengen.server.testing.BatchCall;
import dev.tengen.server.testing.Calls;
import dev.tengen.server.testing.LoneLane;
import dev.tengen.server.testing.RunningServer;
import dev.tengen.testing.TestSize;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * Lanes under rules that ask players to agree on dead stones, beside the same environments in sessions: random games
 * with random proposals, step by step. Every row must be the same.
 */
@Tag("reference")
class BatchProposalAgreementTest {
    private static final int LANES = 24;
    private static final int NO_ACTION = -1;
    private static final int DRAWN = -3;
    private static final List<String> PRESETS = List.of("tromp-taylor", "japanese", "chinese", "blog-2011");

    @RegisterExtension
    static final RunningServer SERVER = RunningServer.withDefaults();

    private final Map<String, Integer> counts = new TreeMap<>();

    @Test
    void step_proposals_rowsAreThoseOfSessions() {
        int stepCount = TestSize.exact(25, 100);
        playAll(stepCount);

        assertCounts(stepCount);
    }

    @Test
    @Tag("long")
    void step_manyProposals_rowsAreThoseOfSessions() {
        playAll(2_000);

        assertCounts(2_000);
    }

    /** These counts, which are those of 200 steps, prove that the games cover the cases. */
    private void assertCounts(int stepCount) {
        assertThat(counts.get("agreements")).isGreaterThan(400 * stepCount / 200);
        assertThat(counts.get("proposals")).isGreaterThan(800 * stepCount / 200);
        assertThat(counts.get("proposals of stones")).isGreaterThan(200 * stepCount / 200);
        assertThat(counts.get("resumptions")).isGreaterThan(100 * stepCount / 200);
        assertThat(counts.get("ends")).isGreaterThan(300 * stepCount / 200);
        assertThat(counts.get("ends without dead stones on the board")).isGreaterThan(20 * stepCount / 200);
        assertThat(counts.get("ILLEGAL_REASON_NO_AGREEMENT")).isGreaterThan(200 * stepCount / 200);
        assertThat(counts.get("ILLEGAL_REASON_NOT_WHOLE_CHAINS")).isGreaterThan(20 * stepCount / 200);
        assertThat(counts.get("ILLEGAL_REASON_EPISODE_OVER")).isGreaterThan(10 * stepCount / 200);
        assertThat(counts.get("on turned boards")).isGreaterThan(100 * stepCount / 200);
    }

    private void count(String what) {
        counts.merge(what, 1, Integer::sum);
    }

    private void playAll(int stepCount) {
        SplitMix64 random = new SplitMix64(3112);
        for (int mode = 1; mode <= 3; mode++) {
            List<EnvironmentSpec> specs = new ArrayList<>();
            for (int lane = 0; lane < LANES; lane++) {
                specs.add(spec(random, lane));
            }
            OpenBatch.Builder open = OpenBatch.newBuilder()
                    .setLaneCount(LANES)
                    .addAllSpecs(specs)
                    .addSeeds(random.nextLong())
                    .setAutoresetModeValue(mode);
            try (BatchCall call = BatchCall.open(SERVER.channel(), open)) {
                new Match(AutoresetMode.forNumber(mode), specs, call, random).play(stepCount);
            }
        }
    }

    /** Returns a spec of a small board; every eighth lane has rules without agreement. */
    private static EnvironmentSpec spec(SplitMix64 random, int lane) {
        EnvironmentSpec.Builder spec = Calls.square(2 + random.nextInt(3))
                .addEncodings("alphazero-17")
                .setIllegalActionPolicyValue(random.nextInt(4))
                .setIllegalActionPenalty(0.5)
                .setRewardModeValue(1 + random.nextInt(4))
                .setSymmetryValue(random.nextInt(10))
                .setMaxMoves(random.nextInt(3) == 0 ? 12 : 60);
        spec.getRulesBuilder()
                .setPreset(PRESETS.get(random.nextInt(PRESETS.size())))
                .setDeadStones(
                        lane % 8 == 7
                                ? DeadStonesRule.DEAD_STONES_RULE_AS_IT_STANDS
                                : DeadStonesRule.DEAD_STONES_RULE_AGREEMENT);
        if (lane % 5 == 4) {
            spec.setOpponent(Opponent.newBuilder().setPlayer("random"));
        }
        return spec.build();
    }

    /** What a lane does in a step. */
    private record Move(int action, boolean isProposal, List<Integer> points) {
        static Move of(int action) {
            return new Move(action, false, List.of());
        }
    }

    /** A batch and as many sessions. */
    private final class Match {
        private final AutoresetMode mode;
        private final List<EnvironmentSpec> specs;
        private final BatchCall call;
        private final SplitMix64 random;
        private final List<LoneLane> lanes = new ArrayList<>();
        private final List<List<Integer>> lastProposals = new ArrayList<>();

        Match(AutoresetMode mode, List<EnvironmentSpec> specs, BatchCall call, SplitMix64 random) {
            this.mode = mode;
            this.specs = specs;
            this.call = call;
            this.random = random;
            RunResponse answer = call.receive();
            BatchLayout layout = answer.getLayout();
            for (int lane = 0; lane < LANES; lane++) {
                lanes.add(new LoneLane(SERVER.stub(), layout, specs.get(lane), lane));
                lastProposals.add(List.of());
                lanes.get(lane).requireState(answer.getStates(), lane);
            }
        }

        void play(int stepCount) {
            for (int step = 0; step < stepCount; step++) {
                if (random.nextInt(3) == 0) {
                    resetEnded();
                }
                List<Move> moves = new ArrayList<>();
                for (int lane = 0; lane < LANES; lane++) {
                    moves.add(move(lane));
                }
                send(moves);
                compare(moves, call.receive().getStates());
            }
        }

        /** Resets the lanes whose episode is over. */
        private void resetEnded() {
            int[] ended = IntStream.range(0, LANES)
                    .filter(lane -> lanes.get(lane).isOver())
                    .toArray();
            if (ended.length == 0) {
                return;
            }
            call.reset(ResetBatch.newBuilder().setLanes(BatchCall.ints(ended)));
            LaneStates states = call.receive().getStates();
            for (int row = 0; row < ended.length; row++) {
                lanes.get(ended[row]).reset();
                lanes.get(ended[row]).requireState(states, row);
            }
        }

        private void send(List<Move> moves) {
            StepBatch.Builder step = StepBatch.newBuilder()
                    .setActions(
                            BatchCall.ints(moves.stream().mapToInt(Move::action).toArray()));
            for (int lane = LANES - 1; lane >= 0; lane--) {
                if (moves.get(lane).isProposal()) {
                    step.addProposals(LaneProposal.newBuilder()
                            .setLane(lane)
                            .addAllDeadPoints(moves.get(lane).points()));
                }
            }
            call.send(RunRequest.newBuilder().setStep(step).build());
        }

        private Move move(int number) {
            LoneLane lane = lanes.get(number);
            int pass = lane.actionCount() - 1;
            boolean mayPropose = number % 8 != 7;
            if (mayPropose && lane.last().getIsAgreement()) {
                return random.nextInt(5) == 0 ? Move.of(pass) : new Move(pass, true, proposal(number));
            }
            return switch (random.nextInt(10)) {
                case 0 -> Move.of(NO_ACTION);
                case 1 -> Move.of(random.nextInt(lane.actionCount() + 3) - 1);
                case 2 -> mayPropose ? new Move(pass, true, List.of(random.nextInt(pass))) : Move.of(pass);
                case 3, 4, 5 -> Move.of(pass);
                default -> Move.of(DRAWN);
            };
        }

        /** Returns the last proposal again, a random set of whole chains, or points that are not whole chains. */
        private List<Integer> proposal(int number) {
            int choice = random.nextInt(8);
            if (choice < 3) {
                return lastProposals.get(number);
            }
            List<List<Integer>> chains = chains(number);
            List<Integer> points = new ArrayList<>();
            for (List<Integer> chain : chains) {
                if (random.nextInt(2) == 0) {
                    points.addAll(chain);
                }
            }
            if (choice <= 4 && !points.isEmpty()) {
                points.remove(random.nextInt(points.size()));
            }
            return points;
        }

        /** Returns the chains on the board of a session, by flood fill. */
        private List<List<Integer>> chains(int number) {
            ByteString board = lanes.get(number).board();
            int size = specs.get(number).getWidth();
            List<List<Integer>> chains = new ArrayList<>();
            TreeSet<Integer> seen = new TreeSet<>();
            for (int start = 0; start < size * size; start++) {
                if (board.byteAt(start) == 0 || !seen.add(start)) {
                    continue;
                }
                List<Integer> chain = new ArrayList<>();
                Deque<Integer> open = new ArrayDeque<>(List.of(start));
                while (!open.isEmpty()) {
                    int point = open.pop();
                    chain.add(point);
                    for (int next : neighbors(point, size)) {
                        if (board.byteAt(next) == board.byteAt(start) && seen.add(next)) {
                            open.push(next);
                        }
                    }
                }
                chains.add(chain);
            }
            return chains;
        }

        private static List<Integer> neighbors(int point, int size) {
            List<Integer> neighbors = new ArrayList<>();
            if (point % size > 0) {
                neighbors.add(point - 1);
            }
            if (point % size < size - 1) {
                neighbors.add(point + 1);
            }
            if (point >= size) {
                neighbors.add(point - size);
            }
            if (point < size * (size - 1)) {
                neighbors.add(point + size);
            }
            return neighbors;
        }

        private void compare(List<Move> moves, LaneStates states) {
            int[] drawn = BatchCall.ints(states.getActions());
            int[] finalLanes = BatchCall.ints(states.getFinal().getLanes());
            int finals = 0;
            for (int number = 0; number < LANES; number++) {
                LoneLane lane = lanes.get(number);
                Move move = moves.get(number);
                if (move.action() == NO_ACTION) {
                    lane.rest();
                } else if (lane.isOver() && mode != AutoresetMode.AUTORESET_MODE_DISABLED) {
                    lane.reset();
                } else {
                    act(number, move, drawn[number]);
                    if (lane.isOver() && mode == AutoresetMode.AUTORESET_MODE_SAME_STEP) {
                        assertThat(finalLanes[finals]).isEqualTo(number);
                        lane.requireEnd(states.getFinal(), finals);
                        lane.requireState(states.getFinal(), finals);
                        lane.requireReason(states.getFinal(), finals);
                        lane.requireReason(states, number);
                        lane.requireEnd(states, number);
                        finals++;
                        lane.reset();
                        lane.requireState(states, number);
                        continue;
                    }
                }
                lane.requireReason(states, number);
                lane.requireEnd(states, number);
                lane.requireState(states, number);
            }
            assertThat(finals).isEqualTo(finalLanes.length);
        }

        private void act(int number, Move move, int drawn) {
            LoneLane lane = lanes.get(number);
            Timestep before = lane.last();
            if (move.isProposal()) {
                lane.propose(move.points());
            } else {
                lane.step(drawn);
            }
            boolean isLegal = lane.illegalReason() == IllegalReason.ILLEGAL_REASON_UNSPECIFIED;
            if (!isLegal) {
                count(lane.illegalReason().name());
                return;
            }
            Timestep after = lane.last();
            count(after.getSymmetryValue() > 1 ? "on turned boards" : "on boards as they are");
            if (!before.getIsAgreement() && after.getIsAgreement()) {
                count("agreements");
                lastProposals.set(number, List.of());
            }
            if (before.getIsAgreement() && move.action() == lane.actionCount() - 1) {
                count("proposals");
                count(move.points().isEmpty() ? "proposals of none" : "proposals of stones");
                boolean isResumed = !after.getIsAgreement() && !lane.isOver();
                count(isResumed ? "resumptions" : lane.isOver() ? "ends" : "first proposals");
                if (after.getEndReason() == EndReason.END_REASON_PASSES
                        && !move.points().isEmpty()) {
                    count("ends without dead stones on the board");
                }
                lastProposals.set(number, move.points());
            }
        }
    }
}
