package dev.tengen.env;

import dev.tengen.base.MemoryModel;
import dev.tengen.base.SplitMix64;
import dev.tengen.board.Color;
import dev.tengen.board.PointSet;
import dev.tengen.game.Game;
import dev.tengen.game.Legality;
import dev.tengen.game.Referee;

/**
 * One environment of a batch. It plays the action in its row and writes the result to the row. Steps that do not end an
 * episode do not allocate. Not thread-safe.
 */
final class Lane {
    /** Separates the generator of drawn actions from that of the opponent, which starts from the seed itself. */
    private static final long DRAW_SALT = 0x6C616E652D647261L;

    /** The index of an opponent's first move among the actions of the call that starts an episode. */
    private static final int OPENING = 0;

    /** The index of an opponent's reply among the actions of a step. */
    private static final int REPLY = 1;

    private final Environment environment;
    private final Autoreset autoreset;
    private final SplitMix64 random;

    private final boolean hasOwnWriter;

    /** The writer of this lane alone, or that of the tools of the present call. */
    private RowWriter writer;

    /** The rewards of an opponent's opening move, until the first step pays them. */
    private double owedBlack;

    private double owedWhite;

    /**
     * Whether the opponent's opening move has ended an episode that no row reports yet: one that a step started under
     * SAME_STEP.
     */
    private boolean isEndOwed;

    /** Creates a lane of {@code environment}, whose first episode has just started with {@code seed}. */
    Lane(Environment environment, long seed, Autoreset autoreset, RowLayout layout, LaneTools tools) {
        this.environment = environment;
        this.autoreset = autoreset;
        random = new SplitMix64(SplitMix64.mix(seed ^ DRAW_SALT));
        hasOwnWriter = RowWriter.isForOneGame(environment.spec());
        writer = hasOwnWriter ? new RowWriter(environment.spec(), layout) : tools.writer();
        setTools(tools);
        owe();
    }

    /**
     * Creates a lane with {@code spec} in the state of {@code snapshot}.
     *
     * @throws dev.tengen.base.InvalidValueException if the actions are not a legal game with the end that the snapshot
     *     has
     */
    Lane(EnvironmentSpec spec, LaneSnapshot snapshot, Autoreset autoreset, RowLayout layout, LaneTools tools) {
        environment = new Environment(spec, snapshot.environment());
        this.autoreset = autoreset;
        random = new SplitMix64(snapshot.drawState());
        hasOwnWriter = RowWriter.isForOneGame(spec);
        writer = hasOwnWriter ? new RowWriter(spec, layout) : tools.writer();
        setTools(tools);
        owedBlack = snapshot.owedBlack();
        owedWhite = snapshot.owedWhite();
        isEndOwed = snapshot.isEndOwed();
    }

    /** Sets the tools of the next calls. Only the present thread may use them until these are done. */
    void setTools(LaneTools tools) {
        environment.game().setReferee(tools.referee());
        if (!hasOwnWriter
                && writer != tools.writer()) { // In a batch it seldom changes, and a write to an old object costs time.
            writer = tools.writer();
        }
    }

    /** Returns the state, from which another lane can continue. */
    LaneSnapshot snapshot() {
        return new LaneSnapshot(environment.snapshot(), random.state(), owedBlack, owedWhite, isEndOwed);
    }

    /** Returns the game of the present episode. */
    Game game() {
        return environment.game();
    }

    /** Writes the start of the first episode. */
    void open(LaneRows rows, int row) {
        describeStart(rows, row);
    }

    /** Starts a new episode with {@code seed}. */
    void reset(long seed, LaneRows rows, int row) {
        startEpisode(seed);
        describeStart(rows, row);
    }

    /** Starts a new episode with the next seed. */
    void reset(LaneRows rows, int row) {
        reset(environment.nextSeed(), rows, row);
    }

    private void startEpisode(long seed) {
        environment.restart(seed);
        isEndOwed = false;
        owe();
    }

    /** Keeps the rewards of the start of the episode for its first step. */
    private void owe() {
        owedBlack = environment.reward(Color.BLACK);
        owedWhite = environment.reward(Color.WHITE);
    }

    private void describeStart(LaneRows rows, int row) {
        rows.setInt(RowField.ACTIONS, row, EnvironmentBatch.NO_ACTION);
        rows.setByte(RowField.RESETS, row, 1);
        writer.describe(environment, rows, row);
        writeOpponentAction(rows, row, OPENING);
        if (environment.isOver()) {
            rows.setRewards(row, owedBlack, owedWhite); // There is no first step.
        }
    }

