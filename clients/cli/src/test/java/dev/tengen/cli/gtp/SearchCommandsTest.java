package dev.tengen.cli.gtp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tengen.base.SplitMix64;
import dev.tengen.board.Grid;
import dev.tengen.game.Game;
import dev.tengen.game.Ko;
import dev.tengen.game.RepetitionEnd;
import dev.tengen.game.Rules;
import dev.tengen.game.RulesPreset;
import dev.tengen.game.Setup;
import dev.tengen.player.AnalyzedMove;
import dev.tengen.player.MonteCarlo;
import dev.tengen.player.MonteCarloAnalysis;
import dev.tengen.player.Players;
import dev.tengen.sgf.SgfMode;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SearchCommandsTest {
    private static final Rules RULES = Rules.TROMP_TAYLOR.withKomi(5.5);
    private static final int PLAYOUTS = 80;

    private final Dialog engine = Dialog.on(5, RULES, new MonteCarlo(PLAYOUTS), 3);

    private static LiveEngine live(int analysisVisits) throws Exception {
        EngineSettings settings = new EngineSettings("1.2.3", SgfMode.TOLERANT, analysisVisits);
        Setup start = Setup.empty(Grid.square(5));
        return new LiveEngine(new Engine(start, RULES, Players.GREEDY::create, new SplitMix64(3), settings));
    }

    /** Returns what the search of the player finds from the empty board with the seed of the engine. */
    private static MonteCarloAnalysis expected(int playoutCount) {
        Game game = new Game(Setup.empty(Grid.square(5)), RULES);
        MonteCarloAnalysis analysis = new MonteCarloAnalysis(game, new SplitMix64(3));
        for (int playout = 0; playout < playoutCount; playout++) {
            analysis.addPlayout();
        }
        return analysis;
    }

    /** Returns the values of each move of a line; the variation has the key "pv". */
    private static List<Map<String, String>> moves(String line) {
        List<Map<String, String>> moves = new ArrayList<>();
        for (String part : line.split("(^| )info ")) {
            if (!part.isEmpty()) {
                String[] halves = part.split(" (rootInfo|ownership) ")[0].split(" pv ");
                String[] words = halves[0].split(" ");
                Map<String, String> values = new HashMap<>(Map.of("pv", halves[1]));
                for (int index = 0; index < words.length; index += 2) {
                    values.put(words[index], words[index + 1]);
                }
                moves.add(values);
            }
        }
        return moves;
    }

    private static String decimal(double value) {
        return String.format(Locale.ROOT, "%.6f", value);
    }

    @Test
    void kataGenmoveAnalyze_noInterval_reportsThePlayersSearchAndPlaysItsMove() {
        MonteCarloAnalysis expected = expected(PLAYOUTS);
        String genmove = Dialog.on(5, RULES, new MonteCarlo(PLAYOUTS), 3).ask("genmove b");

        List<String> lines =
                engine.ask("kata-genmove_analyze b rootInfo true").lines().toList();

        assertThat(lines).hasSize(3);
        assertThat(lines.get(0)).isEmpty();
        assertThat(lines.get(2)).isEqualTo("play " + genmove);
        assertThat(engine.ask("move_history")).isEqualTo("black " + genmove);
        List<Map<String, String>> moves = moves(lines.get(1));
        List<AnalyzedMove> expectedMoves = expected.moves(0);
        assertThat(moves).hasSameSizeAs(expectedMoves);
        assertThat(moves.get(0)).containsEntry("move", genmove);
        for (int index = 0; index < moves.size(); index++) {
            AnalyzedMove move = expectedMoves.get(index);
            List<String> variation = move.variation().stream()
                    .map(next -> expected.game().grid().name(next))
                    .toList();
            assertThat(moves.get(index))
                    .containsEntry("order", Integer.toString(index))
                    .containsEntry("visits", Integer.toString(move.visits()))
                    .containsEntry("winrate", decimal(move.winrate()))
                    .containsEntry("scoreLead", decimal(move.scoreLead()))
                    .containsEntry("scoreMean", decimal(move.scoreLead()))
                    .containsEntry("scoreStdev", decimal(move.scoreStdev()))
                    .containsEntry("prior", decimal(1 / 26.0))
                    .containsEntry("pv", String.join(" ", variation));
        }
        assertThat(lines.get(1))
                .contains(" rootInfo visits 80 winrate " + decimal(expected.winrate()) + " scoreMean ")
                .endsWith("scoreLead " + decimal(expected.scoreLead()));
    }

    @Test
    void lzGenmoveAnalyze_twoEnginesOfOneSeed_reportTheSame() {
        Dialog other = Dialog.on(5, RULES, new MonteCarlo(PLAYOUTS), 3);

        for (String color : List.of("b", "w", "b")) {
            assertThat(engine.ask("lz-genmove_analyze " + color)).isEqualTo(other.ask("lz-genmove_analyze " + color));
        }
    }

    @Test
    void genmoveAnalyze_playerWithoutSearch_onlyPlays() {
        Dialog greedy = Dialog.on(5, RULES, Players.GREEDY, 1);
        String move = Dialog.on(5, RULES, Players.GREEDY, 1).ask("genmove b");

        assertThat(greedy.ask("genmove_analyze b 10")).isEqualTo("\nplay " + move);
        assertThat(greedy.refusal("genmove_analyze w avoid w A1 1")).contains("does not search");
    }

    @Test
    void analyze_later_doesNotAffectTheNextMove() {
        String move = Dialog.on(5, RULES, new MonteCarlo(PLAYOUTS), 3).ask("genmove b");

        assertThat(engine.send("lz-analyze 10", "kata-analyze w", "analyze b 5").ask("genmove b"))
                .isEqualTo(move);
    }

    @Test
    void lzAnalyze_visitLimit_reportsOnceInTenThousandthsAndWaits() throws Exception {
        MonteCarloAnalysis expected = expected(30);
        AnalyzedMove best = expected.moves(0).get(0);

        try (LiveEngine running = live(30)) {
            running.send("7 lz-analyze b\n");
            assertThat(running.read()).isEqualTo("=7");
            List<Map<String, String>> moves = moves(running.read());
            running.send("\n");
            assertThat(running.read()).isEmpty();
            running.send("8 name\n");
            assertThat(running.read()).isEqualTo("=8 Tengen");

            assertThat(moves).hasSameSizeAs(expected.moves(0));
            assertThat(moves.get(0))
                    .containsOnlyKeys("move", "visits", "winrate", "prior", "order", "pv")
                    .containsEntry("winrate", Long.toString(Math.round(10_000 * best.winrate())))
                    .containsEntry("prior", "385");
        }
    }

    /** Lizzie, Sabaki and others send the next command while the engine reports. */
    @ParameterizedTest
    @ValueSource(strings = {"lz-analyze 1", "kata-analyze b 1", "analyze w 1", "lz-analyze interval 1"})
    void analyze_nextCommand_endsTheResponse(String command) throws Exception {
        try (LiveEngine running = live(1_000_000)) {
            running.send(command + "\n");
            assertThat(running.read()).isEqualTo("=");
            for (int line = 0; line < 3; line++) {
                assertThat(running.read()).startsWith("info move ");
            }
            running.send("2 play b C3\n");

            String line = running.read();
            while (line.startsWith("info move ")) {
                line = running.read();
            }
            assertThat(line).isEmpty();
            assertThat(running.read()).isEqualTo("=2");
            assertThat(running.read()).isEmpty();
        }
    }

    @Test
    void analyze_endOfInput_endsAfterAReport() throws Exception {
        try (LiveEngine running = live(1_000_000)) {
            running.send("lz-analyze").close();

            assertThat(running.read()).isEqualTo("=");
            assertThat(running.read()).startsWith("info move ");
            assertThat(running.read()).isEmpty();
            assertThat(running.read()).isNull();
        }
    }

    /** Sabaki reads decimals of "analyze" as ten-thousandths in some versions, and integers in all. */
    @Test
    void analyze_always_hasAnIntegerWinrateAndTheLead() {
        Map<String, String> move = moves(engine.ask("analyze b 10").strip()).get(0);

        assertThat(move).containsOnlyKeys("move", "visits", "winrate", "prior", "scoreLead", "order", "pv");
        assertThat(move.get("winrate")).matches("[0-9]{1,5}");
        assertThat(move.get("scoreLead")).matches("-?[0-9]+[.][0-9]{6}");
    }

    @Test
    void kataAnalyze_everythingAsked_hasAValueForEachPoint() {
        String line = engine.ask("kata-analyze b 10 rootInfo true ownership true movesOwnership true pvVisits true")
                .strip();

        assertThat(line).containsPattern(" pv [A-E][1-5] pvVisits 1 movesOwnership( -?[0-9.]+){25} rootInfo ");
        assertThat(line).containsPattern(" rootInfo visits 1 winrate .* ownership( -?[0-9.]+){25}$");
    }

    @Test
    void analyze_maxAndMinMoves_boundTheList() {
        assertThat(moves(engine.ask("kata-analyze b minmoves 4").strip())).hasSize(4);
        assertThat(moves(engine.ask("kata-genmove_analyze b maxmoves 2")
                        .strip()
                        .lines()
                        .findFirst()
                        .orElseThrow()))
                .hasSize(2);
    }

    @Test
    void genmoveAnalyze_avoidAndAllow_restrictTheMove() {
        assertThat(engine.ask("lz-genmove_analyze b allow b A1,E5 1")).containsPattern("play (A1|E5)$");
        assertThat(engine.ask("lz-genmove_analyze w avoid w " + "C3,B2,pass 1 avoid b D4 2"))
                .doesNotContain("move C3 ", "move B2 ", "move pass ");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "lz-analyze x",
                "lz-analyze b 10 10",
                "lz-analyze -1",
                "lz-analyze interval",
                "lz-analyze minmoves x",
                "lz-analyze ownership true",
                "analyze rootInfo true",
                "kata-analyze ownership",
                "kata-analyze ownership yes",
                "kata-analyze ownershipStdev true",
                "kata-analyze avoid b A1",
                "kata-analyze avoid b A1 0",
                "kata-analyze avoid b Z9 1",
                "kata-analyze avoid b A1,, 1",
                "kata-analyze avoid b A1 1 allow b B1 1",
                "kata-analyze allow b A1 1 allow b B1 1",
            })
    void analyze_invalidArguments_isASyntaxError(String command) {
        assertThat(engine.refusal(command)).isEqualTo("syntax error");
    }

    @Test
    void analyze_suicideAndSuperko_areNeverMoves() {
        Dialog small = Dialog.on(4, RulesPreset.CHINESE_SUPERKO.rules(Grid.square(4)), Players.RANDOM, 1);
        small.send("set_position w A2 w B1 w B2");

        assertThat(small.ask("is_legal b A1")).isEqualTo("0");
        assertThat(small.ask("kata-analyze b minmoves 99"))
                .doesNotContain("move A1 ")
                .contains("move C2 ");

        Dialog ko = Dialog.on(4, RULES, Players.RANDOM, 1)
                .send("set_position b B4 b A3 b B2 w C4 w D3 w C2 w B3", "play b C3");
        assertThat(ko.ask("is_legal w B3")).isEqualTo("0");
        assertThat(ko.ask("kata-analyze w minmoves 99")).doesNotContain("move B3 ");
    }

    @Test
    void analyze_gameEndedByRepetition_fails() {
        Rules rules = RULES.withKo(Ko.NONE).withRepetitionEnd(RepetitionEnd.DRAW);
        Dialog ended = Dialog.on(2, rules, Players.RANDOM, 1);
        ended.send("play b A1", "play w B1", "play b B2", "play w B1");

        assertThat(ended.refusal("lz-analyze")).isEqualTo("a repetition has ended the game");
        assertThat(ended.refusal("genmove_analyze w")).isEqualTo("a repetition has ended the game");
    }
}
