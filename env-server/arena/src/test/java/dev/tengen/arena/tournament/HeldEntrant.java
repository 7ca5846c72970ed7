package dev.tengen.arena.tournament;

import dev.tengen.arena.game.Adjudicator;
import dev.tengen.arena.game.GameOutcome;
import dev.tengen.arena.game.Seat;
import dev.tengen.arena.game.Turn;
import dev.tengen.player.Player;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntConsumer;

/** A player that resigns once a test releases it. The test controls whether the player is present. */
final class HeldEntrant implements Entrant {
    private final String name;
    private final Queue<Runnable> answers = new ConcurrentLinkedQueue<>();
    private final Queue<Runnable> listeners = new ConcurrentLinkedQueue<>();
    private final AtomicInteger offerCount = new AtomicInteger();
    private final AtomicInteger seatCount = new AtomicInteger();
    private final AtomicInteger refusalCount = new AtomicInteger();
    private final AtomicInteger reservedCount = new AtomicInteger();
    private volatile int placeCount = Integer.MAX_VALUE;
    private volatile IntConsumer onOffer = count -> {};
    private volatile boolean isReleased;
    private volatile boolean isPresent = true;

    HeldEntrant(String name) {
        this.name = name;
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public boolean isPresent() {
        return isPresent;
    }

    @Override
    public Runnable onPresence(Runnable listener) {
        listeners.add(listener);
        return () -> listeners.remove(listener);
    }

    /** Sets whether the player is present. */
    void present(boolean isThere) {
        isPresent = isThere;
        listeners.forEach(Runnable::run);
    }

    /** Limits the player to {@code count} concurrent games. It stays present. */
    void placeCount(int count) {
        placeCount = count;
    }

    @Override
    public boolean reserve() {
        if (reservedCount.incrementAndGet() <= placeCount) {
            return true;
        }
        unreserve();
        refusalCount.incrementAndGet();
        return false;
    }

    @Override
    public void unreserve() {
        reservedCount.decrementAndGet();
    }

    /** Returns how often a seat was refused. */
    int refusalCount() {
        return refusalCount.get();
    }

    /** Returns the number of seats that are reserved or taken. */
    int reservedCount() {
        return reservedCount.get();
    }

    /** Returns the number of listeners for presence. */
    int listenerCount() {
        return listeners.size();
    }

    /** Returns the number of games that it plays. */
    int seatCount() {
        return seatCount.get();
    }

    /** Runs {@code action} at each turn with the number of turns so far. */
    void onOffer(IntConsumer action) {
        onOffer = action;
    }

    @Override
    public Seat sit(SeatRequest invitation) {
        seatCount.incrementAndGet();
        return new HeldSeat();
    }

    void release() {
        isReleased = true;
        answerAll();
    }

    private void answerAll() {
        for (Runnable answer = answers.poll(); answer != null; answer = answers.poll()) {
            answer.run();
        }
    }

    private final class HeldSeat implements Seat {
        @Override
        public String name() {
            return name;
        }

        @Override
        public void offer(Turn turn, Adjudicator referee) {
            answers.add(() -> referee.answer(turn.answer(Player.RESIGN)));
            onOffer.accept(offerCount.incrementAndGet());
            if (isReleased) {
                answerAll();
            }
        }

        @Override
        public void over(GameOutcome ending) {
            seatCount.decrementAndGet();
            unreserve();
        }
    }
}
