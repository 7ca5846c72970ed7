package dev.tengen.hostile;

import com.google.protobuf.ByteString;
import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.DynamicMessage;
import com.google.protobuf.Message;
import com.google.protobuf.UnknownFieldSet;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;

/** Breaks messages of any type: by its descriptor, or byte by byte. */
final class MessageMutator {
    private static final int MAX_DEPTH = 4;
    private static final int LONG_TEXT = 5_000;
    private static final int MAX_REPETITIONS = 300;

    private static final List<String> TEXTS = List.of(
            "",
            " ",
            "x",
            "\0",
            "\u202Eevil",
            "../../etc/passwd",
            "'; DROP TABLE games; --",
            "<script>alert(1)</script>",
            "%s%n%x",
            "\uD83D\uDC7E".repeat(20),
            "monte-carlo:playouts=99999999999999999999",
            "monte-carlo:",
            "alphazero:history=-1",
            "alphazero:history=99999",
            "gtp:none",
            "line\nbreak\r\n\t");

    private final Random random;

    MessageMutator(Random random) {
        this.random = random;
    }

    /** Changes one to three fields of {@code message}, at any depth. */
    Message mutated(Message message) {
        Message.Builder builder = message.toBuilder();
        for (int count = 1 + random.nextInt(3); count > 0; count--) {
            mutateOne(builder, 0);
        }
        return builder.build();
    }

    private void mutateOne(Message.Builder builder, int depth) {
        List<FieldDescriptor> nested = builder.getAllFields().keySet().stream()
                .filter(field -> field.getJavaType() == FieldDescriptor.JavaType.MESSAGE && !field.isMapField())
                .toList();
        if (!nested.isEmpty() && depth < MAX_DEPTH && random.nextInt(3) > 0) {
            FieldDescriptor field = nested.get(random.nextInt(nested.size()));
            if (field.isRepeated()) {
                int index = random.nextInt(builder.getRepeatedFieldCount(field));
                Message.Builder element = ((Message) builder.getRepeatedField(field, index)).toBuilder();
                mutateOne(element, depth + 1);
                builder.setRepeatedField(field, index, element.build());
            } else {
                Message.Builder child = ((Message) builder.getField(field)).toBuilder();
                mutateOne(child, depth + 1);
                builder.setField(field, child.build());
            }
            return;
        }
        List<FieldDescriptor> fields = builder.getDescriptorForType().getFields();
        if (fields.isEmpty() || random.nextInt(30) == 0) {
            builder.setUnknownFields(UnknownFieldSet.newBuilder()
                    .addField(
                            1 + random.nextInt(1000),
                            UnknownFieldSet.Field.newBuilder()
                                    .addVarint(random.nextLong())
                                    .build())
                    .build());
            return;
        }
        breakField(builder, fields.get(random.nextInt(fields.size())), depth);
    }

    private void breakField(Message.Builder builder, FieldDescriptor field, int depth) {
        if (random.nextInt(8) == 0) {
            builder.clearField(field);
        } else if (!field.isRepeated()) {
            builder.setField(field, broken(field, depth));
        } else if (!field.isMapField()) {
            int present = builder.getRepeatedFieldCount(field);
            int count = random.nextInt(10) == 0 ? random.nextInt(MAX_REPETITIONS) : 1 + random.nextInt(3);
            boolean isCopy = present > 0 && random.nextBoolean();
            Object value = isCopy ? builder.getRepeatedField(field, random.nextInt(present)) : broken(field, depth);
            for (; count > 0; count--) {
                builder.addRepeatedField(field, value);
            }
        }
    }

    /** Returns a message of {@code type} in which any field may hold anything. */
    Message random(Descriptor type) {
        return random(type, 0);
    }

    private Message random(Descriptor type, int depth) {
        DynamicMessage.Builder builder = DynamicMessage.newBuilder(type);
        for (FieldDescriptor field : type.getFields()) {
            if (random.nextInt(3) == 0) {
                breakField(builder, field, depth);
            }
        }
        return builder.build();
    }

