package dev.tengen.env;

import dev.tengen.base.InvalidValueException;
import dev.tengen.base.MemoryModel;
import dev.tengen.base.SplitMix64;
import dev.tengen.board.Color;
import dev.tengen.board.Grid;
import dev.tengen.board.PointSet;
import dev.tengen.board.Zobrist;
import dev.tengen.game.Game;
import dev.tengen.game.Legality;
import dev.tengen.game.Setup;
import dev.tengen.planes.Encoding;
import dev.tengen.planes.Symmetry;
import dev.tengen.planes.bits.ObservationWriter;
import dev.tengen.planes.catalog.Encodings;
import dev.tengen.player.Player;
import dev.tengen.player.PlayerException;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.function.Function;

/**
 * An environment: episodes of a game, with rewards and observations.
 *
 * <p>An action is a move of {@link Game}, or {@link #RESIGN}, in the agent's view of the board: turned by
 * {@link #symmetry}. Observations and masks are turned too; {@link #game}, scores, hashes and points are not. The
 * accessors return the results of the last {@link #reset} or {@link #step}. The same version, spec, seed and actions
 * give the same observations, rewards and state hashes on any machine. Not thread-safe.
 *
 * <pre>{@code
 * EnvironmentSpec spec = EnvironmentSpec.of(Grid.square(9), Rules.TROMP_TAYLOR);
 * Environment environment = new Environment(spec, 1);
 * while (!environment.isOver()) {
 *     environment.step(choose(environment.actionMask()));
 * }
 * System.out.println(environment.reward(Color.BLACK));
 * }</pre>
 */
public final class Environment {
    /** The action that resigns. It is legal during the episode and is not in the action mask. */
    public static final int RESIGN = Player.RESIGN;

    private final EnvironmentSpec spec;
    private final CurrentTask task;
    private final LazyOpponent opponent;
    private final Rewards rewards;
    private final EpisodeEnd end;
    private final CallActions lastActions = new CallActions();
    private final AgentView view;
    private long seed;
    private long episode;
    private SplitMix64 random = new SplitMix64(0);
    private Game game;
    private Legality lastLegality = Legality.LEGAL;

    /** The encodings of the spec, if they were needed already: many environments are never observed. */
    private List<Encoding> encodings = List.of();

    /** The state before the present call, if the spec has an opponent. */
    private final Optional<CallCheckpoint> checkpoint;

    /**
     * Creates an environment in episode 0, which starts with {@code seed}.
     *
     * @throws InvalidValueException if the opponent moves first and cannot play such games
     * @throws PlayerException if the opponent moves first and fails to start
     * @throws CancellationException if the thread is interrupted while the opponent searches
     */
    public Environment(EnvironmentSpec spec, long seed) {
        this(spec, seed, Zobrist.of(spec.grid()));
    }

    /**
     * Creates an environment whose games compute position hashes with {@code zobrist}; see the constructor without it.
     */
    Environment(EnvironmentSpec spec, long seed, Zobrist zobrist) {
        this(spec, seed, TaskOptions.OPEN, setup -> new Game(setup, spec.rules(), zobrist));
        try {
            startEpisode(seed);
        } catch (RuntimeException | Error e) {
            opponent.close();
            throw e;
        }
    }

    private Environment(EnvironmentSpec spec, long seed, TaskOptions options, Function<Setup, Game> firstGame) {
        this.spec = spec;
        task = new CurrentTask(spec);
        opponent = new LazyOpponent(spec, task);
        rewards = new Rewards(spec.rewardMode());
        end = new EpisodeEnd(rewards);
        view = new AgentView(spec);
        game = firstGame.apply(task.begin(seed, options));
        checkpoint = spec.opponent().map(present -> new CallCheckpoint());
        opponent.startEpisode();
    }

