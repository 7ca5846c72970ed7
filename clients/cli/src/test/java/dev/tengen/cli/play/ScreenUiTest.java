package dev.tengen.cli.play;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tengen.board.Color;
import dev.tengen.board.Grid;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.jline.builtins.ScreenTerminal;
import org.jline.terminal.Size;
import org.jline.terminal.impl.LineDisciplineTerminal;
import org.junit.jupiter.api.Test;

/** Keys in, screen out: the user interface on an in-memory terminal. It times out if it waits for more keys. */
class ScreenUiTest {
    private static final String RIGHT = "\033[C";
    private static final String UP = "\033[A";

    private final ByteArrayOutputStream written = new ByteArrayOutputStream();
    private int width = 80;
    private int height = 24;
    private Charset charset = StandardCharsets.US_ASCII;

    /** Types {@code keys} and q. Returns the lines of the screen before the q. */
    private List<String> screen(CommandInterpreter commands, String keys, String... first) throws IOException {
        ScreenTerminal screen = new ScreenTerminal(width, height);
        LineDisciplineTerminal terminal = new LineDisciplineTerminal("test", "xterm-256color", written, charset);
        terminal.setSize(new Size(width, height));
        try (ScreenUi face = new ScreenUi(terminal, commands)) {
            terminal.processInputBytes((keys + "q").getBytes(StandardCharsets.UTF_8));
            face.run(List.of(first));
            terminal.flush();
            // Decoded at once, because the terminal may write characters byte by byte.
            screen.write(written.toString(charset));
            written.reset();
            return screen.toString().lines().map(String::stripTrailing).toList();
        }
    }

    private static int colorAt(CommandInterpreter commands, String name) {
        Grid grid = commands.session().game().grid();
        return commands.session().game().colorAt(grid.point(name));
    }

    @Test
    void start_nineteen_isOnOneScreenOfEightyByTwentyFour() throws IOException {
        List<String> lines = screen(BoardSessions.empty(19), "");

        assertThat(lines).hasSize(24);
        assertThat(lines.get(0)).startsWith("    A B C D E F G H J K L M N O P Q R S T    Move 0. Black to move.");
        assertThat(lines.get(19)).isEqualTo("  1 . . . . . . . . . . . . . . . . . . . 1");
        assertThat(lines.get(23)).startsWith("K10  Enter play");
    }

    @Test
    void enter_playsAtTheCursor_arrowsMoveIt() throws IOException {
        CommandInterpreter commands = BoardSessions.empty(5);

        List<String> lines = screen(commands, "\r" + RIGHT + UP + "\r");

        assertThat(colorAt(commands, "C3")).isEqualTo(Color.BLACK);
        assertThat(colorAt(commands, "D4")).isEqualTo(Color.WHITE);
        assertThat(lines.get(2)).startsWith("  4 . . .(O). 4");
        assertThat(lines.get(3)).startsWith("  3 . . X . . 3");
    }

    @Test
    void arrows_atTheEdge_comeInAtTheOtherSide() throws IOException {
        assertThat(screen(BoardSessions.empty(3), RIGHT + RIGHT + UP + UP).get(23))
                .startsWith("A1 ");
    }

    @Test
    void w_illegalPoint_saysWhyBesideTheBoard() throws IOException {
        List<String> lines = screen(BoardSessions.drawn(BoardSessions.KO), "w", "C2", "play pass pass");

        assertThat(String.join("\n", lines)).contains("C2 is illegal: the game is over.");
    }

    @Test
    void m_ko_showsTheRepeatedPosition() throws IOException {
        CommandInterpreter commands = BoardSessions.drawn(BoardSessions.KO);

        List<String> lines = screen(commands, "\033[D" + "m", "C2");

        assertThat(lines.get(0)).contains("An earlier position: at the start.");
        assertThat(lines.get(2)).startsWith("  2 X O . O 2");
    }

    @Test
    void typedCommand_isCarriedOut() throws IOException {
        CommandInterpreter commands = BoardSessions.empty(5);

        screen(commands, ":play A1 E4x\177\r");

        assertThat(colorAt(commands, "A1")).isEqualTo(Color.BLACK);
        assertThat(colorAt(commands, "E4")).isEqualTo(Color.WHITE);
    }

