package dev.tengen.race.search;

import dev.tengen.race.RaceResult;
import dev.tengen.race.RaceStatus;
import java.util.List;
import java.util.Optional;

/**
 * The result of a search for one player to move.
 *
 * @param playerToMove the player to move
 * @param result the result of the race; empty if a limit was reached
 * @param isKoFree whether the result is known and the same under every rule about repetition
 * @param optimalMoves the legal moves that keep the result, in ascending order, the pass last; empty if the result is
 *     unknown
 * @param openMoves the legal moves that are not proven to keep or to lose the result, in the same order
 * @param nodes the number of searched states
 * @param deepest the depth of the longest line searched, in moves
 */
public record RaceSearchResult(
        int playerToMove,
        Optional<RaceResult> result,
        boolean isKoFree,
        List<Integer> optimalMoves,
        List<Integer> openMoves,
        long nodes,
        int deepest) {
    /** Creates a result with copies of the lists. */
    public RaceSearchResult {
        optimalMoves = List.copyOf(optimalMoves);
        openMoves = List.copyOf(openMoves);
    }

    /**
     * Returns the status of a race from the results for each player to move first. It is
     * {@link RaceStatus#UNSUPPORTED_KO} if a result depends on a ko, and {@link RaceStatus#UNSUPPORTED_TOO_LARGE} if a
     * limit was reached.
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

    /** Returns how certain the result is. */
    public RaceCertainty certainty() {
        if (result.isEmpty()) {
            return RaceCertainty.UNKNOWN;
        }
        return isKoFree ? RaceCertainty.EXACT : RaceCertainty.KO_CONDITIONAL;
    }

    /** Returns the moves that capture by force: the optimal moves if the player to move captures, otherwise none. */
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
