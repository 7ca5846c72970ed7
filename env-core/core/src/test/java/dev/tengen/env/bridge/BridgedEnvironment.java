package dev.tengen.env.bridge;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tengen.board.PointSet;
import dev.tengen.env.EndReason;
import dev.tengen.env.EnvironmentSpec;
import dev.tengen.env.TestedEnvironment;
import dev.tengen.game.Legality;
import dev.tengen.game.Rules;
import dev.tengen.game.Setup;
import dev.tengen.planes.Symmetry;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;

/** Adapts a session behind a bridge to the contract of environments. Holds the last response of the bridge. */
public final class BridgedEnvironment implements TestedEnvironment {
    private final Bridge bridge;
    private final int session;
    private JsonNode state;

    /** Opens a session. */
    public BridgedEnvironment(Bridge bridge, EnvironmentSpec spec, long seed) {
        this.bridge = bridge;
        ObjectNode request = JsonNodeFactory.instance.objectNode();
        request.put("call", "open").put("seed", seed).set("spec", toRequest(spec));
        state = bridge.call(request);
        session = state.get("session").intValue();
    }

    private BridgedEnvironment(Bridge bridge, JsonNode state) {
        this.bridge = bridge;
        this.state = state;
        session = state.get("session").intValue();
    }

    /** Returns the spec as the arguments of {@code Client.create_session} in Python. */
    private static ObjectNode toRequest(EnvironmentSpec spec) {
        Rules rules = spec.rules();
        ObjectNode node = JsonNodeFactory.instance
                .objectNode()
                .put("width", spec.grid().width())
                .put("height", spec.grid().height())
                .put("komi", rules.komi())
                .put("ko", lowerCaseName(rules.ko()))
                .put("suicide", lowerCaseName(rules.suicide()))
                .put("passes_to_end", rules.passesToEnd())
                .put("max_moves", spec.maxMoves())
                .put("reward_mode", lowerCaseName(spec.rewardMode()))
                .put("score_on_truncation", spec.isScoredOnTruncation())
                .put("illegal_action_policy", lowerCaseName(spec.illegalActionPolicy()))
                .put("illegal_action_penalty", spec.illegalActionPenalty())
                .put("max_illegal_actions", spec.maxIllegalActions())
                .put("observation_format", lowerCaseName(spec.form().format()))
                .put("observation_layout", lowerCaseName(spec.form().layout()))
                .put(
                        "symmetry",
                        spec.symmetry()
                                .fixed()
                                .map(BridgedEnvironment::lowerCaseName)
                                .orElse("drawn"));
        node.set("setup", toRequest(spec.setup()));
        spec.encodings().forEach(node.putArray("encodings")::add);
        spec.opponent()
                .ifPresent(opponent -> node.putObject("opponent")
                        .put("player", opponent.player().playerName())
                        .put("color", opponent.color()));
        return node;
    }

    private static ObjectNode toRequest(Setup setup) {
        ObjectNode node = JsonNodeFactory.instance.objectNode();
        node.set("black_points", points(setup.black()));
        node.set("white_points", points(setup.white()));
        return node.put("player_to_move", setup.playerToMove());
    }

    private static ArrayNode points(PointSet points) {
        ArrayNode list = JsonNodeFactory.instance.arrayNode();
        points.forEach(list::add);
        return list;
    }

    /** Returns the name of an enum constant in a request, as in "area-delta". */
    private static String lowerCaseName(Enum<?> value) {
        return value.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    private ObjectNode request(String call) {
        return JsonNodeFactory.instance.objectNode().put("call", call).put("session", session);
    }

    @Override
    public void reset(long seed) {
        state = bridge.call(request("reset").put("seed", seed));
    }

    @Override
    public Legality step(int action) {
        state = bridge.call(request("step").put("action", action));
        return Legality.valueOf(state.get("legality").textValue());
    }

    @Override
    public boolean undo(int moveCount) {
        state = bridge.call(request("undo").put("move_count", moveCount));
        return state.get("is_allowed").booleanValue();
    }

    @Override
    public double reward(int color) {
        return state.get("rewards").get(color - 1).doubleValue();
    }

    @Override
    public EndReason endReason() {
        return EndReason.valueOf(state.get("end_reason").textValue());
    }

    @Override
    public int winner() {
        return state.get("winner").intValue();
    }

    @Override
    public int playerToMove() {
        return state.get("player_to_move").intValue();
    }

    @Override
    public long episode() {
        return state.get("episode").longValue();
    }

    @Override
    public int moveNumber() {
        return state.get("move_number").intValue();
    }

    @Override
    public double margin() {
        return bridge.call(request("margin")).get("margin").doubleValue();
    }

    @Override
    public byte[] actionMask() {
        return HexFormat.of().parseHex(state.get("action_mask").textValue());
    }

    @Override
    public List<byte[]> observations() {
        List<byte[]> observations = new ArrayList<>();
        state.get("observations")
                .forEach(planes -> observations.add(HexFormat.of().parseHex(planes.textValue())));
        return observations;
    }

    @Override
    public List<Integer> lastActions() {
        List<Integer> actions = new ArrayList<>();
        state.get("actions").forEach(action -> actions.add(action.intValue()));
        return actions;
    }

    @Override
    public Symmetry symmetry() {
        return Symmetry.valueOf(state.get("symmetry").textValue());
    }

    @Override
    public TestedEnvironment imported() {
        return new BridgedEnvironment(bridge, bridge.call(request("import")));
    }

    @Override
    public long stateHash() {
        return Long.parseUnsignedLong(state.get("state_hash").textValue(), 16);
    }
}
