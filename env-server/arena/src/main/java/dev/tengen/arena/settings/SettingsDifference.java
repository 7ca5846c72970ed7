package dev.tengen.arena.settings;

import com.fasterxml.jackson.databind.JsonNode;
import dev.tengen.arena.json.Json;
import dev.tengen.arena.store.StoredTournament;
import java.util.ArrayList;
import java.util.List;
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
        } else if (old != null && now != null && old.isArray() && old.size() == now.size()) {
            for (int i = 0; i < old.size(); i++) {
                add(path + "[" + i + "]", old.get(i), now.get(i));
            }
        } else {
            lines.add(path + " was " + shown(old) + ", is " + shown(now));
        }
    }

    private static String shown(@Nullable JsonNode value) {
        if (value == null) {
            return "not there";
        }
        String text = value.toString();
        return text.length() <= MAX_SHOWN_LENGTH ? text : text.substring(0, MAX_SHOWN_LENGTH) + "...";
    }
}
