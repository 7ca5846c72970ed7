package dev.tengen.server.execution;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * A queue that serves its owners in turn (round robin), and the elements of one owner in their order. An owner that
 * adds a thousand elements delays another by one element at a time.
 *
 * <p>Not thread-safe.
 *
 * @param <K> the type of the owners, compared by equality
 * @param <E> the type of the elements
 */
final class FairQueue<K, E> {
    /** The elements of each owner that has any, the owner whose turn is next first. */
    private final Map<K, Deque<E>> elements = new LinkedHashMap<>();

    /** Adds {@code element} behind the other elements of {@code owner}. */
    void add(K owner, E element) {
        elements.computeIfAbsent(owner, key -> new ArrayDeque<>()).add(element);
    }

    /** Adds {@code element} before the other elements of {@code owner}. The turn of the owner does not change. */
    void addFirst(K owner, E element) {
        elements.computeIfAbsent(owner, key -> new ArrayDeque<>()).addFirst(element);
    }

    /**
     * Removes {@code element} of {@code owner}, and returns whether it was there. It takes time that grows with their
     * count.
     */
    boolean remove(K owner, E element) {
        Deque<E> own = elements.get(owner);
        if (own == null || !own.remove(element)) {
            return false;
        }
        if (own.isEmpty()) {
            elements.remove(owner);
        }
        return true;
    }

    /** Removes and returns the first element of the owner whose turn it is; empty if there is none. */
    Optional<E> poll() {
        Iterator<Map.Entry<K, Deque<E>>> owners = elements.entrySet().iterator();
        if (!owners.hasNext()) {
            return Optional.empty();
        }
        Map.Entry<K, Deque<E>> next = owners.next();
        K owner = next.getKey();
        Deque<E> own = next.getValue();
        owners.remove();
        E element = own.remove();
        if (!own.isEmpty()) {
            elements.put(owner, own);
        }
        return Optional.of(element);
    }

    /** Returns whether an owner other than {@code owner} has elements. */
    boolean hasOther(K owner) {
        return elements.size() > (elements.containsKey(owner) ? 1 : 0);
    }

    /** Returns whether there is no element. */
    boolean isEmpty() {
        return elements.isEmpty();
    }
}
