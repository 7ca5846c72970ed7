package dev.tengen.cli.gtp;

import dev.tengen.board.Color;
import dev.tengen.client.DeadStonesRule;
import dev.tengen.client.HandicapBonus;
import dev.tengen.client.KoRule;
import dev.tengen.client.RepetitionEnd;
import dev.tengen.client.ScoringRule;
import dev.tengen.client.SessionSpec;
import dev.tengen.client.SuicideRule;
import dev.tengen.client.TaxRule;
import dev.tengen.game.Game;
import dev.tengen.game.Rules;
import dev.tengen.sgf.GameRecord;
import dev.tengen.sgf.RecordedMove;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/** A game as a server takes it: one that passes do not end before its last move. */
final class ServerRecord {
    private ServerRecord() {}

    /**
     * Returns the moves of {@code game}, which goes on, without passes that ended it before it was resumed: always two of them,
     * so that the turn stays with the same player.
     */
    static List<Integer> moves(Game game) {
        List<Integer> moves = new ArrayList<>();
        int passCount = 0;
        for (int number = 1; number <= game.moveNumber(); number++) {
            int move = game.move(number);
            moves.add(move);
            passCount = move == game.grid().pass() ? passCount + 1 : 0;
            if (passCount == game.rules().passesToEnd()) {
                passCount -= 2;
                moves.remove(moves.size() - 1);
                moves.remove(moves.size() - 1);
            }
        }
        return List.copyOf(moves);
    }

    /** Returns the set-up of {@code game} and {@code moves} as a file. */
    static byte[] sgf(Game game, List<Integer> moves) {
        List<RecordedMove> recorded = new ArrayList<>();
        int color = game.setup().playerToMove();
        for (int move : moves) {
            recorded.add(new RecordedMove(color, move));
            color = Color.opponent(color);
        }
        GameRecord record = new GameRecord(
                game.setup(),
                game.setup().handicap(),
                OptionalDouble.empty(),
                recorded,
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty());
        return record.toSgf().getBytes(StandardCharsets.UTF_8);
    }

    /** Returns what a session by {@code rules} is to be, but for its start. */
    static SessionSpec spec(Rules rules) {
        return SessionSpec.recordBuilder()
                .komi(rules.komi())
                .ko(KoRule.valueOf(rules.ko().name()))
                .suicide(SuicideRule.valueOf(rules.suicide().name()))
                .scoring(ScoringRule.valueOf(rules.scoring().name()))
                .tax(TaxRule.valueOf(rules.tax().name()))
                .passesToEnd(rules.passesToEnd())
                .handicapBonus(HandicapBonus.valueOf(rules.handicapBonus().name()))
                .deadStones(DeadStonesRule.valueOf(rules.deadStones().name()))
                .repetitionEnd(RepetitionEnd.valueOf(rules.repetitionEnd().name()))
                .friendlyPassOk(rules.friendlyPassOk())
                .build();
    }
}
