package dev.tengen.solve;

import dev.tengen.board.Color;
import dev.tengen.board.Grid;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;
import java.util.zip.ZipException;

/**
 * The file format of transposition tables. It is gzip, whose checksum detects corruption, over big-endian ints: a magic
 * number, a version, width, height, the number of certificates, and for each certificate its state, winner, threshold
 * and two lists. A list starts with its length. The order of the certificates of a state is kept.
 */
final class TranspositionTableCodec {
    private static final int MARK = 0x54474E53; // "TGNS"
    private static final int VERSION = 1;

    private final Grid grid;
    private final int stateCount;
    private final int positionCount;

    TranspositionTableCodec(Grid grid, PositionIndex positions) {
        this.grid = grid;
        stateCount = positions.stateCount();
        positionCount = positions.count();
    }

    void write(TranspositionTable table, OutputStream out) throws IOException {
        GZIPOutputStream zipped = new GZIPOutputStream(out, 1 << 16);
        DataOutputStream data = new DataOutputStream(zipped);
        for (int value : new int[] {MARK, VERSION, grid.width(), grid.height(), table.count()}) {
            data.writeInt(value);
        }
        for (int state = 0; state < table.stateCount(); state++) {
            for (Certificate certificate : table.of(state)) {
                data.writeInt(state);
                data.writeInt(certificate.winner());
                data.writeInt(certificate.threshold());
                writeList(certificate.entered(), data);
                writeList(certificate.barred(), data);
            }
        }
        data.flush();
        zipped.finish();
    }

    private static void writeList(int[] list, DataOutputStream data) throws IOException {
        data.writeInt(list.length);
        for (int position : list) {
            data.writeInt(position);
        }
    }

    /** Adds the certificates in {@code in} to {@code table}, all or none. */
    void read(InputStream in, TranspositionTable table) throws IOException {
        List<Entry> entries = new ArrayList<>();
        try {
            DataInputStream data = new DataInputStream(new GZIPInputStream(in, 1 << 16));
            readHead(data);
            int count = readInt(data, "count", 0, Integer.MAX_VALUE);
            for (int i = 0; i < count; i++) {
                entries.add(readEntry(data));
            }
            if (data.read() != -1) {
                throw new IOException("the table has data after its last proof");
            }
        } catch (EOFException | ZipException e) {
            throw new IOException("not a table, or a broken one: " + e.getMessage(), e);
        }
        entries.forEach(entry -> table.add(entry.state, entry.certificate));
    }

    private void readHead(DataInputStream data) throws IOException {
        readInt(data, "mark", MARK, MARK);
        readInt(data, "version", VERSION, VERSION);
        Grid written = Grid.of(
                readInt(data, "width", 1, Solver.MAX_POINT_COUNT), readInt(data, "height", 1, Solver.MAX_POINT_COUNT));
        if (written != grid) {
            throw new IOException("the table is one for " + written + ", not " + grid);
        }
    }

    private Entry readEntry(DataInputStream data) throws IOException {
        int state = readInt(data, "state", 0, stateCount - 1);
        int winner = readInt(data, "winner", Color.BLACK, Color.WHITE);
        int threshold = readInt(data, "threshold", -grid.pointCount(), grid.pointCount() + 1);
        return new Entry(state, new Certificate(winner, threshold, readList(data), readList(data)));
    }

    private int[] readList(DataInputStream data) throws IOException {
        int[] list = new int[readInt(data, "length", 0, positionCount)];
        int least = 0;
        for (int i = 0; i < list.length; i++) {
            list[i] = readInt(data, "position", least, positionCount - 1);
            least = list[i] + 1;
        }
        return list;
    }

    private static int readInt(DataInputStream data, String field, int min, int max) throws IOException {
        int value = data.readInt();
        if (value < min || value > max) {
            throw new IOException("not a table: " + field + " " + value + " is outside [" + min + ", " + max + "]");
        }
        return value;
    }

    /** A certificate and its state. */
    private record Entry(int state, Certificate certificate) {}
}
