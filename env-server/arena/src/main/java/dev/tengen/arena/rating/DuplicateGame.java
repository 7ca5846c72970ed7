package dev.tengen.arena.rating;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A game that the same players with the same colors played more than once, move by move, as deterministic players do.
 * Only the first of these games carries information.
 *
 * @param black the player with Black
 * @param white the player with White
 * @param movesHash the hash of the moves
 * @param numbers the indices of these games in the list of results, from 0, two or more
 */
public record DuplicateGame(String black, String white, long movesHash, List<Integer> numbers) {
    /** Creates a duplicate. Copies the list. */
    public DuplicateGame {
        numbers = List.copyOf(numbers);
    }

    /** Returns the duplicate games in {@code results}, in the order of their first occurrence. */
    public static List<DuplicateGame> find(List<GameResult> results) {
        Map<Game, List<Integer>> numbers = new LinkedHashMap<>();
        for (int i = 0; i < results.size(); i++) {
            GameResult result = results.get(i);
            if (result.movesHash() != 0) {
                numbers.computeIfAbsent(Game.of(result), game -> new ArrayList<>())
                        .add(i);
            }
        }
        return numbers.entrySet().stream()
                .filter(entry -> entry.getValue().size() > 1)
                .map(entry -> entry.getKey().duplicate(entry.getValue()))
                .toList();
    }

    /** Identifies equal games. */
    private record Game(String black, String white, long movesHash) {
        private static Game of(GameResult result) {
            return new Game(result.black(), result.white(), result.movesHash());
        }

        private DuplicateGame duplicate(List<Integer> numbers) {
            return new DuplicateGame(black, white, movesHash, numbers);
        }
    }
}
