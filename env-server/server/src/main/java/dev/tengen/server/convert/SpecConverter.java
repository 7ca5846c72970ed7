package dev.tengen.server.convert;

import dev.tengen.analysis.Overlays;
import dev.tengen.base.InvalidValueException;
import dev.tengen.board.Color;
import dev.tengen.board.Grid;
import dev.tengen.board.PointSet;
import dev.tengen.env.EnvironmentSpec;
import dev.tengen.env.IllegalActionPolicy;
import dev.tengen.env.Opponent;
import dev.tengen.env.RewardMode;
import dev.tengen.env.Task;
import dev.tengen.game.RulesPreset;
import dev.tengen.planes.catalog.Encodings;
import dev.tengen.player.BuiltInPlayer;
import dev.tengen.player.PlayerFactory;
import dev.tengen.player.Players;
import dev.tengen.server.error.CallException;
import dev.tengen.server.error.Reason;
import dev.tengen.server.session.Engines;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BinaryOperator;

/** Converts environment specs to core types and back. */
public final class SpecConverter {
    private static final String REWARD_MODE = "REWARD_MODE_";
    private static final String POLICY = "ILLEGAL_ACTION_POLICY_";

    private SpecConverter() {}

    /**
     * Returns the spec that {@code message} describes, with a built-in opponent or none.
     *
     * @throws CallException if a name or a number of an enum is unknown
     * @throws InvalidValueException if a value is out of range
     */
    public static EnvironmentSpec toCore(dev.tengen.proto.v1.EnvironmentSpec message) {
        return toCore(message, List.of());
    }

    /**
     * Returns the spec that {@code message} describes, whose opponent may be one of {@code engines}.
     *
     * @throws CallException if a name or a number of an enum is unknown
     * @throws InvalidValueException if a value is out of range
     */
    public static EnvironmentSpec toCore(
            dev.tengen.proto.v1.EnvironmentSpec message, List<? extends PlayerFactory> engines) {
        Grid grid = Grid.of(
                requireInt("width", message.getWidth(), Grid.MIN_SIZE, Grid.MAX_SIZE),
                requireInt("height", message.getHeight(), Grid.MIN_SIZE, Grid.MAX_SIZE));
        List<String> encodings = encodings(message.getEncodingsList());
        Optional<Task> task = TaskConverter.task(message.getTask(), grid);
        EnvironmentSpec.Builder spec = EnvironmentSpec.builder(
                        setup(message.getSetup(), grid), RulesConverter.toCore(message.getRules(), grid))
                .maxMoves(message.getMaxMoves())
                .scoredOnTruncation(message.getScoreOnTruncation())
                .illegalActionPenalty(message.getIllegalActionPenalty())
                .maxIllegalActions(message.getMaxIllegalActions())
                .encodings(encodings)
                .task(task);
        Enums.toCore(
                        "reward_mode",
                        message.getRewardMode(),
                        message.getRewardModeValue(),
                        REWARD_MODE,
                        RewardMode.class)
                .ifPresent(spec::rewardMode);
        Enums.toCore(
                        "illegal_action_policy",
                        message.getIllegalActionPolicy(),
                        message.getIllegalActionPolicyValue(),
                        POLICY,
                        IllegalActionPolicy.class)
                .ifPresent(spec::illegalActionPolicy);
        if (message.hasOpponent()) {
            spec.opponent(Optional.of(opponent(message.getOpponent(), engines, task.isPresent())));
        }
        return spec.form(ViewConverter.form(message))
                .symmetry(ViewConverter.symmetry(message))
                .build();
    }

