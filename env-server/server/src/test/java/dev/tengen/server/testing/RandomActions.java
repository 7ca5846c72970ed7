package dev.tengen.server.testing;

import com.google.protobuf.ByteString;
import dev.tengen.base.SplitMix64;
import java.util.BitSet;

/** Actions drawn as a client draws them: from the mask of an answer. */
public final class RandomActions {
    private RandomActions() {}

    /** Returns one of the actions whose bit is set in {@code mask}; there must be one. */
    public static int legal(ByteString mask, SplitMix64 random) {
        BitSet bits = bits(mask);
        int index = random.nextInt(bits.cardinality());
        return bits.stream().skip(index).findFirst().orElseThrow();
    }

    /** Returns the actions whose bits are set; the first is the most significant bit of the first byte. */
    public static BitSet bits(ByteString mask) {
        BitSet bits = new BitSet();
        for (int action = 0; action < 8 * mask.size(); action++) {
            bits.set(action, (mask.byteAt(action / 8) >> (7 - action % 8) & 1) == 1);
        }
        return bits;
    }
}
