package dev.tengen.proto;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The compatibility check fails for every incompatible change. Changes are made in a copy of the folder. */
class CompatibilityTest {
    /** The number of a field or of an enum value, except the zero that every enum has. */
    private static final Pattern NUMBER =
            Pattern.compile("^( ++(?!//|option )[^=\n]*= )([1-9][0-9]*)(?=;| \\[)", Pattern.MULTILINE);

    /** How buf reports a number that is no longer there. */
    private static final Pattern DELETED_FIELD =
            Pattern.compile("field \"(\\d+)\" with name \"\\w+\" on message \"(\\w+)\"");

    private static final Pattern DELETED_VALUE = Pattern.compile("enum value \"(\\d+)\" on enum \"(\\w+)\"");

    /** Greater than every number in use. */
    private static final int SHIFT = 1000;

    private static String buf;

    @TempDir
    private Path copy;

    @BeforeAll
    static void findBuf() throws Exception {
        buf = Command.run(Path.of("."), "./buf", "--path").output().strip();
    }

    static Stream<String> files() throws IOException {
        return Contract.baselineFiles().stream();
    }

    private void copyContract() throws IOException {
        Files.copy(Path.of("buf.yaml"), copy.resolve("buf.yaml"));
        for (String file : Contract.files()) {
            Path target = copy.resolve(Contract.FOLDER).resolve(file);
            Files.createDirectories(target.getParent());
            Files.copy(Contract.FOLDER.resolve(file), target);
        }
    }

    /** Replaces the contents of a file of the copy, and requires that this changes something. */
    private void replace(String file, String before, String after) throws IOException {
        Path path = copy.resolve(Contract.FOLDER).resolve(file);
        assertThat(before).as(file).isNotEqualTo(after);
        Files.writeString(path, after);
    }

    private String read(String file) throws IOException {
        return Files.readString(copy.resolve(Contract.FOLDER).resolve(file));
    }

    private static String shifted(MatchResult match) {
        return Matcher.quoteReplacement(match.group(1) + (Integer.parseInt(match.group(2)) + SHIFT));
    }

    private Command breaking(String... options) throws Exception {
        Stream<String> command = Stream.of(
                buf, "breaking", "--against", Contract.BASELINE.toAbsolutePath().toString());
        return Command.run(copy, Stream.concat(command, Stream.of(options)).toArray(String[]::new));
    }

    @Test
    void baseline_filesOfTheFirstRelease_areAllInIt() throws Exception {
        assertThat(Contract.baselineFiles())
                .contains(
                        "tengen/v1/agent.proto",
                        "tengen/v1/analysis.proto",
                        "tengen/v1/arena.proto",
                        "tengen/v1/batch.proto",
                        "tengen/v1/environment.proto",
                        "tengen/v1/observation.proto",
                        "tengen/v1/rules.proto",
                        "tengen/v1/snapshot.proto",
                        "tengen/v1/spec.proto",
                        "tengen/v1/task.proto",
                        "tengen/v1/timestep.proto",
                        "tengen/v1/tree.proto");
    }

    @Test
    void breaking_unchangedCopy_passes() throws Exception {
        copyContract();

        Command check = breaking();

        assertThat(check).isEqualTo(new Command(0, ""));
    }

    @ParameterizedTest
    @MethodSource("files")
    @Tag("full")
    void breaking_renumberedField_failsAndNamesIt(String file) throws Exception {
        copyContract();
        JsonNode message = messageWithAField(file);
        String name = message.get("name").asText();
        String field = message.at("/field/0/name").asText();
        int number = message.at("/field/0/number").asInt();
        String text = read(file);
        int start = text.indexOf("\nmessage " + name + " {");
        Pattern declaration = Pattern.compile("(?<= " + field + " = )" + number + "\\b");
        String renumbered = declaration.matcher(text.substring(start)).replaceFirst(String.valueOf(number + SHIFT));
        replace(file, text, text.substring(0, start) + renumbered);

        Command check = breaking();

        assertThat(check.exitCode()).as(check.output()).isNotZero();
        assertThat(check.output()).contains(file, "\"" + field + "\"", "\"" + name + "\"", "was deleted");
    }

    private static JsonNode messageWithAField(String file) throws IOException {
        JsonNode messages = Contract.baseline()
                .filter(descriptor -> descriptor.get("name").asText().equals(file))
                .findFirst()
                .orElseThrow()
                .get("messageType");
        return StreamSupport.stream(messages.spliterator(), false)
                .filter(message -> message.has("field"))
                .findFirst()
                .orElseThrow();
    }

    /** All fields and enum values of all files at once: the report names each of them. */
    @Test
    void breaking_everyNumberChanged_reportsEveryFieldAndEnumValue() throws Exception {
        copyContract();
        for (String file : Contract.files()) {
            String text = read(file);
            replace(file, text, NUMBER.matcher(text).replaceAll(CompatibilityTest::shifted));
        }

        Command check = breaking("--error-format", "json");

        assertThat(numbersDeleted(check.output()))
                .hasSizeGreaterThan(500)
                .containsExactlyElementsOf(numbersInBaseline());
    }

    @Test
    void breaking_otherOptionOfALanguage_fails() throws Exception {
        copyContract();
        for (String file : Contract.files()) {
            String text = read(file);
            replace(file, text, text.replace("tengenv1", "tengenpb"));
        }

        Command check = breaking();

        assertThat(check.exitCode()).isNotZero();
        assertThat(check.output()).contains("go_package");
    }

    private static Set<String> numbersDeleted(String report) throws IOException {
        Set<String> numbers = new TreeSet<>();
        ObjectMapper json = new ObjectMapper();
        for (String line : report.lines().toList()) {
            String message = json.readTree(line).get("message").asText();
            for (Pattern pattern : List.of(DELETED_FIELD, DELETED_VALUE)) {
                Matcher matcher = pattern.matcher(message);
                if (matcher.find()) {
                    numbers.add(matcher.group(2) + " " + matcher.group(1));
                }
            }
        }
        return numbers;
    }

    private static Set<String> numbersInBaseline() throws IOException {
        Set<String> numbers = new TreeSet<>();
        Contract.baseline().forEach(file -> {
            addNumbers(file.path("messageType"), "field", numbers);
            addNumbers(file.path("enumType"), "value", numbers);
        });
        return numbers;
    }

    private static void addNumbers(JsonNode types, String members, Set<String> numbers) {
        for (JsonNode type : types) {
            for (JsonNode member : type.path(members)) {
                if (member.path("number").asInt() != 0) {
                    numbers.add(type.get("name").asText() + " " + member.get("number"));
                }
            }
        }
    }
}
