package dev.tengen.server.testing;

import static dev.tengen.server.testing.Calls.square;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import dev.tengen.base.SplitMix64;
import dev.tengen.proto.v1.DeadStonesRule;
import dev.tengen.proto.v1.EnvironmentServiceGrpc;
import dev.tengen.proto.v1.EnvironmentServiceGrpc.EnvironmentServiceBlockingStub;
import dev.tengen.proto.v1.EnvironmentSpec;
import dev.tengen.proto.v1.ForestLayout;
import dev.tengen.proto.v1.IllegalReason;
import dev.tengen.proto.v1.NodeStates;
import dev.tengen.proto.v1.OpenForest;
import dev.tengen.proto.v1.RewardMode;
import dev.tengen.proto.v1.Timestep;
import dev.tengen.proto.v1.TreeRoot;
import io.grpc.Channel;
import io.grpc.StatusRuntimeException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Trees that grow at random, and the same lines played by Step in sessions. */
public final class GrownTrees {
    private static final int PAIRS = 200;
    private static final List<String> RULES = List.of("tromp-taylor", "japanese", "new-zealand", "chinese", "aga");

    private final EnvironmentServiceBlockingStub stub;
    private final TreeCall call;
    private final SplitMix64 random;
    private final List<Node> roots = new ArrayList<>();
    private final List<Node> nodes = new ArrayList<>();
    private final Map<String, Integer> counts = new TreeMap<>();

    /** The values of one row, and the rows of its children. */
    private static final class Node {
        final EnvironmentSpec spec;
        final int action;
        final NodeStates states;
        final int row;
        final ForestLayout layout;
        final List<Node> children = new ArrayList<>();

        Node(EnvironmentSpec spec, int action, NodeStates states, int row, ForestLayout layout) {
            this.spec = spec;
            this.action = action;
            this.states = states;
            this.row = row;
            this.layout = layout;
        }

        long handle() {
            return TreeCall.longs(states.getHandles())[row];
        }

        int points() {
            return spec.getWidth() * spec.getHeight();
        }

        ByteBuffer numbers(ByteString field, int byteCount) {
            return field.substring(row * byteCount, (row + 1) * byteCount)
                    .asReadOnlyByteBuffer()
                    .order(ByteOrder.LITTLE_ENDIAN);
        }
    }

    /** Opens a forest at the server at the end of {@code channel}. */
    public GrownTrees(Channel channel, long seed) {
        stub = EnvironmentServiceGrpc.newBlockingStub(channel);
        random = new SplitMix64(seed);
        call = TreeCall.open(
                channel, OpenForest.newBuilder().setWidth(9).setHeight(9).addEncodings("alphazero-17"));
    }

    /** Grows {@code count} nodes, plays their lines, compares, and returns how often each case occurred. */
    public Map<String, Integer> compare(int count) {
        ForestLayout layout = call.receive().getLayout();
        plant(count / 50, layout);
        while (nodes.size() < count) {
            expand(layout);
        }
        for (Node root : roots) {
            String session = Calls.open(stub, root.spec.toBuilder());
            requireSame(root, Calls.describe(stub, session).getTimestep(), session);
            playChildren(root, session);
        }
        call.close();
        return counts;
    }

    private void plant(int treeCount, ForestLayout layout) {
        List<EnvironmentSpec> specs = new ArrayList<>();
        for (int tree = 0; tree < treeCount; tree++) {
            EnvironmentSpec.Builder spec = square(tree % 3 == 0 ? 9 : 2 + tree % 3)
                    .addEncodings("alphazero-17")
                    .setMaxMoves(tree % 4 == 0 ? 7 : 0)
                    .setRewardMode(RewardMode.forNumber(1 + tree % 4));
            spec.getRulesBuilder().setPreset(RULES.get(tree % RULES.size()));
            if (tree % 10 == 9) {
                spec.getRulesBuilder().setDeadStones(DeadStonesRule.DEAD_STONES_RULE_AGREEMENT);
            }
            specs.add(spec.build());
        }
        NodeStates states = call.ask(TreeCall.planting(specs.stream()
                        .map(spec -> TreeRoot.newBuilder().setSpec(spec))
                        .toArray(TreeRoot.Builder[]::new)))
                .getNodes();
        for (int row = 0; row < treeCount; row++) {
            roots.add(new Node(specs.get(row), -1, states, row, layout));
        }
        nodes.addAll(roots);
    }

