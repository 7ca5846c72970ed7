package dev.tengen.search;

import dev.tengen.base.InvalidValueException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.FloatBuffer;
import java.nio.ShortBuffer;

/**
 * Floating-point numbers that a network returned: float32 or float16, in an array or in a buffer of little-endian
 * bytes. They are read in place, so nobody may change them while they are in use.
 */
public abstract class FloatNumbers {
    /** The bits of the least float16 number that is not subnormal. */
    private static final int LEAST_NORMAL = 0x400;

    private static final int INFINITY = 0x7C00;

    private final int count;

    private FloatNumbers(int count) {
        this.count = count;
    }

    /** Returns the numbers in {@code values}. */
    public static FloatNumbers of(float[] values) {
        return new Single(FloatBuffer.wrap(values));
    }

    /**
     * Returns the little-endian float32 numbers from the position to the limit of {@code bytes}.
     *
     * @throws InvalidValueException if there are not whole numbers
     */
    public static FloatNumbers float32(ByteBuffer bytes) {
        return new Single(requireWhole(bytes, Float.BYTES).asFloatBuffer());
    }

    /**
     * Returns the little-endian float16 numbers (IEEE 754 binary16) from the position to the limit of {@code bytes}.
     *
     * @throws InvalidValueException if there are not whole numbers
     */
    public static FloatNumbers float16(ByteBuffer bytes) {
        return new Half(requireWhole(bytes, Short.BYTES).asShortBuffer());
    }

    private static ByteBuffer requireWhole(ByteBuffer bytes, int each) {
        if (bytes.remaining() % each != 0) {
            throw InvalidValueException.not(
                    "evaluations", "of " + bytes.remaining() + " bytes", "whole numbers of " + each + " bytes");
        }
        return bytes.slice().order(ByteOrder.LITTLE_ENDIAN);
    }

    /** Returns the number of numbers. */
    public final int count() {
        return count;
    }

    /** Returns the number at {@code index}. */
    public abstract float at(int index);

    /** Copies {@code count} numbers from {@code index} to the start of {@code into}. */
    abstract void copy(int index, float[] into, int count);

    /** Returns the float16 number with {@code bits}. */
    static float half(short bits) {
        int magnitude = bits & 0x7FFF;
        float value;
        if (magnitude < LEAST_NORMAL) {
            value = magnitude * 0x1p-24f;
        } else {
            // The exponent moves from a bias of 15 to one of 127; infinities and NaNs get the greatest exponent.
            int exponent = magnitude < INFINITY ? (127 - 15) << 23 : (255 - 31) << 23;
            value = Float.intBitsToFloat((magnitude << 13) + exponent);
        }
        return bits < 0 ? -value : value;
    }

    private static final class Single extends FloatNumbers {
        private final FloatBuffer numbers;

        Single(FloatBuffer numbers) {
            super(numbers.limit());
            this.numbers = numbers;
        }

        @Override
        public float at(int index) {
            return numbers.get(index);
        }

        @Override
        void copy(int index, float[] into, int count) {
            numbers.get(index, into, 0, count);
        }
    }

    private static final class Half extends FloatNumbers {
        private final ShortBuffer numbers;

        Half(ShortBuffer numbers) {
            super(numbers.limit());
            this.numbers = numbers;
        }

        @Override
        public float at(int index) {
            return half(numbers.get(index));
        }

        @Override
        void copy(int index, float[] into, int count) {
            for (int i = 0; i < count; i++) {
                into[i] = half(numbers.get(index + i));
            }
        }
    }
}
