package dev.tengen.arena.settings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.common.hash.Hashing;
import dev.tengen.arena.clock.TimeControl;
import dev.tengen.arena.game.Adjudication;
import dev.tengen.arena.game.DrawRule;
import dev.tengen.arena.game.MoveLimitRule;
import dev.tengen.arena.game.ResignRule;
import dev.tengen.arena.opening.Opening;
import dev.tengen.arena.rating.SprtSpec;
import dev.tengen.arena.store.StoredTournament;
import dev.tengen.base.InvalidValueException;
import dev.tengen.board.Grid;
import dev.tengen.game.Ko;
import dev.tengen.game.Rules;
import dev.tengen.game.RulesPreset;
import dev.tengen.game.Suicide;
import dev.tengen.gtp.driver.DeadStones;
import dev.tengen.gtp.driver.EngineSpec;
import dev.tengen.proto.v1.EmptyOpening;
import dev.tengen.proto.v1.Openings;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class TournamentFileTest {
    private static final String SMALL = """
            players: [greedy, random]
            format: {round_robin: {pairs: 3}}
            size: 5
            """;

    @TempDir
    private Path folder;

    private TournamentFile read(String yaml) throws IOException {
        return TournamentFile.read(Files.writeString(folder.resolve("cup.yaml"), yaml));
    }

    /** A string of 60 MB once filled the memory. */
    @Test
    void read_fileOverTheLimit_isRefused() {
        String longName = "name: " + "x".repeat(2 << 20) + "\n" + SMALL;

        assertThatThrownBy(() -> read(longName))
                .isInstanceOf(InvalidValueException.class)
                .hasMessageEndingWith("cup.yaml is not a tournament file: it is longer than 1048576 bytes");
    }

    @Test
    void read_onlyWhatIsRequired_hasTheUsualForTheRest() throws IOException {
        TournamentFile file = read(SMALL);

        assertThat(file.settings())
                .isEqualTo(TournamentSettings.of(
                        "cup",
                        List.of(new PlayerSettings("greedy", "greedy"), new PlayerSettings("random", "random")),
                        new FormatSettings.RoundRobin(3),
                        Grid.square(5)));
        assertThat(file.engines()).isEmpty();
    }

    @Test
    void read_everyKey_isHeeded() throws IOException {
        TournamentFile file = read("""
                name: Spring Cup
                players:
                  - {name: old, player: greedy, rating: 1500, clock: 1h+60s}
                  - {name: 7, player: "gtp:gnugo"}
                  - agent
                format: {gauntlet: {challenger: 7, pairs: 2}}
                size: 9x7
                rules: {preset: chinese, komi: 6, ko: natural-situational}
                openings: empty
                clock: 10m+5x30s
                network_allowance_ms: 250
                max_moves: -1
                move_limit_rule: void
                adjudication:
                  resign: {below: 0.05, moves: 3, from_move: 20, both_agree: true}
                  draw: {margin: 0.1, moves: 10}
                  settled: true
                concurrency: 8
                seed: -3
                engines:
                  other: other --flag
                  gnugo:
                    command: gnugo --mode gtp "--some thing"
                    dead_stones: captured
                    start_seconds: 5
                    move_seconds: 7
                """);

        assertThat(file.settings())
                .isEqualTo(new TournamentSettings(
                        "Spring Cup",
                        List.of(
                                new PlayerSettings("old", "greedy", 1500.0, "1h+1m"),
                                new PlayerSettings("7", "gtp:gnugo"),
                                new PlayerSettings("agent", "agent")),
                        new FormatSettings.Gauntlet("7", 2),
                        Grid.of(9, 7),
                        RulesPreset.CHINESE.rules(Grid.of(9, 7)).withKomi(6).withKo(Ko.NATURAL_SITUATIONAL),
                        Openings.newBuilder()
                                .setEmpty(EmptyOpening.getDefaultInstance())
                                .build(),
                        TimeControl.parse("10m+5x30s"),
                        Duration.ofMillis(250),
                        -1,
                        MoveLimitRule.VOID,
                        new Adjudication(new ResignRule(0.05, 3, 20, true), new DrawRule(0.1, 10, 0), true),
                        8,
                        -3,
                        Optional.empty()));
        assertThat(file.engine(file.settings().players().get(1)))
                .contains(new EngineSpec(
                        "gnugo",
                        List.of("gnugo", "--mode", "gtp", "--some thing"),
                        Duration.ofSeconds(5),
                        Optional.of(Duration.ofSeconds(7)),
                        DeadStones.CAPTURED));
        assertThat(file.engine(file.settings().players().get(0))).isEmpty();
        assertThat(file.engines()).contains(EngineSpec.of("other", "other --flag"));
    }

    @Test
    void read_rulesByName_areThoseOfTheBoard() throws IOException {
        assertThat(read("rules: cgos\n" + SMALL.replace("size: 5", "size: 9"))
                        .settings()
                        .rules())
                .isEqualTo(RulesPreset.CGOS.rules(Grid.square(9)));
        assertThat(read("rules: koSITUATIONALscoreAREAtaxNONEsui1\n" + SMALL)
                        .settings()
                        .rules())
                .isEqualTo(Rules.TROMP_TAYLOR.withKo(Ko.SITUATIONAL).withSuicide(Suicide.MULTI_STONE));
    }

    @Test
    void read_otherFormats_areHeeded() throws IOException {
        assertThat(read(SMALL.replace("round_robin: {pairs: 3}", "swiss: {meetings: 1}"))
                        .settings()
                        .format())
                .isEqualTo(new FormatSettings.Swiss(1, false));
        assertThat(read(SMALL.replace("round_robin: {pairs: 3}", "swiss: {meetings: 1, wait_for_all: true}"))
                        .settings()
                        .format())
                .isEqualTo(new FormatSettings.Swiss(1, true));
        assertThat(read(SMALL.replace("round_robin: {pairs: 3}", "sprt: {elo0: 0, elo1: 50, alpha: 0.1}"))
                        .settings()
                        .format())
                .isEqualTo(new FormatSettings.Sprt(new SprtSpec(0, 50, 0.1, 0.05, SprtSpec.Unit.PAIR)));
    }

    @Test
    void read_filesOfRecords_areFoundFromTheFileInTheOrderOfTheirNames() throws Exception {
        Files.createDirectories(folder.resolve("some/deep"));
        Files.writeString(folder.resolve("some/b.sgf"), "(;SZ[5];B[bb])");
        Files.writeString(folder.resolve("some/a.sgf"), "(;SZ[5]CA[ISO-8859-1]PB[\u00e9];B[aa](;W[cc])(;W[dd]))");
        Files.writeString(folder.resolve("some/a.txt"), "nothing");
        Files.writeString(folder.resolve("some/deep/c.sgf"), "(;SZ[5];B[ee])");
        Files.writeString(folder.resolve("[1].sgf"), "(;SZ[5];B[da])");

        Openings plain = records("[some/b.sgf, 'some/*.sgf']");
        Openings deep = records("['**/*.sgf', '[[]?].sgf']");

        assertThat(firstMoves(plain)).containsExactly("B4", "A5", "B4");
        assertThat(firstMoves(deep)).containsExactly("A5", "B4", "E1", "D5");
        assertThat(plain.getRecords().getSgf(1)).as("the main line").doesNotContain("[dd]");
        assertThat(plain.getRecords().getMoveCount()).isEqualTo(4);
    }

    private Openings records(String files) throws IOException {
        return read(SMALL + "openings: {sgf: " + files + ", moves: 4}")
                .settings()
                .openings();
    }

    private static List<String> firstMoves(Openings records) {
        return OpeningFactory.openings(records, Grid.square(5), Rules.TROMP_TAYLOR, 1, 0).stream()
                .map(opening -> Grid.square(5).name(opening.moves().get(0)))
                .toList();
    }

    @Test
    void read_book_hasTheHashOfTheFileAndAnOrderFromTheSeed() throws IOException {
        String text = "# Corners\n\nA1 B2\nC3 # the center\r\nd4 PASS e5\n";
        Files.writeString(folder.resolve("book.txt"), text);

        Openings book =
                read(SMALL + "openings: {book: book.txt, moves: 2}").settings().openings();

        assertThat(book.getBook().getFile()).isEqualTo("book.txt");
        assertThat(book.getBook().getSha256())
                .isEqualTo(Hashing.sha256()
                        .hashString(text, StandardCharsets.UTF_8)
                        .toString());
        assertThat(ids(book, 1))
                .containsExactlyInAnyOrder("book-3", "book-4", "book-5")
                .isEqualTo(ids(book, 1));
        assertThat(IntStream.range(0, 50).mapToObj(seed -> ids(book, seed)).distinct())
                .as("all orders occur")
                .hasSize(6);
        assertThat(OpeningFactory.openings(book, Grid.square(5), Rules.TROMP_TAYLOR, 1, 0))
                .allMatch(opening -> opening.moves().size() <= 2);
    }

    private static List<String> ids(Openings book, long seed) {
        return OpeningFactory.openings(book, Grid.square(5), Rules.TROMP_TAYLOR, 1, seed).stream()
                .map(Opening::id)
                .toList();
    }

    @Test
    void read_bookInSgf_hasTheMainLineOfEachGame() throws IOException {
        Files.writeString(folder.resolve("book.SGF"), "(;SZ[5];B[aa](;W[bb];B[cc])(;W[dd]))(;SZ[5];B[ee];W[])");

        Openings book =
                read(SMALL + "openings: {book: book.SGF, moves: 2}").settings().openings();

        assertThat(book.getBook().getLinesList()).containsExactly("A5 B4", "E1 pass");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '\0',
            value = {
                "b.txt | A1~#~A2 Z9 | line 3 of the book, move 2: point \"Z9\" is outside [A1, E5]",
                "b.txt | A1~A2 A2 | line 2 of the book, move 2: A2 is illegal: OCCUPIED",
                "b.txt | pass pass | line 1 of the book ends the game",
                "b.txt | #~~ | the book has no opening",
                "b.sgf | (;SZ[5];B[aa])(;SZ[7];B[aa]) | game 2 is on a board of 7x7",
                "b.sgf | (;SZ[5]AB[aa];W[bb]) | game 1 does not start from the empty board",
                "b.sgf | (;SZ[5];B[aa];B[bb]) | game 1 has moves out of turn",
                "b.sgf | (;SZ[5];W[aa]) | game 1 has moves out of turn",
                "b.sgf | (;SZ[5];B[aa];W[aa]) | line 1 of the book, move 2: A5 is illegal: OCCUPIED",
            })
    void read_bookWithAWrongLine_namesTheLine(String name, String text, String message) throws IOException {
        Files.writeString(folder.resolve(name), text.replace("~", "\n"));

        assertThatThrownBy(() -> read(SMALL + "openings: {book: " + name + "}"))
                .isInstanceOf(InvalidValueException.class)
                .hasMessage("cup.yaml, line 4: openings.book: " + message);
    }

    /** Each line is inserted as line 4 of a file that is valid otherwise. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '\0',
            value = {
                "komi: 5 | komi is unknown; the keys are name, players, format, size, rules, openings, clock,"
                        + " network_allowance_ms, max_moves, move_limit_rule, adjudicator, adjudication,"
                        + " concurrency, seed, engines",
                "rules: {kommi: 5} | rules.kommi is unknown; the keys of rules are preset, komi, ko, suicide, scoring, tax,"
                        + " passes_to_end, handicap_bonus, dead_stones, repetition_end, friendly_pass_ok",
                "rules: [1] | rules (a list of 1) is not a plain value",
                "rules: {komi: 5.3} | rules: komi 5.3 is not a multiple of 0.5 within [-1000, 1000]",
                "rules: {ko: simpel} | rules.ko \"simpel\" is not one of [positional, situational, natural-situational,"
                        + " simple, none]; did you mean \"simple\"?",
                "rules: {friendly_pass_ok: maybe} | rules.friendly_pass_ok \"maybe\" is not true or false",
                "rules: {passes_to_end: 4} | rules: passes_to_end 4 is outside [2, 3]",
                "clock: 5x | clock: time_control \"5x\" is not \"none\", \"5s/move\", \"10m\" (sudden death),"
                        + " \"10m+5x30s\" (byo-yomi) or \"5m+3s\" (Fischer)",
                "clock: ~ | clock (nothing) is not a value; leave out the key to get the default",
                "concurrency: 0 | concurrency 0 is outside [1, 1024]",
                "concurrency: two | concurrency \"two\" is not a whole number",
                "concurrency: 1.5 | concurrency 1.5 is not a whole number",
                "network_allowance_ms: 60001 | network_allowance_ms 60001 is outside [0, 60000]",
                "move_limit_rule: draw | move_limit_rule \"draw\" is not one of [score, void]",
                "adjudication: {resign: {below: 0.1}} | adjudication.resign.moves is missing",
                "adjudication: {resign: {below: 0.9, moves: 2}} | adjudication.resign: below 0.9 is outside [1.0E-4, 0.5]",
                "adjudication: {draw: {margin: 0.1, moves: 1}} | adjudication.draw: move_count 1 is outside [2, 1000]",
                "adjudication: {draw: {margin: 0.1, moves: 2}} | adjudication: komi 7.5 is not a whole number, which the rule for draws needs",
                "adjudication: {settle: true} | adjudication.settle is unknown; the keys of adjudication are resign, draw,"
                        + " settled",
                "max_moves: -2 | max_moves -2 is outside [-1, 1000000]",
                "seed: 9223372036854775808 | seed 9223372036854775808 is not a whole number from"
                        + " -9223372036854775808 to 9223372036854775807",
                "openings: none | openings \"none\" is not empty, {random: 2}, {book: FILE} or"
                        + " {sgf: [...], moves: 6}",
                "openings: {random: 101} | openings: move_count 101 is outside [1, 100]",
                "openings: {random: 2, moves: 3} | openings.moves is unknown; the keys of openings are random",
                "openings: {moves: 3} | openings.sgf is missing",
                "openings: {sgf: a.sgf, moves: 3} | openings.sgf \"a.sgf\" is not a list",
                "openings: {sgf: ['x?.sgf'], moves: 3} | openings.sgf[0] \"x?.sgf\" is not a pattern that matches a file in"
                        + " FOLDER",
                "openings: {sgf: [x.sgf], moves: 3} | openings.sgf[0] \"x.sgf\" is not a game record: there is no file"
                        + " FOLDER/x.sgf",
                "openings: {sgf: [cup.yaml], moves: 3} | openings.sgf[0]: opening cup.yaml cannot be read: line 1, column 1:"
                        + " no game: the text does not contain \"(;\"",
                "openings: {book: no.txt} | openings.book \"no.txt\" is not a book of openings: there is no file"
                        + " FOLDER/no.txt",
                "openings: {book: cup.yaml, moves: 0} | openings.book: move_count 0 is outside [1, 1000]",
                "openings: {book: cup.yaml, sgf: [a]} | openings.sgf is unknown; the keys of openings are book, moves",
                "engines: {gnu go: gnugo} | engines.gnu go: engine \"gnu go\" is not a name of 1 to 40 letters, digits,"
                        + " \".\", \"_\" and \"-\"",
                "engines: {a: {dead_stones: captured}} | engines.a.command is missing",
                "engines: {a: {command: b, dead_stones: clean-up}} | engines.a.dead_stones \"clean-up\" is not one of"
                        + " [as-they-stand, captured]",
                "engines: {a: {command: b, move_seconds: 0}} | engines.a: move_seconds 0 is outside [1, 3600]",
            })
    void read_oneWrongValue_isReportedWithItsLine(String line, String message) {
        String expected = "cup.yaml, line 4: " + message.replace("FOLDER", folder.toString());

        assertThatThrownBy(() -> read(SMALL + line + "\n"))
                .isInstanceOf(InvalidValueException.class)
                .hasMessage(expected);
    }

    /** A replacement for a line of the small file, and the expected error. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '\0',
            value = {
                "size: 5 | size: 26 | , line 3: size: height 26 is outside [1, 25]",
                "size: 5 | size: 5x | , line 3: size \"5x\" is not a size such as 9 or 9x7 (width x height)",
                "size: 5 | max_moves: 5 | : size is missing",
                "greedy, | gready, | , line 1: players[0]: player \"gready\" is not \"agent\", \"gtp:\" and the name of an"
                        + " engine, or one of [random, eye-safe-random, greedy, oracle, monte-carlo,"
                        + " monte-carlo:playouts=1 to monte-carlo:playouts=1000000]; did you mean \"greedy\"?",
                "greedy, | {name: x}, | , line 1: players[0].player is missing",
                "greedy, | {player: greedy, elo: 3}, | , line 1: players[0].elo is unknown; the keys of players[0] are name, player,"
                        + " rating, clock",
                "greedy, | {player: greedy, rating: strong}, | , line 1: players[0].rating \"strong\" is not a number",
                "greedy, | {player: greedy, clock: 5x}, | , line 1: players[0]: time_control \"5x\" is not \"none\","
                        + " \"5s/move\", \"10m\" (sudden death), \"10m+5x30s\" (byo-yomi) or \"5m+3s\" (Fischer)",
                "greedy, | {player: greedy, rating: .nan}, | , line 1: players[0].rating .nan is not a number",
                "greedy, | random, | : name \"random\" is not unique among the players",
                "greedy, | gtp:gnugo, | : player \"gtp:gnugo\" is not \"gtp:\" and one of the engines []",
                "[greedy, random] | greedy | , line 1: players \"greedy\" is not a list",
                "{pairs: 3} | 3 | , line 2: format.round_robin 3 is not keys with values",
                "{pairs: 3} | {pairs: 0} | , line 2: format.round_robin: pair_count 0 is outside [1, 10000]",
                "round_robin: {pairs: 3} | robin: 3 | , line 2: format.robin is unknown; the keys of format are round_robin,"
                        + " gauntlet, swiss, sprt, ladder",
                "{pairs: 3} | {pairs: 3}, swiss: {meetings: 1} | , line 2: format {round_robin: ..., swiss: ...} is not one"
                        + " of [round_robin, gauntlet, swiss, sprt, ladder]",
                "round_robin: {pairs: 3} | gauntlet: {pairs: 3} | , line 2: format.gauntlet.challenger is missing",
                "round_robin: {pairs: 3} | gauntlet: {challenger: x, pairs: 3} | : challenger \"x\" is not one of the players"
                        + " [greedy, random]",
                "round_robin: {pairs: 3} | swiss: {meetings: 2} | : meeting_count 2 is outside [1, 1]",
                "round_robin: {pairs: 3} | sprt: {elo0: 5, elo1: 5} | , line 2: format.sprt: elo1 5.0 is outside"
                        + " [5.5, 1000.0]",
            })
    void read_anotherValue_isReportedWithItsPlace(String right, String wrong, String message) {
        assertThatThrownBy(() -> read(SMALL.replace(right, wrong)))
                .isInstanceOf(InvalidValueException.class)
                .hasMessage("cup.yaml" + message);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "just text", "- a list", "~"})
    void read_noKeys_isRefused(String yaml) {
        assertThatThrownBy(() -> read(yaml))
                .isInstanceOf(InvalidValueException.class)
                .hasMessageStartingWith("cup.yaml: the document ")
                .hasMessageEndingWith(" is not keys with values");
    }

    @Test
    void read_noYaml_isReportedWithTheLine() {
        assertThatThrownBy(() -> read(SMALL + "rules: {"))
                .isInstanceOf(InvalidValueException.class)
                .hasMessageStartingWith("cup.yaml, line 4: not valid YAML: ");
    }

    @Test
    void read_sameKeyTwice_isRefused() {
        assertThatThrownBy(() -> read(SMALL + "size: 7\n"))
                .isInstanceOf(InvalidValueException.class)
                .hasMessageStartingWith("cup.yaml, line 4: not valid YAML: Duplicate");
    }

    @Test
    void read_secondDocument_isRefused() {
        assertThatThrownBy(() -> read(SMALL + "---\nsize: 7\n"))
                .isInstanceOf(InvalidValueException.class)
                .hasMessageEndingWith("there is more than one YAML document");
    }

    @Test
    void read_reference_isRefused() {
        assertThatThrownBy(() -> read("name: &name cup\nrules: *name\n" + SMALL))
                .isInstanceOf(InvalidValueException.class)
                .hasMessage("cup.yaml, line 2: references such as *name are not supported");
    }

    @Test
    void read_otherEncoding_isRefused() throws IOException {
        Path file = Files.write(folder.resolve("cup.yaml"), "name: caf\u00e9".getBytes(StandardCharsets.ISO_8859_1));

        assertThatThrownBy(() -> TournamentFile.read(file))
                .isInstanceOf(InvalidValueException.class)
                .hasMessage(file + " is not UTF-8 text");
    }

    @Test
    void read_noFile_throws() {
        assertThatThrownBy(() -> TournamentFile.read(folder.resolve("no.yaml")))
                .isInstanceOf(NoSuchFileException.class);
    }

    @Test
    void stored_otherCommandOfAnEngine_isAnotherTournament() throws IOException {
        String yaml = SMALL.replace("greedy", "'gtp:a'") + "seed: 1\nengines: {a: %s}\n";
        Instant now = Instant.EPOCH;
        TournamentFile old = read(yaml.formatted("x --level 1"));
        TournamentFile changed = read(yaml.formatted("x --level 2").replace("seed: 1", "seed: 2"));

        assertThat(SettingsDifference.of(old.stored(now), old.stored(now.plusSeconds(1))))
                .isEmpty();
        assertThat(SettingsDifference.of(old.stored(now), changed.stored(now)))
                .containsExactly("engines.a.command[2] was \"1\", is \"2\"", "seed was 1, is 2");
    }

    @Test
    void read_adjudicator_isAnEngineOfTheFile() throws IOException {
        TournamentFile read = read(SMALL + "adjudicator: 'gtp:a'\nengines: {a: b --mode gtp}\n");

        assertThat(read.settings().adjudicator()).contains("gtp:a");
        assertThat(read.adjudicatorEngine()).contains(EngineSpec.of("a", "b --mode gtp"));
        assertThat(TournamentSettings.fromJson(read.settings().toJson())).isEqualTo(read.settings());
        assertThat(TournamentFile.fromStore(read.stored(Instant.EPOCH))).isEqualTo(read);
    }

    @Test
    void stored_otherCommandOfTheAdjudicator_isAnotherTournament() throws IOException {
        String yaml = SMALL + "adjudicator: 'gtp:a'\nengines: {a: %s}\n";
        StoredTournament old = read(yaml.formatted("b 1")).stored(Instant.EPOCH);
        StoredTournament now = read(yaml.formatted("b 2")).stored(Instant.EPOCH);

        assertThat(SettingsDifference.of(old, now)).containsExactly("engines.a.command[1] was \"1\", is \"2\"");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "adjudicator: greedy | adjudicator \"greedy\" is not \"gtp:\" and the name of an engine",
                "adjudicator: 'gtp:a' | adjudicator \"gtp:a\" is not \"gtp:\" and one of the engines []",
                "{adjudicator: 'gtp:a', move_limit_rule: void} | adjudicator \"gtp:a\" is not empty, as games are void"
            })
    void read_adjudicatorThatCannotScore_isRefused(String lines, String message) {
        String keys =
                lines.startsWith("{") ? lines.substring(1, lines.length() - 1).replace(", ", "\n") : lines;

        assertThatThrownBy(() -> read(SMALL + keys + "\n")).hasMessageContaining(message);
    }
}
