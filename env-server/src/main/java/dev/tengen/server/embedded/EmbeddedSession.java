package dev.tengen.server.embedded;

import dev.tengen.board.Color;
import dev.tengen.env.Environment;
import dev.tengen.env.EnvironmentSpec;
import dev.tengen.planes.Encoding;
import dev.tengen.planes.ObservationFormat;
import dev.tengen.planes.bits.ObservationWriter;
import dev.tengen.planes.catalog.Encodings;
import dev.tengen.server.convert.SessionConverter;
import dev.tengen.server.execution.CallExecutor;
import dev.tengen.server.session.ExpectedState;
import dev.tengen.server.session.RequestKey;
import dev.tengen.server.session.Session;
import dev.tengen.server.session.SessionLease;
import dev.tengen.server.session.Sessions;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.List;

/**
 * Steps of a session without messages. The result of an ordinary step is a row in a direct buffer, which the caller reads in
 * place. All other results are those of the contract: a step that ends the episode, or is otherwise special, leaves its message,
 * and a step that would fail does nothing, so that the caller makes an ordinary call and gets its error.
 *
 * <p>The row has, little-endian: {@code int64} state hash, position hash, number of the episode; {@code float64} reward of Black
 * and of White; {@code int32} move number, player to move, symmetry, count of actions and two actions; the action mask and the
 * observation as packed bits, as in {@link dev.tengen.env.RowField}.
 *
 * <p>For one thread at a time.
 */
public final class EmbeddedSession {
    /** The result of {@link #step}: the row has the new state. */
    public static final int ROW = 0;

    /** The result of {@link #step}: {@link #message} has the new state. */
    public static final int MESSAGE = 1;

    /** The result of {@link #step}: nothing has changed. An ordinary call does the step, or says why it fails. */
    public static final int UNDONE = 2;

    private static final int NUMBERS_BYTE_COUNT = 3 * Long.BYTES + 2 * Double.BYTES + 6 * Integer.BYTES;
    private static final int MAX_ACTION_COUNT = 2;

    private final Sessions sessions;
    private final String id;
    private final int planeCount;
    private final ObservationWriter writer;
    private final byte[] planes;
    private final ByteBuffer row;
    private byte[] message = {};

    /** Whether the last step has played its action. */
    private boolean isPlayed;

    private EmbeddedSession(Sessions sessions, Session session) {
        this.sessions = sessions;
        id = session.id();
        EnvironmentSpec spec = session.spec();
        Encoding encoding =
                Encodings.named(spec.encodings().get(0), spec.grid()).orElseThrow();
        planeCount = encoding.spec().planeCount();
        writer = ObservationWriter.of(encoding, spec.grid(), spec.form());
        planes = new byte[writer.byteCount()];
        int maskByteCount = (spec.grid().moveCount() + 7) / 8;
        row = ByteBuffer.allocateDirect(NUMBERS_BYTE_COUNT + maskByteCount + planes.length)
                .order(ByteOrder.LITTLE_ENDIAN);
    }

    /**
     * Returns the steps of the session {@code id}. Its observations must be packed bits in one encoding without global features,
     * and it must have no task.
     *
     * @throws dev.tengen.server.error.CallException if there is no such session
     * @throws IllegalArgumentException if its steps do not fit into a row
     */
    static EmbeddedSession of(Sessions sessions, String id) {
        try (SessionLease lease = sessions.lease(id)) {
            EnvironmentSpec spec = lease.session().spec();
            if (spec.encodings().size() != 1
                    || !Encodings.spec("encoding", spec.encodings().get(0))
                            .globals()
                            .isEmpty()
                    || spec.form().format() != ObservationFormat.BITS
                    || spec.task().isPresent()) {
                throw new IllegalArgumentException("a step of the session has more than a row holds");
            }
            return new EmbeddedSession(sessions, lease.session());
        }
    }

    /** Returns the number of planes of an observation. */
    public int planeCount() {
        return planeCount;
    }

    /** Returns the row, a direct buffer. */
    public ByteBuffer row() {
        return row;
    }

    /** Returns the bytes of the last response that is a message. */
    public byte[] message() {
        return message;
    }

    /**
     * Plays an action, and the reply of the opponent.
     *
     * @param action the action as the agent numbers it
     * @return {@link #ROW}, {@link #MESSAGE} or {@link #UNDONE}
     */
    public int step(int action) {
        isPlayed = false;
        try (SessionLease lease = sessions.lease(id)) {
            Session session = lease.session();
            if (session.executor() != CallExecutor.CALLER) {
                return UNDONE;
            }
            return session.step(RequestKey.NONE, action, ExpectedState.ANY, this::take);
        } catch (RuntimeException e) {
            if (isPlayed) {
                throw e; // A fault: an ordinary call would play a second time.
            }
            return UNDONE;
        }
    }

    private int take(Session.Answer answer) {
        isPlayed = true;
        Environment environment = answer.environment();
        List<Integer> actions = environment.lastActions();
        boolean isOrdinary = environment.lastLegality().isLegal()
                && !environment.isOver()
                && !environment.isInAgreement()
                && environment.endMessage().isEmpty()
                && actions.size() <= MAX_ACTION_COUNT;
        if (!isOrdinary) {
            message = SessionConverter.steppedBytes(answer);
            return MESSAGE;
        }
        row.clear();
        row.putLong(environment.stateHash());
        row.putLong(environment.game().positionHash());
        row.putLong(environment.episode());
        row.putDouble(environment.reward(Color.BLACK));
        row.putDouble(environment.reward(Color.WHITE));
        row.putInt(environment.game().moveNumber());
        row.putInt(environment.game().playerToMove());
        row.putInt(environment.symmetry().number());
        row.putInt(actions.size());
        for (int index = 0; index < MAX_ACTION_COUNT; index++) {
            row.putInt(index < actions.size() ? actions.get(index) : 0);
        }
        row.put(environment.actionMask());
        Arrays.fill(planes, (byte) 0);
        writer.write(environment.game(), environment.symmetry(), planes, 0);
        row.put(planes);
        return ROW;
    }
}