    private Object broken(FieldDescriptor field, int depth) {
        return switch (field.getJavaType()) {
            case INT -> brokenInt();
            case LONG -> brokenLong();
            case FLOAT -> (float) brokenDouble();
            case DOUBLE -> brokenDouble();
            case BOOLEAN -> random.nextBoolean();
            case STRING -> brokenText();
            case BYTE_STRING -> brokenBytes();
            case ENUM -> field.getEnumType().findValueByNumberCreatingIfUnknown(random.nextInt(14) - 2);
            case MESSAGE ->
                depth < MAX_DEPTH
                        ? random(field.getMessageType(), depth + 1)
                        : DynamicMessage.getDefaultInstance(field.getMessageType());
        };
    }

    private int brokenInt() {
        int[] edges = {
            0,
            1,
            -1,
            -2,
            -3,
            -4,
            2,
            24,
            25,
            26,
            255,
            256,
            624,
            625,
            626,
            65_535,
            65_536,
            65_537,
            999_999,
            1_000_000,
            1_000_001,
            Integer.MAX_VALUE,
            Integer.MIN_VALUE
        };
        return random.nextInt(4) == 0 ? random.nextInt() : edges[random.nextInt(edges.length)];
    }

    private long brokenLong() {
        long[] edges = {Long.MAX_VALUE, Long.MIN_VALUE, 1L << 32, (1L << 32) - 1, 3_600_000, 3_600_001};
        return switch (random.nextInt(3)) {
            case 0 -> random.nextLong();
            case 1 -> brokenInt();
            default -> edges[random.nextInt(edges.length)];
        };
    }

    private double brokenDouble() {
        double[] edges = {
            Double.NaN,
            Double.POSITIVE_INFINITY,
            Double.NEGATIVE_INFINITY,
            -0.0,
            Double.MIN_VALUE,
            Double.MAX_VALUE,
            -1,
            0.5,
            1_000_000,
            1_000_000.5
        };
        return random.nextInt(4) == 0 ? random.nextGaussian() : edges[random.nextInt(edges.length)];
    }

    private String brokenText() {
        return switch (random.nextInt(12)) {
            case 0 -> "y".repeat(random.nextInt(LONG_TEXT));
            case 1 -> Long.toString(random.nextLong(), 36);
            default -> TEXTS.get(random.nextInt(TEXTS.size()));
        };
    }

    private ByteString brokenBytes() {
        byte[] bytes = new byte[random.nextInt(random.nextInt(20) == 0 ? LONG_TEXT : 40)];
        random.nextBytes(bytes);
        return ByteString.copyFrom(bytes);
    }

    /** Returns {@code bytes} with some of them changed, removed, repeated or cut off. */
    byte[] mutated(byte[] bytes) {
        if (bytes.length == 0) {
            return brokenBytes().toByteArray();
        }
        byte[] copy = bytes.clone();
        for (int count = 1 + random.nextInt(4); count > 0; count--) {
            copy[random.nextInt(copy.length)] = (byte) random.nextInt(256);
        }
        int from = random.nextInt(copy.length);
        return switch (random.nextInt(4)) {
            case 0 -> Arrays.copyOf(copy, from);
            case 1 -> Arrays.copyOfRange(copy, from, copy.length);
            case 2 -> joined(copy, Arrays.copyOfRange(copy, from, copy.length));
            default -> copy;
        };
    }

    private static byte[] joined(byte[] first, byte[] second) {
        byte[] both = Arrays.copyOf(first, first.length + second.length);
        System.arraycopy(second, 0, both, first.length, second.length);
        return both;
    }

    /** Returns the elements of {@code values} in a random order, at most {@code count}. */
    static <T> List<T> some(List<T> values, int count, Random random) {
        List<T> chosen = new ArrayList<>();
        for (int tries = 0; tries < count && !values.isEmpty(); tries++) {
            T value = values.get(random.nextInt(values.size()));
            if (!chosen.contains(value)) {
                chosen.add(value);
            }
        }
        return chosen;
    }
}
