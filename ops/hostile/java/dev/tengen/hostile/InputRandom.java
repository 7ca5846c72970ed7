package dev.tengen.hostile;

import java.util.Random;

/**
 * Random choices that the bytes of an input determine, so that a fuzzer that changes a byte changes a choice. A choice
 * among up to 256 values takes one byte. After the last byte, the choices are those of a generator with a fixed seed.
 */
final class InputRandom extends Random {
    private static final long serialVersionUID = 1L;
    private static final long SEED_AFTER_INPUT = 1;

    private final byte[] input;
    private int position;

    InputRandom(byte[] input) {
        super(SEED_AFTER_INPUT);
        this.input = input.clone();
    }

    /** Returns whether all bytes are used. */
    boolean isExhausted() {
        return position >= input.length;
    }

    @Override
    protected int next(int bits) {
        if (isExhausted()) {
            return super.next(bits);
        }
        int value = 0;
        for (int taken = 0; taken < bits; taken += Byte.SIZE) {
            value = value << Byte.SIZE | nextByte();
        }
        return bits == Integer.SIZE ? value : value & (1 << bits) - 1;
    }

    @Override
    public int nextInt(int bound) {
        if (bound < 1) {
            throw new IllegalArgumentException("bound " + bound + " is not positive");
        }
        return isExhausted() || bound > 1 << Byte.SIZE ? super.nextInt(bound) : nextByte() % bound;
    }

    /** Returns the next byte, from 0 to 255; 0 after the last one. */
    private int nextByte() {
        return isExhausted() ? 0 : Byte.toUnsignedInt(input[position++]);
    }
}
