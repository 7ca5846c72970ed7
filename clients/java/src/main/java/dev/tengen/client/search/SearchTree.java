package dev.tengen.client.search;

/** What a search knows of one position; {@link TreeSearch#plant} makes it. Not thread-safe. */
public final class SearchTree {
    private SearchNode root;

    SearchTree(SearchNode root) {
        this.root = root;
    }

    /** Returns whether the episode is over at the root. */
    public boolean isOver() {
        return root.isOver();
    }

    /** Returns how often {@code action} was taken at the root. */
    public int visitCount(int action) {
        return root.visitCount(action);
    }

    /** Returns how often actions were taken at the root, all together. */
    public int visitCount() {
        return root.visitCount();
    }

    /** Returns the mean of what visits led to, for the player to move; the root's own value counts once. */
    public double value() {
        return root.meanValue();
    }

    /**
     * Returns the action taken most often; of several, that with the greatest prior. Throws {@link IllegalStateException} where
     * none was taken.
     */
    public int bestAction() {
        return root.mostVisited();
    }

    SearchNode root() {
        return root;
    }

    void setRoot(SearchNode newRoot) {
        root = newRoot;
    }
}
