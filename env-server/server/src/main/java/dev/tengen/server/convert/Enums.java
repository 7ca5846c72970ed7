package dev.tengen.server.convert;

import com.google.protobuf.Internal.EnumLite;
import dev.tengen.board.Color;
import dev.tengen.game.Legality;
import dev.tengen.server.error.CallException;
import java.util.Optional;

/**
 * Converts enums between the contract and the core. The proto value of the core value {@code X} of an enum
 * {@code FooBar} is {@code FOO_BAR_X}; a test checks that every value has its counterpart.
 */
public final class Enums {
    private Enums() {}

    /**
     * Returns the core value of {@code value}; empty if it is unspecified.
     *
     * @param field the field of the message, for errors
     * @param number the number of {@code value} on the wire
     * @param prefix the prefix of the names of the proto enum
     * @throws CallException if the number is unknown
     */
    public static <E extends Enum<E>> Optional<E> toCore(
            String field, Enum<?> value, int number, String prefix, Class<E> type) {
        String name = value.name();
        if (name.equals(prefix + "UNSPECIFIED")) {
            return Optional.empty();
        }
        if (!name.startsWith(prefix)) {
            throw unknown(field, number);
        }
        return Optional.of(Enum.valueOf(type, name.substring(prefix.length())));
    }

    private static CallException unknown(String field, int number) {
        return CallException.invalid(field, number, "a number of the enum");
    }

    /** Returns the proto value of the core value {@code value}. */
    public static <P extends Enum<P> & EnumLite> P toProto(Enum<?> value, String prefix, Class<P> type) {
        return Enum.valueOf(type, prefix + value.name());
    }

    static int toCoreColor(String field, dev.tengen.proto.v1.Color color, int number, int unspecified) {
        return switch (color) {
            case COLOR_UNSPECIFIED -> unspecified;
            case COLOR_BLACK -> Color.BLACK;
            case COLOR_WHITE -> Color.WHITE;
            case UNRECOGNIZED -> throw unknown(field, number);
        };
    }

    /** Returns the proto value of {@code color}; unspecified for neither player. */
    public static dev.tengen.proto.v1.Color toProtoColor(int color) {
        return switch (color) {
            case Color.BLACK -> dev.tengen.proto.v1.Color.COLOR_BLACK;
            case Color.WHITE -> dev.tengen.proto.v1.Color.COLOR_WHITE;
            default -> dev.tengen.proto.v1.Color.COLOR_UNSPECIFIED;
        };
    }

    static dev.tengen.proto.v1.IllegalReason toProtoReason(Legality legality) {
        return legality == Legality.LEGAL
                ? dev.tengen.proto.v1.IllegalReason.ILLEGAL_REASON_UNSPECIFIED
                : toProto(legality, "ILLEGAL_REASON_", dev.tengen.proto.v1.IllegalReason.class);
    }

    static Legality toCoreLegality(dev.tengen.proto.v1.IllegalReason reason, int number) {
        return toCore("illegal_reason", reason, number, "ILLEGAL_REASON_", Legality.class)
                .orElse(Legality.LEGAL);
    }
}
