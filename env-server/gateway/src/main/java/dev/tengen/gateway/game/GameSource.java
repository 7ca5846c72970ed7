package dev.tengen.gateway.game;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tengen.gateway.game.TaskCatalog.Task;
import java.util.List;

/**
 * Whole games against built-in players.
 *
 * @param splitName the name of the split
 */
record GameSource(String splitName) implements TaskSource {
    private static final List<Integer> SIZES = List.of(5, 7, 9);
    private static final List<String> OPPONENTS = List.of("random", "greedy", "mcts-100");
    private static final List<String> COLORS = List.of("black", "white");
    private static final int SEEDS_PER_GAME = 5;

    @Override
    public int count() {
        return SIZES.size() * OPPONENTS.size() * COLORS.size() * SEEDS_PER_GAME;
    }

    @Override
    public Task task(int index) {
        int kind = index / SEEDS_PER_GAME;
        String color = COLORS.get(kind % COLORS.size());
        int pair = kind / COLORS.size();
        int size = SIZES.get(pair % SIZES.size());
        int opponent = pair / SIZES.size();
        ObjectNode reset = GatewayJson.object()
                .put("size", size)
                .put("opponent", OPPONENTS.get(opponent))
                .put("color", color)
                .put("seed", index % SEEDS_PER_GAME);
        return new Task(
                splitName + "/" + index,
                splitName,
                opponent + 1,
                "Win a game of Go, of size " + size + "x" + size + " with " + color + " against "
                        + OPPONENTS.get(opponent) + ".",
                reset);
    }
}
