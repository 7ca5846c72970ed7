package dev.tengen.python;

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

/** Adapts a session of the Python client to the contract of environments. Holds the last response of the bridge. */
final class PythonEnvironment implements TestedEnvironment {
    private final Bridge bridge;
    private final int session;
    private JsonNode state;

    PythonEnvironment(Bridge bridge, EnvironmentSpec spec, long seed) {
        this.bridge = bridge;
        ObjectNode request = JsonNodeFactory.instance.objectNode();
        request.put("call", "open").put("seed", seed).set("spec", toPython(spec));
        state = bridge.call(request);
        session = state.get("session").intValue();
    }

    private PythonEnvironment(Bridge bridge, JsonNode state) {
        this.bridge = bridge;
        this.state = state;
        session = state.get("session").intValue();
    }

    /** Returns the arguments of {@code Client.create_session}. */
    private static ObjectNode toPython(EnvironmentSpec spec) {
        Rules rules = spec.rules();
        ObjectNode python = JsonNodeFactory.instance
                .objectNode()
                .put("width", spec.grid().width())
                .put("height", spec.grid().height())
                .put("komi", rules.komi())
                .put("ko", pythonName(rules.ko()))
                .put("suicide", pythonName(rules.suicide()))
                .put("passes_to_end", rules.passesToEnd())
                .put("max_moves", spec.maxMoves())
                .put("reward_mode", pythonName(spec.rewardMode()))
                .put("score_on_truncation", spec.isScoredOnTruncation())
                .put("illegal_action_policy", pythonName(spec.illegalActionPolicy()))
                .put("illegal_action_penalty", spec.illegalActionPenalty())
                .put("max_illegal_actions", spec.maxIllegalActions())
                .put("observation_format", pythonName(spec.form().format()))
                .put("observation_layout", pythonName(spec.form().layout()))
                .put(
                        "symmetry",
                        spec.symmetry()
                                .fixed()
                                .map(PythonEnvironment::pythonName)
                                .orElse("drawn"));
        python.set("setup", toPython(spec.setup()));
        spec.encodings().forEach(python.putArray("encodings")::add);
        spec.opponent()
                .ifPresent(opponent -> python.putObject("opponent")
                        .put("player", opponent.player().playerName())
                        .put("color", opponent.color()));
        return python;
    }

    private static ObjectNode toPython(Setup setup) {
        ObjectNode python = JsonNodeFactory.instance.objectNode();
        python.set("black_points", points(setup.black()));
        python.set("white_points", points(setup.white()));
        return python.put("player_to_move", setup.playerToMove());
    }

    private static ArrayNode points(PointSet points) {
        ArrayNode list = JsonNodeFactory.instance.arrayNode();
        points.forEach(list::add);
        return list;
    }

    /** Returns the client's string of an enum constant, as in "area-delta". */
    private static String pythonName(Enum<?> value) {
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
        return new PythonEnvironment(bridge, bridge.call(request("import")));
    }

    @Override
    public long stateHash() {
        return Long.parseUnsignedLong(state.get("state_hash").textValue(), 16);
    }
}
