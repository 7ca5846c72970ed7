package dev.tengen.game;

/**
 * A hash table of earlier positions of a game, by keys whose bits are all as good as random. A position is known by the
 * number of the move that it followed. The table finds candidates by a part of a key; callers compare the colorings
 * themselves.
 *
 * <p>Candidates are walked like this:
 *
 * <pre>{@code
 * for (int slot = table.first(key); slot >= 0; slot = table.next(slot, key)) { ... table.number(slot) ... }
 * }</pre>
 */
final class PositionTable {
    /*
     * Open addressing with linear probing; at most half of the slots are used. A slot holds the number of a position
     * plus 1 in its low bits, and above them as many of the high bits of the key as fit; 0 marks a free slot. Positions
     * leave the table in the reverse of the order in which they were added. So no other entry ever depends on the slot
     * of a removed one, and the slot is simply cleared.
     */
    private static final int MIN_SLOT_COUNT = 64;
    private static final int NONE = -1;

    private final int[] slots;
    private final int numberMask;

    /** Creates an empty table with room for positions from 0 to {@code lastNumber}, and for some more. */
    PositionTable(int lastNumber) {
        slots = new int[slotCount(lastNumber)];
        numberMask = slots.length - 1;
    }

    private PositionTable(PositionTable other) {
        slots = other.slots.clone();
        numberMask = other.numberMask;
    }

    PositionTable copy() {
        return new PositionTable(this);
    }

    /** Makes this a copy of {@code other} if it has as many slots. Returns whether it has. */
    boolean copyFrom(PositionTable other) {
        if (slots.length != other.slots.length) {
            return false;
        }
        System.arraycopy(other.slots, 0, slots, 0, slots.length);
        return true;
    }

    /** Returns the number of slots of a table for positions from 0 to {@code lastNumber}. */
    static int slotCount(int lastNumber) {
        return Math.max(MIN_SLOT_COUNT, 4 * Integer.highestOneBit(lastNumber));
    }

    /** Returns whether position {@code number} can be added. */
    boolean hasRoomFor(int number) {
        return 2 * number < slots.length;
    }

    /** Adds position {@code number}, which must be greater than all others. */
    void add(int number, long key) {
        assert hasRoomFor(number) : "position " + number + " in " + slots.length + " slots";
        int slot = home(key);
        while (slots[slot] != 0) {
            slot = after(slot);
        }
        slots[slot] = tag(key) | (number + 1);
    }

    /** Removes position {@code number}, which must be the greatest. */
    void remove(int number, long key) {
        int slot = home(key);
        while (number(slot) != number) {
            assert slots[slot] != 0 : "position " + number + " is not in the table";
            slot = after(slot);
        }
        slots[slot] = 0;
    }

    /** Returns the slot of the first position that may have {@code key}; -1 if there is none. */
    int first(long key) {
        return find(home(key), key);
    }

    /** Returns the slot of the next position after that in {@code slot} that may have {@code key}; -1 if none has. */
    int next(int slot, long key) {
        return find(after(slot), key);
    }

    private int find(int from, long key) {
        int tag = tag(key);
        for (int slot = from; slots[slot] != 0; slot = after(slot)) {
            if ((slots[slot] & ~numberMask) == tag) {
                return slot;
            }
        }
        return NONE;
    }

    private int tag(long key) {
        return (int) (key >>> Integer.SIZE) & ~numberMask;
    }

    /** Returns the number of the position in {@code slot}. */
    int number(int slot) {
        return (slots[slot] & numberMask) - 1;
    }

    private int home(long key) {
        return (int) key & numberMask;
    }

    private int after(int slot) {
        return (slot + 1) & numberMask;
    }
}