    /**
     * Returns the specs that {@code messages} describe, with built-in opponents or none: one for all of
     * {@code placeCount} places, or one for each. Equal messages become one spec.
     *
     * @param place what a place is called, such as "lane"
     * @throws CallException if the count does not match, a name or a number of an enum is unknown, or a value is out of
     *     range; the field has the index if there is more than one spec
     */
    static List<EnvironmentSpec> toCore(
            List<dev.tengen.proto.v1.EnvironmentSpec> messages, int placeCount, String place) {
        int count = messages.size();
        if (count != 1 && count != placeCount) {
            throw CallException.invalid("specs", "a list of " + count, "one spec, or one for each " + place);
        }
        Map<dev.tengen.proto.v1.EnvironmentSpec, EnvironmentSpec> known = new HashMap<>();
        List<EnvironmentSpec> specs = new ArrayList<>(count);
        for (int index = 0; index < count; index++) {
            try {
                specs.add(known.computeIfAbsent(messages.get(index), SpecConverter::toCore));
            } catch (InvalidValueException e) {
                throw inElement(CallException.invalid(Reason.INVALID_VALUE, e), index, count);
            } catch (CallException e) {
                throw inElement(e, index, count);
            }
        }
        return specs;
    }

    private static CallException inElement(CallException error, int index, int count) {
        return count == 1 ? error : error.within("specs[" + index + "]");
    }

    /** Returns {@code specs} as complete messages, as they were made from {@code given}. */
    static List<dev.tengen.proto.v1.EnvironmentSpec> toProto(
            List<EnvironmentSpec> specs, List<dev.tengen.proto.v1.EnvironmentSpec> given) {
        Map<dev.tengen.proto.v1.EnvironmentSpec, dev.tengen.proto.v1.EnvironmentSpec> known = new HashMap<>();
        List<dev.tengen.proto.v1.EnvironmentSpec> messages = new ArrayList<>(specs.size());
        for (int index = 0; index < specs.size(); index++) {
            EnvironmentSpec spec = specs.get(index);
            messages.add(known.computeIfAbsent(
                    given.get(index), message -> toProto(spec, RulesConverter.preset(message.getRules()))));
        }
        return messages;
    }

    /**
     * Returns {@code uint32} as an int. The core checks the range itself.
     *
     * @throws InvalidValueException if no int can hold it
     */
    public static int requireInt(String field, int uint32, int min, int max) {
        if (uint32 < 0) {
            throw InvalidValueException.outside(field, Integer.toUnsignedString(uint32), min, max);
        }
        return uint32;
    }

    /**
     * Returns {@code uint32}, which must be in the range from {@code min} to {@code max}.
     *
     * @throws InvalidValueException if it is not
     */
    static int requireWithin(String field, int uint32, int min, int max) {
        int value = requireInt(field, uint32, min, max);
        InvalidValueException.requireWithin(field, value, min, max);
        return value;
    }

    /**
     * Returns the encodings called {@code names}, by their names in the usual spelling.
     *
     * @throws CallException if one is unknown or there twice, or there are too many
     */
    public static List<String> encodings(List<String> names) {
        List<String> encodings = names(
                "encodings",
                names,
                Reason.UNKNOWN_ENCODING,
                (field, name) -> Encodings.spec(field, name).name());
        Set<String> different = new HashSet<>();
        for (String name : encodings) {
            if (!different.add(name)) {
                throw CallException.invalid(
                        "encodings", "with \"" + name + "\" twice", "a list of different encodings");
            }
        }
        return encodings;
    }

    /**
     * Returns the overlays called {@code names}, by their names in the usual spelling.
     *
     * @throws CallException if one is unknown, or there are too many
     */
    public static List<String> overlays(List<String> names) {
        return names(
                "overlays",
                names,
                Reason.UNKNOWN_OVERLAY,
                (field, name) -> Overlays.spec(field, name).name());
    }

    private static List<String> names(
            String field, List<String> names, Reason unknown, BinaryOperator<String> usualName) {
        if (names.size() > EnvironmentSpec.MAX_ENCODING_COUNT) {
            throw CallException.invalid(
                    field, names.size() + " names", "at most " + EnvironmentSpec.MAX_ENCODING_COUNT);
        }
        List<String> usual = new ArrayList<>();
        for (String name : names) {
            try {
                usual.add(usualName.apply(field, name));
            } catch (InvalidValueException e) {
                throw CallException.invalid(unknown, e);
            }
        }
        return usual;
    }

    private static dev.tengen.game.Setup setup(dev.tengen.proto.v1.Setup message, Grid grid) {
        int handicap = requireInt("handicap", message.getHandicap(), 0, grid.pointCount());
        return dev.tengen.game.Setup.of(
                        grid,
                        points("black_points", message.getBlackPointsList(), grid),
                        points("white_points", message.getWhitePointsList(), grid),
                        Enums.toCoreColor(
                                "player_to_move",
                                message.getPlayerToMove(),
                                message.getPlayerToMoveValue(),
                                handicap == 0 ? Color.BLACK : Color.WHITE))
                .withHandicap(handicap);
    }