    /**
     * Creates an environment in the state of {@code snapshot}, which must come from an environment with the same spec.
     *
     * @throws InvalidValueException if the actions are not a legal game with the end that the snapshot has
     */
    public Environment(EnvironmentSpec spec, EnvironmentSnapshot snapshot) {
        this(spec, snapshot.seed(), snapshot.taskOptions(), setup -> {
            Game replayed = new Game(setup, spec.rules());
            snapshot.replay(replayed);
            return replayed;
        });
        seed = snapshot.seed();
        view.startEpisode(seed, task.region());
        episode = snapshot.episode();
        random = new SplitMix64(snapshot.randomState());
        end.restore(snapshot);
        rewards.restore(snapshot);
        lastActions.set(snapshot.lastActions());
        lastLegality = snapshot.lastLegality();
        snapshot.requireEnd(this);
    }

    /**
     * Returns an environment in the same state, whose opponent has not been created. The two share no mutable state.
     */
    public Environment fork() {
        return new Environment(this);
    }

    private Environment(Environment other) {
        this(other.spec, other.seed, other.task.options(), setup -> other.game.copy());
        seed = other.seed;
        view.startEpisode(seed, task.region());
        episode = other.episode;
        random = new SplitMix64(other.random.state());
        end.set(other.end);
        rewards.set(other.rewards);
        lastActions.set(other.lastActions);
        lastLegality = other.lastLegality;
    }

    /** Starts a new episode with {@code newSeed}. If the opponent moves first, it has moved when this returns. */
    public void reset(long newSeed) {
        reset(newSeed, TaskOptions.OPEN);
    }

    /**
     * Starts a new episode of the task with {@code newSeed}.
     *
     * @throws InvalidValueException if no episode matches {@code options}
     * @throws CancellationException if the thread is interrupted while the opponent searches; nothing has changed then
     */
    public void reset(long newSeed, TaskOptions options) {
        checkpoint.ifPresent(CallCheckpoint::save);
        game = game.another(task.begin(newSeed, options));
        episode++;
        try {
            startEpisode(newSeed);
        } catch (RuntimeException | Error e) {
            checkpoint.ifPresent(CallCheckpoint::restore);
            throw e;
        }
        checkpoint.ifPresent(CallCheckpoint::dropGame);
    }

    /**
     * Starts a new episode like {@link #reset}. Without a task it reuses the game and allocates nothing. The game keeps
     * the memory of its longest episode, so this is for environments that are always active.
     */
    void restart(long newSeed) {
        if (task.isPresent()) {
            reset(newSeed);
            return;
        }
        game.restart();
        episode++;
        startEpisode(newSeed);
    }

    private void startEpisode(long newSeed) {
        seed = newSeed;
        opponent.startEpisode();
        view.startEpisode(newSeed, task.region());
        random = new SplitMix64(newSeed);
        end.startEpisode();
        rewards.startEpisode();
        startCall(Legality.LEGAL);
        playOpponentMove();
    }

    private void startCall(Legality legality) {
        rewards.startCall();
        lastActions.clear();
        lastLegality = legality;
    }

    /**
     * Plays {@code action} for the player to move, then the opponent's reply if there is an opponent.
     *
     * <p>Returns whether the action was legal. An illegal action is handled by the policy of the spec. Under
     * {@link IllegalActionPolicy#REJECT}, and under every policy after the end of the episode, nothing changes,
     * including the results of the last call.
     *
     * @throws CancellationException if the thread is interrupted while the opponent searches; nothing has changed then
     */
    public Legality step(int action) {
        Legality legality = legality(action);
        if (legality == Legality.LEGAL) {
            if (checkpoint.isEmpty()) {
                startCall(legality);
                play(view.onBoard(action));
            } else {
                checkpoint.get().save();
                startCall(legality);
                play(view.onBoard(action));
                playOpponentMoveOrRestore();
            }
        } else if (legality != Legality.EPISODE_OVER && spec.illegalActionPolicy() != IllegalActionPolicy.REJECT) {
            startCall(legality);
            end.byIllegalAction(game, spec, task.illegalActionLimit());
        }
        return legality;
    }

