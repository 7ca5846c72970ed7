package dev.tengen.server.testing;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import dev.tengen.base.SplitMix64;
import dev.tengen.board.Color;
import dev.tengen.board.PointSet;
import dev.tengen.env.EndReason;
import dev.tengen.env.Environment;
import dev.tengen.env.EnvironmentSpec;
import dev.tengen.env.IllegalActionPolicy;
import dev.tengen.env.RewardMode;
import dev.tengen.game.Game;
import dev.tengen.game.Ko;
import dev.tengen.game.Legality;
import dev.tengen.proto.v1.EnvironmentServiceGrpc.EnvironmentServiceBlockingStub;
import dev.tengen.proto.v1.ProposeDeadStonesRequest;
import dev.tengen.proto.v1.ResetRequest;
import dev.tengen.proto.v1.StepRequest;
import dev.tengen.proto.v1.Timestep;
import dev.tengen.proto.v1.UndoRequest;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A random walk of play and undo in a session, compared after each call with an environment that plays the remaining
 * moves from the start. Earlier calls are retried between them.
 */
public final class UndoWalk {
    private static final List<String> ENCODINGS = List.of("alphazero-17", "alphago-48");
    private static final int CALL_COUNT = 60;
    private static final int REMEMBERED = 32;

    private final EnvironmentServiceBlockingStub stub;
    private final SplitMix64 random;
    private final Map<String, Integer> counts;
    private final EnvironmentSpec spec;

    /** The same environment without the opponent, whose replies are played like all other moves. */
    private final EnvironmentSpec replayedSpec;

    private final String session;
    private final List<Long> seeds = new ArrayList<>();
    private final List<Move> moves = new ArrayList<>();

    /** The sum of Black's rewards after each move number; null where the client has not seen one. */
    private final List<@Nullable Double> sums = new ArrayList<>();

    private final Deque<Retry> retries = new ArrayDeque<>();
    private Timestep latest;
    private Environment replay;
    private int requestCount;
    private boolean isUndone;

    /** An action as the agent sees it, or a proposal of dead stones. */
    private record Move(int action, Optional<PointSet> dead) {}

    /** An earlier call and its answer. */
    private record Retry(Supplier<Timestep> call, Timestep answer) {}

    private UndoWalk(EnvironmentServiceBlockingStub stub, SplitMix64 random, Map<String, Integer> counts) {
        this.stub = stub;
        this.random = random;
        this.counts = counts;
        SpecPair pair = SpecPair.random(random).seen(random);
        spec = pair.core().toBuilder().encodings(ENCODINGS).build();
        replayedSpec = spec.toBuilder().opponent(Optional.empty()).build();
        long seed = random.nextLong();
        var opened = stub.createSession(
                Calls.create(pair.message().toBuilder().clearEncodings().addAllEncodings(ENCODINGS))
                        .setSeed(seed)
                        .build());
        session = opened.getSessionId();
        latest = opened.getTimestep();
        replay = begin(seed);
    }

    /** Walks once in a session of a random spec, and adds to {@code counts} what the walk has met. */
    public static void compare(EnvironmentServiceBlockingStub stub, SplitMix64 random, Map<String, Integer> counts) {
        UndoWalk walk = new UndoWalk(stub, random, counts);
        for (int call = 0; call < CALL_COUNT; call++) {
            walk.call();
        }
        walk.compareCopies();
        Calls.close(stub, walk.session);
    }

    private void count(String what) {
        counts.merge(what, 1, Integer::sum);
    }

    private boolean chance(int oneIn) {
        return random.nextInt(oneIn) == 0;
    }

    private String nextId() {
        return "request " + requestCount++;
    }

    private Environment begin(long seed) {
        seeds.add(seed);
        moves.clear();
        sums.clear();
        sums.add(0.0);
        add(0);
        return replayed();
    }

    private Environment replayed() {
        Environment fresh = new Environment(replayedSpec, seeds.get(0));
        for (long seed : seeds.subList(1, seeds.size())) {
            fresh.reset(seed);
        }
        for (Move move : moves) {
            if (move.dead().isPresent()) {
                fresh.proposeDead(move.dead().get());
            } else {
                assertThat(fresh.step(move.action())).isEqualTo(Legality.LEGAL);
            }
        }
        return fresh;
    }

    private void call() {
        int kind = random.nextInt(12);
        if (kind == 0 && !retries.isEmpty()) {
            retry();
        } else if (kind == 1 && chance(4)) {
            reset();
        } else if (kind < 4 || latest.getEndReasonValue() != 0) {
            undo();
        } else if (latest.getIsAgreement() && chance(2)) {
            propose();
        } else if (kind == 4) {
            stepWithoutMask();
        } else {
            step(legalAction());
        }
        compareState();
    }

