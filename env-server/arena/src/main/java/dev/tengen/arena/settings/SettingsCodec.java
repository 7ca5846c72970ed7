package dev.tengen.arena.settings;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.google.common.base.Splitter;
import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.Descriptors.EnumDescriptor;
import com.google.protobuf.Descriptors.EnumValueDescriptor;
import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.Message;
import dev.tengen.proto.v1.Adjudication;
import dev.tengen.proto.v1.ArenaPlayer;
import dev.tengen.proto.v1.BookOpenings;
import dev.tengen.proto.v1.DrawRule;
import dev.tengen.proto.v1.Gauntlet;
import dev.tengen.proto.v1.LadderFormat;
import dev.tengen.proto.v1.RandomOpeningMoves;
import dev.tengen.proto.v1.RecordOpenings;
import dev.tengen.proto.v1.ResignRule;
import dev.tengen.proto.v1.RoundRobin;
import dev.tengen.proto.v1.Rules;
import dev.tengen.proto.v1.Sprt;
import dev.tengen.proto.v1.Swiss;
import dev.tengen.proto.v1.TournamentFormat;
import dev.tengen.proto.v1.TournamentSpec;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.BinaryOperator;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Binds settings to messages, and writes messages as JSON that binds to them. Enum constants are in kebab-case. */
final class SettingsCodec {
    private static final Splitter COMMAS = Splitter.on(", ");

    /** The keys of each message, in order. */
    private static final Map<Descriptor, Keys> KEYS = Map.ofEntries(
            Map.entry(
                    TournamentSpec.getDescriptor(),
                    keys("name, players, format, size, rules, openings, clock, network_allowance_ms, max_moves,"
                                    + " move_limit_rule, adjudicator, adjudication, concurrency, seed, engines")
                            .requiring("players, format, size")),
            Map.entry(
                    ArenaPlayer.getDescriptor(),
                    keys("name, player, rating, clock").requiring("player")),
            Map.entry(TournamentFormat.getDescriptor(), keys("round_robin, gauntlet, swiss, sprt, ladder")),
            Map.entry(RoundRobin.getDescriptor(), keys("pairs").requiring("pairs")),
            Map.entry(Gauntlet.getDescriptor(), keys("challenger, pairs").requiring("challenger, pairs")),
            Map.entry(Swiss.getDescriptor(), keys("meetings, wait_for_all").requiring("meetings")),
            Map.entry(Sprt.getDescriptor(), keys("elo0, elo1, alpha, beta").requiring("elo0, elo1")),
            Map.entry(
                    LadderFormat.getDescriptor(),
                    keys("games_each, games_per_hour, max_players, players_per_principal")),
            Map.entry(
                    Rules.getDescriptor(),
                    keys("preset, komi, ko, suicide, scoring, tax, passes_to_end, handicap_bonus, dead_stones,"
                            + " repetition_end, friendly_pass_ok")),
            Map.entry(RandomOpeningMoves.getDescriptor(), keys("random").requiring("random")),
            Map.entry(RecordOpenings.getDescriptor(), keys("records, moves").requiring("records, moves")),
            Map.entry(
                    BookOpenings.getDescriptor(),
                    keys("book, sha256, lines, moves").requiring("book, sha256, lines, moves")),
            Map.entry(Adjudication.getDescriptor(), keys("resign, draw, settled")),
            Map.entry(
                    ResignRule.getDescriptor(),
                    keys("below, moves, from_move, both_agree").requiring("below, moves")),
            Map.entry(DrawRule.getDescriptor(), keys("margin, moves, from_move").requiring("margin, moves")));

    /** The fields of keys, by key, where their names differ. */
    private static final Map<String, String> RENAMED_FIELDS = Map.of(
            "clock", "time_control",
            "pairs", "pair_count",
            "meetings", "meeting_count",
            "moves", "move_count",
            "random", "move_count",
            "records", "sgf",
            "book", "file");

    /** The keys whose values the caller reads and writes. */
    private static final Set<String> KEYS_OF_CALLER = Set.of("size", "openings", "engines");

    /** The keys that JSON does not have, since others say the same. */
    private static final Set<String> UNWRITTEN_KEYS = Set.of("preset");

    /** The fields that a plain value sets instead of a mapping, by message. */
    private static final Map<String, String> TEXT_FIELDS = Map.of("ArenaPlayer", "player", "Rules", "preset");

    private static final long MAX_UINT32 = 0xFFFF_FFFFL;
    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

    private SettingsCodec() {}

    /**
     * The keys of a message.
     *
     * @param names all keys, in order
     * @param required those that settings must have
     */
    private record Keys(List<String> names, List<String> required) {
        private Keys requiring(String keys) {
            return new Keys(names, COMMAS.splitToList(keys));
        }
    }

    private static Keys keys(String names) {
        return new Keys(COMMAS.splitToList(names), List.of());
    }

    private static Keys keys(Descriptor type) {
        Keys keys = KEYS.get(type);
        if (keys == null) {
            throw new IllegalStateException(type.getName() + " has no keys");
        }
        return keys;
    }

