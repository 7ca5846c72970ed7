package dev.tengen.proto;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.DescriptorProtos.DescriptorProto;
import com.google.protobuf.DescriptorProtos.EnumDescriptorProto;
import com.google.protobuf.DescriptorProtos.FileDescriptorProto;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Numbers that messages and enums skip are reserved, so that a number never returns with another meaning. */
class ReservedNumbersTest {
    private static void addGaps(DescriptorProto message, List<String> gaps) {
        Set<Integer> taken = new HashSet<>();
        message.getReservedRangeList()
                .forEach(range ->
                        IntStream.range(range.getStart(), range.getEnd()).forEach(taken::add));
        message.getFieldList().forEach(field -> taken.add(field.getNumber()));
        addGaps(message.getName(), 1, taken, gaps);
        message.getNestedTypeList().forEach(nested -> addGaps(nested, gaps));
        message.getEnumTypeList().forEach(nested -> addGaps(nested, gaps));
    }

    private static void addGaps(EnumDescriptorProto type, List<String> gaps) {
        Set<Integer> taken = new HashSet<>();
        type.getReservedRangeList()
                .forEach(range ->
                        IntStream.rangeClosed(range.getStart(), range.getEnd()).forEach(taken::add));
        type.getValueList().forEach(value -> taken.add(value.getNumber()));
        addGaps(type.getName(), 0, taken, gaps);
    }

    private static void addGaps(String name, int first, Set<Integer> taken, List<String> gaps) {
        int end = taken.isEmpty() ? first : new TreeSet<>(taken).last();
        IntStream.range(first, end)
                .filter(number -> !taken.contains(number))
                .forEach(number -> gaps.add(name + " " + number));
    }

    @Test
    void numbers_everyMessageAndEnum_areUsedOrReserved() throws Exception {
        List<String> gaps = new ArrayList<>();

        for (String file : Contract.files()) {
            FileDescriptorProto descriptor = Contract.descriptor(file).toProto();
            descriptor.getMessageTypeList().forEach(message -> addGaps(message, gaps));
            descriptor.getEnumTypeList().forEach(type -> addGaps(type, gaps));
        }

        assertThat(gaps).isEmpty();
    }
}
