package dev.tengen.search;

import dev.tengen.base.InvalidValueException;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.IntBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The state of a {@link SelfPlay} between two rounds, as plain values. It can be kept as bytes. Immutable. */
public final class SelfPlayCheckpoint {
    private static final int FORMAT = 0x54535031; // "TSP1"
    private static final int MOST_MOVES = 1_000_000;
    private static final int MOST_SIMULATIONS = 1_000_000;

    private final long seed;
    private final String settings;
    private final List<SelfPlayGameState> games;

    SelfPlayCheckpoint(long seed, String settings, List<SelfPlayGameState> games) {
        this.seed = seed;
        this.settings = settings;
        this.games = List.copyOf(games);
    }

    long seed() {
        return seed;
    }

    /** Returns the settings and the start of the games, as text. */
    String settings() {
        return settings;
    }

    List<SelfPlayGameState> games() {
        return games;
    }

    /** Returns the checkpoint as bytes, for {@link #of(byte[])}. The format may differ between versions. */
    public byte[] toBytes() {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (DataOutputStream out = new DataOutputStream(bytes)) {
            out.writeInt(FORMAT);
            out.writeLong(seed);
            out.writeUTF(settings);
            out.writeInt(games.size());
            for (SelfPlayGameState game : games) {
                write(game, out);
            }
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
        return bytes.toByteArray();
    }

    private static void write(SelfPlayGameState game, DataOutputStream out) throws IOException {
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
     * Returns the checkpoint that {@link #toBytes} encoded.
     *
     * @throws InvalidValueException if the bytes are no checkpoint of this version
     */
    public static SelfPlayCheckpoint of(byte[] bytes) {
        try (DataInputStream in = new DataInputStream(new ByteArrayInputStream(bytes))) {
            require(in.readInt() == FORMAT);
            long seed = in.readLong();
            String settings = in.readUTF();
            int gameCount = count(in, bytes.length);
            require(gameCount > 0);
            List<SelfPlayGameState> games = new ArrayList<>();
            for (int slot = 0; slot < gameCount; slot++) {
                games.add(readGame(in, bytes.length));
            }
            require(in.available() == 0);
            return new SelfPlayCheckpoint(seed, settings, games);
        } catch (IOException cut) {
            throw invalid();
        }
    }

    private static SelfPlayGameState readGame(DataInputStream in, int most) throws IOException {
        long number = in.readLong();
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
        int[] nodes = new int[count(in, most)];
        for (int part = 0; part < nodes.length; part++) {
            nodes[part] = in.readInt();
        }
        Optional<GumbelState> gumbel = in.readBoolean() ? Optional.of(GumbelState.read(in)) : Optional.empty();
        SearchTreeState tree = new SearchTreeState(
                randomState, simulationCount, remaining, isExploring, IntBuffer.wrap(nodes), gumbel);
        return new SelfPlayGameState(number, isFull, mayResign, moves, tree);
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
        return InvalidValueException.not("checkpoint", "with other bytes", "a checkpoint of this version");
    }
}