    private static FieldDescriptor field(Descriptor type, String key) {
        String name = RENAMED_FIELDS.getOrDefault(key, key);
        return Objects.requireNonNull(type.findFieldByName(name), name);
    }

    /**
     * Sets the fields of {@code message} that {@code value}, a mapping, has.
     *
     * @throws dev.tengen.base.InvalidValueException if a key is unknown or missing, or a value has the wrong type
     */
    static void bind(SettingsSource.Value value, Message.Builder message) {
        Descriptor type = message.getDescriptorForType();
        Keys keys = keys(type);
        value.requireKeys(keys.names, keys.required);
        if (!type.getRealOneofs().isEmpty() && value.fields().size() != 1) {
            throw value.error("one of " + keys.names);
        }
        for (String key : keys.names) {
            if (!KEYS_OF_CALLER.contains(key)) {
                value.get(key).ifPresent(present -> bind(present, message, field(type, key)));
            }
        }
    }

    private static void bind(SettingsSource.Value value, Message.Builder message, FieldDescriptor field) {
        if (field.isRepeated()) {
            value.items().forEach(item -> message.addRepeatedField(field, single(item, message, field)));
        } else if (field.getJavaType() == FieldDescriptor.JavaType.MESSAGE) {
            bindMessage(value, message.getFieldBuilder(field));
        } else {
            message.setField(field, single(value, message, field));
        }
    }

    private static Object single(SettingsSource.Value value, Message.Builder message, FieldDescriptor field) {
        return switch (field.getJavaType()) {
            case STRING -> value.text();
            case BOOLEAN -> value.flag();
            case DOUBLE, FLOAT -> value.number();
            case LONG -> value.whole(Long.MIN_VALUE, Long.MAX_VALUE);
            case INT ->
                field.getType() == FieldDescriptor.Type.UINT32
                        ? (int) value.whole(0, MAX_UINT32)
                        : (int) value.whole(Integer.MIN_VALUE, Integer.MAX_VALUE);
            case ENUM -> value.choice(constants(field.getEnumType()));
            case MESSAGE ->
                bindMessage(value, message.newBuilderForField(field)).build();
            case BYTE_STRING -> throw new IllegalStateException("settings have no bytes");
        };
    }

    private static Message.Builder bindMessage(SettingsSource.Value value, Message.Builder message) {
        String textField = TEXT_FIELDS.get(message.getDescriptorForType().getName());
        if (textField == null || value.isMapping()) {
            bind(value, message);
        } else {
            message.setField(message.getDescriptorForType().findFieldByName(textField), value.text());
        }
        return message;
    }

    /** Returns the constants of an enum by their names in settings. */
    private static Map<String, EnumValueDescriptor> constants(EnumDescriptor type) {
        BinaryOperator<EnumValueDescriptor> none = (first, second) -> first;
        return type.getValues().stream()
                .filter(constant -> constant.getNumber() != 0)
                .collect(Collectors.toMap(SettingsCodec::name, Function.identity(), none, LinkedHashMap::new));
    }

    private static String name(EnumValueDescriptor constant) {
        String unspecified = constant.getType().findValueByNumber(0).getName();
        int prefixLength = unspecified.length() - "UNSPECIFIED".length();
        return constant.getName()
                .substring(prefixLength)
                .toLowerCase(Locale.ROOT)
                .replace('_', '-');
    }

    /** Returns {@code message} as JSON, without empty texts and messages. A key that is left to the caller is null. */
    static ObjectNode json(Message message) {
        ObjectNode node = NODES.objectNode();
        Descriptor type = message.getDescriptorForType();
        for (String key : keys(type).names) {
            if (KEYS_OF_CALLER.contains(key)) {
                node.putNull(key);
            } else if (!UNWRITTEN_KEYS.contains(key) && isPresent(message, field(type, key))) {
                node.set(key, json(message.getField(field(type, key)), field(type, key)));
            }
        }
        return node;
    }

    private static boolean isPresent(Message message, FieldDescriptor field) {
        Object value = message.getField(field);
        boolean isDefault = value instanceof Message part && part.equals(part.getDefaultInstanceForType());
        return !value.equals("") && !isDefault && (!field.hasPresence() || message.hasField(field));
    }

    private static JsonNode json(Object value, FieldDescriptor field) {
        if (value instanceof List<?> list) {
            ArrayNode array = NODES.arrayNode();
            list.forEach(item -> array.add(json(item, field)));
            return array;
        }
        return switch (field.getJavaType()) {
            case STRING -> NODES.textNode((String) value);
            case BOOLEAN -> NODES.booleanNode((Boolean) value);
            case DOUBLE, FLOAT -> NODES.numberNode(((Number) value).doubleValue());
            case INT, LONG -> NODES.numberNode(((Number) value).longValue());
            case ENUM -> NODES.textNode(name((EnumValueDescriptor) value));
            case MESSAGE -> json((Message) value);
            case BYTE_STRING -> throw new IllegalStateException("settings have no bytes");
        };
    }
}
