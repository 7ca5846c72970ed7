package dev.tengen.cli.rollout;

import dev.tengen.arena.json.Json;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;

/*
 * Everything is little-endian. This program sends frames: the length of the body in four bytes, the kind in one, the
 * body. The first frame is a LAYOUT, the last one an END, both in JSON. A POSITIONS frame has the index of the policy
 * and the number of rows n, four bytes each, and then for all rows, one array after the other: random numbers (uint64),
 * numbers of games (uint64), numbers of earlier moves (uint32), action masks, observations, globals (float32). The
 * other end answers each POSITIONS frame, in order, with n actions (int32) and nothing else.
 */
/**
 * The connection to the Python package, which started this process and has the other ends of its standard streams. This
 * process ends when the other end closes them, so that it never outlives the one that started it. One thread sends and
 * receives.
 */
final class PolicyChannel {
    /** Maximum number of games at once. */
    static final int MAX_LANE_COUNT = 16_384;

    private static final byte LAYOUT = 'L';
    private static final byte POSITIONS = 'P';
    private static final byte END = 'E';
    private static final int FRAME_BYTES = 5;
    private static final int HEAD_BYTES = 8;
    private static final int CLOSED_EXIT_CODE = 1;

    private final OutputStream out;
    private final BlockingQueue<byte[]> answers = new LinkedBlockingQueue<>();
    private final BlockingQueue<Integer> expected = new LinkedBlockingQueue<>();

    PolicyChannel(InputStream in, OutputStream out) {
        this.out = out;
        Thread reader = new Thread(() -> read(in), "policy-reader");
        reader.setDaemon(true);
        reader.start();
    }

    /** Reads answers. The thread also notices a closed stream while no answer is due. */
    private void read(InputStream in) {
        try {
            while (true) {
                int first = in.read();
                if (first < 0) {
                    throw new EOFException();
                }
                byte[] answer = new byte[expected.take() * Integer.BYTES];
                answer[0] = (byte) first;
                if (in.readNBytes(answer, 1, answer.length - 1) < answer.length - 1) {
                    throw new EOFException();
                }
                answers.add(answer);
            }
        } catch (IOException | InterruptedException e) {
            // Journals need no end in order: the next process drops a torn game.
            Runtime.getRuntime().halt(CLOSED_EXIT_CODE);
        }
    }

    /**
     * The first frame.
     *
     * @param width number of columns
     * @param height number of rows
     * @param observationBytes bytes of a row of observations
     * @param maskBytes bytes of a row of action masks
     * @param globals number of globals of a row
     * @param groupRows maximum number of rows in a frame
     * @param policies names of the policies by index
     */
    record Layout(
            int width,
            int height,
            int observationBytes,
            int maskBytes,
            int globals,
            int groupRows,
            List<String> policies) {}

    /** Sends the layout. */
    void sendLayout(Layout layout) throws IOException {
        send(LAYOUT, Json.text(layout).getBytes(StandardCharsets.UTF_8));
    }

    /** Sends the summary of the run. */
    void sendEnd(Object summary) throws IOException {
        send(END, Json.text(summary).getBytes(StandardCharsets.UTF_8));
    }

    /** Returns an empty frame for {@code rows} rows of {@code policy}. */
    static ByteBuffer positions(int policy, int rows, int rowBytes) {
        int bodyBytes = HEAD_BYTES + rows * rowBytes;
        ByteBuffer frame = ByteBuffer.allocate(FRAME_BYTES + bodyBytes).order(ByteOrder.LITTLE_ENDIAN);
        return frame.putInt(bodyBytes).put(POSITIONS).putInt(policy).putInt(rows);
    }

    /** Sends a frame of {@link #positions}, which is full. */
    void sendPositions(ByteBuffer frame, int rows) throws IOException {
        assert !frame.hasRemaining() : frame;
        expected.add(rows);
        out.write(frame.array(), frame.arrayOffset(), frame.position());
        out.flush();
    }

    /** Returns the actions for the oldest frame of positions that has no answer. */
    int[] receive() throws InterruptedException {
        ByteBuffer answer = ByteBuffer.wrap(answers.take()).order(ByteOrder.LITTLE_ENDIAN);
        int[] actions = new int[answer.remaining() / Integer.BYTES];
        answer.asIntBuffer().get(actions);
        return actions;
    }

    private void send(byte kind, byte[] body) throws IOException {
        ByteBuffer frame = ByteBuffer.allocate(FRAME_BYTES + body.length).order(ByteOrder.LITTLE_ENDIAN);
        frame.putInt(body.length).put(kind).put(body);
        out.write(frame.array(), frame.arrayOffset(), frame.position());
        out.flush();
    }
}
