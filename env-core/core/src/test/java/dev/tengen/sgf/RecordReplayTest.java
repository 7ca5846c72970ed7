package dev.tengen.sgf;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tengen.base.SplitMix64;
import dev.tengen.board.Color;
import dev.tengen.board.Grid;
import dev.tengen.game.Game;
import dev.tengen.game.Legality;
import dev.tengen.game.Rules;
import dev.tengen.game.RulesPreset;
import dev.tengen.game.Setup;
import dev.tengen.testing.TestSize;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

@Tag("reference")
class RecordReplayTest {
    private static GameRecord record(String properties) throws SgfException {
        return GameRecord.parse("(;GM[1]SZ[3]KM[0.5]" + properties + ")");
    }

    private static RecordReplay replay(String properties) throws SgfException {
        return RecordReplay.of(record(properties), Rules.TROMP_TAYLOR);
    }

    /** Returns the moves of a game, as in "B:A1 W:pass". */
    private static String moves(Game game) {
        StringBuilder text = new StringBuilder();
        for (int number = 1; number <= game.moveNumber(); number++) {
            text.append(number == 1 ? "" : " ")
                    .append(Color.name(game.mover(number)).charAt(0))
                    .append(':')
                    .append(game.grid().name(game.move(number)));
        }
        return text.toString();
    }

    @ParameterizedTest
    @CsvSource({
        // One color twice; a wrong first player; handicap stones as moves.
        ";B[aa];B[bb], B:A3 W:pass B:B2",
        "PL[W];B[aa];W[bb], W:pass B:A3 W:B2",
        "HA[2];B[aa];B[bb];W[cc], B:A3 W:pass B:B2 W:C1",
        // Moves after the end, one of them out of turn; an inserted pass ends the game.
        ";B[aa];W[];B[];W[bb];B[cc], B:A3 W:pass B:pass W:B2 B:C1",
        ";B[aa];W[];B[];B[cc], B:A3 W:pass B:pass W:pass B:C1",
        ";B[aa];W[];W[bb], B:A3 W:pass B:pass W:B2",
        ";B[];W[];B[];W[];B[aa]RE[B+1], B:pass W:pass B:pass W:pass B:A3",
        // Passes after the end, with and without a result.
        "RE[B+R];B[];W[];B[], B:pass W:pass",
        "RE[B+R];B[];W[];B[];W[];B[], B:pass W:pass B:pass W:pass",
        "RE[B+R];B[];W[];W[], B:pass W:pass",
        "RE[B+R];B[aa];W[];W[], B:A3 W:pass B:pass",
        "RE[B+R];B[aa];W[];B[];B[], B:A3 W:pass B:pass",
        ";B[];W[];B[], B:pass W:pass B:pass",
        ";B[aa];W[];W[], B:A3 W:pass B:pass W:pass"
    })
    void of_realRecord_repairsIt(String properties, String expected) throws SgfException {
        RecordReplay replay = replay(properties);

        assertThat(replay.refusal()).isEmpty();
        assertThat(moves(replay.game())).isEqualTo(expected);
        assertThat(replay.warnings()).isNotEmpty();
    }

    @Test
    void of_plainRecord_hasNoWarning() throws SgfException {
        RecordReplay replay = replay("RE[B+8.5];B[bb];W[];B[]");

        assertThat(replay.warnings()).isEmpty();
        assertThat(replay.game().outcome()).isPresent();
    }

    @Test
    void warnings_nameTheFirstMoveAndCountTheOthers() throws SgfException {
        assertThat(replay(";B[aa];B[bb];B[cc]").warnings())
                .containsExactly(
                        "move 2 (Black B2) is out of turn; a pass of White is inserted before it; the same for 1 other move");
        assertThat(replay("RE[0];B[];W[];B[aa];W[];B[];W[];B[];W[]").warnings())
                .containsExactly(
                        "move 3 (Black A3) comes after the end of the game, which it resumes; the same for 1 other move",
                        "move 8 (White pass) comes after the end of the game and is dropped");
    }

