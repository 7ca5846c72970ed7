package dev.tengen.race.search;

import dev.tengen.race.RaceResult;
import dev.tengen.race.RaceStatus;
import java.util.List;
import java.util.Optional;

/**
 * What a search found for one player to move.
 *
 * @param playerToMove the player who moves now
 * @param result what comes of the race; empty where a limit was reached
 * @param isKoFree whether the result is known, and the same whatever a rule says about repeated positions
 * @param optimalMoves the legal moves after which the player to move still gets the result, in rising order, the pass last;
 *     none where the result is not known
 * @param openMoves the legal moves of which this is not known, in the same order
 * @param nodes states searched for this answer
 * @param deepest moves of the longest line searched
 */
public record RaceSearchResult(
        int playerToMove,
        Optional<RaceResult> result,
        boolean isKoFree,
        List<Integer> optimalMoves,
        List<Integer> openMoves,
        long nodes,
        int deepest) {
    /** Makes an answer. */
    public RaceSearchResult {
        optimalMoves = List.copyOf(optimalMoves);
        openMoves = List.copyOf(openMoves);
    }

    /**
     * Returns how a race stands of which the search has found these two: {@link RaceStatus#UNSUPPORTED_KO} where a result
     * depends on a ko, {@link RaceStatus#UNSUPPORTED_TOO_LARGE} where a limit was reached.
     */
    public static RaceStatus status(RaceSearchResult blackFirst, RaceSearchResult whiteFirst) {
        if (blackFirst.result().isEmpty() || whiteFirst.result().isEmpty()) {
            return RaceStatus.UNSUPPORTED_TOO_LARGE;
        }
        boolean isKoFree = blackFirst.isKoFree() && whiteFirst.isKoFree();
        return isKoFree
                ? RaceStatus.of(
                        blackFirst.result().orElseThrow(), whiteFirst.result().orElseThrow())
                : RaceStatus.UNSUPPORTED_KO;
    }

    /** Returns how far the result can be trusted. */
    public RaceCertainty certainty() {
        if (result.isEmpty()) {
            return RaceCertainty.UNKNOWN;
        }
        return isKoFree ? RaceCertainty.EXACT : RaceCertainty.KO_CONDITIONAL;
    }

    /** Returns the moves that capture by force: the optimal ones where the player to move captures, otherwise none. */
    public List<Integer> winningMoves() {
        boolean captures =
                result.filter(RaceResult.captureBy(playerToMove)::equals).isPresent();
        return captures ? optimalMoves : List.of();
    }

    /** Returns whether the result and all moves that keep it are known. */
    public boolean isComplete() {
        return result.isPresent() && openMoves.isEmpty();
    }
}
