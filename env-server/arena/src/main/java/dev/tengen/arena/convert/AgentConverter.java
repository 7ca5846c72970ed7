package dev.tengen.arena.convert;

import com.google.protobuf.ByteString;
import com.google.protobuf.UnsafeByteOperations;
import dev.tengen.arena.clock.TimeControls;
import dev.tengen.arena.clock.TimeLeft;
import dev.tengen.arena.game.AnswerStatus;
import dev.tengen.arena.game.Estimate;
import dev.tengen.arena.game.GameOutcome;
import dev.tengen.arena.game.MoveAnswer;
import dev.tengen.arena.game.Turn;
import dev.tengen.arena.host.AgentProfile;
import dev.tengen.arena.host.AgentSeat;
import dev.tengen.arena.host.AgentStatus;
import dev.tengen.arena.tournament.SeatRequest;
import dev.tengen.board.Color;
import dev.tengen.board.PointSet;
import dev.tengen.game.Game;
import dev.tengen.planes.Symmetry;
import dev.tengen.planes.catalog.Encodings;
import dev.tengen.proto.v1.AgentTurn;
import dev.tengen.proto.v1.AnswerOutcome;
import dev.tengen.proto.v1.AnswerReceipt;
import dev.tengen.proto.v1.ArenaAgent;
import dev.tengen.proto.v1.ArenaJoined;
import dev.tengen.proto.v1.ClockTime;
import dev.tengen.proto.v1.GameEnd;
import dev.tengen.proto.v1.GameStart;
import dev.tengen.proto.v1.JoinArena;
import dev.tengen.proto.v1.TurnAnswer;
import dev.tengen.server.convert.Enums;
import dev.tengen.server.convert.RulesConverter;
import dev.tengen.server.convert.SpecConverter;
import dev.tengen.server.convert.ViewConverter;
import java.time.Duration;
import java.util.OptionalDouble;

/** Converts the messages between agents and the arena. */
public final class AgentConverter {
    private static final int NANOS_PER_MILLI = 1_000_000;

    private AgentConverter() {}

    /**
     * Returns the profile of an agent.
     *
     * @throws dev.tengen.base.InvalidValueException if a value is not allowed
     */
    public static AgentProfile profile(JoinArena message) {
        int maxGameCount = message.getMaxGameCount() == 0
                ? 1
                : SpecConverter.requireInt(
                        "max_game_count", message.getMaxGameCount(), 0, AgentProfile.GREATEST_GAME_COUNT);
        return new AgentProfile(
                message.getName(), message.getDescription(), maxGameCount, message.getVersion(), message.getLink());
    }

    /**
     * Returns the view options of an agent.
     *
     * @throws dev.tengen.server.error.CallException if an encoding is unknown
     */
    public static AgentViewOptions viewOptions(JoinArena message) {
        return new AgentViewOptions(SpecConverter.encodings(message.getEncodingsList()), ViewConverter.form(message));
    }

    /** Returns the response to the agent {@code name} that has joined. */
    public static ArenaJoined joined(String name, byte[] resumeKey, Duration reconnect, boolean usesBatches) {
        return ArenaJoined.newBuilder()
                .setName(name)
                .setResumeKey(ByteString.copyFrom(resumeKey))
                .setReconnectMs(reconnect.toMillis())
                .setUsesBatches(usesBatches)
                .build();
    }

    /** Returns the start of a game, for an agent that joins it or has reconnected. */
    public static GameStart start(AgentSeat.View seat) {
        SeatRequest request = seat.request();
        Game game = seat.game();
        return GameStart.newBuilder()
                .setGameId(request.gameId())
                .setTournament(request.tournament())
                .setColor(Enums.toProtoColor(request.color()))
                .setOpponent(request.opponent())
                .setWidth(game.grid().width())
                .setHeight(game.grid().height())
                .setRules(RulesConverter.toProto(game.rules()))
                .setSetup(SpecConverter.toProto(game.setup()))
                .addAllActions(GameConverter.actions(game, 0))
                .setTimeControl(
                        request.spec().timeControls().of(request.color()).toString())
                .setMaxMoves(request.spec().moveLimit())
                .setSeed(request.seed())
                .build();
    }