    /**
     * Proposes dead stones for the player to move, then plays the opponent's reply if there is an opponent. A
     * {@link #step} that passes proposes none. A proposal is a move, and counts as the pass in lists of actions.
     *
     * @throws IllegalStateException if the game is not {@link Game#isInAgreement}, or the episode is over
     * @throws InvalidValueException if the points are not complete chains
     * @throws CancellationException if the thread is interrupted while the opponent searches; nothing has changed then
     */
    public void proposeDead(PointSet dead) {
        if (isOver()) {
            throw new IllegalStateException("the episode is over");
        }
        checkpoint.ifPresent(CallCheckpoint::save);
        game.proposeDead(dead);
        startCall(Legality.LEGAL);
        lastActions.add(game.grid().pass());
        view.legalActions().invalidate();
        finishMove();
        playOpponentMoveOrRestore();
    }

    /** Plays the opponent's move if it is the opponent's turn. If that throws, returns to the state before the call. */
    private void playOpponentMoveOrRestore() {
        try {
            playOpponentMove();
        } catch (RuntimeException | Error e) {
            checkpoint.ifPresent(CallCheckpoint::restore);
            throw e;
        }
    }

    /**
     * Returns why the present episode cannot go back to an earlier position: the environment has a task, the opponent
     * cannot take back moves, or nobody but the opponent has moved. Empty if {@link #undo} accepts some count of moves.
     *
     * @throws PlayerException if the opponent does not exist yet and fails to start
     */
    public Optional<String> undoRefusal() {
        if (task.isPresent()) {
            return Optional.of("episodes of a task do not allow undo");
        }
        if (!opponent.canUndo()) {
            return Optional.of(
                    "the opponent " + spec.opponent().orElseThrow().player().playerName() + " does not support undo");
        }
        if (UndoCounts.of(game, opponent.color()).isEmpty()) {
            return Optional.of(
                    game.moveNumber() == 0
                            ? "the episode has no moves to take back"
                            : "only the opponent has moved, so there is no move of yours to take back");
        }
        return Optional.empty();
    }

    /**
     * Checks that {@link #undo} accepts {@code moveCount}.
     *
     * @throws IllegalStateException if there is an {@link #undoRefusal}
     * @throws InvalidValueException if {@code moveCount} is not allowed
     * @throws PlayerException if the opponent does not exist yet and fails to start
     */
    public void requireUndo(int moveCount) {
        undoRefusal().ifPresent(refusal -> {
            throw new IllegalStateException(refusal);
        });
        UndoCounts.of(game, opponent.color()).require(moveCount);
    }

    /**
     * Takes back the last {@code moveCount} moves of the episode, the opponent's included. An end that is no move, such
     * as a resignation, is taken back first and does not count. The episode continues from the remaining moves: the
     * rewards of this call are 0, and its actions are empty. Under {@link RewardMode#AREA_DELTA} the rewards of the
     * remaining moves and of those played later add up as in an episode without the moves taken back. The random
     * generator of the opponent and penalties for illegal actions are not taken back.
     *
     * <p>If the remaining moves end the episode themselves, it is over: an imported record may continue after the
     * passes that ended its game.
     *
     * @param moveCount from 1 to the move number; with an opponent, a count that leaves the client to move
     * @throws IllegalStateException if there is an {@link #undoRefusal}
     * @throws InvalidValueException if {@code moveCount} is not allowed
     * @throws PlayerException if the opponent does not exist yet and fails to start
     */
    public void undo(int moveCount) {
        requireUndo(moveCount);
        takeBack(moveCount);
    }

    /** Takes back the last move of a search without an opponent. The caller checks that there is one. */
    void undo() {
        takeBack(1);
    }

    private void takeBack(int moveCount) {
        int remaining = game.moveNumber() - moveCount;
        if (end.reason() == EndReason.RESIGNATION) {
            game.undo();
        }
        while (game.moveNumber() > remaining) {
            game.undo();
        }
        end.clear();
        endAgain();
        view.legalActions().invalidate();
        rewards.undo(game);
        lastActions.clear();
        lastLegality = Legality.LEGAL;
    }

    /** Ends the episode if the last move had ended it and an imported record resumed play. */
    private void endAgain() {
        int last = game.moveNumber();
        if (last == 0 || game.move(last) != game.grid().pass() || game.passCount() > 0) {
            return;
        }
        // Playing the pass again makes the end. Proposals that differ resume play again.
        PointSet dead = game.proposedDead(last);
        game.undo();
        if (dead.isEmpty()) {
            game.playLegal(game.grid().pass());
        } else {
            game.proposeDead(dead);
        }
        if (game.isOver()) {
            end.byRules(game);
        }
    }