    /** Move numbers are those of the record, not of the game with inserted passes. */
    @Test
    void refusal_repetition_namesMovesOfTheRecord() throws SgfException {
        GameRecord record =
                GameRecord.parse("(;GM[1]SZ[4];W[dd];B[ba];W[ca];B[ab];W[db];B[bc];W[cc];B[cb];W[bb];B[cb])");

        RecordReplay replay = RecordReplay.of(record, Rules.TROMP_TAYLOR);

        assertThat(replay.refusal())
                .contains(new RecordReplay.Refusal(
                        10, new RecordedMove(Color.BLACK, 6), Legality.REPETITION, OptionalInt.of(8)));
        RecordReplay shifted = RecordReplay.of(
                new GameRecord(Setup.empty(record.grid()), record.moves(), record.info()), Rules.TROMP_TAYLOR);
        assertThat(shifted.game().moveNumber()).isEqualTo(10);
        assertThat(shifted.refusal()).isEqualTo(replay.refusal());
    }

    /** A pass inserted before an illegal move is undone with it. */
    @ParameterizedTest
    @CsvSource({
        ";B[aa];B[aa], B:A3, false",
        ";B[aa];W[];B[];W[aa], B:A3 W:pass B:pass, true",
        ";B[aa];W[];B[];B[aa], B:A3 W:pass B:pass, true",
        ";B[aa];W[];W[aa], B:A3 W:pass, false"
    })
    void refusal_moveThatWasOutOfTurnOrLate_leavesTheGameAsItWas(String properties, String expected, boolean isOver)
            throws SgfException {
        RecordReplay replay = replay(properties);

        assertThat(replay.refusal()).isPresent();
        assertThat(replay.warnings()).isEmpty();
        assertThat(moves(replay.game())).isEqualTo(expected);
        assertThat(replay.game().isOver()).isEqualTo(isOver);
        replay.game().checkConsistency();
    }

    @Test
    void refusal_occupiedPoint_stopsBefore() throws SgfException {
        RecordReplay replay = replay(";B[aa];W[aa];B[bb]");

        assertThat(replay.refusal())
                .contains(new RecordReplay.Refusal(
                        2, new RecordedMove(Color.WHITE, 0), Legality.OCCUPIED, OptionalInt.empty()));
        assertThat(moves(replay.game())).isEqualTo("B:A3");
    }

    @ParameterizedTest
    @CsvSource({"3, 0", "2, 3", "1, 2"})
    void of_moveLimit_refusesWhatComesAfter(int limit, int refused) throws SgfException {
        RecordReplay replay = RecordReplay.of(record(";B[aa];W[bb];B[cc]"), Rules.TROMP_TAYLOR, 3, limit);

        assertThat(replay.refusal().map(RecordReplay.Refusal::number).orElse(0)).isEqualTo(refused);
        assertThat(replay.game().moveNumber()).isEqualTo(limit);
    }

    @Test
    void of_moveLimitReachedByAPassPutIn_refusesTheMoveBehindIt() throws SgfException {
        RecordReplay replay = RecordReplay.of(record(";B[aa];B[bb]"), Rules.TROMP_TAYLOR, 2, 1);

        assertThat(replay.refusal().map(RecordReplay.Refusal::legality)).contains(Legality.EPISODE_OVER);
    }

    @Test
    void of_wrongMoveCount_isRefused() throws SgfException {
        GameRecord record = record(";B[aa]");

        assertThatThrownBy(() -> RecordReplay.of(record, Rules.TROMP_TAYLOR, 2, 9))
                .hasMessage("move count 2 is outside [0, 1]");
    }

    @Test
    void of_handicapGame_givesTheBonus() throws SgfException {
        GameRecord record = record("HA[2]AB[aa][cc];W[bb]");

        RecordReplay replay = RecordReplay.of(record, RulesPreset.CHINESE.rules(record.grid()));

        assertThat(replay.game().setup().handicap()).isEqualTo(2);
        assertThat(replay.game().score().handicapBonus()).isEqualTo(2);
    }