    /**
     * Plays the action in the row, or makes the proposal of the row, and returns whether it was carried out. Under
     * SAME_STEP, adds the end of the episode to {@code ended}.
     */
    boolean step(LaneRows rows, int row, LaneRows ended) {
        int given = rows.action(row);
        if (given == EnvironmentBatch.NO_ACTION) {
            writer.describe(environment, rows, row);
            return false;
        }
        if (environment.isOver() && autoreset != Autoreset.DISABLED) {
            if (isEndOwed) {
                endOpened(rows, row, ended);
            } else {
                // Also under SAME_STEP, if the opponent's first move ended the first episode, or one after a reset.
                reset(rows, row);
            }
            return false;
        }
        int action = given == EnvironmentBatch.DRAWN_ACTION ? draw(rows, row) : given;
        boolean isProposal = rows.isProposal(row);
        Legality legality = isProposal ? propose(rows.proposal(row)) : environment.step(action);
        rows.setIllegalReason(row, legality);
        boolean isRejected = legality == Legality.EPISODE_OVER
                || isProposal
                || environment.spec().illegalActionPolicy() == IllegalActionPolicy.REJECT;
        boolean isCarriedOut = legality.isLegal() || !isRejected;
        if (environment.isOver() && autoreset == Autoreset.SAME_STEP) {
            restart(rows, row, action, legality, ended);
        } else {
            writer.describe(environment, rows, row);
            if (isCarriedOut) {
                writeOpponentAction(rows, row, REPLY);
                pay(rows, row);
            }
        }
        return isCarriedOut;
    }

    /** Proposes dead stones. An illegal proposal changes nothing, under every policy for illegal actions. */
    private Legality propose(PointSet dead) {
        Legality legality = environment.legalityOfProposal(dead);
        if (legality.isLegal()) {
            environment.proposeDead(dead);
        }
        return legality;
    }

    /**
     * Draws a legal action and writes it to the row. Returns {@link EnvironmentBatch#DRAWN_ACTION} if the episode is
     * over.
     */
    private int draw(LaneRows rows, int row) {
        if (environment.isOver()) {
            return EnvironmentBatch.DRAWN_ACTION;
        }
        int action = environment.drawAction(random);
        rows.setInt(RowField.ACTIONS, row, action);
        return action;
    }

    /** Adds the end to {@code ended} and starts the next episode. */
    private void restart(LaneRows rows, int row, int action, Legality legality, LaneRows ended) {
        double black = owedBlack + environment.reward(Color.BLACK);
        double white = owedWhite + environment.reward(Color.WHITE);
        int end = ended.add(rows.lane(row));
        ended.setInt(RowField.ACTIONS, end, action);
        ended.setIllegalReason(end, legality);
        writeOpponentAction(ended, end, REPLY);
        finish(rows, row, ended, end, black, white);
    }

    /** Adds the end of an episode that its opening move has ended to {@code ended}, and starts the next one. */
    private void endOpened(LaneRows rows, int row, LaneRows ended) {
        rows.setInt(RowField.ACTIONS, row, EnvironmentBatch.NO_ACTION);
        int end = ended.add(rows.lane(row));
        ended.setInt(RowField.ACTIONS, end, EnvironmentBatch.NO_ACTION);
        if (rows.layout().hasOpponent()) {
            ended.setInt(RowField.OPPONENT_ACTIONS, end, EnvironmentBatch.NO_ACTION);
        }
        finish(rows, row, ended, end, owedBlack, owedWhite);
    }

    /**
     * Describes the end in row {@code end} of {@code ended}, and starts the next episode. Both rows have the rewards
     * and the end.
     */
    private void finish(LaneRows rows, int row, LaneRows ended, int end, double black, double white) {
        writer.describe(environment, ended, end);
        ended.setRewards(end, black, white);
        rows.setRewards(row, black, white);
        EndReason reason = environment.endReason();
        startEpisode(environment.nextSeed());
        isEndOwed = environment.isOver();
        rows.setByte(RowField.RESETS, row, 1);
        writer.describe(environment, rows, row);
        writeOpponentAction(rows, row, OPENING);
        rows.setEnd(row, reason);
    }

    /**
     * Writes the opponent's action, which is at {@code index} in those of the last call: {@link #OPENING} or
     * {@link #REPLY}.
     */
    private void writeOpponentAction(LaneRows rows, int row, int index) {
        if (rows.layout().hasOpponent()) {
            rows.setInt(RowField.OPPONENT_ACTIONS, row, environment.lastAction(index));
        }
    }

    private void pay(LaneRows rows, int row) {
        rows.setRewards(row, owedBlack + environment.reward(Color.BLACK), owedWhite + environment.reward(Color.WHITE));
        owedBlack = 0;
        owedWhite = 0;
    }

    /** Returns the number of proposals of dead stones in the episode. */
    int proposalCount() {
        return game().proposalCount();
    }

    /**
     * Returns an estimate of the size in memory of a lane with {@code spec} after {@code moveCount} moves, in bytes.
     * Its tools do not count.
     */
    static long memoryBytes(EnvironmentSpec spec, RowLayout layout, int moveCount) {
        return MemoryModel.LANE.bytes(1)
                + Environment.unobservedBytes(spec, moveCount)
                - Referee.memoryBytes(spec.grid())
                + (RowWriter.isForOneGame(spec) ? RowWriter.memoryBytes(spec, layout, 0, moveCount) : 0);
    }
}
