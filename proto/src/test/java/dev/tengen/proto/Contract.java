package dev.tengen.proto;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.google.protobuf.Descriptors.FileDescriptor;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/** The proto files in the source tree, and the baseline that the compatibility check compares them with. */
final class Contract {
    /** The folder from which the files import each other. */
    static final Path FOLDER = Path.of("src/main/proto");

    /** The contract of the last release. */
    static final Path BASELINE = Path.of("src/baseline/tengen-v1.json");

    private Contract() {}

    /** Returns the names of all files, as in an import: "tengen/v1/agent.proto". */
    static List<String> files() throws IOException {
        try (Stream<Path> paths = Files.walk(FOLDER)) {
            return paths.filter(path -> path.toString().endsWith(".proto"))
                    .map(path -> FOLDER.relativize(path).toString())
                    .sorted()
                    .toList();
        }
    }

    /** Returns the names of the files in the baseline. */
    static List<String> baselineFiles() throws IOException {
        return baseline().map(file -> file.get("name").asText()).toList();
    }

    /** Returns the files in the baseline: messages FileDescriptorProto as JSON. */
    static Stream<JsonNode> baseline() throws IOException {
        JsonNode files = new ObjectMapper().readTree(BASELINE.toFile()).get("file");
        return StreamSupport.stream(files.spliterator(), false);
    }

    /** Returns the descriptor of a file, from the class that the build generated for it. */
    static FileDescriptor descriptor(String file) throws ReflectiveOperationException {
        String name = file.substring(file.lastIndexOf('/') + 1, file.indexOf('.'));
        String type = name.substring(0, 1).toUpperCase(Locale.ROOT) + name.substring(1) + "Proto";
        return (FileDescriptor) Class.forName("dev.tengen.proto.v1." + type)
                .getMethod("getDescriptor")
                .invoke(null);
    }
}
