package dev.tengen.client;

import java.util.List;

/**
 * What an observation encoding is.
 *
 * @param name its name
 * @param version version of its definition, from 1
 * @param summary what it is, in one sentence
 * @param perspective whose eyes it sees stones with: "PLAYER_TO_MOVE", "MOVER" (the player whose move made each board) or
 *     "COLORS"
 * @param boardCount how many boards it shows, the present one included
 * @param missingHistory what stands for boards from before the start: "NONE" (there are none), "ZEROS" or "OLDEST_BOARD"
 * @param peer how the program that it comes from lays it out
 * @param planes its planes, in order
 * @param globalFeatures its numbers that belong to no point, in order; none for most encodings
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
        List<Feature> globalFeatures) {
    /**
     * One plane, a number for each point, or one global feature, a float32.
     *
     * @param name its name, as in "own_0"
     * @param meaning what it tells: of a plane of bits, what a one means
     * @param min the least value
     * @param max the greatest value
     */
    public record Feature(String name, String meaning, float min, float max) {}

    /**
     * How a program lays out its tensor and numbers its actions. Observations here are planes, rows from the top, whatever it
     * says.
     *
     * @param program the program
     * @param axes the order of the axes of its tensor, the slowest first: "CHW" (plane, row, column), "HWC", or "CWH", where
     *     actions are numbered along columns, too
     * @param firstRow which row its row 0 is: "TOP" or "BOTTOM"
     */
    public record PeerLayout(String program, String axes, String firstRow) {
        /**
         * Returns the program's number of {@code action}, one of ours on a board of the given size, pass included. Throws {@link
         * IllegalArgumentException} outside of 0 to {@code width * height}.
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
         * Returns our number of {@code peerAction}, one of the program's on a board of the given size, pass included. Throws
         * {@link IllegalArgumentException} outside of 0 to {@code width * height}.
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
