package dev.tengen.arena.settings;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.Descriptors.EnumDescriptor;
import com.google.protobuf.Descriptors.EnumValueDescriptor;
import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.Message;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.BinaryOperator;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Binds settings to messages, and writes messages as JSON that binds to them. Enum constants are in kebab-case. Each line of {@link
 * #KEYS} lists the keys of a message, in order: {@code !} marks a required one, {@code ?} one that is not written, and {@code =} one
 * whose field has another name. A key without a field is left to the caller.
 */
final class SettingsCodec {
    private static final Map<String, String> KEYS = Map.ofEntries(
            Map.entry(
                    "TournamentSpec",
                    "name players! format! size!= rules openings= clock=time_control network_allowance_ms max_moves"
                            + " move_limit_rule adjudicator adjudication concurrency seed engines="),
            Map.entry("ArenaPlayer", "name player! rating clock=time_control"),
            Map.entry("TournamentFormat", "round_robin gauntlet swiss sprt ladder"),
            Map.entry("RoundRobin", "pairs!=pair_count"),
            Map.entry("Gauntlet", "challenger! pairs!=pair_count"),
            Map.entry("Swiss", "meetings!=meeting_count"),
            Map.entry("Sprt", "elo0! elo1! alpha beta"),
            Map.entry("LadderFormat", "games_each games_per_hour max_players players_per_principal"),
            Map.entry(
                    "Rules",
                    "preset? komi ko suicide scoring tax passes_to_end handicap_bonus dead_stones repetition_end"
                            + " friendly_pass_ok"),
            Map.entry("RandomOpeningMoves", "random!=move_count"),
            Map.entry("RecordOpenings", "records!=sgf moves!=move_count"),
            Map.entry("BookOpenings", "book!=file sha256! lines! moves!=move_count"),
            Map.entry("Adjudication", "resign draw settled"),
            Map.entry("ResignRule", "below! moves!=move_count from_move both_agree"),
            Map.entry("DrawRule", "margin! moves!=move_count from_move"));

    /** The fields that a plain value sets instead of a mapping, by message. */
    private static final Map<String, String> TEXT_FIELDS = Map.of("ArenaPlayer", "player", "Rules", "preset");

    private static final long MAX_UINT32 = 0xFFFF_FFFFL;
    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

    private SettingsCodec() {}

    private record Key(String name, char mark, @Nullable FieldDescriptor field) {}

    private static List<Key> keys(Descriptor type) {
        String keys = KEYS.get(type.getName());
        if (keys == null) {
            throw new IllegalStateException(type.getName() + " has no keys");
        }
        return Arrays.stream(keys.split(" ")).map(key -> key(type, key)).toList();
    }

    private static Key key(Descriptor type, String text) {
        String[] parts = text.split("=", 2);
        String name = parts[0].replaceFirst("[!?]$", "");
        String field = parts.length == 1 ? name : parts[1];
        return new Key(name, parts[0].charAt(parts[0].length() - 1), type.findFieldByName(field));
    }

    /**
     * Sets the fields of {@code message} that {@code value}, a mapping, has.
     *
     * @throws dev.tengen.base.InvalidValueException if a key is unknown or missing, or a value has the wrong type
     */
    static void bind(SettingsSource.Value value, Message.Builder message) {
        Descriptor type = message.getDescriptorForType();
        List<Key> keys = keys(type);
        List<String> names = keys.stream().map(Key::name).toList();
        value.requireKeys(
                names,
                keys.stream().filter(key -> key.mark == '!').map(Key::name).toList());
        if (!type.getRealOneofs().isEmpty() && value.fields().size() != 1) {
            throw value.error("one of " + names);
        }
        for (Key key : keys) {
            FieldDescriptor field = key.field;
            if (field != null) {
                value.get(key.name).ifPresent(present -> bind(present, message, field));
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
        for (Key key : keys(message.getDescriptorForType())) {
            if (key.field == null) {
                node.putNull(key.name);
            } else if (key.mark != '?' && isWritten(message, key.field)) {
                node.set(key.name, json(message.getField(key.field), key.field));
            }
        }
        return node;
    }

    private static boolean isWritten(Message message, FieldDescriptor field) {
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
