package dev.tengen.server.convert;

import com.google.protobuf.UnsafeByteOperations;
import dev.tengen.board.Grid;
import dev.tengen.env.Environment;
import dev.tengen.env.SymmetryChoice;
import dev.tengen.game.Game;
import dev.tengen.planes.Encoding;
import dev.tengen.planes.ObservationForm;
import dev.tengen.planes.Symmetry;
import dev.tengen.planes.bits.ObservationWriter;
import dev.tengen.proto.v1.EnvironmentSpec;
import dev.tengen.proto.v1.JoinArena;
import dev.tengen.proto.v1.Observation;
import dev.tengen.proto.v1.ObservationFormat;
import dev.tengen.proto.v1.ObservationLayout;
import dev.tengen.proto.v1.ObserveRequest;
import dev.tengen.proto.v1.OpenForest;
import dev.tengen.proto.v1.OpenPositionSearch;
import dev.tengen.server.error.CallException;

/** Converts what an agent sees of the board, symmetries, forms and observations, to messages and back. */
public final class ViewConverter {
    private static final String FORMAT = "OBSERVATION_FORMAT_";
    private static final String LAYOUT = "OBSERVATION_LAYOUT_";
    private static final String SYMMETRY = "SYMMETRY_";

    private ViewConverter() {}

    /** Returns the form that {@code message} asks for; packed bits by default. */
    static ObservationForm form(EnvironmentSpec message) {
        return formOrPacked(
                message.getObservationFormat(), message.getObservationFormatValue(),
                message.getObservationLayout(), message.getObservationLayoutValue());
    }

    /** Returns the form that {@code message} asks for; packed bits by default. */
    static ObservationForm form(OpenForest message) {
        return formOrPacked(
                message.getObservationFormat(), message.getObservationFormatValue(),
                message.getObservationLayout(), message.getObservationLayoutValue());
    }

    /** Returns the form that {@code message} asks for; packed bits by default. */
    static ObservationForm form(OpenPositionSearch message) {
        return formOrPacked(
                message.getObservationFormat(), message.getObservationFormatValue(),
                message.getObservationLayout(), message.getObservationLayoutValue());
    }

    /**
     * Returns the form that {@code message} asks for; packed bits by default.
     *
     * @throws CallException if a number of an enum is unknown
     */
    public static ObservationForm form(JoinArena message) {
        return formOrPacked(
                message.getObservationFormat(), message.getObservationFormatValue(),
                message.getObservationLayout(), message.getObservationLayoutValue());
    }

    private static ObservationForm formOrPacked(
            ObservationFormat format, int formatNumber, ObservationLayout layout, int layoutNumber) {
        return new ObservationForm(
                format(format, formatNumber, ObservationForm.PACKED.format()),
                layout(layout, layoutNumber, ObservationForm.PACKED.layout()));
    }

    /**
     * Returns the form that {@code request} asks for, with the defaults of {@code usual}.
     *
     * @throws CallException if a number of an enum is unknown
     */
    public static ObservationForm form(ObserveRequest request, ObservationForm usual) {
        return new ObservationForm(
                format(request.getObservationFormat(), request.getObservationFormatValue(), usual.format()),
                layout(request.getObservationLayout(), request.getObservationLayoutValue(), usual.layout()));
    }

    private static dev.tengen.planes.ObservationFormat format(
            ObservationFormat format, int number, dev.tengen.planes.ObservationFormat usual) {
        return Enums.toCore("observation_format", format, number, FORMAT, dev.tengen.planes.ObservationFormat.class)
                .orElse(usual);
    }

    private static dev.tengen.planes.ObservationLayout layout(
            ObservationLayout layout, int number, dev.tengen.planes.ObservationLayout usual) {
        return Enums.toCore("observation_layout", layout, number, LAYOUT, dev.tengen.planes.ObservationLayout.class)
                .orElse(usual);
    }

    /** Returns the choice of {@code message}; the identity by default. */
    static SymmetryChoice symmetry(EnvironmentSpec message) {
        if (message.getSymmetry() == dev.tengen.proto.v1.Symmetry.SYMMETRY_DRAWN) {
            return SymmetryChoice.DRAWN;
        }
        return Enums.toCore("symmetry", message.getSymmetry(), message.getSymmetryValue(), SYMMETRY, Symmetry.class)
                .map(SymmetryChoice::of)
                .orElse(SymmetryChoice.NONE);
    }

    static dev.tengen.proto.v1.Symmetry toProto(SymmetryChoice choice) {
        return choice.fixed().map(ViewConverter::toProto).orElse(dev.tengen.proto.v1.Symmetry.SYMMETRY_DRAWN);
    }

    /** Returns {@code symmetry} as a message. */
    public static dev.tengen.proto.v1.Symmetry toProto(Symmetry symmetry) {
        return Enums.toProto(symmetry, SYMMETRY, dev.tengen.proto.v1.Symmetry.class);
    }

    static ObservationFormat toProto(dev.tengen.planes.ObservationFormat format) {
        return Enums.toProto(format, FORMAT, ObservationFormat.class);
    }

    static ObservationLayout toProto(dev.tengen.planes.ObservationLayout layout) {
        return Enums.toProto(layout, LAYOUT, ObservationLayout.class);
    }

    /** Returns the current position in {@code encoding}, as the agent sees it. */
    static Observation observation(Environment environment, Encoding encoding, ObservationForm form) {
        return observation(environment.game(), environment.symmetry(), encoding, form);
    }

    /** Returns the current position of {@code game} in {@code encoding}, seen by {@code symmetry}. */
    public static Observation observation(Game game, Symmetry symmetry, Encoding encoding, ObservationForm form) {
        Grid grid = game.grid();
        ObservationWriter writer = ObservationWriter.of(encoding, grid, form);
        return Observation.newBuilder()
                .setEncoding(encoding.spec().name())
                .setPlaneCount(encoding.spec().planeCount())
                .setHeight(grid.height())
                .setWidth(grid.width())
                .setPlanes(UnsafeByteOperations.unsafeWrap(writer.observation(game, symmetry)))
                .setFormat(toProto(form.format()))
                .setLayout(toProto(form.layout()))
                .setGlobals(UnsafeByteOperations.unsafeWrap(writer.globals(game)))
                .build();
    }
}