    /** Draws a legal action, and passes so rarely that games grow long enough for repetitions. */
    private int legalAction() {
        int action = RandomActions.legal(latest.getActionMask(), random);
        return action == spec.grid().pass() ? RandomActions.legal(latest.getActionMask(), random) : action;
    }

    /** Makes a call twice at times, and remembers it for later retries. */
    private Timestep change(Supplier<Timestep> call) {
        Timestep answer = call.get();
        if (chance(8)) {
            assertThat(call.get()).isEqualTo(answer);
        }
        retries.add(new Retry(call, answer));
        if (retries.size() > REMEMBERED) {
            retries.remove();
        }
        return answer;
    }

    private void retry() {
        Retry chosen = List.copyOf(retries).get(random.nextInt(retries.size()));
        assertThat(chosen.call().get()).isEqualTo(chosen.answer());
        count(isUndone ? "retries after an undo" : "other retries");
    }

    private void reset() {
        long seed = random.nextLong();
        ResetRequest request =
                Calls.reset(session).setRequestId(nextId()).setSeed(seed).build();
        latest = change(() -> stub.reset(request).getTimestep());
        replay = begin(seed);
        count("resets");
    }

    private void step(int action) {
        StepRequest request = Calls.step(session, action).setRequestId(nextId()).build();
        latest = change(() -> stub.step(request).getTimestep());
        int before = moves.size();
        add(0);
        replay = replayed();
        if (latest.getEndReasonValue() == EndReason.ILLEGAL_ACTION.number() && moves.size() == before) {
            replay.step(action);
        } else if (latest.getEndReasonValue() == EndReason.MAX_ILLEGAL_ACTIONS.number()) {
            // The session counts illegal actions of the whole episode, also those before an undo.
            while (!replay.isOver()) {
                replay.step(action);
            }
        } else if (latest.getActionsCount() > 0
                && latest.getActions(latest.getActionsCount() - 1) == Environment.RESIGN) {
            replay.step(Environment.RESIGN);
        }
    }

    /** Resigns or plays any number; a call that is rejected changes nothing. */
    private void stepWithoutMask() {
        int action = chance(3) ? Environment.RESIGN : random.nextInt(spec.grid().moveCount() + 2);
        boolean isRejected =
                replay.legality(action) != Legality.LEGAL && spec.illegalActionPolicy() == IllegalActionPolicy.REJECT;
        if (!isRejected) {
            step(action);
            return;
        }
        StepRequest request = Calls.step(session, action).setRequestId(nextId()).build();
        assertThat(Failure.of(() -> stub.step(request)).reason()).isPresent();
        count("rejected actions");
    }

    private void propose() {
        Game game = replay.game();
        PointSet dead = new PointSet(game.grid());
        for (int point = 0; dead.isEmpty() && point < game.grid().pointCount(); point++) {
            if (game.colorAt(point) != Color.EMPTY) {
                game.board().addChain(point, dead);
            }
        }
        ProposeDeadStonesRequest.Builder request =
                ProposeDeadStonesRequest.newBuilder().setSessionId(session).setRequestId(nextId());
        dead.forEach(request::addDeadPoints);
        latest = change(() -> stub.proposeDeadStones(request.build()).getTimestep());
        moves.add(new Move(game.grid().pass(), Optional.of(dead)));
        add(1);
        replay = replayed();
    }

    /** Adds the moves of the last answer but the first {@code knownCount}, and the rewards. */
    private void add(int knownCount) {
        latest.getActionsList().stream()
                .skip(knownCount)
                .filter(action -> action != Environment.RESIGN)
                .forEach(action -> moves.add(new Move(action, Optional.empty())));
        int known = sums.size() - 1;
        if (moves.size() > known) {
            double before = sumAt(known);
            while (sums.size() < moves.size()) {
                sums.add(null);
            }
            sums.add(before + latest.getRewardBlack());
        }
    }

    private double sumAt(int moveNumber) {
        Double sum = sums.get(moveNumber);
        if (sum == null) {
            throw new AssertionError("an undo has gone back between a move of the client and its reply");
        }
        return sum;
    }