    /**
     * Random moves of random players: the replay is the record with passes inserted and dropped; the first moves alone
     * lead to a position of the complete replay; and the written record of any such game is read as the same game.
     */
    @ParameterizedTest
    @EnumSource(
            value = RulesPreset.class,
            names = {
                "TROMP_TAYLOR",
                "CHINESE",
                "JAPANESE",
                "AGA",
                "NEW_ZEALAND",
                "CGOS",
                "PETTINGZOO_V5",
                "OPENSPIEL",
                "PGX"
            })
    void of_randomRecords_isConsistent(RulesPreset preset) throws SgfException {
        SplitMix64 random = new SplitMix64(preset.ordinal());
        Grid grid = Grid.of(3, 2);
        int insertedCount = 0;
        int resumedCount = 0;
        int refusedCount = 0;
        int droppedCount = 0;
        int takenCount = 0;
        for (int i = 0; i < TestSize.of(400); i++) {
            GameRecord record = randomRecord(grid, random);
            RecordReplay whole = RecordReplay.of(record, preset.rules(grid));
            whole.game().checkConsistency();
            int count = whole.refusal()
                    .map(refusal -> refusal.number() - 1)
                    .orElse(record.moves().size());
            refusedCount += whole.refusal().isPresent() ? 1 : 0;
            takenCount += whole.game().takenCount(Color.BLACK) + whole.game().takenCount(Color.WHITE);
            assertThat(stones(whole.game())).isEqualTo(stones(record.moves().subList(0, count), grid));
            insertedCount += has(whole, "out of turn");
            resumedCount += has(whole, "resumes");
            droppedCount += has(whole, "dropped");
            requireSameWhenRead(whole.game());
            int part = random.nextInt(count + 1);
            Game first = RecordReplay.of(record, preset.rules(grid), part, Integer.MAX_VALUE)
                    .game();
            assertThat(whole.game().replayTo(first.moveNumber()).stateHash()).isEqualTo(first.stateHash());
            requireSameWhenRead(first);
        }
        assertThat(insertedCount).isGreaterThan(TestSize.least(100));
        assertThat(resumedCount).isGreaterThan(TestSize.least(20));
        assertThat(refusedCount).isGreaterThan(TestSize.least(50));
        assertThat(droppedCount).isGreaterThan(TestSize.least(10));
        assertThat(takenCount).isGreaterThan(TestSize.least(100));
    }

    private static int has(RecordReplay replay, String words) {
        return replay.warnings().stream().anyMatch(warning -> warning.contains(words)) ? 1 : 0;
    }

    private static GameRecord randomRecord(Grid grid, SplitMix64 random) {
        List<RecordedMove> moves = new ArrayList<>();
        Game guide = new Game(Setup.empty(grid), Rules.TROMP_TAYLOR);
        int length = 4 + random.nextInt(16);
        for (int i = 0; i < length; i++) {
            boolean isPass = random.nextInt(4) == 0 || i > length - 4;
            int move = isPass ? grid.pass() : random.nextInt(grid.pointCount());
            boolean isKept = random.nextInt(20) == 0 || guide.legality(move).isLegal();
            if (isKept) {
                moves.add(
                        new RecordedMove(random.nextInt(8) == 0 ? 1 + random.nextInt(2) : guide.playerToMove(), move));
            }
            guide.play(move);
            if (guide.isOver()) {
                guide.resume();
            }
        }
        GameInfo info = random.nextInt(2) == 0 ? GameInfo.NONE : GameInfo.NONE.with(GameText.RESULT, "B+R");
        return new GameRecord(Setup.empty(grid), moves, info);
    }

    private static List<RecordedMove> stones(Game game) {
        return stones(GameRecord.of(game).moves(), game.grid());
    }

    private static List<RecordedMove> stones(List<RecordedMove> moves, Grid grid) {
        return moves.stream().filter(move -> move.move() != grid.pass()).toList();
    }

    /** Requires that the record of a game is read back in the same state. */
    private static void requireSameWhenRead(Game game) throws SgfException {
        GameRecord record = GameRecord.parse(GameRecord.of(game).toSgf());
        assertThat(record).isEqualTo(GameRecord.of(game));
        RecordRules rules = RecordRules.of(record, Rules.TROMP_TAYLOR);
        Game again = RecordReplay.of(record, rules.rules()).game();
        assertThat(moves(again)).isEqualTo(moves(game));
        assertThat(again.stateHash()).isEqualTo(game.stateHash());
    }
}
