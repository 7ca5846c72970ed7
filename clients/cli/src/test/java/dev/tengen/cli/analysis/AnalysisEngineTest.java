package dev.tengen.cli.analysis;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.tengen.base.SplitMix64;
import dev.tengen.board.Color;
import dev.tengen.board.Grid;
import dev.tengen.game.Game;
import dev.tengen.game.Rules;
import dev.tengen.game.Setup;
import dev.tengen.player.AnalyzedMove;
import dev.tengen.player.MonteCarlo;
import dev.tengen.player.MonteCarloAnalysis;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.PipedReader;
import java.io.PipedWriter;
import java.io.PrintWriter;
import java.io.StringReader;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class AnalysisEngineTest {
    private static final ObjectMapper MAPPER = new ObjectMapper();
    private static final String START = "{'id':'a','boardXSize':5,'boardYSize':4,'rules':'tromp-taylor',";
    private static final int MAX_VISITS = 100_000;

    private static AnalysisSettings settings(int threadCount) {
        return new AnalysisSettings(threadCount, 40, MAX_VISITS, 5, Perspective.BLACK, "1.2.3");
    }

    private static JsonNode json(String text) {
        try {
            return MAPPER.readTree(text);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns the answers to lines, in which apostrophes stand for quotes. */
    private static List<JsonNode> answers(int threadCount, String... lines) throws Exception {
        StringWriter out = new StringWriter();
        String input = String.join("\n", lines).replace('\'', '"');
        new AnalysisEngine(settings(threadCount), new PrintWriter(out))
                .run(new BufferedReader(new StringReader(input)), false);
        return out.toString().lines().map(AnalysisEngineTest::json).toList();
    }

    private static JsonNode answer(String line) throws Exception {
        List<JsonNode> answers = answers(1, line);
        assertThat(answers).hasSize(1);
        return answers.get(0);
    }

    private static List<String> texts(JsonNode array) {
        return StreamSupport.stream(array.spliterator(), false)
                .map(JsonNode::asText)
                .toList();
    }

    private static MonteCarloAnalysis expected(int visits, String... moves) {
        Grid grid = Grid.of(5, 4);
        Game game = new Game(Setup.empty(grid), Rules.TROMP_TAYLOR);
        for (String move : moves) {
            assertThat(game.play(grid.point(move)).isLegal()).isTrue();
        }
        MonteCarloAnalysis analysis = new MonteCarloAnalysis(game, new SplitMix64(5));
        for (int playout = 0; playout < visits; playout++) {
            analysis.addPlayout();
        }
        return analysis;
    }

    @Test
    void run_positionOfAGame_reportsThePlayersSearch() throws Exception {
        MonteCarloAnalysis expected = expected(60, "C2", "C3");

        JsonNode answer = answer(START + "'moves':[['B','C2'],['w','c3']],'maxVisits':60}");

        assertThat(answer.get("id").textValue()).isEqualTo("a");
        assertThat(answer.get("isDuringSearch").booleanValue()).isFalse();
        assertThat(answer.get("turnNumber").intValue()).isEqualTo(2);
        JsonNode moves = answer.get("moveInfos");
        assertThat(moves).hasSameSizeAs(expected.moves(0));
        for (AnalyzedMove move : expected.moves(0)) {
            JsonNode info = moves.get(move.order());
            assertThat(info.get("order").intValue()).isEqualTo(move.order());
            assertThat(info.get("move").textValue())
                    .isEqualTo(expected.game().grid().name(move.move()));
            assertThat(info.get("visits").intValue()).isEqualTo(move.visits());
            assertThat(info.get("winrate").doubleValue()).isEqualTo(move.winrate());
            assertThat(info.get("scoreLead").doubleValue()).isEqualTo(move.scoreLead());
            assertThat(info.get("scoreStdev").doubleValue()).isEqualTo(move.scoreStdev());
            assertThat(texts(info.get("pv")))
                    .isEqualTo(move.variation().stream()
                            .map(next -> expected.game().grid().name(next))
                            .toList());
        }
        JsonNode root = answer.get("rootInfo");
        assertThat(root.get("visits").intValue()).isEqualTo(60);
        assertThat(root.get("winrate").doubleValue()).isEqualTo(expected.winrate());
        assertThat(root.get("scoreLead").doubleValue()).isEqualTo(expected.scoreLead());
        assertThat(root.get("currentPlayer").textValue()).isEqualTo("B");
        int move = new MonteCarlo(60).create(expected.game().grid()).chooseMove(expected.game(), new SplitMix64(5));
        assertThat(moves.get(0).get("move").textValue())
                .isEqualTo(expected.game().grid().name(move));
    }

    @Test
    void run_whiteToMove_reportsForTheAskedSide() throws Exception {
        MonteCarloAnalysis expected = expected(40, "C2");
        String query = START + "'moves':[['B','C2']],'includeOwnership':true,'overrideSettings':{";

        JsonNode black = answer(query + "}}");
        JsonNode white = answer(query + "'reportAnalysisWinratesAs':'WHITE'}}");
        JsonNode mover = answer(query + "'reportAnalysisWinratesAs':'SIDETOMOVE'}}");

        assertThat(expected.game().playerToMove()).isEqualTo(Color.WHITE);
        assertThat(white).isEqualTo(mover);
        assertThat(white.get("rootInfo").get("winrate").doubleValue()).isEqualTo(expected.winrate());
        assertThat(black.get("rootInfo").get("winrate").doubleValue()).isEqualTo(1 - expected.winrate());
        assertThat(black.get("rootInfo").get("scoreLead").doubleValue()).isEqualTo(-expected.scoreLead());
        for (int point = 0; point < 20; point++) {
            double owner = black.get("ownership").get(point).doubleValue();
            assertThat(owner).isEqualTo(0 - expected.ownership()[point]);
            assertThat(white.get("ownership").get(point).doubleValue()).isEqualTo(0 - owner);
        }
    }

    /** Answers do not depend on what is searched beside a position. */
    @Test
    void run_manyQueriesInThreads_areAnsweredOnceEachAndAlways() throws Exception {
        List<String> lines = new ArrayList<>();
        for (int query = 0; query < 12; query++) {
            lines.add("{'id':'q" + query + "','boardXSize':5,'boardYSize':4,'rules':'chinese','komi':" + query
                    + ",'moves':[['B','C2'],['W','B2'],['B','D3']],'analyzeTurns':[0,1,2,3],'priority':" + query % 3
                    + "}");
        }

        List<String> alone = answers(1, lines.toArray(String[]::new)).stream()
                .map(JsonNode::toString)
                .sorted()
                .toList();
        List<String> together = answers(8, lines.toArray(String[]::new)).stream()
                .map(JsonNode::toString)
                .sorted()
                .toList();

        assertThat(together).hasSize(48).doesNotHaveDuplicates().isEqualTo(alone);
    }

    @Test
    void run_allOptions_addTheirFields() throws Exception {
        JsonNode answer = answer(START
                + "'moves':[['B','C2']],'includeOwnership':true,'includeMovesOwnership':true,"
                + "'includePVVisits':true,'analysisPVLen':1}");

        assertThat(answer.get("ownership")).hasSize(20);
        for (JsonNode info : answer.get("moveInfos")) {
            assertThat(info.get("ownership")).hasSize(20);
            assertThat(info.get("prior").doubleValue()).isEqualTo(1 / 20.0);
            assertThat(info.get("pv")).hasSizeLessThanOrEqualTo(2);
            assertThat(info.get("pvVisits")).hasSameSizeAs(info.get("pv"));
            assertThat(info.get("pvVisits").get(0)).isEqualTo(info.get("visits"));
        }
    }

    @Test
    void run_avoidAndAllowMoves_restrictTheSearch() throws Exception {
        String avoid = "'avoidMoves':[{'player':'B','moves':['C2','C3','pass'],'untilDepth':1}]}";
        String allow = "'allowMoves':[{'player':'B','moves':['C2','C3'],'untilDepth':1}]}";

        assertThat(answer(START + "'moves':[]," + avoid).get("moveInfos"))
                .hasSize(18)
                .noneMatch(info ->
                        List.of("C2", "C3", "pass").contains(info.get("move").textValue()));
        assertThat(answer(START + "'moves':[]," + allow).get("moveInfos")).hasSize(2);
    }

    @Test
    void run_handicapStones_letWhiteBeginAndGiveTheBonus() throws Exception {
        String query = "{'id':'a','boardXSize':5,'boardYSize':5,'moves':[],'initialStones':[['B','B2'],['B','D4']],"
                + "'komi':0.5,'rules':";

        double chinese =
                answer(query + "'chinese'}").get("rootInfo").get("scoreLead").doubleValue();
        double none = answer(query + "'chinese','whiteHandicapBonus':'0'}")
                .get("rootInfo")
                .get("scoreLead")
                .doubleValue();
        JsonNode first = answer(query + "'chinese','initialPlayer':'B'}");

        assertThat(answer(query + "'chinese'}")
                        .get("rootInfo")
                        .get("currentPlayer")
                        .textValue())
                .isEqualTo("W");
        assertThat(first.get("rootInfo").get("currentPlayer").textValue()).isEqualTo("B");
        assertThat(chinese).isNotEqualTo(none);
    }

    /** The names that KaTrain sends, and the objects of KataGo. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "'japanese'",
                "'chinese'",
                "'korean'",
                "'aga'",
                "'tromp-taylor'",
                "'new zealand'",
                "'stone_scoring'",
                "{'ko':'SIMPLE','scoring':'AREA','tax':'NONE','suicide':false,'hasButton':false,"
                        + "'whiteHandicapBonus':'N','friendlyPassOk':true}",
            })
    void run_rulesOfKaTrain_areKnown(String rules) throws Exception {
        JsonNode answer = answer("{'id':'a','boardXSize':3,'boardYSize':3,'moves':[],'rules':" + rules + "}");

        assertThat(answer.has("moveInfos")).isTrue();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "'boardXSize':5; boardYSize; Must provide an integer from 1 to 25",
                "'boardXSize':26,'boardYSize':5; boardXSize; Must provide an integer from 1 to 25",
                "'boardXSize':5.5,'boardYSize':5; boardXSize; Must provide an integer from 1 to 25",
                "S; moves; Must specify an array of [player,location] pairs",
                "S,'moves':[['B']]; moves; Must be an array of pairs of the form: [\"b\" or \"w\", GTP board vertex]",
                "S,'moves':[['X','A1']]; moves; Could not parse player: X",
                "S,'moves':[['B','Z1']]; moves; Could not parse board location: Z1",
                "S,'moves':[['B','A1'],['W','A1']],'rules':'chinese'; moves; Illegal move 1: A1",
                "S,'moves':[],'initialStones':[['B','pass']]; initialStones; Could not parse board location: pass",
                "S,'moves':[],'initialPlayer':'X'; initialPlayer; Must be \"b\" or \"w\"",
                "S,'moves':[],'analyzeTurns':[1]; analyzeTurns; Invalid turn number: 1",
                "S,'moves':[],'analyzeTurns':'x'; analyzeTurns;"
                        + " Must specify an array of integers indicating turns to analyze",
                "S,'moves':[],'analyzeTurns':[0],'priorities':[1,2]; priorities;"
                        + " Must be of matching length to analyzeTurns",
                "S,'moves':[],'rules':'mine'; rules; Could not parse rules: mine",
                "S,'moves':[],'rules':{'hasButton':true}; rules; Could not parse rules: {\"hasButton\":true}",
                "R,'komi':6.25; komi; Must be a integer or half-integer from -1000.0 to 1000.0",
                "R,'maxVisits':0; maxVisits; Must be an integer from 1 to 2^50",
                "R,'includePolicy':1; includePolicy; Must be a boolean",
                "R,'reportDuringSearchEvery':0; reportDuringSearchEvery;"
                        + " Must be number of seconds from 0.001 to 1000000.0",
                "R,'overrideSettings':1; overrideSettings; Must be an object",
                "R,'allowMoves':[],'avoidMoves':[]; allowMoves; Cannot specify both allowMoves and avoidMoves",
                "R,'avoidMoves':[{}]; avoidMoves; Must be a list of dicts with subfields 'player', 'moves', 'untilDepth'",
                "'action':'terminate'; terminateId;"
                        + " Requests for a terminate action must have a string \"terminateId\" field",
            })
    void run_invalidField_isAnErrorOfThatField(String fields, String field, String message) throws Exception {
        String whole = fields.replaceFirst("^R,", "S,'moves':[],'rules':'chinese',")
                .replaceFirst("^S", "'boardXSize':5,'boardYSize':5");

        JsonNode answer = answer("{'id':'x'," + whole + "}");

        assertThat(answer.get("id").textValue()).isEqualTo("x");
        assertThat(answer.get("field").textValue()).isEqualTo(field);
        assertThat(answer.get("error").textValue()).isEqualTo(message);
    }

    @ParameterizedTest
    @ValueSource(strings = {"x", "[1]", "{}", "{'id':1}", "{} {}", "{'id':'x','action':'dance'}"})
    void run_noQuery_isAnErrorAndTheNextLineIsAnswered(String line) throws Exception {
        List<JsonNode> answers = answers(1, line, "", "{'id':'v','action':'query_version'}");

        assertThat(answers).hasSize(2);
        assertThat(answers.get(0).has("error")).isTrue();
        assertThat(answers.get(1))
                .isEqualTo(
                        json(
                                "{\"id\":\"v\",\"action\":\"query_version\",\"version\":\"1.2.3\",\"git_hash\":\"<omitted>\"}"));
    }

    @Test
    void run_lineOverTheLimit_isRefusedAndSkipped() throws Exception {
        List<JsonNode> answers = answers(1, "{".repeat(70_000), "{'id':'m','action':'query_models'}");

        assertThat(answers.get(0).get("error").textValue()).contains("longer than 65536");
        assertThat(answers.get(1).get("models")).isEmpty();
    }

    @Test
    void run_fieldsWithoutEffect_areWarnedOf() throws Exception {
        List<JsonNode> answers = answers(
                1,
                START + "'moves':[],'maxVisits':1,'rootPolicyTemperature':2,'movez':[],'includePolicy':true,"
                        + "'overrideSettings':{'wideRootNoise':0.04,'maxTime':100}}");

        assertThat(answers).hasSize(5);
        assertThat(answers.subList(0, 4))
                .allSatisfy(warning ->
                        assertThat(warning.get("warning").textValue()).isNotEmpty())
                .extracting(warning -> warning.get("field").textValue())
                .containsExactlyInAnyOrder("rootPolicyTemperature", "movez", "includePolicy", "overrideSettings");
        assertThat(answers.get(0).get("warning").textValue()).isEqualTo("Unknown config params: wideRootNoise");
        assertThat(answers.get(4).has("moveInfos")).isTrue();
    }

    @Test
    void run_moreVisitsThanTheMaximum_areReducedWithAWarning() throws Exception {
        String tiny = "{'id':'a','boardXSize':1,'boardYSize':1,'rules':'chinese','moves':[],'maxVisits':10000000}";

        List<JsonNode> answers = answers(1, tiny);

        assertThat(answers.get(0).get("warning").textValue()).isEqualTo("The search ends after 100000 visits");
        assertThat(answers.get(1).get("rootInfo").get("visits").intValue()).isEqualTo(MAX_VISITS);
    }

    /** One thread is busy with "long"; "waiting" never starts, and both end with one answer. */
    @Test
    void run_terminate_endsRunningAndWaitingQueries() throws Exception {
        PipedWriter commands = new PipedWriter();
        BufferedReader in = new BufferedReader(new PipedReader(commands));
        LineQueue answers = new LineQueue();
        AnalysisSettings endless = new AnalysisSettings(1, 40, 1_000_000, 5, Perspective.BLACK, "1.2.3");
        Thread engine = new Thread(() -> {
            try {
                new AnalysisEngine(endless, new PrintWriter(answers)).run(in, false);
            } catch (IOException | InterruptedException e) {
                throw new IllegalStateException(e);
            }
        });
        engine.start();
        String query = "{'id':'%s','boardXSize':19,'boardYSize':19,'rules':'chinese','moves':[],'maxVisits':1000000,"
                + "'reportDuringSearchEvery':0.001}\n";

        commands.write(String.format(query, "long").replace('\'', '"'));
        commands.flush();
        JsonNode report = json(answers.lines.take());
        assertThat(report.get("isDuringSearch").booleanValue()).isTrue();
        assertThat(report.get("rootInfo").get("visits").intValue()).isPositive();
        commands.write(String.format(query, "waiting").replace('\'', '"'));
        commands.write("{\"id\":\"t\",\"action\":\"terminate\",\"terminateId\":\"waiting\",\"turnNumbers\":[0]}\n");
        commands.write("{\"id\":\"u\",\"action\":\"terminate_all\"}\n");
        commands.close();
        engine.join();
        List<JsonNode> rest = answers.lines.stream()
                .map(AnalysisEngineTest::json)
                .filter(answer -> !answer.path("isDuringSearch").asBoolean())
                .toList();

        assertThat(rest)
                .extracting(answer -> answer.get("id").textValue())
                .containsExactlyInAnyOrder("waiting", "t", "u", "long");
        assertThat(rest).anySatisfy(answer -> {
            assertThat(answer.get("id").textValue()).isEqualTo("waiting");
            assertThat(answer.get("noResults").booleanValue()).isTrue();
        });
        assertThat(rest).anySatisfy(answer -> {
            assertThat(answer.get("id").textValue()).isEqualTo("long");
            assertThat(answer.get("rootInfo").get("visits").intValue()).isPositive();
        });
    }

    @Test
    void run_quitWithoutWaiting_terminatesWhatIsOpen() throws Exception {
        StringWriter out = new StringWriter();
        String query = START + "'moves':[],'analyzeTurns':[0],'maxVisits':" + MAX_VISITS + "}";

        new AnalysisEngine(settings(1), new PrintWriter(out))
                .run(new BufferedReader(new StringReader(query.replace('\'', '"'))), true);

        JsonNode answer = json(out.toString());
        assertThat(answer.get("isDuringSearch").booleanValue()).isFalse();
        assertThat(answer.path("rootInfo").path("visits").asInt()).isLessThan(MAX_VISITS);
    }

    @Test
    void run_suicideAndSuperko_areNeverMoves() throws Exception {
        String ko =
                "{'id':'a','boardXSize':4,'boardYSize':4,'rules':'tromp-taylor','moves':[['B','C3']],'initialStones':"
                        + "[['B','B4'],['B','A3'],['B','B2'],['W','C4'],['W','D3'],['W','C2'],['W','B3']]}";

        JsonNode answer = answer(ko);

        assertThat(answer.get("moveInfos"))
                .noneMatch(info -> info.get("move").textValue().equals("B3"));
    }

    /** Collects lines. Unlike a pipe it does not care which threads write. */
    private static final class LineQueue extends Writer {
        private final BlockingQueue<String> lines = new LinkedBlockingQueue<>();
        private final StringBuilder line = new StringBuilder();

        @Override
        public void write(char[] characters, int start, int length) {
            for (int index = start; index < start + length; index++) {
                if (characters[index] == '\n') {
                    lines.add(line.toString());
                    line.setLength(0);
                } else {
                    line.append(characters[index]);
                }
            }
        }

        @Override
        public void flush() {}

        @Override
        public void close() {}
    }
}