    private void expand(ForestLayout layout) {
        long[] parents = new long[PAIRS];
        int[] actions = new int[PAIRS];
        Node[] chosen = new Node[PAIRS];
        for (int row = 0; row < PAIRS; row++) {
            // Half of them young, so that lines grow long.
            int from = random.nextInt(2) == 0 ? 0 : Math.max(0, nodes.size() - 2 * PAIRS);
            chosen[row] = nodes.get(from + random.nextInt(nodes.size() - from));
            parents[row] = chosen[row].handle();
            actions[row] = random.nextInt(4) == 0 ? chosen[row].points() : random.nextInt(chosen[row].points() + 2);
        }
        NodeStates states = call.expand(parents, actions).getNodes();
        for (int row = 0; row < PAIRS; row++) {
            Node child = new Node(chosen[row].spec, actions[row], states, row, layout);
            chosen[row].children.add(child);
            if (child.handle() != 0) {
                nodes.add(child);
            }
        }
    }

    /**
     * Plays the action of each child in a fork of {@code session}, and that of the last child in the session itself.
     */
    private void playChildren(Node parent, String session) {
        for (Node child : parent.children) {
            String line = Calls.fork(stub, session).getSessionId();
            play(child, line);
        }
        Calls.close(stub, session);
    }

    private void play(Node node, String session) {
        count("compared");
        if (node.handle() == 0) {
            requireRefused(node, session);
            Calls.close(stub, session);
            return;
        }
        Timestep step = Calls.play(stub, session, node.action);
        requireSame(node, step, session);
        count(step.getTerminated() ? "terminated" : step.getTruncated() ? "truncated" : "in progress");
        if (step.getRewardBlack() != 0) {
            count("paid");
        }
        playChildren(node, session);
    }

    private void requireRefused(Node node, String session) {
        int reason = node.states.getIllegalReasons().byteAt(node.row);
        try {
            Calls.play(stub, session, node.action);
            throw new AssertionError("Step plays action " + node.action + ", which is illegal to Expand");
        } catch (StatusRuntimeException e) {
            String expected = IllegalReason.forNumber(reason).name();
            String told = Failure.of(e).reason().orElseThrow();
            assertThat("ILLEGAL_REASON_" + told).isEqualTo(expected);
            count("refused by " + told);
        }
    }

    private void requireSame(Node node, Timestep step, String session) {
        NodeStates states = node.states;
        ByteString mask = padded(step.getActionMask(), node.layout.getActionMaskByteCount());
        assertThat(node.numbers(states.getActionMasks(), mask.size())).isEqualTo(mask.asReadOnlyByteBuffer());
        assertThat(node.numbers(states.getStateHashes(), 8).getLong()).isEqualTo(step.getStateHash());
        ByteBuffer rewards = node.numbers(states.getRewards(), 8);
        assertThat(rewards.getFloat()).isEqualTo((float) step.getRewardBlack());
        assertThat(rewards.getFloat()).isEqualTo((float) step.getRewardWhite());
        assertThat(states.getTerminated().byteAt(node.row)).isEqualTo((byte) (step.getTerminated() ? 1 : 0));
        assertThat(states.getTruncated().byteAt(node.row)).isEqualTo((byte) (step.getTruncated() ? 1 : 0));
        assertThat(states.getEndReasons().byteAt(node.row)).isEqualTo((byte) step.getEndReasonValue());
        assertThat(states.getWinners().byteAt(node.row)).isEqualTo((byte) step.getWinnerValue());
        assertThat(states.getPlayersToMove().byteAt(node.row)).isEqualTo((byte) step.getPlayerToMoveValue());
        assertThat(node.numbers(states.getMoveNumbers(), 4).getInt()).isEqualTo(step.getMoveNumber());
        assertThat(node.numbers(states.getMargins(), 4).getFloat())
                .isEqualTo((float) step.getScore().getMargin());
        assertThat(states.getIsAgreement().byteAt(node.row)).isEqualTo((byte) (step.getIsAgreement() ? 1 : 0));
        if (step.getIsAgreement()) {
            count("in agreement");
        }
        if (node.points() == 81) {
            // A smaller board has other gaps between its planes than a padded one.
            ByteString planes = Calls.observe(stub, session).getObservations(0).getPlanes();
            assertThat(node.numbers(states.getObservations(), planes.size())).isEqualTo(planes.asReadOnlyByteBuffer());
            count("observed");
        }
    }

    private static ByteString padded(ByteString bytes, int length) {
        return ByteString.copyFrom(Arrays.copyOf(bytes.toByteArray(), length));
    }

    private void count(String what) {
        counts.merge(what, 1, Integer::sum);
    }
}
