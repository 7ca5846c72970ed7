package dev.tengen.cli.data;

import com.google.protobuf.CodedInputStream;
import com.google.protobuf.CodedOutputStream;
import com.google.protobuf.InvalidProtocolBufferException;
import dev.tengen.proto.v1.RolloutFrame;
import java.io.BufferedInputStream;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import java.util.Optional;

/** Reads the games of a file or journal in {@link GameFileFormat#MOVES}, in order. Not thread-safe. */
final class MovesReader implements Closeable {
    private static final int BUFFER_BYTES = 1 << 16;

    /** More than the longest game takes; a greater length is damage. */
    private static final int MAX_FRAME_BYTES = 1 << 26;

    /** The mark is at the start of the header, which is the first message. */
    private static final int MARK_BYTES = 64;

    private final InputStream in;
    private final byte[] header;
    private final long firstGame;
    private final int gameCount;
    private int readCount;
    private long position;

    /**
     * Creates a reader of file {@code index}.
     *
     * @param in the bytes; closed with the reader
     * @param header the first frame of an intact file, see {@link MovesFormat#header}
     */
    MovesReader(InputStream in, RolloutSpec spec, int index, byte[] header) {
        this.in = new BufferedInputStream(in, BUFFER_BYTES);
        this.header = header.clone();
        firstGame = spec.firstGame(index);
        gameCount = spec.gameCount(index);
    }

    /**
     * Reads the header.
     *
     * @throws DataFileException if it is not the expected one
     */
    void readHeader() throws IOException, DataFileException {
        in.mark(MARK_BYTES);
        byte[] start = in.readNBytes(MARK_BYTES);
        in.reset();
        if (start.length < MARK_BYTES && Arrays.equals(start, Arrays.copyOf(header, start.length))) {
            throw new DataFileException("truncated: it ends within its header");
        }
        if (!MovesFormat.isMarked(start)) {
            throw new DataFileException(MovesFormat.FOREIGN);
        }
        Optional<String> problem = MovesFormat.headerProblem(frame("its header"), header);
        if (problem.isPresent()) {
            throw new DataFileException(problem.get());
        }
    }

    /**
     * Returns the next game; empty after the last one.
     *
     * @throws DataFileException if the file is damaged or ends too early or too late
     */
    Optional<PlayedGame> next() throws IOException, DataFileException {
        if (readCount == gameCount) {
            if (in.read() >= 0) {
                throw new DataFileException("damaged: bytes follow its last game");
            }
            return Optional.empty();
        }
        long number = firstGame + readCount;
        long before = position;
        PlayedGame game = MovesFormat.game(frame("game " + number)).orElse(null);
        if (game == null || game.number() != number) {
            position = before;
            throw new DataFileException(
                    game == null
                            ? "damaged: the checksum of game " + number + " is wrong"
                            : "damaged: game " + game.number() + " is in the place of game " + number);
        }
        readCount++;
        return Optional.of(game);
    }

    /** Returns the number of bytes up to the end of the last intact frame. */
    long position() {
        return position;
    }

    private RolloutFrame frame(String name) throws IOException, DataFileException {
        int first = in.read();
        if (first < 0) {
            throw new DataFileException("truncated: it ends before " + name);
        }
        int length;
        byte[] bytes;
        try {
            length = CodedInputStream.readRawVarint32(first, in);
        } catch (InvalidProtocolBufferException e) {
            throw new DataFileException("truncated: it ends within " + name);
        }
        if (length < 0 || length > MAX_FRAME_BYTES) {
            throw new DataFileException("damaged: " + name + " has an impossible length");
        }
        bytes = in.readNBytes(length);
        if (bytes.length < length) {
            throw new DataFileException("truncated: it ends within " + name);
        }
        try {
            RolloutFrame frame = RolloutFrame.parseFrom(bytes);
            position += CodedOutputStream.computeUInt32SizeNoTag(length) + (long) length;
            return frame;
        } catch (InvalidProtocolBufferException e) {
            throw new DataFileException("damaged: " + name + " is no message");
        }
    }

    @Override
    public void close() throws IOException {
        in.close();
    }
}
