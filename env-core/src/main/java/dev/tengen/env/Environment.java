package dev.tengen.env;

import dev.tengen.board.Color;
import dev.tengen.board.InvalidValueException;
import dev.tengen.board.PointSet;
import dev.tengen.board.SplitMix64;
import dev.tengen.game.Game;
import dev.tengen.game.Legality;
import dev.tengen.planes.Encoding;
import dev.tengen.planes.Symmetry;
import dev.tengen.planes.bits.ObservationWriter;
import dev.tengen.planes.catalog.Encodings;
import dev.tengen.player.Player;
import dev.tengen.player.PlayerException;
import dev.tengen.player.PlayerFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * One environment: episodes of a game, with rewards and observations.
 *
 * <p>An action is a move of {@link Game}, or {@link #RESIGN}, on the board as the agent sees it: turned by {@link #symmetry}.
 * Observations and masks are turned too; {@link #game}, scores, hashes and points are not. What {@link #reset} or {@link
 * #step} led to is read from the accessors until the next such call. The same version, spec, seed and actions give the same
 * observations, rewards and state hashes on any machine. Not thread-safe.
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
    /** The action that resigns. It is legal while the episode goes on and is not in the action mask. */
    public static final int RESIGN = Player.RESIGN;

    private final EnvironmentSpec spec;
    private final List<Encoding> encodings = new ArrayList<>();
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

    /**
     * Makes an environment and starts its first episode with {@code seed}. Throws what {@link #seatOpponent} does where
     * the opponent moves first.
     */
    public Environment(EnvironmentSpec spec, long seed) {
        this(spec, seed, TaskOptions.OPEN);
        startEpisode(seed);
    }

    private Environment(EnvironmentSpec spec, long seed, TaskOptions options) {
        this.spec = spec;
        for (String name : spec.encodings()) {
            encodings.add(Encodings.named(name, spec.grid()).orElseThrow());
        }
        task = new CurrentTask(spec);
        opponent = new LazyOpponent(spec, task);
        rewards = new Rewards(spec.rewardMode());
        end = new EpisodeEnd(rewards);
        view = new AgentView(spec);
        game = new Game(task.begin(seed, options), spec.rules());
        opponent.startEpisode();
    }

    /**
     * Makes an environment in the state of {@code snapshot}, which must be one of an environment with the same spec.
     *
     * @throws InvalidValueException if the actions are not a legal game that ends as the snapshot says
     */
    public Environment(EnvironmentSpec spec, EnvironmentSnapshot snapshot) {
        this(spec, snapshot.seed(), snapshot.taskOptions());
        seed = snapshot.seed();
        view.startEpisode(seed, task.region());
        snapshot.replay(game);
        episode = snapshot.episode();
        random = new SplitMix64(snapshot.randomState());
        end.restore(snapshot);
        rewards.restore(snapshot);
        lastActions.set(snapshot.lastActions());
        lastLegality = snapshot.lastLegality();
        snapshot.requireEnd(this);
    }

    /** Starts a new episode with {@code seed}. An opponent that moves first has moved when this returns. */
    public void reset(long newSeed) {
        reset(newSeed, TaskOptions.OPEN);
    }

    /** Starts an episode of the task as {@code options} ask for. Throws {@link InvalidValueException} where there is none. */
    public void reset(long newSeed, TaskOptions options) {
        game = new Game(task.begin(newSeed, options), spec.rules());
        startEpisode(newSeed);
    }

    /**
     * Does what {@link #reset} does, but where there is no task in the game that is there, without allocating anything. That
     * game keeps the space of its longest episode, so this is for environments that are always at work.
     */
    void restart(long newSeed) {
        if (task.isTaken()) {
            reset(newSeed);
            return;
        }
        game.restart();
        startEpisode(newSeed);
    }

    private void startEpisode(long newSeed) {
        seed = newSeed;
        episode++;
        opponent.startEpisode();
        view.startEpisode(newSeed, task.region());
        random = new SplitMix64(newSeed);
        end.forget();
        rewards.startEpisode();
        startCall(Legality.LEGAL);
        letOpponentMove();
    }

    private void startCall(Legality legality) {
        rewards.startCall();
        lastActions.clear();
        lastLegality = legality;
    }

    /**
     * Plays {@code action} for the player to move, and then the opponent's reply if there is one.
     *
     * <p>Returns whether the action was legal. If it was not, the policy of the spec has been carried out; under {@link
     * IllegalActionPolicy#REJECT}, and under every policy once the episode is over, that means nothing has changed, neither
     * what the accessors tell of the last call.
     */
    public Legality step(int action) {
        Legality legality = legality(action);
        if (legality == Legality.LEGAL) {
            startCall(legality);
            act(view.onBoard(action));
            letOpponentMove();
        } else if (legality != Legality.EPISODE_OVER && spec.illegalActionPolicy() != IllegalActionPolicy.REJECT) {
            startCall(legality);
            end.byIllegalAction(game, spec);
        }
        return legality;
    }

    /**
     * Lets the player to move propose which stones are dead, and then the opponent if there is one; a {@link #step} that
     * passes proposes none. A proposal is a move, and the pass in lists of actions.
     *
     * @throws IllegalStateException if the game is not {@link Game#isInAgreement}, or the episode is over
     * @throws InvalidValueException if the points are not those of whole chains
     */
    public void proposeDead(PointSet dead) {
        if (isOver()) {
            throw new IllegalStateException("the episode is over");
        }
        game.proposeDead(dead);
        startCall(Legality.LEGAL);
        lastActions.add(game.grid().pass());
        view.legalActions().forget();
        finishMove();
        letOpponentMove();
    }

    /** Takes the last move back, as a search does: there is no opponent, the episode goes on, and it is as if no call had been made. */
    void takeBack() {
        game.undo();
        view.legalActions().forget();
        end.forget();
        rewards.takeBack(game);
        startCall(Legality.LEGAL);
    }

    private void act(int action) {
        lastActions.add(action);
        view.legalActions().forget();
        if (action == RESIGN) {
            end.byResignation(game);
        } else {
            game.playUnchecked(action);
            finishMove();
        }
    }

    private void finishMove() {
        if (task.isTaken() && task.isDecided(game)) {
            task.finish(game, end);
        } else if (game.isOver()) {
            end.byRules(game);
        } else if (game.moveNumber() == task.moveLimit()) {
            end.byMoveLimit(game, spec.isScoredOnTruncation());
        } else {
            rewards.payMove(game);
        }
    }

    /** Plays the opponent's move if it is its turn; {@link #reset} and {@link #step} do so by themselves. */
    public void letOpponentMove() {
        if (isOver() || game.playerToMove() != opponent.color()) {
            return;
        }
        try {
            act(opponent.chooseMove(game, random));
        } catch (PlayerException e) {
            end.byFailure(e, game, opponent.color());
        }
    }

    /**
     * Makes the opponent if there is one and it is not made yet, so that what is wrong with it is told now. Throws what
     * {@link PlayerFactory#create} throws.
     */
    public void seatOpponent() {
        opponent.fill();
    }

    /** Lets go of the opponent; the environment must not be played on afterwards. */
    public void close() {
        opponent.close();
    }

    /** Returns whether the player to move may take {@code action}, and if not, why; any int may be asked about. */
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

    /** Returns all that another environment with the same spec needs to go on from here. */
    public EnvironmentSnapshot snapshot() {
        return EnvironmentSnapshot.of(this, random.state(), end, rewards);
    }

    /** Returns what there is to tell of the task, if the spec has one. */
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

    /** Returns the spec. */
    public EnvironmentSpec spec() {
        return spec;
    }

    /** Returns the seed of the present episode. */
    public long seed() {
        return seed;
    }

    /** Returns the seed that follows from that of the present episode, for a reset that names none. */
    public long nextSeed() {
        return new SplitMix64(seed).nextLong();
    }

    /** Returns the number of the present episode, from 1. */
    public long episode() {
        return episode;
    }

    /** Returns the symmetry by which the agent sees the present episode. */
    public Symmetry symmetry() {
        return view.symmetry();
    }

    /** Returns what the agent sees {@code action} as, one on the board; any number but a point stays. */
    public int seen(int action) {
        return view.seen(action);
    }

    /** Returns the action on the board that the agent means by {@code action}; any number but a point stays. */
    public int onBoard(int action) {
        return view.onBoard(action);
    }

    /** Returns the game of the present episode, to look at and not to play on. */
    public Game game() {
        return game;
    }

    /** Returns whether the episode has terminated or was truncated. */
    public boolean isOver() {
        return endReason() != EndReason.NONE;
    }

    /** Returns why the episode ended, {@link EndReason#NONE} while it goes on. */
    public EndReason endReason() {
        return end.reason();
    }

    /** Returns the winner of a terminated episode; {@link Color#EMPTY} for a tie, and for any other episode. */
    public int winner() {
        return end.winner();
    }

    /** Returns what an opponent that failed has done; empty for any other end. */
    public String endMessage() {
        return end.message();
    }

    /** Returns the reward of {@code color} in the last call, summed over the moves it made. */
    public double reward(int color) {
        return rewards.of(color);
    }

    /** Returns the actions played in the last call, the client's and the opponent's, as the agent sees them. */
    public List<Integer> lastActions() {
        return view.seen(lastActions.toList());
    }

    /** Returns the actions played in the last call on the board as it is. */
    public List<Integer> lastActionsOnBoard() {
        return lastActions.toList();
    }

    /** Returns whether the action of the last call was legal, and if not, why; a refused call is not the last one. */
    public Legality lastLegality() {
        return lastLegality;
    }

    /** Returns all actions of the present episode, a resignation included, as the agent sees them. */
    public List<Integer> actions() {
        return view.seen(end.actions(game));
    }

    /**
     * Returns the action mask: one bit for each point and one for the pass, most significant bit first, zero-padded to
     * a whole byte. All zero once the episode is over.
     */
    public byte[] actionMask() {
        byte[] mask = new byte[(game.grid().moveCount() + 7) / 8];
        writeActionMask(mask, 0);
        return mask;
    }

    /** Returns the action mask of the board as it is. */
    public byte[] actionMaskOnBoard() {
        return view.maskOnBoard(game, isOver());
    }

    /** Writes {@link #actionMask} to {@code bytes} from {@code offset}. */
    void writeActionMask(byte[] bytes, int offset) {
        view.writeMask(game, isOver(), bytes, offset);
    }

    /** Returns an action drawn uniformly among the legal ones, the pass included. The episode must go on. */
    int drawAction(SplitMix64 chance) {
        assert !isOver() : "the episode is over";
        return view.draw(game, chance);
    }

    /** Returns the encodings of the spec. */
    List<Encoding> encodings() {
        return encodings;
    }

    /** Returns the observation of the present position in each encoding of the spec, in the spec's form. */
    public List<byte[]> observations() {
        return encodings.stream()
                .map(encoding -> ObservationWriter.of(encoding, spec.grid(), spec.form()))
                .map(writer -> writer.observation(game, symmetry()))
                .toList();
    }

    /**
     * Returns 64 bits over all that legality and scores depend on from here: {@link Game#stateHash()}, the end reason and
     * the limit on moves.
     */
    public long stateHash() {
        long hash = game.stateHash() + 31L * task.moveLimit();
        return SplitMix64.mix(hash ^ ((long) endReason().name().hashCode() << 32));
    }
}
