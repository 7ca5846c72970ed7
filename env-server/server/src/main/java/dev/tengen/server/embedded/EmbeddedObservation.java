package dev.tengen.server.embedded;

import dev.tengen.env.Environment;
import dev.tengen.env.EnvironmentSpec;
import dev.tengen.planes.ObservationForm;
import dev.tengen.planes.ObservationFormat;
import dev.tengen.planes.bits.ObservationWriter;
import dev.tengen.planes.catalog.Encodings;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Optional;

/**
 * The observation in one encoding in a direct buffer: planes and globals. A number of a plane is a float32 if the spec
 * has the format {@link ObservationFormat#FLOAT32}, otherwise a byte. Not thread-safe.
 */
final class EmbeddedObservation {
    private final ObservationWriter writer;
    private final ByteBuffer buffer;
    private final int planesStart;
    private final int globalsStart;

    /** The planes in the form that is fastest to write: float32, or else bits. */
    private final byte[] planes;

    /** Writes the planes if they are bits. */
    private final Optional<UnpackedBits> bits;

    private final byte[] globals;

    /**
     * Creates the observation in {@code encoding} of sessions with {@code spec}, at these places of {@code buffer}. The
     * planes take {@link #planeByteCount}, and the globals {@link #globalByteCount}.
     */
    EmbeddedObservation(String encoding, EnvironmentSpec spec, ByteBuffer buffer, int planesStart, int globalsStart) {
        this.buffer = buffer;
        this.planesStart = planesStart;
        this.globalsStart = globalsStart;
        ObservationForm form = isFloat(spec)
                ? spec.form()
                : new ObservationForm(ObservationFormat.BITS, spec.form().layout());
        writer = ObservationWriter.of(Encodings.named(encoding, spec.grid()).orElseThrow(), spec.grid(), form);
        planes = new byte[writer.byteCount()];
        globals = new byte[writer.globalByteCount()];
        bits = isFloat(spec)
                ? Optional.empty()
                : Optional.of(new UnpackedBits(buffer, planesStart, planeByteCount(encoding, spec)));
    }

    private static boolean isFloat(EnvironmentSpec spec) {
        return spec.form().format() == ObservationFormat.FLOAT32;
    }

    /** Returns the number of bytes of the planes in a buffer. */
    static int planeByteCount(String encoding, EnvironmentSpec spec) {
        int planeCount = Encodings.spec("encoding", encoding).planeCount();
        return planeCount * spec.grid().pointCount() * (isFloat(spec) ? Float.BYTES : 1);
    }

    /** Returns the number of bytes of the globals in a buffer. */
    static int globalByteCount(String encoding) {
        return Encodings.spec("encoding", encoding).globals().size() * Float.BYTES;
    }

    /** Writes the observation of {@code environment}. */
    void write(Environment environment) {
        Arrays.fill(planes, (byte) 0);
        writer.write(environment.game(), environment.symmetry(), planes, 0);
        if (bits.isPresent()) {
            bits.get().write(planes);
        } else {
            buffer.put(planesStart, planes);
        }
        if (globals.length > 0) {
            writer.writeGlobals(environment.game(), globals, 0);
            buffer.put(globalsStart, globals);
        }
    }
}
