package dev.tengen.search;

import dev.tengen.base.InvalidValueException;
import dev.tengen.board.Color;
import dev.tengen.board.PointSet;
import dev.tengen.env.EnvironmentSpec;
import dev.tengen.game.Setup;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.IntBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.StringJoiner;

/**
 * Encodes the states of the slots of a self-play as bytes. Decoding trusts nothing but leaves to
 * {@link SelfPlayGame#restore} what depends on the rules.
 */
final class SelfPlayStateCodec {
    private static final int FORMAT = 0x54535033; // "TSP3"
    private static final int MOST_MOVES = 1_000_000;
    private static final int MOST_SIMULATIONS = 1_000_000;

    private final long seed;
    private final int slotCount;
    private final SelfPlaySettings settings;

    /** Creates a codec for the slots of a self-play. */
    SelfPlayStateCodec(long seed, int slotCount, SelfPlaySettings settings) {
        this.seed = seed;
        this.slotCount = slotCount;
        this.settings = settings;
    }

    /**
     * Returns what a slot with {@code spec} must have in common with another that continues its states: names and
     * values, such as "seed=3 Rules[ko=SIMPLE, komi=7.5]".
     */
    private String description(EnvironmentSpec spec) {
        Setup setup = spec.setup();
        return "seed=" + seed + " size=" + spec.grid() + " " + spec.rules() + " handicap=" + setup.handicap()
                + " playerToMove=" + Color.name(setup.playerToMove()) + " blackPoints=" + text(setup.black())
                + " whitePoints=" + text(setup.white()) + " maxMoves=" + spec.moveLimit() + " scoreOnTruncation="
                + spec.isScoredOnTruncation() + " slotCount=" + slotCount + " " + settings;
    }

    private static String text(PointSet points) {
        StringJoiner text = new StringJoiner("-");
        points.forEach(point -> text.add(String.valueOf(point)));
        return text.toString();
    }

    /** Returns the state of a slot with {@code spec} as bytes. */
    byte[] encode(EnvironmentSpec spec, SelfPlayGameState game) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (DataOutputStream out = new DataOutputStream(bytes)) {
            out.writeInt(FORMAT);
            out.writeUTF(description(spec));
            write(game, out);
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
        return bytes.toByteArray();
    }

    private static void write(SelfPlayGameState game, DataOutputStream out) throws IOException {
        out.writeInt(game.slot());
        out.writeLong(game.number());
        out.writeBoolean(game.isFull());
        out.writeBoolean(game.mayResign());
        out.writeInt(game.moves().size());
        for (SearchedMove move : game.moves()) {
            move.write(out);
        }
        SearchTreeState tree = game.tree();
        out.writeLong(tree.randomState());
        out.writeInt(tree.simulationCount());
        out.writeInt(tree.remaining());
        out.writeBoolean(tree.isExploring());
        out.writeInt(tree.nodes().capacity());
        for (int part : tree.nodes().array()) {
            out.writeInt(part);
        }
        out.writeBoolean(tree.gumbel().isPresent());
        if (tree.gumbel().isPresent()) {
            tree.gumbel().get().write(out);
        }
    }

    /**
     * Returns the state that {@link #encode} encoded.
     *
     * @throws InvalidValueException if the bytes are no state of this version, or one of another self-play or spec
     */
    SelfPlayGameState decode(EnvironmentSpec spec, byte[] bytes) {
        try (DataInputStream in = new DataInputStream(new ByteArrayInputStream(bytes))) {
            readDescription(spec, in);
            SelfPlayGameState game = readGame(in, bytes.length);
            require(in.available() == 0);
            return game;
        } catch (IOException cut) {
            throw invalid();
        }
    }

    /**
     * Returns the number of moves in the state that {@link #encode} encoded.
     *
     * @throws InvalidValueException if the bytes are no state of this version, or one of another self-play or spec
     */
    int moveCount(EnvironmentSpec spec, byte[] bytes) {
        try (DataInputStream in = new DataInputStream(new ByteArrayInputStream(bytes))) {
            readDescription(spec, in);
            in.skipNBytes(Integer.BYTES + Long.BYTES + 2);
            return count(in, Math.min(MOST_MOVES, bytes.length));
        } catch (IOException cut) {
            throw invalid();
        }
    }

    private void readDescription(EnvironmentSpec spec, DataInputStream in) throws IOException {
        require(in.readInt() == FORMAT);
        String found = in.readUTF();
        String expected = description(spec);
        if (!found.equals(expected)) {
            throw ofAnother(found, expected);
        }
    }

    /** Returns the error for a state with another description than expected. It names the first difference. */
    private static InvalidValueException ofAnother(String found, String expected) {
        String[] theirs = settings(found);
        String[] ours = settings(expected);
        int index = Arrays.mismatch(theirs, ours);
        require(index >= 0 && index < theirs.length && index < ours.length);
        return InvalidValueException.not(
                "slot_state", "of a self-play with " + theirs[index], "one with " + ours[index]);
    }

    /** Returns the names and values of a description, with names as clients know them. */
    private static String[] settings(String description) {
        return description
                .replaceAll("(?<=[a-z])(?=[A-Z])", "_")
                .toLowerCase(Locale.ROOT)
                .split("[\\[\\], ]+");
    }

    private static SelfPlayGameState readGame(DataInputStream in, int most) throws IOException {
        int slot = in.readInt();
        long number = in.readLong();
        require(number >= 0);
        boolean isFull = in.readBoolean();
        boolean mayResign = in.readBoolean();
        int moveCount = count(in, MOST_MOVES);
        List<SearchedMove> moves = new ArrayList<>();
        for (int move = 0; move < moveCount; move++) {
            moves.add(SearchedMove.read(in));
        }
        long randomState = in.readLong();
        int simulationCount = count(in, MOST_SIMULATIONS);
        int remaining = count(in, simulationCount);
        boolean isExploring = in.readBoolean();
        int[] nodes = new int[count(in, most / Integer.BYTES)];
        for (int part = 0; part < nodes.length; part++) {
            nodes[part] = in.readInt();
        }
        Optional<GumbelState> gumbel = in.readBoolean() ? Optional.of(GumbelState.read(in)) : Optional.empty();
        SearchTreeState tree = new SearchTreeState(
                randomState, simulationCount, remaining, isExploring, IntBuffer.wrap(nodes), gumbel);
        return new SelfPlayGameState(slot, number, isFull, mayResign, moves, tree);
    }

    /** Reads a count of at most {@code most}. */
    static int count(DataInputStream in, int most) throws IOException {
        int count = in.readInt();
        require(count >= 0 && count <= most);
        return count;
    }

    static void require(boolean holds) {
        if (!holds) {
            throw invalid();
        }
    }

    private static InvalidValueException invalid() {
        return InvalidValueException.not("slot_state", "with other bytes", "a state of this version");
    }
}
