package dev.tengen.cli.gtp;

import dev.tengen.board.Color;
import dev.tengen.board.PointSet;
import dev.tengen.client.env.Rules.DeadStonesRule;
import dev.tengen.client.env.Rules.HandicapBonus;
import dev.tengen.client.env.Rules.KoRule;
import dev.tengen.client.env.Rules.ScoringRule;
import dev.tengen.client.env.Rules.SuicideRule;
import dev.tengen.client.env.Rules.TaxRule;
import dev.tengen.client.env.SessionSpec;
import dev.tengen.game.Game;
import dev.tengen.game.RepetitionEnd;
import dev.tengen.game.Rules;
import dev.tengen.game.Setup;
import dev.tengen.sgf.GameInfo;
import dev.tengen.sgf.GameRecord;
import dev.tengen.sgf.RecordedMove;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * A game as a record that a server can import: passes do not end it before its last move.
 *
 * @param start the start position
 * @param rules its rules
 * @param moves its moves
 */
record ServerRecord(Setup start, Rules rules, List<Integer> moves) {
    /**
     * Returns the record of {@code game}, which is not over. If passes ended the game and it was resumed: under superko
     * the passes do not matter (except under SITUATIONAL, where they are situations), so two of them are left out,
     * which keeps the turn. Under other rules the moves before the passes do not matter, so the record starts there.
     */
    static ServerRecord of(Game game) {
        boolean isPastSeen = game.rules().ko().isSuperko() || game.rules().repetitionEnd() != RepetitionEnd.NONE;
        Setup start = game.setup();
        List<Integer> moves = new ArrayList<>();
        int passCount = 0;
        for (int number = 1; number <= game.moveNumber(); number++) {
            int move = game.move(number);
            moves.add(move);
            passCount = move == game.grid().pass() ? passCount + 1 : 0;
            if (passCount == game.rules().passesToEnd() && isPastSeen) {
                passCount -= 2;
                moves.subList(moves.size() - 2, moves.size()).clear();
            } else if (passCount == game.rules().passesToEnd()) {
                passCount = 0;
                moves.clear();
                start = position(game.replayTo(number));
            }
        }
        return new ServerRecord(start, game.rules(), List.copyOf(moves));
    }

    private static Setup position(Game game) {
        PointSet black = game.board().points(Color.BLACK);
        PointSet white = game.board().points(Color.WHITE);
        return Setup.of(game.grid(), black, white, game.playerToMove())
                .withHandicap(game.setup().handicap());
    }

    /** Returns whether {@code later} continues this record. */
    boolean isBefore(ServerRecord later) {
        return start.equals(later.start)
                && rules.equals(later.rules)
                && moves.size() <= later.moves.size()
                && moves.equals(later.moves.subList(0, moves.size()));
    }

    /** Returns the record as an SGF file. */
    byte[] sgf() {
        List<RecordedMove> recorded = new ArrayList<>();
        int color = start.playerToMove();
        for (int move : moves) {
            recorded.add(new RecordedMove(color, move));
            color = Color.opponent(color);
        }
        GameRecord record = new GameRecord(start, recorded, GameInfo.NONE.withHandicap(start.handicap()));
        return record.toSgf().getBytes(StandardCharsets.UTF_8);
    }

    /** Returns the spec of a session with the record's rules. */
    SessionSpec spec() {
        return SessionSpec.recordBuilder()
                .komi(rules.komi())
                .ko(KoRule.valueOf(rules.ko().name()))
                .suicide(SuicideRule.valueOf(rules.suicide().name()))
                .scoring(ScoringRule.valueOf(rules.scoring().name()))
                .tax(TaxRule.valueOf(rules.tax().name()))
                .passesToEnd(rules.passesToEnd())
                .handicapBonus(HandicapBonus.valueOf(rules.handicapBonus().name()))
                .deadStones(DeadStonesRule.valueOf(rules.deadStones().name()))
                .repetitionEnd(dev.tengen.client.env.Rules.RepetitionEnd.valueOf(
                        rules.repetitionEnd().name()))
                .friendlyPassOk(rules.friendlyPassOk())
                .build();
    }
}