    private void undo() {
        int last = moves.size();
        int drawn = 1 + random.nextInt(4);
        int count = isAllowed(drawn) || chance(4) ? drawn : drawn % 2 + 1;
        UndoRequest request = UndoRequest.newBuilder()
                .setSessionId(session)
                .setRequestId(nextId())
                .setMoveCount(count)
                .setExpectedMoveNumber(last)
                .build();
        if (!isAllowed(count)) {
            boolean isAnyAllowed = isAllowed(1) || isAllowed(2);
            assertThat(Failure.of(() -> stub.undo(request)).reason())
                    .contains(isAnyAllowed ? "INVALID_VALUE" : "UNDO_UNAVAILABLE");
            count("refused undos");
            return;
        }
        countUndo(count);
        latest = change(() -> stub.undo(request).getTimestep());
        assertThat(latest.getActionsList()).isEmpty();
        assertThat(latest.getRewardBlack()).isZero();
        assertThat(latest.getRewardWhite()).isZero();
        moves.subList(last - count, last).clear();
        sums.subList(last - count + 1, last + 1).clear();
        replay = replayed();
        isUndone = true;
        countBans();
    }

    private boolean isAllowed(int count) {
        if (count > moves.size()) {
            return false;
        }
        boolean isBlackFirst = spec.setup().playerToMove() == Color.BLACK;
        boolean isFirstToMove = (moves.size() - count) % 2 == 0;
        int toMove = isBlackFirst == isFirstToMove ? Color.BLACK : Color.WHITE;
        return spec.opponent().map(opponent -> opponent.color() != toMove).orElse(true);
    }

    private void countUndo(int count) {
        count("undos");
        count("undone " + replay.endReason());
        if (spec.opponent().isPresent()) {
            count("undos with an opponent");
        }
        Game game = replay.game();
        for (int number = game.moveNumber(); number > game.moveNumber() - count; number--) {
            if (!game.proposedDead(number).isEmpty()) {
                count("undone proposals");
            }
            Game earlier = game.replayTo(number);
            if (earlier.removedCount() > 0) {
                count(earlier.colorAt(game.move(number)) == Color.EMPTY ? "undone suicides" : "undone captures");
            }
        }
    }

    /** Counts the kos of the position after an undo. */
    private void countBans() {
        Game game = replay.game();
        for (int point = 0; point < game.grid().pointCount(); point++) {
            if (game.legality(point) == Legality.REPETITION) {
                count(
                        spec.rules().ko() == Ko.SIMPLE
                                ? "bans of simple ko after an undo"
                                : "bans of superko after an undo");
            }
        }
    }

    /** Removes what the last call alone determines. */
    private static Timestep state(Timestep timestep) {
        return timestep.toBuilder()
                .clearRewardBlack()
                .clearRewardWhite()
                .clearActions()
                .clearIllegalReason()
                .clearObservations()
                .build();
    }

    private void compareState() {
        assertThat(state(latest)).isEqualTo(state(Timesteps.withoutObservations(replay)));
        for (int index = 0; index < ENCODINGS.size(); index++) {
            assertThat(latest.getObservations(index).getPlanes().toByteArray())
                    .isEqualTo(replay.observations().get(index));
        }
        var described = Calls.describe(stub, session);
        assertThat(described.getTimestep())
                .isEqualTo(latest.toBuilder().clearObservations().build());
        assertThat(described.getActionsList()).isEqualTo(replay.actions());
        var score = Calls.score(stub, session).getScore();
        assertThat(score.getMargin()).isEqualTo(replay.game().score().margin());
        assertThat(score.getOwner())
                .isEqualTo(ByteString.copyFrom(replay.game().score().owners()));
        if (spec.rewardMode() == RewardMode.AREA_DELTA && !moves.isEmpty() && isPaidByMargin()) {
            assertThat(sumAt(moves.size())).isEqualTo(replay.game().score().margin());
            count("sums of rewards");
        }
        count("comparisons");
    }

    private boolean isPaidByMargin() {
        return replay.endReason() == EndReason.NONE || replay.endReason() == EndReason.PASSES;
    }

    /** Compares a fork and a restored session with the original, also in their next call. */
    private void compareCopies() {
        ByteString snapshot = Calls.snapshot(stub, session);
        List<String> copies = List.of(
                Calls.restore(stub, snapshot).getSessionId(),
                Calls.fork(stub, session).getSessionId());
        Timestep described = Calls.describe(stub, session).getTimestep();
        String record = record(session);
        boolean isOver = latest.getEndReasonValue() != 0;
        int action = isOver ? 0 : RandomActions.legal(latest.getActionMask(), random);
        Timestep next = isOver ? latest : Calls.play(stub, session, action);
        for (String copy : copies) {
            assertThat(Calls.describe(stub, copy).getTimestep()).isEqualTo(described);
            assertThat(record(copy)).isEqualTo(record);
            assertThat(isOver ? latest : Calls.play(stub, copy, action)).isEqualTo(next);
            Calls.close(stub, copy);
        }
        count("copies");
    }

    private String record(String id) {
        return Calls.exportRecord(stub, id);
    }
}
