package dev.tengen.server.session;

import dev.tengen.base.MemoryModel;
import dev.tengen.env.Environment;
import dev.tengen.env.EnvironmentSpec;
import dev.tengen.game.Game;
import dev.tengen.player.PlayerFactory;
import dev.tengen.server.error.CallException;
import dev.tengen.server.error.Reason;
import dev.tengen.server.execution.MemoryBudget;
import dev.tengen.server.execution.MemoryKind;
import dev.tengen.server.execution.MemoryReservation;
import java.util.Optional;
import java.util.function.LongSupplier;

/**
 * The memory that a session reserves: for its environment, which grows with the moves, for the calls that it remembers,
 * and for the moves of earlier episodes that remembered calls refer to.
 *
 * <p>Not thread-safe: guarded by its session.
 */
final class SessionMemory implements AutoCloseable {
    /** The moves that a call may add: its own and the reply of the opponent. */
    private static final int MOVES_PER_CALL = 2;

    /** The size of a session without its environment: itself, its id, its timer and a full log of calls. */
    private static final long OWN_BYTES = 5_000;

    private final EnvironmentSpec spec;
    private final int maxMoveCount;
    private final MemoryReservation reservation;
    private final MemoryBudget budget;

    /** The moves for which there is room. */
    private int roomForMoves;

    /** The size of the moves that are kept for remembered calls, and are no longer part of the game. */
    private long keptBytes;

    /** The size of the proposals of dead stones in the episode, with that in a snapshot of it. */
    private long proposalBytes;

    /** The size of the tokens of seats. */
    private long seatBytes;

    /** Whether no call has reserved more than the session needs. */
    private boolean isSettled = true;

    private SessionMemory(
            EnvironmentSpec spec,
            int maxMoveCount,
            MemoryReservation reservation,
            MemoryBudget budget,
            int roomForMoves) {
        this.budget = budget;
        this.spec = spec;
        this.maxMoveCount = maxMoveCount;
        this.reservation = reservation;
        this.roomForMoves = roomForMoves;
    }

    /**
     * Reserves the memory of a session with {@code spec} that starts after {@code moveCount} moves.
     *
     * @param maxMoveCount the maximum of moves of an episode
     * @throws CallException if there are too many moves, or too little memory is free
     */
    static SessionMemory reserve(MemoryBudget budget, EnvironmentSpec spec, int moveCount, int maxMoveCount) {
        requireMoves(moveCount, maxMoveCount);
        int room = Game.roomForMoves(spec.grid(), movesAfterCall(spec, moveCount));
        return new SessionMemory(
                spec, maxMoveCount, budget.reserve(MemoryKind.SESSION, bytes(spec, room)), budget, room);
    }

    /**
     * Requires that {@code moveCount} is at most {@code maxMoveCount}.
     *
     * @throws CallException if it is not
     */
    static void requireMoves(int moveCount, int maxMoveCount) {
        if (moveCount > maxMoveCount) {
            throw tooManyMoves(moveCount, maxMoveCount);
        }
    }

    /** Returns the size of a session. It makes its observations by encodings that last for one call. */
    static long bytes(EnvironmentSpec spec, int roomForMoves) {
        return OWN_BYTES + Environment.unobservedBytes(spec, roomForMoves);
    }

    /**
     * Returns the greatest number of moves of a game of {@code moveCount} moves after a call: the limit of an episode
     * ends it.
     */
    private static int movesAfterCall(EnvironmentSpec spec, int moveCount) {
        int more = moveCount + MOVES_PER_CALL;
        return spec.moveLimit() == EnvironmentSpec.UNLIMITED_MOVES
                ? more
                : Math.max(moveCount, Math.min(more, spec.moveLimit()));
    }

    private static CallException tooManyMoves(int moveCount, int maxMoveCount) {
        return CallException.of(
                        Reason.TOO_MANY_MOVES,
                        "an episode of a session has at most " + maxMoveCount
                                + " moves on this server, and this one has " + moveCount)
                .with("field", "move_number")
                .with("value", moveCount)
                .with("allowed", "[0, " + maxMoveCount + "]");
    }