    private void play(int action) {
        lastActions.add(action);
        view.legalActions().invalidate();
        if (action == RESIGN) {
            end.byResignation(game);
        } else {
            game.playLegal(action);
            finishMove();
        }
    }

    private void finishMove() {
        if (task.isPresent() && task.isDecided(game)) {
            task.finish(game, end);
        } else if (game.isOver()) {
            end.byRules(game);
        } else if (game.moveNumber() == task.moveLimit()) {
            end.byTruncation(EndReason.MAX_MOVES, game, spec);
        } else {
            rewards.payMove(game);
        }
    }

    /**
     * Plays the opponent's move if it is the opponent's turn. {@link #reset} and {@link #step} call this themselves.
     */
    public void playOpponentMove() {
        if (isOver() || game.playerToMove() != opponent.color()) {
            return;
        }
        try {
            play(opponent.chooseMove(game, random));
        } catch (PlayerException e) {
            end.byFailure(e, game, spec);
        }
    }

    /**
     * Creates the opponent if the spec has one and it does not exist yet, so that errors are reported now.
     *
     * @throws InvalidValueException if the opponent cannot play such games
     * @throws PlayerException if the opponent fails to start
     */
    public void createOpponent() {
        opponent.create();
    }

    /**
     * Releases the resources of the opponent, such as the process of an engine, until it moves again. It starts anew
     * then.
     */
    public void releaseOpponent() {
        opponent.release();
    }

    /** Releases the resources of the opponent. The environment must not be used afterwards. */
    public void close() {
        opponent.close();
    }

    /** Returns whether {@code action} is legal for the player to move, and if not, why. Any int is accepted. */
    public Legality legality(int action) {
        if (isOver()) {
            return Legality.EPISODE_OVER;
        }
        int move = view.onBoard(action);
        if (move == RESIGN || view.legalActions().isKnownPoint(move)) {
            return Legality.LEGAL;
        }
        return game.legality(move);
    }

    /**
     * Returns whether play has ended and the player to move must propose dead stones, by {@link #proposeDead} or by a
     * pass.
     */
    public boolean isInAgreement() {
        return !isOver() && game.isInAgreement();
    }

    /**
     * Returns whether the player to move may propose that the stones in {@code dead} are dead, and if not, why:
     * {@link Legality#EPISODE_OVER}, {@link Legality#NO_AGREEMENT} or {@link Legality#NOT_WHOLE_CHAINS}.
     */
    public Legality legalityOfProposal(PointSet dead) {
        return isOver() ? Legality.EPISODE_OVER : game.legalityOfProposal(dead);
    }

    /** Returns the state, from which another environment with the same spec can continue. */
    public EnvironmentSnapshot snapshot() {
        return EnvironmentSnapshot.of(this, random.state(), end, rewards);
    }

    /** Returns the information about the task, if the spec has one. */
    public Optional<TaskInfo> taskInfo() {
        return task.info(game, lastActions, end);
    }

    /** Returns the episode of the task, if the spec has one. */
    public Optional<TaskEpisode> taskEpisode() {
        return task.episode();
    }

    CurrentTask task() {
        return task;
    }

    public EnvironmentSpec spec() {
        return spec;
    }

    /** Returns the seed of the present episode. */
    public long seed() {
        return seed;
    }

    /** Returns the default seed of the next episode, derived from the present one. */
    public long nextSeed() {
        return new SplitMix64(seed).nextLong();
    }

    /**
     * Returns the number of the present episode: 0 for the episode in which the environment was created, 1 for the
     * first one that a reset started.
     */
    public long episode() {
        return episode;
    }

    /** Returns the symmetry of the agent's view in the present episode. */
    public Symmetry symmetry() {
        return view.symmetry();
    }

    /** Returns {@code action} on the board in the agent's view. Numbers other than points are unchanged. */
    public int seen(int action) {
        return view.seen(action);
    }

