package dev.tengen.client.analysis;

import com.google.protobuf.ByteString;
import dev.tengen.client.env.Color;
import dev.tengen.client.env.RecordOptions;
import dev.tengen.client.internal.ProtoConverter;
import dev.tengen.proto.v1.RecordedPosition;
import java.util.Arrays;

/**
 * A position to analyze. Immutable. The server checks it.
 *
 * <pre>{@code
 * AnalyzedPosition position = AnalyzedPosition.drawn(
 *         ". X O",
 *         ". X O",
 *         ". . .").toMove(Color.WHITE);
 * }</pre>
 */
public final class AnalyzedPosition {
    private final dev.tengen.proto.v1.AnalyzedPosition message;

    private AnalyzedPosition(dev.tengen.proto.v1.AnalyzedPosition.Builder message) {
        this.message = message.build();
    }

    private static dev.tengen.proto.v1.AnalyzedPosition.Builder builder() {
        return dev.tengen.proto.v1.AnalyzedPosition.newBuilder();
    }

    /** Returns the current position of the session {@code id}, with its history. */
    public static AnalyzedPosition ofSession(String id) {
        return new AnalyzedPosition(builder().setSessionId(id));
    }

    /**
     * Returns a position drawn as text, with Black to move. X is a black stone, O a white stone and . an empty point.
     * In races, _ is an empty point at which neither player moves. Spaces are ignored.
     *
     * @param rows rows of points, the top row first
     */
    public static AnalyzedPosition drawn(String... rows) {
        dev.tengen.proto.v1.AnalyzedPosition.Builder made = builder();
        Arrays.stream(rows).map(row -> row.replace(" ", "")).forEach(made.getDrawingBuilder()::addRows);
        return new AnalyzedPosition(made);
    }

    /** Returns the position after all moves of the first game in the bytes of an SGF file. */
    public static AnalyzedPosition recorded(byte[] sgf) {
        return recorded(sgf, RecordOptions.DEFAULT);
    }

    /** Returns the position after the first {@code moveNumber} moves of the first game in the bytes of an SGF file. */
    public static AnalyzedPosition recorded(byte[] sgf, int moveNumber) {
        return recorded(sgf, RecordOptions.DEFAULT.atMove(moveNumber));
    }

    /** Returns a position of the first game in the bytes of an SGF file. */
    public static AnalyzedPosition recorded(byte[] sgf, RecordOptions options) {
        RecordedPosition.Builder record =
                RecordedPosition.newBuilder().setSgf(ByteString.copyFrom(sgf)).setStrict(options.isStrict());
        options.moveNumber().ifPresent(record::setMoveNumber);
        return new AnalyzedPosition(builder().setRecord(record));
    }

    /**
     * Returns this drawing with {@code color} to move.
     *
     * @throws IllegalStateException if this position is not a drawing
     */
    public AnalyzedPosition toMove(Color color) {
        dev.tengen.proto.v1.AnalyzedPosition.Builder made = drawing();
        made.getDrawingBuilder().setPlayerToMove(ProtoConverter.toProto(color));
        return new AnalyzedPosition(made);
    }

    /**
     * Returns this drawing after more moves under Tromp-Taylor rules.
     *
     * @param actions points or passes
     * @throws IllegalStateException if this position is not a drawing
     */
    public AnalyzedPosition after(int... actions) {
        dev.tengen.proto.v1.AnalyzedPosition.Builder made = drawing();
        Arrays.stream(actions).forEach(made.getDrawingBuilder()::addActions);
        return new AnalyzedPosition(made);
    }

    private dev.tengen.proto.v1.AnalyzedPosition.Builder drawing() {
        if (!message.hasDrawing()) {
            throw new IllegalStateException("the position is not a drawing");
        }
        return message.toBuilder();
    }

    dev.tengen.proto.v1.AnalyzedPosition toProto() {
        return message;
    }
}
