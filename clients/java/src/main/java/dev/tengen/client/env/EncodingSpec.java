package dev.tengen.client.env;

import java.util.List;

/**
 * The definition of an observation encoding.
 *
 * @param name its name
 * @param version version of its definition, from 1
 * @param summary what it is, in one sentence
 * @param perspective the player from whose view it shows stones: "PLAYER_TO_MOVE", "MOVER" (on each board the player
 *     whose move made it) or "COLORS" (neither)
 * @param boardCount number of boards that it shows, the current one included
 * @param missingHistory what it shows for boards before the start: "NONE" (it has no history), "ZEROS" or
 *     "OLDEST_BOARD"
 * @param peer the layout in the program that the encoding comes from
 * @param planes its planes, in order
 * @param globals its global features, in order; most encodings have none
 */
public record EncodingSpec(
        String name,
        int version,
        String summary,
        String perspective,
        int boardCount,
        String missingHistory,
        PeerLayout peer,
        List<Feature> planes,
        List<Feature> globals) {
    /**
     * A plane, which has one number for each point, or a global feature, which is one float32.
     *
     * @param name its name, as in "own_0"
     * @param meaning what it means; for a plane of bits, what a one means
     * @param min the minimum
     * @param max the maximum
     */
    public record Feature(String name, String meaning, float min, float max) {}

    /**
     * How a program lays out its tensor and numbers its actions. It does not affect the observations of this client,
     * which are planes with rows from the top.
     *
     * @param program the program
     * @param axes the order of the tensor's axes, slowest first: "CHW" (plane, row, column), "HWC", or "CWH", where
     *     actions are numbered along columns, too
     * @param firstRow the row that is its row 0: "TOP" or "BOTTOM"
     */
    public record PeerLayout(String program, String axes, String firstRow) {
        /**
         * Converts one of our actions to the program's number for it.
         *
         * @param action an action of this client on a board of the given size, pass included
         * @throws IllegalArgumentException if {@code action} is outside [0, width * height]
         */
        public int peerAction(int action, int width, int height) {
            if (isPass(action, width, height)) {
                return action;
            }
            int row = turn(action / width, height);
            int column = action % width;
            return axes.equals("CWH") ? column * height + row : row * width + column;
        }

        /**
         * Converts one of the program's actions to our number for it.
         *
         * @param peerAction an action of the program on a board of the given size, pass included
         * @throws IllegalArgumentException if {@code peerAction} is outside [0, width * height]
         */
        public int action(int peerAction, int width, int height) {
            if (isPass(peerAction, width, height)) {
                return peerAction;
            }
            boolean isByColumn = axes.equals("CWH");
            int row = isByColumn ? peerAction % height : peerAction / width;
            int column = isByColumn ? peerAction / height : peerAction % width;
            return turn(row, height) * width + column;
        }

        private int turn(int row, int height) {
            return firstRow.equals("TOP") ? row : height - 1 - row;
        }

        private static boolean isPass(int action, int width, int height) {
            int pass = width * height;
            if (action < 0 || action > pass) {
                throw new IllegalArgumentException("action " + action + " is outside [0, " + pass + "]");
            }
            return action == pass;
        }
    }
}
