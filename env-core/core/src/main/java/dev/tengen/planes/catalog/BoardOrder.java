package dev.tengen.planes.catalog;

import dev.tengen.planes.EncodingSpec.Feature;
import java.util.ArrayList;
import java.util.List;

/** The order of the planes of the last boards. */
enum BoardOrder {
    /** Boards as pairs of planes, own stones and then the opponent's, all seen by the player to move now. */
    PAIRED,
    /** Own stones on all boards, then the opponent's on all boards, seen by the player to move now. */
    GROUPED,
    /** Boards as pairs of planes: the stones of the player whose move made the board, then those of the other. */
    BY_MOVER;

    /** Returns the features of {@code boardCount} boards, newest first. */
    List<Feature> planes(int boardCount) {
        List<Feature> planes = new ArrayList<>();
        for (int age = 0; age < boardCount; age++) {
            switch (this) {
                case PAIRED -> {
                    planes.add(own(age));
                    planes.add(opponent(age));
                }
                case GROUPED -> planes.add(own(age));
                case BY_MOVER -> {
                    String board = "on the board " + when(age);
                    planes.add(new Feature("mover_" + age, board + ", a stone of the player whose move made it"));
                    planes.add(new Feature("other_" + age, board + ", a stone of the other player"));
                }
            }
        }
        for (int age = 0; this == GROUPED && age < boardCount; age++) {
            planes.add(opponent(age));
        }
        return planes;
    }

    private static Feature own(int age) {
        return new Feature("own_" + age, "a stone of the player to move, " + when(age));
    }

    private static Feature opponent(int age) {
        return new Feature("opponent_" + age, "a stone of the other player, " + when(age));
    }

    private static String when(int age) {
        return age == 0 ? "now" : age + (age == 1 ? " move ago" : " moves ago");
    }
}