    /**
     * Returns {@code points} as a set.
     *
     * @param field their field in the message, for errors
     * @throws InvalidValueException if a point is not on the board or is named twice
     */
    public static PointSet points(String field, List<Integer> points, Grid grid) {
        PointSet set = new PointSet(grid);
        for (int point : points) {
            if (!grid.contains(point)) {
                throw InvalidValueException.outside(field, Integer.toUnsignedString(point), 0, grid.pointCount() - 1);
            }
            if (set.contains(point)) {
                throw InvalidValueException.not(field, "with point " + point + " twice", "a list of different points");
            }
            set.add(point);
        }
        return set;
    }

    /** Returns the built-in player called {@code name}. Throws {@link CallException} if there is none. */
    public static BuiltInPlayer builtInPlayer(String field, String name) {
        try {
            return Players.named(field, name);
        } catch (InvalidValueException e) {
            throw CallException.invalid(Reason.UNKNOWN_PLAYER, e);
        }
    }

    private static Opponent opponent(
            dev.tengen.proto.v1.Opponent message, List<? extends PlayerFactory> engines, boolean hasTask) {
        return new Opponent(
                Engines.opponent(message.getPlayer(), engines),
                Enums.toCoreColor(
                        "opponent.color",
                        message.getColor(),
                        message.getColorValue(),
                        hasTask ? Color.EMPTY : Color.WHITE));
    }

    /**
     * Returns {@code spec} as a complete message, with all defaults. {@code preset} is the rule preset it was made
     * from, which the core does not keep.
     */
    public static dev.tengen.proto.v1.EnvironmentSpec toProto(EnvironmentSpec spec, RulesPreset preset) {
        dev.tengen.proto.v1.EnvironmentSpec.Builder message = dev.tengen.proto.v1.EnvironmentSpec.newBuilder()
                .setWidth(spec.grid().width())
                .setHeight(spec.grid().height())
                .setRules(RulesConverter.toProto(spec.rules(), preset))
                .setMaxMoves(spec.task().isPresent() ? spec.maxMoves() : spec.moveLimit())
                .setRewardMode(Enums.toProto(spec.rewardMode(), REWARD_MODE, dev.tengen.proto.v1.RewardMode.class))
                .setScoreOnTruncation(spec.isScoredOnTruncation())
                .setIllegalActionPolicy(Enums.toProto(
                        spec.illegalActionPolicy(), POLICY, dev.tengen.proto.v1.IllegalActionPolicy.class))
                .setIllegalActionPenalty(spec.illegalActionPenalty())
                .setMaxIllegalActions(spec.task().isPresent() ? spec.maxIllegalActions() : spec.illegalActionLimit())
                .addAllEncodings(spec.encodings())
                .setObservationFormat(ViewConverter.toProto(spec.form().format()))
                .setObservationLayout(ViewConverter.toProto(spec.form().layout()))
                .setSymmetry(ViewConverter.toProto(spec.symmetry()))
                .setTask(spec.task().map(Task::taskName).orElse(""));
        message.setSetup(toProto(spec.setup()));
        spec.opponent()
                .ifPresent(opponent -> message.setOpponent(dev.tengen.proto.v1.Opponent.newBuilder()
                        .setPlayer(opponent.player().playerName())
                        .setColor(Enums.toProtoColor(opponent.color()))));
        return message.build();
    }

    /** Returns {@code setup} as a message. */
    public static dev.tengen.proto.v1.Setup toProto(dev.tengen.game.Setup setup) {
        dev.tengen.proto.v1.Setup.Builder message = dev.tengen.proto.v1.Setup.newBuilder();
        setup.black().forEach(message::addBlackPoints);
        setup.white().forEach(message::addWhitePoints);
        return message.setPlayerToMove(Enums.toProtoColor(setup.playerToMove()))
                .setHandicap(setup.handicap())
                .build();
    }
}
