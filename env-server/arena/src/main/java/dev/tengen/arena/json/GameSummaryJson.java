package dev.tengen.arena.json;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import dev.tengen.arena.pairing.PlannedPair.PlannedGame;
import dev.tengen.arena.store.GameState;
import dev.tengen.arena.store.StoredGame;
import dev.tengen.arena.store.StoredResult;
import java.time.Instant;
import java.util.HexFormat;
import org.jspecify.annotations.Nullable;

/**
 * A game of a tournament as JSON, without its moves. Null values are left out, and the parts are written in line.
 *
 * @param number the number of the game in its tournament, from 0
 * @param pairNumber the number of its pair in the tournament, from 1
 * @param game the players, the name of the pair among those of the two players, and the number of the opening
 * @param state the state of the game
 * @param startedAt when the game was last started; null for a planned game
 * @param outcome how the game ended; null for a game that has not ended
 * @param details what the game record says; null if it was not read
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record GameSummaryJson(
        int number,
        int pairNumber,
        @JsonUnwrapped PlannedGame game,
        GameState state,
        @Nullable String startedAt,
        @JsonUnwrapped @Nullable Outcome outcome,
        @JsonUnwrapped @Nullable Details details) {

    /** Returns {@code game} in {@code state} as JSON. */
    public static GameSummaryJson of(
            StoredGame game, GameState state, @Nullable Outcome outcome, @Nullable Details details) {
        return new GameSummaryJson(
                game.id().number(),
                game.id().pairNumber(),
                game.game(),
                state,
                game.startedAt().map(Instant::toString).orElse(null),
                outcome,
                details);
    }

    /**
     * How a game ended.
     *
     * @param endedAt when it ended
     * @param winner BLACK, WHITE, DRAW or VOID
     * @param result the result as game records write it; null if the record was not read
     * @param verdict why it ended
     * @param movesHash the hash of the moves, in hexadecimal digits
     * @param file the name of the record's file; null if there is none
     */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    public record Outcome(
            String endedAt,
            String winner,
            @Nullable String result,
            String verdict,
            String movesHash,
            @Nullable String file) {
        /** Returns {@code result} as JSON; {@code resultText} and {@code file} may be null. */
        public static Outcome of(StoredResult result, @Nullable String resultText, @Nullable String file) {
            return new Outcome(
                    result.endedAt().toString(),
                    result.winner().name(),
                    resultText,
                    result.verdict(),
                    HexFormat.of().toHexDigits(result.movesHash()),
                    file);
        }
    }

    /**
     * What a game record says.
     *
     * @param moveCount the number of moves
     * @param comment the comment on the last move
     * @param blackUs the microseconds that Black took; null if unknown
     * @param whiteUs the microseconds that White took; null if unknown
     */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    public record Details(
            int moveCount,
            String comment,
            @Nullable Long blackUs,
            @Nullable Long whiteUs) {}
}
