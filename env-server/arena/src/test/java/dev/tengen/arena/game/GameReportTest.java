package dev.tengen.arena.game;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tengen.arena.clock.TimeControl;
import dev.tengen.arena.clock.TimeControls;
import dev.tengen.arena.opening.Opening;
import dev.tengen.arena.rating.GameResult;
import dev.tengen.base.InvalidValueException;
import dev.tengen.base.SplitMix64;
import dev.tengen.board.Color;
import dev.tengen.board.Grid;
import dev.tengen.board.PointSet;
import dev.tengen.game.Game;
import dev.tengen.game.Rules;
import dev.tengen.game.Setup;
import dev.tengen.sgf.GameRecord;
import dev.tengen.sgf.RecordReplay;
import dev.tengen.sgf.SgfException;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.OptionalDouble;
import java.util.Set;
import org.junit.jupiter.api.Test;

class GameReportTest {
    private static final Grid GRID = Grid.square(3);
    private static final int PASS = GRID.pass();
    private static final Rules RULES = Rules.TROMP_TAYLOR.withKomi(0.5);

    private final VirtualTime time = new VirtualTime();

    /** Plays {@code moves}. Each takes the number of milliseconds at the same index of the other list. */
    private GameReport play(GameSpec spec, String pair, List<Integer> moves, List<Integer> millis) {
        ManualSeat black = new ManualSeat("Ada");
        ManualSeat white = new ManualSeat("Ben");
        RefereedGame game = new RefereedGame("g1", pair, spec, black, white, time);
        var report = game.start();
        boolean isBlack = spec.opening().play(spec.rules()).playerToMove() == Color.BLACK;
        for (int i = 0; i < moves.size(); i++) {
            time.pass(Duration.ofMillis(millis.get(i)).toNanos());
            (isBlack ? black : white).play(moves.get(i));
            isBlack = !isBlack;
        }
        game.cancel("enough");
        return report.join();
    }

    private static GameSpec spec(String control, Integer... openingMoves) {
        Opening opening = new Opening("o7", Setup.empty(GRID), List.of(openingMoves));
        return new GameSpec(opening, RULES, -1, TimeControl.parse(control), Duration.ofMillis(100));
    }

    @Test
    void toSgf_byoYomi_isThisText() {
        GameReport report = play(
                spec("10s+3x2s", 4), "p1", List.of(0, PASS, 1, PASS, PASS), List.of(9600, 2500, 6100, 10_000, 1000));

        assertThat(report.toSgf()).isEqualTo("""
                        (;GM[1]FF[4]CA[UTF-8]AP[Tengen]SZ[3]KM[0.5]RU[tromp-taylor]PB[Ada]PW[Ben]RE[W+1.5]GN[g1]TM[10]OT[3x2 byo-yomi]GC[Opening: o7, moves: 1
                        Pair: p1
                        Moves hash: HASH
                        Time control: 10s+3x2s]
                        ;B[bb];W[aa]MT[9.6]WL[0.5];B[]MT[2.5]BL[7.6];W[ba]MT[6.1]WL[2]OW[1];B[]MT[10]BL[2]OB[2];W[]MT[1]WL[2]OW[1]C[the players passed])
                        """.replace("HASH", String.format("%016x", report.movesHash())));
    }

    @Test
    void toSgf_timeOdds_hasBothControlsAndOnlyTheClocksWithALimit() {
        TimeControls odds = new TimeControls(TimeControl.NONE, TimeControl.parse("10s"));
        GameReport report = play(spec("none").withTimeControls(odds), "", List.of(4, 0), List.of(9600, 2600));

        assertThat(report.toSgf())
                .contains("Time control of Black: none\nTime control of White: 10s]")
                .contains(";B[bb]MT[9.6];W[aa]MT[2.6]WL[7.5]")
                .doesNotContain("TM[")
                .doesNotContain("OT[");
    }

    @Test
    void toSgf_estimates_areTheLeadOfBlackAndTheMoversProbability() {
        ManualSeat black = new ManualSeat("Ada");
        ManualSeat white = new ManualSeat("Ben");
        RefereedGame game = new RefereedGame("g1", "", spec("none", 4, 0), black, white, time);
        var report = game.start();
        black.answer(
                black.turn().answer(8).withEstimate(new Estimate(OptionalDouble.of(1 / 3.0), OptionalDouble.of(2.5))));
        white.answer(white.turn().answer(2).withEstimate(new Estimate(OptionalDouble.empty(), OptionalDouble.of(2.5))));
        black.answer(
                black.turn().answer(6).withEstimate(new Estimate(OptionalDouble.of(1e-9), OptionalDouble.empty())));
        white.play(PASS);
        game.cancel("");

        String sgf = report.join().toSgf();

        assertThat(sgf)
                .contains(";B[bb];W[aa];B[cc]MT[0]V[2.5]WP[0.333333];W[ca]MT[0]V[-2.5];B[ac]MT[0]WP[0];W[]MT[0]C[");
    }