    /**
     * Returns {@code turn}, which is open in {@code seat}, for an agent that knows the first {@code knownMoveCount}
     * moves of the game.
     */
    public static AgentTurn turn(AgentSeat.View seat, Turn turn, AgentViewOptions options, int knownMoveCount) {
        Game game = turn.game();
        AgentTurn.Builder message = AgentTurn.newBuilder()
                .setGameId(turn.gameId())
                .setMoveNumber(turn.moveNumber())
                .setColor(Enums.toProtoColor(turn.color()))
                .addAllActions(GameConverter.actions(game, knownMoveCount))
                .setActionMask(UnsafeByteOperations.unsafeWrap(mask(game)))
                .setStateHash(game.stateHash());
        for (String encoding : options.encodings()) {
            message.addObservations(ViewConverter.observation(
                    game,
                    Symmetry.IDENTITY,
                    Encodings.named(encoding, game.grid()).orElseThrow(),
                    options.form()));
        }
        seat.allowedNanos()
                .ifPresent(
                        nanos -> message.setAllowedMs(nanos / NANOS_PER_MILLI).setLeft(time(turn.left())));
        TimeControls controls = seat.request().spec().timeControls();
        if (controls.of(Color.opponent(turn.color())).isLimited()) {
            message.setOpponentLeft(time(turn.opponentLeft()));
        }
        return message.build();
    }

    private static byte[] mask(Game game) {
        byte[] mask = new byte[(game.grid().moveCount() + 7) / 8];
        PointSet legal = new PointSet(game.grid());
        game.legalPoints(legal);
        legal.writeTo(mask, 0);
        int pass = game.grid().pass();
        mask[pass >>> 3] |= (byte) (0x80 >>> (pass & 7));
        return mask;
    }

    private static ClockTime time(TimeLeft left) {
        long nanos = left.mainNanos() > 0 ? left.mainNanos() : left.periodCount() > 0 ? left.periodNanos() : 0;
        return ClockTime.newBuilder()
                .setTimeMs(nanos / NANOS_PER_MILLI)
                .setPeriodCount(left.periodCount())
                .build();
    }

    /** Returns the answer in {@code message}. */
    public static MoveAnswer answer(TurnAnswer message) {
        Estimate estimate = new Estimate(
                message.hasWinProbability() ? OptionalDouble.of(message.getWinProbability()) : OptionalDouble.empty(),
                message.hasScoreLead() ? OptionalDouble.of(message.getScoreLead()) : OptionalDouble.empty());
        return MoveAnswer.of(message.getGameId(), message.getMoveNumber(), message.getAction())
                .withEstimate(estimate);
    }

    /** Returns the receipt of {@code answer}. */
    public static AnswerReceipt receipt(TurnAnswer answer, AnswerStatus status) {
        return AnswerReceipt.newBuilder()
                .setGameId(answer.getGameId())
                .setMoveNumber(answer.getMoveNumber())
                .setOutcome(Enums.toProto(status, "ANSWER_OUTCOME_", AnswerOutcome.class))
                .build();
    }

    /** Returns the end of the game of {@code seat}. */
    public static GameEnd end(AgentSeat.View seat, GameOutcome outcome) {
        return GameEnd.newBuilder()
                .setGameId(seat.request().gameId())
                .setEnding(GameConverter.ending(outcome))
                .addAllActions(GameConverter.actions(seat.game(), 0))
                .build();
    }

    /** Returns the status of an agent. */
    public static ArenaAgent agent(AgentStatus status) {
        return ArenaAgent.newBuilder()
                .setName(status.profile().name())
                .setDescription(status.profile().description())
                .setIsConnected(status.isConnected())
                .setGameCount(status.gameCount())
                .setMaxGameCount(status.profile().maxGameCount())
                .build();
    }
}
