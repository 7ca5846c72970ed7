package dev.tengen.server.testing;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.importer.ClassFileImporter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.regex.Pattern;

/** The path of a call as the page on the architecture draws it, and as a stack trace shows it. */
public final class PathDrawing {
    /** The maximum number of boxes of a drawing. */
    public static final int MAX_BOXES = 12;

    private static final Path PAGE = Path.of("../../docs/design/architecture.md");
    private static final Pattern BOX = Pattern.compile("^\\s*│ (\\w+)", Pattern.MULTILINE);

    private PathDrawing() {}

    /** Returns the classes in the first drawing below {@code heading}, from the top to the bottom. */
    public static List<String> boxes(String heading) throws IOException {
        String page = Files.readString(PAGE);
        String drawing = page.substring(page.indexOf("### " + heading + "\n")).split("```", 3)[1];
        return BOX.matcher(drawing).results().map(match -> match.group(1)).toList();
    }

    /** Returns the present stack, the outermost frame first. */
    public static List<StackTraceElement> stack() {
        List<StackTraceElement> frames = new ArrayList<>(List.of(new Throwable().getStackTrace()));
        Collections.reverse(frames);
        return frames;
    }

    /**
     * Returns the simple names of the outer classes on {@code stack} whose packages begin with {@code prefix}, each
     * once.
     */
    public static List<String> stations(List<StackTraceElement> stack, String prefix) {
        return stack.stream()
                .map(StackTraceElement::getClassName)
                .filter(name -> name.startsWith(prefix))
                .map(name -> name.replaceAll("^.*\\.|\\$.*$", ""))
                .distinct()
                .toList();
    }

    /** Asserts that {@code caller} calls a method of {@code target} whose name begins with {@code method}. */
    public static void assertCalls(Class<?> caller, Class<?> target, String method) {
        assertThat(new ClassFileImporter().importClasses(caller).get(caller).getMethodCallsFromSelf())
                .anyMatch(call -> call.getTargetOwner().isEquivalentTo(target)
                        && call.getName().startsWith(method));
    }
}