    @Test
    void estimate_outOfRange_namesTheFieldTheValueAndTheRange() {
        assertThatThrownBy(() -> new Estimate(OptionalDouble.of(-0.1), OptionalDouble.empty()))
                .isInstanceOf(InvalidValueException.class)
                .hasMessage("win_probability -0.1 is outside [0.0, 1.0]");
        assertThatThrownBy(() -> new Estimate(OptionalDouble.of(Double.NaN), OptionalDouble.empty()))
                .isInstanceOf(InvalidValueException.class);
        assertThatThrownBy(() -> new Estimate(OptionalDouble.empty(), OptionalDouble.of(20_000)))
                .hasMessage("score_lead 20000.0 is outside [-10000.0, 10000.0]");
    }

    @Test
    void toSgf_gamesOfEachKind_areReadBack() throws SgfException {
        for (String control : List.of("none", "1s", "1s/move", "1s+1s", "1s+2x1s")) {
            GameReport report = play(spec(control), "", List.of(4, 0, 8), List.of(50, 900, 10));

            GameRecord record = GameRecord.parse(report.toSgf());

            Game game = RecordReplay.of(record, RULES).game();
            assertThat(game.stateHash()).as(control).isEqualTo(report.game().stateHash());
            assertThat(record.result()).contains("Void");
            assertThat(record.blackPlayer()).contains("Ada");
            assertThat(report.toSgf())
                    .contains("C[the game was cancelled: enough]")
                    .doesNotContain("Pair");
            assertThat(report.toSgf().contains("BL[")).isEqualTo(!control.equals("none"));
        }
    }

    @Test
    void toSgf_gameWithoutMoves_hasTheVerdictInTheFirstNode() {
        assertThat(play(spec("none"), "", List.of(), List.of()).toSgf()).contains("C[the game was cancelled: enough])");
    }

    @Test
    void toSgf_namesAndMessages_areEscaped() throws SgfException {
        ManualSeat black = new ManualSeat("A]d\\a:\nx");
        RefereedGame game = new RefereedGame("g]1", "p]", spec("none"), black, new ManualSeat("Ben"), time);
        var report = game.start();
        game.cancel("no ] and no \\");

        GameRecord record = GameRecord.parse(report.join().toSgf());

        assertThat(record.blackPlayer()).contains("A]d\\a: x");
        assertThat(record.toGame().root().text("GN")).contains("g]1");
    }

    @Test
    void moveTimes_opening_tookNone() {
        GameReport report = play(spec("10s", 4, 0), "", List.of(1), List.of(300));

        assertThat(report.moveTimes()).extracting(MoveTime::usedNanos).containsExactly(0L, 0L, 300_000_000L);
        assertThat(report.moveTimes().get(2).left().mainNanos()).isEqualTo(9_800_000_000L);
    }

    @Test
    void result_gameThatEnded_isForRatings() {
        GameReport report = play(spec("none"), "p1", List.of(PASS, PASS), List.of(0, 0));

        assertThat(report.result()).contains(new GameResult("Ada", "Ben", Color.WHITE, "p1", report.movesHash()));
    }

    @Test
    void movesHash_sameMoves_isTheSameHoweverTheyCame() {
        GameReport opened = play(spec("none", 4, 0), "p1", List.of(8), List.of(1));
        GameReport chosen = play(spec("5s"), "", List.of(4, 0, 8), List.of(1, 2, 3));

        assertThat(opened.movesHash()).isEqualTo(chosen.movesHash());
    }

    @Test
    void movesHash_otherGames_differ() {
        Set<Long> hashes = new HashSet<>();
        PointSet corner = PointSet.of(GRID, 0);
        PointSet none = new PointSet(GRID);
        hashes.add(MovesHash.of(new Game(Setup.empty(GRID), RULES)));
        hashes.add(MovesHash.of(new Game(Setup.empty(Grid.of(3, 4)), RULES)));
        hashes.add(MovesHash.of(new Game(Setup.empty(Grid.of(4, 3)), RULES)));
        hashes.add(MovesHash.of(new Game(Setup.of(GRID, corner, none, Color.BLACK), RULES)));
        hashes.add(MovesHash.of(new Game(Setup.of(GRID, none, corner, Color.BLACK), RULES)));
        hashes.add(MovesHash.of(new Game(Setup.of(GRID, none, corner, Color.WHITE), RULES)));
        SplitMix64 random = new SplitMix64(3);
        Set<List<Integer>> games = new HashSet<>();
        for (int i = 0; i < 2000; i++) {
            Game game = new Game(Setup.empty(GRID), RULES);
            int first = random.nextInt(9);
            int second = random.nextInt(9);
            game.play(first);
            game.play(second); // Illegal if it is the same point.
            game.play(random.nextInt(10));
            games.add(java.util.stream.IntStream.rangeClosed(1, game.moveNumber())
                    .map(game::move)
                    .boxed()
                    .toList());
            hashes.add(MovesHash.of(game));
        }

        assertThat(games).hasSizeGreaterThan(400);
        assertThat(hashes).hasSize(6 + games.size());
    }
}