    @Test
    void refusedCommand_isMarked() throws IOException {
        assertThat(screen(BoardSessions.empty(3), "u").get(2)).contains("! There is no move to undo.");
    }

    @Test
    void mouse_firstClickMovesTheCursor_secondPlays() throws IOException {
        String click = "\033[<0;5;2M" + "\033[<0;5;2m";
        CommandInterpreter once = BoardSessions.empty(5);
        CommandInterpreter twice = BoardSessions.empty(5);

        assertThat(screen(once, click).get(23)).startsWith("A5  Enter");
        screen(twice, click + click);

        assertThat(once.session().game().moveNumber()).isZero();
        assertThat(colorAt(twice, "A5")).isEqualTo(Color.BLACK);
    }

    @Test
    void setup_enterChangesTheStone_sAgainBeginsTheGame() throws IOException {
        CommandInterpreter commands = BoardSessions.empty(3);

        screen(commands, "s" + "\r\r" + RIGHT + "b" + UP + "v" + "x" + "t" + "s");

        assertThat(colorAt(commands, "B2")).isEqualTo(Color.WHITE);
        assertThat(colorAt(commands, "C2")).isEqualTo(Color.BLACK);
        assertThat(colorAt(commands, "C3")).isEqualTo(Color.EMPTY);
        assertThat(commands.session().game().playerToMove()).isEqualTo(Color.WHITE);
        assertThat(commands.session().game().moveNumber()).isZero();
    }

    @Test
    void demo_spaceGoesOn() throws IOException {
        List<String> lines = screen(BoardSessions.empty(9), " ", "demo ko");

        assertThat(lines.get(0)).contains("An earlier position: at the start.");
        assertThat(String.join("\n", lines)).contains("B2 is illegal for White", "Space: next step.");
    }

    @Test
    void area_colors_areMarkedOnTheBoard() throws IOException {
        assertThat(screen(BoardSessions.drawn(". X . O .\n. X . O ."), "a").get(1))
                .startsWith("  2 x X . O o 2");
    }

    @Test
    void utf8Terminal_drawsDiscs() throws IOException {
        charset = StandardCharsets.UTF_8;

        assertThat(screen(BoardSessions.empty(3), "\r").get(2)).startsWith("  2 ·(●)· 2");
    }

    @Test
    void help_tooLongForTheSide_takesTheScreenPageByPage() throws IOException {
        assertThat(screen(BoardSessions.empty(3), ":help\r" + " " + " " + " ").get(0))
                .startsWith("    A B C");
    }

    @Test
    void help_q_mapsBackToTheBoard() throws IOException {
        assertThat(screen(BoardSessions.empty(3), "?" + "q").get(0)).startsWith("    A B C");
    }

    @Test
    void setup_reportsItsKeys() throws IOException {
        assertThat(screen(BoardSessions.empty(3), "s").get(23)).contains("s done  Esc cancel");
    }

    @Test
    void boardTooWide_showsWhatIsRoundTheCursor() throws IOException {
        width = 30;
        height = 16;

        List<String> lines = screen(BoardSessions.empty(19), "");

        assertThat(lines.get(0)).isEqualTo("    D E F G H J K L M N O P");
        assertThat(lines.get(4)).isEqualTo(" 10 . . . . . . . . . . . .");
    }

    @Test
    void help_keys_areToldOnOneScreen() {
        assertThat(KeyBinding.help().lines().count()).isLessThan(24);
        assertThat(KeyBinding.help()).contains("Enter         play", "PgUp, PgDn    ten moves back or forward");
    }

    @Test
    void narrowScreen_wordsStandBelow() throws IOException {
        width = 30;
        height = 16;

        List<String> lines = screen(BoardSessions.empty(5), "l");

        assertThat(lines.get(5)).isEqualTo("  1 . . . . . 1");
        assertThat(lines.get(7)).isEqualTo("Move 0. Black to move.");
        assertThat(lines.get(8)).isEqualTo("! There is no stone at C3.");
    }
}