    /**
     * Reserves the memory of the moves that a call adds to a game of {@code moveCount} moves.
     *
     * @throws CallException if there would be too many moves, or too little memory is free; nothing has changed then
     */
    void growFor(int moveCount) {
        if (movesAfterCall(spec, moveCount) > roomForMoves) {
            grow(moveCount);
        }
        if (moveCount >= maxMoveCount) {
            throw tooManyMoves(moveCount + 1, maxMoveCount);
        }
    }

    private void grow(int moveCount) {
        int room = Game.roomForMoves(spec.grid(), movesAfterCall(spec, moveCount));
        reservation.resize(bytes(spec, room) + seatBytes + proposalBytes + keptBytes);
        roomForMoves = room;
    }

    /**
     * Reserves the memory of proposals of dead stones.
     *
     * @param bytes their size, see {@link Environment#proposalBytes}
     * @throws CallException if too little memory is free; nothing has changed then
     */
    void growForProposals(long bytes) {
        reservation.grow(bytes);
        proposalBytes += bytes;
        isSettled = false;
    }

    /**
     * Reserves the memory of the text that is kept with the session.
     *
     * @throws CallException if too little memory is free; nothing has changed then
     */
    void growForOrigin(String origin) {
        reservation.grow(2L * origin.length());
    }

    /**
     * Reserves the memory of the tokens of seats.
     *
     * @throws CallException if too little memory is free; nothing has changed then
     */
    void growForSeats(long bytes) {
        reservation.grow(bytes);
        seatBytes += bytes;
    }

    /**
     * Reserves the memory of {@code moveCount} moves that leave the game and are kept for remembered calls.
     *
     * @param keptProposalBytes the size of the proposals of dead stones among them
     * @throws CallException if too little memory is free; nothing has changed then
     */
    void keep(int moveCount, long keptProposalBytes) {
        reservation.grow(MemoryModel.KEPT_MOVES.bytes(moveCount) + keptProposalBytes);
        isSettled = false;
    }

    /**
     * Ends a call: releases what it reserved and the session does not need. A call that failed has changed nothing, so
     * that is all.
     *
     * @param environment the environment after the call
     * @param kept returns the size of the moves that are kept for remembered calls, which is at most what {@link #keep}
     *     reserved
     */
    void settle(Environment environment, LongSupplier kept) {
        if (isSettled) {
            return;
        }
        isSettled = true;
        proposalBytes = environment.proposalBytes();
        keptBytes = kept.getAsLong();
        reservation.resize(
                Math.min(reservation.bytes(), bytes(spec, roomForMoves) + seatBytes + proposalBytes + keptBytes));
    }

    /**
     * Reserves the memory that {@code player} takes while it chooses a move after {@code moveCount} moves. The caller
     * closes the reservation.
     *
     * @throws CallException if too little memory is free
     */
    MemoryReservation reserveSearch(Optional<? extends PlayerFactory> player, int moveCount) {
        return budget.reserve(
                MemoryKind.ANALYSIS,
                player.map(chosen -> searchBytes(chosen, moveCount)).orElse(0L));
    }

    /** Returns the size of what a player searches with: its tree, and a copy of the game if it takes long. */
    private long searchBytes(PlayerFactory player, int moveCount) {
        return player.searchBytes() + (player.isSlow() ? Game.memoryBytes(spec.grid(), spec.rules(), moveCount) : 0);
    }

    /** Counts a new game of {@code moveCount} moves instead of the last one, whose memory {@link #settle} releases. */
    void startEpisode(int moveCount) {
        roomForMoves = Game.roomForMoves(spec.grid(), movesAfterCall(spec, moveCount));
    }

    /** Releases all memory. */
    @Override
    public void close() {
        reservation.close();
    }
}
