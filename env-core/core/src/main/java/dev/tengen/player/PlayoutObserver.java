package dev.tengen.player;

import dev.tengen.game.Game;

/** Receives the end of each iteration of a search, before its value is backpropagated. */
interface PlayoutObserver {
    /** Ignores everything. */
    PlayoutObserver NONE = new PlayoutObserver() {
        @Override
        public void onPlayout(int node, double margin, Playout playout) {}

        @Override
        public void onEnd(int node, Game game) {}
    };

    /**
     * Called after a playout from {@code node}.
     *
     * @param margin Black's points minus White's, with komi
     * @param playout has the final board
     */
    void onPlayout(int node, double margin, Playout playout);

    /** Called if the move to {@code node} has ended the game. */
    void onEnd(int node, Game game);
}
