package dev.tengen.client;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.base.Splitter;
import java.io.IOException;
import java.lang.reflect.Method;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The names that docs/reference/names.md lists for Java exist. */
class NamesPageTest {
    private static final Path PAGE = Path.of("../../docs/reference/names.md");
    private static final int JAVA_COLUMN = 3;
    private static final Pattern NAME = Pattern.compile("`([\\w.]+)\\.(\\w+)`");
    private static final List<String> PACKAGES =
            List.of("", "analysis.", "arena.", "batch.", "env.", "error.", "tree.");

    @ParameterizedTest
    @MethodSource("names")
    void name_ofThePage_isAMethod(String className, String methodName) {
        Class<?> owner = PACKAGES.stream()
                .flatMap(inside -> load(inside + className.replace('.', '$')).stream())
                .findFirst()
                .orElseThrow();

        assertThat(Arrays.stream(owner.getMethods()).map(Method::getName)).contains(methodName);
    }

    @Test
    void page_listsManyNames() throws IOException {
        assertThat(names()).hasSizeGreaterThan(60);
    }

    private static Optional<Class<?>> load(String name) {
        try {
            return Optional.of(Class.forName("dev.tengen.client." + name));
        } catch (ClassNotFoundException e) {
            return Optional.empty();
        }
    }

    static Stream<String[]> names() throws IOException {
        String page = Files.readString(PAGE);
        String table = page.substring(page.indexOf("<!-- names: begin -->"), page.indexOf("<!-- names: end -->"));
        List<String[]> names = new ArrayList<>();
        for (String line : Splitter.on('\n').split(table)) {
            List<String> cells = Splitter.on('|').splitToList(line);
            if (cells.size() > JAVA_COLUMN) {
                Matcher matcher = NAME.matcher(cells.get(JAVA_COLUMN));
                while (matcher.find()) {
                    names.add(new String[] {matcher.group(1), matcher.group(2)});
                }
            }
        }
        return names.stream();
    }
}