    /**
     * Returns the action on the board for {@code action} in the agent's view. Numbers other than points are unchanged.
     */
    public int onBoard(int action) {
        return view.onBoard(action);
    }

    /** Returns the game of the present episode. Callers must not modify it. */
    public Game game() {
        return game;
    }

    /** Returns whether the episode has terminated or was truncated. */
    public boolean isOver() {
        return endReason() != EndReason.NONE;
    }

    /** Returns why the episode ended, {@link EndReason#NONE} if it has not ended. */
    public EndReason endReason() {
        return end.reason();
    }

    /** Returns the winner of a terminated episode; {@link Color#EMPTY} for a tie or any other episode. */
    public int winner() {
        return end.winner();
    }

    /** Returns the error message of an opponent that failed; empty for any other end. */
    public String endMessage() {
        return end.message();
    }

    /** Returns the number of illegal actions that were ignored in the present episode. */
    public int illegalActionCount() {
        return end.illegalActionCount();
    }

    /** Returns the reward of {@code color} for the last call, summed over its moves. */
    public double reward(int color) {
        return rewards.of(color);
    }

    /**
     * Returns the {@link Color} whose {@link #reward} a client gets as that of the last {@link #step}: the agent's, or
     * without an opponent that of the player who acted.
     */
    public int rewardedColor() {
        int player = game.playerToMove();
        if (opponent.color() != Color.EMPTY) {
            return Color.opponent(opponent.color());
        }
        return lastActions.moveCount() > 0 ? Color.opponent(player) : player; // A resignation is no move.
    }

    /** Returns the actions played in the last call, the client's and the opponent's, in the agent's view. */
    public List<Integer> lastActions() {
        return view.seen(lastActions.toList());
    }

    /**
     * Returns {@link #lastActions} at {@code index}, or {@link EnvironmentBatch#NO_ACTION} if there are not so many.
     */
    public int lastAction(int index) {
        return view.seen(lastActions.at(index));
    }

    /** Returns the number of {@link #lastActions}. */
    public int lastActionCount() {
        return lastActions.count();
    }

    /** Returns the actions played in the last call, on the board. */
    public List<Integer> lastActionsOnBoard() {
        return lastActions.toList();
    }

    /** Returns whether the action of the last call was legal, and if not, why. Rejected calls do not count. */
    public Legality lastLegality() {
        return lastLegality;
    }

    /** Returns all actions of the present episode, including a resignation, in the agent's view. */
    public List<Integer> actions() {
        return view.seen(end.actions(game));
    }

    /**
     * Returns the action mask: one bit for each point and one for the pass, most significant bit first, zero-padded to
     * a whole byte. All bits are zero after the end of the episode.
     */
    public byte[] actionMask() {
        byte[] mask = new byte[(game.grid().moveCount() + 7) / 8];
        writeActionMask(mask, 0);
        return mask;
    }

    /** Returns the action mask on the board. */
    public byte[] actionMaskOnBoard() {
        return view.maskOnBoard(game, isOver());
    }

    /** Writes {@link #actionMask} to {@code bytes} at {@code offset}. */
    void writeActionMask(byte[] bytes, int offset) {
        view.writeMask(game, isOver(), bytes, offset);
    }

    /** Returns a uniformly drawn legal action, passes included. The episode must not be over. */
    int drawAction(SplitMix64 chance) {
        assert !isOver() : "the episode is over";
        return view.draw(game, chance);
    }

    /** Returns the encodings of the spec. */
    List<Encoding> encodings() {
        if (encodings.isEmpty()) {
            encodings = spec.encodings().stream()
                    .map(name -> Encodings.named(name, spec.grid()).orElseThrow())
                    .toList();
        }
        return encodings;
    }

    /** Returns the observation of the present position in each encoding of the spec, in the spec's form. */
    public List<byte[]> observations() {
        return encodings().stream()
                .map(encoding -> ObservationWriter.of(encoding, spec.grid(), spec.form()))
                .map(writer -> writer.observation(game, symmetry()))
                .toList();
    }

