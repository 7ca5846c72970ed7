package dev.tengen.cli.play;

import dev.tengen.cli.input.LineReader;
import dev.tengen.cli.input.LineTooLongException;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.List;

/** The user interface as lines of plain text: commands in, results and drawings out. */
public final class LineUi {
    private static final int WIDTH = 100;

    private final CommandInterpreter commands;
    private final PrintWriter out;

    /** Creates a user interface that prints to {@code out}. */
    public LineUi(CommandInterpreter commands, PrintWriter out) {
        this.commands = commands;
        this.out = out;
    }

    /**
     * Shows the board and executes lines until the command quit or the end of input. Text after {@code #} is a comment.
     * A line of more than {@value LineReader#MAX_LENGTH} characters is rejected.
     *
     * @return whether no command was rejected
     */
    public boolean run(BufferedReader in) throws IOException {
        print(commands.begin());
        boolean isSuccess = true;
        LineReader lines = new LineReader(in);
        while (!commands.isEnded()) {
            try {
                String line = lines.next();
                if (line == null) {
                    break;
                }
                isSuccess &= run(line.replaceFirst("(^|\\s)#.*", ""));
                if (commands.isInLesson()) {
                    print(List.of(CommandResult.of("\"next\" shows the next step.")));
                }
            } catch (LineTooLongException e) {
                isSuccess = false;
                print(List.of(CommandResult.error(String.valueOf(e.getMessage()))));
            }
        }
        return isSuccess;
    }

    /** Executes one line and prints the results. Returns whether none is an error. */
    public boolean run(String line) {
        List<CommandResult> results = commands.run(line);
        print(results);
        return results.stream().noneMatch(CommandResult::isError);
    }

    private void print(List<CommandResult> results) {
        results.forEach(this::print);
        out.flush();
    }

    private void print(CommandResult result) {
        if (result.isError()) {
            TextWrap.lines("? " + result.text(), WIDTH).forEach(out::println);
        } else if (!result.text().isEmpty()) {
            TextWrap.lines(result.text(), WIDTH).forEach(out::println);
        }
        result.drawing().ifPresent(out::print);
    }

    /** Prints a lesson from start to end, with a blank line between its steps. */
    public void show(String demo) {
        String title = Lesson.named(demo).title() + " (" + demo + ")";
        out.println(title);
        out.println("=".repeat(title.length()));
        out.println();
        run("demo " + demo);
        while (commands.isInLesson()) {
            out.println();
            run("next");
        }
        out.println();
        out.flush();
    }

    /** Returns the names of the lessons. */
    public static List<String> lessons() {
        return Lesson.NAMES;
    }
}
