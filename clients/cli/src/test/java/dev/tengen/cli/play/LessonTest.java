package dev.tengen.cli.play;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tengen.board.Color;
import dev.tengen.board.PointSet;
import dev.tengen.game.Game;
import dev.tengen.game.Legality;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** The lessons show what the engine does. */
class LessonTest {
    private static final Path PAGE = Path.of("../../docs/guide/play.md");
    private static final String BEGIN = "<!-- the demonstration eyes: begin -->\n```text\n";
    private static final String END = "```\n<!-- the demonstration eyes: end -->\n";
    private static final Path RECORDED = Path.of("src/test/resources/golden/demonstrations.txt");

    private final Map<Legality, Integer> verdicts = new EnumMap<>(Legality.class);
    private final Map<String, Integer> shown = new TreeMap<>();

    /** Executes every command of every lesson and checks each result. */
    private void showAll() {
        for (String name : Lesson.NAMES) {
            CommandInterpreter commands = BoardSessions.empty(3);
            boolean isFirst = true;
            for (Lesson.Step step : Lesson.named(name).steps()) {
                if (step.start().isPresent()) {
                    commands.session()
                            .start(step.start().get(), commands.session().game().rules(), List.of());
                }
                assertThat(isFirst && step.start().isEmpty()).as(name).isFalse();
                isFirst = false;
                for (String line : step.commands()) {
                    show(commands, line);
                }
            }
        }
    }

    private void show(CommandInterpreter commands, String line) {
        String[] words = line.split(" ");
        Game before = commands.session().game().copy();
        CommandResult result = BoardSessions.run(commands, line);
        shown.merge(words[0], 1, Integer::sum);
        switch (words[0]) {
            case "why" -> checkVerdict(before, before.grid().point(words[1]), result.text());
            case "repeated" -> checkRepetition(before, before.grid().point(words[1]), commands);
            case "liberties" -> checkLiberties(before, before.grid().point(words[1]), result.text());
            default -> {}
        }
    }

    private void checkVerdict(Game game, int point, String text) {
        Legality legality = game.copy().play(point);
        verdicts.merge(legality, 1, Integer::sum);
        assertThat(text).contains(legality.isLegal() ? " is legal for " : " is illegal for ");
        if (legality == Legality.REPETITION) {
            Game after = game.copy();
            after.playUnchecked(point);
            int number = text.contains("at the start")
                    ? 0
                    : Integer.parseInt(text.replaceFirst("(?s).*after move ([0-9]+) .*", "$1"));
            assertSameStones(after, game.replayTo(number));
        }
    }

    private static void checkRepetition(Game game, int point, CommandInterpreter commands) {
        Game after = game.copy();
        after.playUnchecked(point);
        BoardView view = commands.session().view();
        for (int other = 0; other < game.grid().pointCount(); other++) {
            assertThat(view.colorAt(other)).isEqualTo(after.colorAt(other));
        }
    }

    private static void assertSameStones(Game one, Game other) {
        for (int color : new int[] {Color.BLACK, Color.WHITE}) {
            assertThat(one.board().points(color)).isEqualTo(other.board().points(color));
        }
    }

    /** Compares the printed liberties with those computed from the colors alone. */
    private static void checkLiberties(Game game, int point, String text) {
        PointSet printed = new PointSet(game.grid());
        for (String name : text.replaceFirst("(?s).*: ([^.]*)\\..*", "$1").split(" ")) {
            printed.add(game.grid().point(name));
        }
        PointSet found = new PointSet(game.grid());
        addLiberties(game, point, new PointSet(game.grid()), found);
        assertThat(printed).isEqualTo(found);
    }

    private static void addLiberties(Game game, int point, PointSet seen, PointSet found) {
        seen.add(point);
        for (int direction = 0; direction < 4; direction++) {
            int neighbor = game.grid().neighbor(point, direction);
            if (!game.grid().contains(neighbor) || seen.contains(neighbor)) {
                continue;
            }
            if (game.colorAt(neighbor) == Color.EMPTY) {
                found.add(neighbor);
            } else if (game.colorAt(neighbor) == game.colorAt(point)) {
                addLiberties(game, neighbor, seen, found);
            }
        }
    }

    @Test
    void verdicts_ofAllDemonstrations_comeTrue() {
        showAll();

        assertThat(verdicts).isEqualTo(Map.of(Legality.LEGAL, 10, Legality.SUICIDE, 1, Legality.REPETITION, 6));
        assertThat(shown)
                .containsEntry("why", 17)
                .containsEntry("repeated", 3)
                .containsEntry("liberties", 7)
                .containsEntry("reach", 4)
                .containsEntry("area", 4);
    }

    /** Rewrite the recorded run with {@code -Dtengen.rewrite=true}. */
    @Test
    void demonstrations_run_isTheRecordedOne() throws IOException {
        String run = run(Lesson.NAMES);

        if (Boolean.getBoolean("tengen.rewrite")) {
            Files.writeString(RECORDED, run);
        }

        assertThat(run).isEqualTo(Files.readString(RECORDED));
    }

    /** Rewrite the one in the page with {@code -Dtengen.rewrite=true}. */
    @Test
    void demonstration_inTheDocs_isTheRun() throws IOException {
        String run = run(List.of("eyes"));
        String page = Files.readString(PAGE);

        if (Boolean.getBoolean("tengen.rewrite")) {
            String before = page.substring(0, page.indexOf(BEGIN) + BEGIN.length());
            Files.writeString(PAGE, before + run + page.substring(page.indexOf(END)));
        }

        assertThat(Files.readString(PAGE)).contains(BEGIN + run + END);
    }

    @Test
    void demonstrations_inTheDocs_areAllNamed() throws IOException {
        String page = Files.readString(PAGE);

        assertThat(Lesson.NAMES).allSatisfy(name -> assertThat(page).contains("\n| `" + name + "` | "));
    }

    private static String run(List<String> names) {
        StringWriter run = new StringWriter();
        LineUi face = new LineUi(BoardSessions.empty(9), new PrintWriter(run));
        names.forEach(face::show);
        return run.toString().stripTrailing() + "\n";
    }
}
