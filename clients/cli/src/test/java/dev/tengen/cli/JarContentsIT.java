package dev.tengen.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What the one jar contains: everything that the libraries link to, and nothing for systems that are not supported. */
class JarContentsIT {
    private static final Path JAR = Path.of("target/tengen.jar");
    private static final long MAX_BYTES = 39_000_000;
    private static final Pattern CLASS = Pattern.compile("(?:META-INF/versions/\\d+/)?(.*)\\.class");
    private static final Pattern NATIVE =
            Pattern.compile("org/(?:sqlite/native|jline/nativ)/.*\\.(so|dll|dylib|jnilib)");
    private static final String SERVICES = "META-INF/services/";

    /** The classes of some jars: the name of each, with the classes that it links to. */
    private static Map<String, Set<String>> classes(Iterable<Path> jars) throws IOException {
        Map<String, Set<String>> classes = new TreeMap<>();
        for (Path path : jars) {
            try (JarFile jar = new JarFile(path.toFile())) {
                for (JarEntry entry : Collections.list(jar.entries())) {
                    Matcher name = CLASS.matcher(entry.getName());
                    if (name.matches() && !name.group(1).endsWith("module-info")) {
                        classes.computeIfAbsent(name.group(1), key -> new TreeSet<>())
                                .addAll(ClassReferences.of(
                                        jar.getInputStream(entry).readAllBytes()));
                    }
                }
            }
        }
        return classes;
    }

    /** The jars from which the one jar is made. */
    private static List<Path> parts() throws IOException {
        List<Path> parts = new ArrayList<>();
        for (String folder : List.of("target/image/app", "target/image/app/lib", "target/image/lib")) {
            try (Stream<Path> files = Files.list(Path.of(folder))) {
                files.filter(file -> file.toString().endsWith(".jar")).forEach(parts::add);
            }
        }
        return parts;
    }

    @Test
    void size_allLibrariesAndNatives_isAtMost39Megabytes() throws Exception {
        assertThat(Files.size(JAR)).isLessThanOrEqualTo(MAX_BYTES);
    }

    @Test
    @Tag("full")
    void classes_eachThatAnotherLinksTo_isInTheJarIfALibraryHasIt() throws Exception {
        Map<String, Set<String>> all = classes(parts());
        Map<String, Set<String>> kept = classes(List.of(JAR));
        Map<String, Set<String>> missing = new TreeMap<>();
        kept.forEach((name, references) -> references.stream()
                .filter(reference -> all.containsKey(reference) && !kept.containsKey(reference))
                .forEach(reference -> missing.computeIfAbsent(reference, key -> new TreeSet<>())
                        .add(name)));

        assertThat(missing).isEmpty();
        // The jar is a proper part of the libraries, and it has all classes of this project.
        assertThat(all.keySet()).containsAll(kept.keySet());
        assertThat(kept).hasSizeBetween(10_000, all.size() - 5_000);
        assertThat(kept.keySet())
                .containsAll(all.keySet().stream()
                        .filter(name -> name.startsWith("dev/tengen/"))
                        .toList());
    }

    @Test
    void services_eachProviderOfAServiceInTheJar_isInTheJar() throws Exception {
        Set<String> kept = classes(List.of(JAR)).keySet();
        int found = 0;
        try (JarFile jar = new JarFile(JAR.toFile())) {
            for (JarEntry entry : Collections.list(jar.entries())) {
                String service = entry.getName().replace(SERVICES, "");
                if (service.equals(entry.getName()) || !kept.contains(service.replace('.', '/'))) {
                    continue;
                }
                String text = new String(jar.getInputStream(entry).readAllBytes(), StandardCharsets.UTF_8);
                for (String line : text.lines().toList()) {
                    String provider = line.replaceFirst("#.*", "").strip();
                    if (!provider.isEmpty()) {
                        assertThat(kept).as(entry.getName()).contains(provider.replace('.', '/'));
                        found++;
                    }
                }
            }
        }
        assertThat(found).isGreaterThan(50);
    }

    @Test
    void natives_eachSupportedSystem_andNoOther() throws Exception {
        try (JarFile jar = new JarFile(JAR.toFile())) {
            assertThat(jar.stream()
                            .map(JarEntry::getName)
                            .filter(name -> NATIVE.matcher(name).matches()))
                    .containsExactlyInAnyOrder(
                            "org/sqlite/native/Linux/aarch64/libsqlitejdbc.so",
                            "org/sqlite/native/Linux/x86_64/libsqlitejdbc.so",
                            "org/sqlite/native/Linux-Musl/aarch64/libsqlitejdbc.so",
                            "org/sqlite/native/Linux-Musl/x86_64/libsqlitejdbc.so",
                            "org/sqlite/native/Mac/aarch64/libsqlitejdbc.dylib",
                            "org/sqlite/native/Mac/x86_64/libsqlitejdbc.dylib",
                            "org/sqlite/native/Windows/x86_64/sqlitejdbc.dll",
                            "org/jline/nativ/Linux/arm64/libjlinenative.so",
                            "org/jline/nativ/Linux/x86_64/libjlinenative.so",
                            "org/jline/nativ/Mac/arm64/libjlinenative.jnilib",
                            "org/jline/nativ/Mac/x86_64/libjlinenative.jnilib",
                            "org/jline/nativ/Windows/x86_64/jlinenative.dll");
        }
    }
}
