package dev.tengen.arena.settings;

import com.fasterxml.jackson.databind.JsonNode;
import com.google.common.base.Strings;
import dev.tengen.arena.json.Json;
import dev.tengen.arena.store.StoredTournament;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** The differences between the settings of two tournaments, one in a line, such as "seed was 1, is 2". */
public final class SettingsDifference {
    private static final int MAX_SHOWN_LENGTH = 60;

    private final List<String> lines = new ArrayList<>();

    private SettingsDifference() {}

    /** Returns the differences between {@code old} and {@code now}, except the time of creation. */
    public static List<String> of(StoredTournament old, StoredTournament now) {
        SettingsDifference difference = new SettingsDifference();
        difference.add("", Json.parseOrText(old.settings()), Json.parseOrText(now.settings()));
        return List.copyOf(difference.lines);
    }

    private void add(String path, @Nullable JsonNode old, @Nullable JsonNode now) {
        if (Objects.equals(old, now)) {
            return;
        }
        if (old != null && now != null && old.isObject() && now.isObject()) {
            Set<String> keys = new TreeSet<>();
            old.fieldNames().forEachRemaining(keys::add);
            now.fieldNames().forEachRemaining(keys::add);
            keys.forEach(key -> add(path.isEmpty() ? key : path + "." + key, old.get(key), now.get(key)));
        } else if (path.equals("players") && old != null && now != null) {
            addPlayers(byName(old), byName(now));
        } else if (old != null && now != null && old.isArray() && now.isArray()) {
            addFirst(path, old, now);
        } else {
            lines.add(path + " was " + shown(old, now) + ", is " + shown(now, old));
        }
    }

    private static Map<String, JsonNode> byName(JsonNode players) {
        Map<String, JsonNode> byName = new LinkedHashMap<>();
        players.forEach(player -> byName.put(player.path("name").asText(), player));
        return byName;
    }

    private void addPlayers(Map<String, JsonNode> old, Map<String, JsonNode> now) {
        old.keySet().stream()
                .filter(name -> !now.containsKey(name))
                .forEach(name -> lines.add("player " + name + " was removed"));
        now.forEach((name, player) -> {
            if (old.containsKey(name)) {
                SettingsDifference difference = new SettingsDifference();
                difference.add("", old.get(name), player);
                difference.lines.forEach(line -> lines.add("player " + name + ": " + line));
            } else {
                lines.add("player " + name + " was added");
            }
        });
        List<String> oldOrder = List.copyOf(old.keySet());
        List<String> order = List.copyOf(now.keySet());
        if (old.keySet().equals(now.keySet()) && !oldOrder.equals(order)) {
            lines.add("the order of the players was " + oldOrder + ", is " + order);
        }
    }

    /** Adds the difference of the first elements of two lists that differ. */
    private void addFirst(String path, JsonNode old, JsonNode now) {
        int index = 0;
        while (Objects.equals(old.get(index), now.get(index))) {
            index++;
        }
        add(path + "[" + index + "]", old.get(index), now.get(index));
    }

    /** Returns {@code value} as text. A long text is cut so that it shows where it first differs from {@code other}. */
    private static String shown(@Nullable JsonNode value, @Nullable JsonNode other) {
        if (value == null) {
            return "not there";
        }
        String text = value.toString();
        if (text.length() <= MAX_SHOWN_LENGTH) {
            return text;
        }
        int equalLength = Strings.commonPrefix(text, String.valueOf(other)).length();
        int start = equalLength < MAX_SHOWN_LENGTH / 2 ? 0 : equalLength - MAX_SHOWN_LENGTH / 2;
        int end = Math.min(text.length(), start + MAX_SHOWN_LENGTH);
        return (start == 0 ? "" : "...") + text.substring(start, end) + (end == text.length() ? "" : "...");
    }
}
