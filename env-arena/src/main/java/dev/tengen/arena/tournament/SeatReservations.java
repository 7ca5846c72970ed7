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
 * The places that players keep for games of a tournament which are about to begin. One thread reserves; any may sit down and
 * free.
 */
final class SeatReservations {
    /*
     * Players may be wanted by several tournaments at once, so a player who was present a moment ago may have no place by now.
     * Who has none is left alone for a while: a place that is given back wakes everybody who waits for one, this tournament
     * among them, which must not begin the same again at once.
     */
    private static final long PAUSE_NANOS = Duration.ofMillis(100).toNanos();

    private final Map<String, Entrant> entrants;
    private final TimeSource time;
    private final Runnable wake;
    private final Map<String, Long> pauses = new HashMap<>();
    private final Set<Place> kept = ConcurrentHashMap.newKeySet();

    /** Makes the places of {@code entrants}; {@code wake} is called when it may be worth a new try. */
    SeatReservations(List<Entrant> entrants, TimeSource time, Runnable wake) {
        this.entrants = entrants.stream().collect(Collectors.toMap(Entrant::name, Function.identity()));
        this.time = time;
        this.wake = wake;
    }

    /** Returns who is not there, or better left alone for now. */
    Set<String> absent() {
        long now = time.nanoTime();
        pauses.values().removeIf(end -> end - now <= 0);
        return entrants.values().stream()
                .filter(entrant -> pauses.containsKey(entrant.name()) || !entrant.isPresent())
                .map(Entrant::name)
                .collect(Collectors.toSet());
    }

    /** Keeps a place with both players of {@code plan}, or with neither, and returns whether it did. */
    boolean reserve(GamePlan plan) {
        String black = plan.game().black();
        String white = plan.game().white();
        if (!entrant(black).reserve()) {
            pause(black);
            return false;
        }
        if (!entrant(white).reserve()) {
            pause(white);
            entrant(black).unreserve();
            return false;
        }
        kept.add(new Place(plan.id(), black));
        kept.add(new Place(plan.id(), white));
        return true;
    }

    private void pause(String player) {
        long end = time.nanoTime() + PAUSE_NANOS;
        pauses.put(player, end);
        time.schedule(end, wake);
    }

    private Entrant entrant(String name) {
        return Objects.requireNonNull(entrants.get(name), name);
    }

    /** Has the player called {@code name} sit in the place that was kept; nothing where it was freed. */
    Optional<Seat> sit(String name, SeatRequest invitation) {
        return kept.remove(new Place(invitation.gameId(), name))
                ? Optional.of(entrant(name).sit(invitation))
                : Optional.empty();
    }

    /** Frees the places of all games that have not begun. */
    void freeAll() {
        for (Place place : List.copyOf(kept)) {
            if (kept.remove(place)) {
                entrant(place.player).unreserve();
            }
        }
    }

    private record Place(String gameId, String player) {}
}