    /**
     * Returns a 64-bit hash of everything that future legality and scores depend on: {@link Game#stateHash()}, the end
     * reason and the move limit.
     */
    public long stateHash() {
        long hash = game.stateHash() + 31L * task.moveLimit();
        return SplitMix64.mix(hash ^ ((long) endReason().name().hashCode() << 32));
    }

    /**
     * Returns an estimate of the size in memory of an environment with {@code spec} after {@code moveCount} moves, in
     * bytes. Shared objects, such as the spec, do not count, and neither does the process of an opponent.
     */
    public static long memoryBytes(EnvironmentSpec spec, int moveCount) {
        return unobservedBytes(spec, moveCount) + spec.encodingBytes(0, moveCount);
    }

    /**
     * Returns an estimate of the size in memory of a proposal of {@code stoneCount} dead stones, in bytes, in an
     * environment and in a snapshot of it: 0 if there are none.
     */
    public static long proposalBytes(EnvironmentSpec spec, int stoneCount) {
        return stoneCount == 0 ? 0 : Game.proposalBytes(spec.grid()) + DeadProposal.memoryBytes(stoneCount);
    }

    /** Returns {@link #proposalBytes(EnvironmentSpec, int)} of all proposals of the episode, summed up. */
    public long proposalBytes() {
        return proposalBytesAfter(0);
    }

    /**
     * Returns {@link #proposalBytes(EnvironmentSpec, int)} of the proposals after move {@code moveNumber}, summed up.
     */
    public long proposalBytesAfter(int moveNumber) {
        long bytes = 0;
        if (game.proposalCount() > 0) {
            for (int number = moveNumber + 1; number <= game.moveNumber(); number++) {
                bytes += proposalBytes(spec, game.proposedDead(number).size());
            }
        }
        return bytes;
    }

    /** Returns {@link #memoryBytes} of an environment from which nobody has asked for {@link #observations}. */
    public static long unobservedBytes(EnvironmentSpec spec, int moveCount) {
        Grid grid = spec.grid();
        return MemoryModel.ENVIRONMENT.bytes(grid.pointCount())
                + Game.memoryBytes(grid, spec.rules(), moveCount)
                + (spec.task().isPresent() ? MemoryModel.TASK.bytes(grid.pointCount()) : 0)
                + spec.opponent().map(Environment::opponentBytes).orElse(0L);
    }

    private static long opponentBytes(Opponent opponent) {
        return MemoryModel.CHECKPOINT.bytes(1) + opponent.player().keptBytes();
    }

    /**
     * The state before a call in which the opponent moves, to return to when its search is interrupted. The objects are
     * reused, so that a step allocates nothing.
     */
    private final class CallCheckpoint {
        private final Rewards earlierRewards = rewards.blank();
        private final EpisodeEnd earlierEnd = new EpisodeEnd(earlierRewards);
        private final CallActions earlierActions = new CallActions();
        private final CurrentTask earlierTask = new CurrentTask(spec);
        private long earlierSeed;
        private long earlierEpisode;
        private long randomState;
        private Game earlierGame = game;
        private int moveCount;
        private Legality legality = Legality.LEGAL;

        void save() {
            earlierRewards.set(rewards);
            earlierEnd.set(end);
            earlierActions.set(lastActions);
            earlierTask.set(task);
            earlierSeed = seed;
            earlierEpisode = episode;
            randomState = random.state();
            earlierGame = game;
            moveCount = game.moveNumber();
            legality = lastLegality;
        }

        /** Drops the game before a reset, which takes memory. */
        void dropGame() {
            earlierGame = game;
        }

        /** Takes back the moves of the call, or returns to the game before it. */
        void restore() {
            game = earlierGame;
            while (game.moveNumber() > moveCount) {
                game.undo();
            }
            rewards.set(earlierRewards);
            end.set(earlierEnd);
            lastActions.set(earlierActions);
            task.set(earlierTask);
            seed = earlierSeed;
            episode = earlierEpisode;
            random = new SplitMix64(randomState);
            lastLegality = legality;
            opponent.startEpisode();
            view.startEpisode(seed, task.region());
            view.legalActions().invalidate();
        }
    }
}
