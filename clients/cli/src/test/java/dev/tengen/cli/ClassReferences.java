package dev.tengen.cli;

import java.io.ByteArrayInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The classes that a class file links to: its supertypes, the owners of the members that it uses, and the types in
 * descriptors.
 *
 * <p>A class that occurs only in annotations, or whose constants the compiler has copied, is not among them, because a
 * program runs without it. Reads the format of chapter 4 of the Java Virtual Machine Specification. Not thread-safe.
 */
final class ClassReferences {
    private static final Pattern TYPE = Pattern.compile("L([^;<>()]+);");
    private static final int HEADER_BYTES = 8;

    private final DataInputStream in;
    private final Set<String> names = new TreeSet<>();
    private String[] texts = {};
    private int[] firsts = {};

    private ClassReferences(byte[] classFile) throws IOException {
        in = new DataInputStream(new ByteArrayInputStream(classFile));
        in.skipNBytes(HEADER_BYTES);
        readConstants();
        in.readUnsignedShort(); // access flags
        in.readUnsignedShort(); // the class itself
        addClass(in.readUnsignedShort());
        for (int left = in.readUnsignedShort(); left > 0; left--) {
            addClass(in.readUnsignedShort());
        }
        readMembers();
        readMembers();
    }

    /** Returns the binary names, with slashes, of the classes that a class file links to, except arrays. */
    static Set<String> of(byte[] classFile) throws IOException {
        return new ClassReferences(classFile).names;
    }

    private void readConstants() throws IOException {
        int count = in.readUnsignedShort();
        texts = new String[count];
        firsts = new int[count];
        boolean[] isMember = new boolean[count];
        boolean[] isDescriptor = new boolean[count];
        for (int index = 1; index < count; index++) {
            int tag = in.readUnsignedByte();
            switch (tag) {
                case 1 -> texts[index] = in.readUTF();
                case 3, 4, 17, 18 -> in.skipNBytes(4);
                case 5, 6 -> {
                    in.skipNBytes(8);
                    index++; // Longs and doubles take two places.
                }
                case 7, 8, 16, 19, 20 -> {
                    firsts[index] = in.readUnsignedShort();
                    isDescriptor[index] = tag == 16;
                }
                case 9, 10, 11 -> {
                    firsts[index] = in.readUnsignedShort();
                    in.readUnsignedShort();
                    isMember[index] = true;
                }
                case 12 -> {
                    in.readUnsignedShort();
                    firsts[index] = in.readUnsignedShort();
                    isDescriptor[index] = true;
                }
                case 15 -> in.skipNBytes(3);
                default -> throw new IOException("constant " + index + " has the unknown tag " + tag);
            }
        }
        for (int index = 1; index < count; index++) {
            if (isMember[index]) {
                addClass(firsts[index]);
            } else if (isDescriptor[index]) {
                addTypes(texts[firsts[index]]);
            }
        }
    }

    private void readMembers() throws IOException {
        for (int left = in.readUnsignedShort(); left > 0; left--) {
            in.readUnsignedShort(); // access flags
            in.readUnsignedShort(); // name
            addTypes(texts[in.readUnsignedShort()]);
            for (int attributes = in.readUnsignedShort(); attributes > 0; attributes--) {
                in.readUnsignedShort(); // name
                in.skipNBytes(in.readInt());
            }
        }
    }

    /** Adds a class by its constant. 0 means none, and an array has a descriptor in place of a name. */
    private void addClass(int index) {
        if (index == 0) {
            return;
        }
        String name = texts[firsts[index]];
        if (name.startsWith("[")) {
            addTypes(name);
        } else {
            names.add(name);
        }
    }

    private void addTypes(String descriptor) {
        Matcher types = TYPE.matcher(descriptor);
        while (types.find()) {
            names.add(types.group(1));
        }
    }
}
