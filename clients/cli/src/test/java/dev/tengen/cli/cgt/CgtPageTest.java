package dev.tengen.cli.cgt;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tengen.cli.CommandRun;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The command lines of {@code docs/reference/cgt.md}, literally. */
class CgtPageTest {
    private static final Path PAGE = Path.of("../../docs/reference/cgt.md");
    private static final Path PICTURE = Path.of("../../docs/reference/thermograph.svg");
    private static final Pattern BLOCK = Pattern.compile("```console\n(.*?)```", Pattern.DOTALL);
    private static final Pattern WORD = Pattern.compile("\"([^\"]*)\"|(\\S+)");
    private static final String PROMPT = "$ ./tengen ";

    @TempDir
    private Path folder;

    @Test
    void page_commands_printWhatThePageSays() throws IOException {
        int commandCount = 0;
        for (String block : blocks()) {
            for (String command : block.split("(?m)^(?=\\$ )")) {
                if (command.isEmpty()) {
                    continue;
                }
                String[] lines = command.split("\n", 2);
                assertThat(lines[0]).startsWith(PROMPT);
                CommandRun run = CommandRun.of(words(lines[0].substring(PROMPT.length())));
                // Every command of the page uses one of the two.
                assertThat(run.out() + run.err()).as(lines[0]).isEqualTo(lines[1]);
                commandCount++;
            }
        }

        assertThat(commandCount).isEqualTo(8);
    }

    @Test
    void page_picture_isThatOfTheCommand() throws IOException {
        Path file = folder.resolve("walls.svg");
        String page = Files.readString(PAGE);
        String game = "{3/2*|1/2 || {0|-3},{-1*,{-1/2|-1*}|-5/2}}";

        CommandRun run = CommandRun.of("cgt", game, "--svg", file.toString());

        assertThat(run.exitCode()).isZero();
        assertThat(page).contains(game, "(thermograph.svg)");
        assertThat(Files.readString(file)).isEqualTo(Files.readString(PICTURE));
    }

    private static List<String> blocks() throws IOException {
        return BLOCK.matcher(Files.readString(PAGE))
                .results()
                .map(match -> match.group(1))
                .toList();
    }

    private static String[] words(String command) {
        List<String> words = new ArrayList<>();
        WORD.matcher(command)
                .results()
                .forEach(match -> words.add(match.group(1) == null ? match.group(2) : match.group(1)));
        return words.toArray(String[]::new);
    }
}
