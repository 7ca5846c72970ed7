package dev.tengen.arena.host;

import java.util.LinkedHashMap;
import java.util.Map;

/** The names of an agent's latest games, by which an answer that comes too late is told from one to a game of others. Thread-safe. */
final class EndedGames {
    private static final int MAX_COUNT = 2048;

    private final Map<String, Boolean> ids = new LinkedHashMap<>() {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Boolean> eldest) {
            return size() > MAX_COUNT;
        }
    };

    synchronized void add(String id) {
        ids.put(id, true);
    }

    synchronized boolean contains(String id) {
        return ids.containsKey(id);
    }
}
