package dev.tengen.arena.tournament;

import dev.tengen.arena.game.Seat;
import dev.tengen.arena.game.TimeSource;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * The reservations of players for games that are about to start. One thread reserves; any thread may use or release.
 */
final class SeatReservations {
    /*
     * Several tournaments may want the same player, so a player that was present may have no free place a moment later.
     * Such a player is skipped for a while: a released place wakes every tournament that waits, including this one,
     * which must not retry at once.
     */
    private static final long BACKOFF_NANOS = Duration.ofMillis(100).toNanos();

    private final Map<String, Entrant> entrants;
    private final TimeSource time;
    private final Runnable wakeUp;

    /** When players that had no free place may be asked again. */
    private final Map<String, Long> backoffs = new HashMap<>();

    private final Set<Reservation> reservations = ConcurrentHashMap.newKeySet();

    private record Reservation(String gameId, String player) {}

    /** Creates reservations of {@code entrants}. {@code wakeUp} is called when a retry may succeed. */
    SeatReservations(List<Entrant> entrants, TimeSource time, Runnable wakeUp) {
        this.entrants = entrants.stream()
                .collect(Collectors.toMap(
                        Entrant::name, Function.identity(), (one, other) -> one, ConcurrentHashMap::new));
        this.time = time;
        this.wakeUp = wakeUp;
    }

    /** Adds {@code entrant}, or replaces the one of its name. */
    void add(Entrant entrant) {
        entrants.put(entrant.name(), entrant);
    }

    /** Returns the players that are absent or in backoff. */
    Set<String> absent() {
        long now = time.nanoTime();
        backoffs.values().removeIf(end -> end - now <= 0);
        return entrants.values().stream()
                .filter(entrant -> backoffs.containsKey(entrant.name()) || !entrant.isPresent())
                .map(Entrant::name)
                .collect(Collectors.toSet());
    }

    /** Reserves both players of {@code plan}, or neither, and returns whether it did. */
    boolean reserve(GamePlan plan) {
        String black = plan.game().black();
        String white = plan.game().white();
        if (!entrant(black).reserve()) {
            backOff(black);
            return false;
        }
        if (!entrant(white).reserve()) {
            backOff(white);
            entrant(black).unreserve();
            return false;
        }
        reservations.add(new Reservation(plan.id(), black));
        reservations.add(new Reservation(plan.id(), white));
        return true;
    }

    /** Releases the reservations of {@code plan}, which does not start. */
    void release(GamePlan plan) {
        for (String player : List.of(plan.game().black(), plan.game().white())) {
            if (reservations.remove(new Reservation(plan.id(), player))) {
                entrant(player).unreserve();
            }
        }
    }

    private void backOff(String player) {
        long end = time.nanoTime() + BACKOFF_NANOS;
        backoffs.put(player, end);
        time.schedule(end, wakeUp);
    }

    private Entrant entrant(String name) {
        return Objects.requireNonNull(entrants.get(name), name);
    }

    /** Returns the seat of the player {@code name}; empty if its reservation was released. */
    Optional<Seat> sit(String name, SeatRequest request) {
        return reservations.remove(new Reservation(request.gameId(), name))
                ? Optional.of(entrant(name).sit(request))
                : Optional.empty();
    }

    /** Releases the reservations of all games that have not started. */
    void releaseAll() {
        for (Reservation reservation : List.copyOf(reservations)) {
            if (reservations.remove(reservation)) {
                entrant(reservation.player).unreserve();
            }
        }
    }
}
