package dev.tengen.cli.play;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.List;

/**
 * The table as lines of plain text: a command a line in, answers and drawings out. For scripts, for pipes and for those who
 * read with a voice.
 */
public final class LineUi {
    private static final int WIDTH = 100;

    private final CommandInterpreter commands;
    private final PrintWriter out;

    /** Makes a face that prints to {@code out}. */
    public LineUi(CommandInterpreter commands, PrintWriter out) {
        this.commands = commands;
        this.out = out;
    }

    /**
     * Carries out lines until one quits or there are no more; text after {@code #} is a remark. Begins with the board.
     * Returns whether no command was refused.
     */
    public boolean run(BufferedReader in) throws IOException {
        print(commands.begin());
        boolean isAllWell = true;
        while (!commands.isEnded()) {
            String line = in.readLine();
            if (line == null) {
                break;
            }
            isAllWell &= run(line.replaceFirst("(^|\\s)#.*", ""));
        }
        return isAllWell;
    }

    /** Carries out one line and prints the answers; returns whether none was a refusal. */
    public boolean run(String line) {
        List<CommandResult> replies = commands.run(line);
        print(replies);
        return replies.stream().noneMatch(CommandResult::isError);
    }

    private void print(List<CommandResult> replies) {
        replies.forEach(this::print);
        out.flush();
    }

    private void print(CommandResult reply) {
        if (reply.isError()) {
            TextWrap.lines("? " + reply.text(), WIDTH).forEach(out::println);
        } else if (!reply.text().isEmpty()) {
            TextWrap.lines(reply.text(), WIDTH).forEach(out::println);
        }
        reply.drawing().ifPresent(out::print);
    }

    /** Prints a demonstration from beginning to end, with a blank line between its steps. */
    public void show(String demo) {
        String title = Lesson.named(demo).title() + " (" + demo + ")";
        out.println(title);
        out.println("=".repeat(title.length()));
        out.println();
        run("demo " + demo);
        while (commands.isInDemo()) {
            out.println();
            run("next");
        }
        out.println();
        out.flush();
    }

    /** Returns the names of the demonstrations. */
    public static List<String> demos() {
        return Lesson.NAMES;
    }
}
