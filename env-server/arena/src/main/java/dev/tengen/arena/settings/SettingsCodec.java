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
import java.util.function.BinaryOperator;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Binds settings to messages, and writes messages as JSON that binds to them. Enum constants are in kebab-case. */
final class SettingsCodec {
    /** Stands for the field of a key that the caller reads and writes. */
    private static final String LEFT_TO_CALLER = "";

    /** The keys of each message, in order. */
    private static final Map<Descriptor, List<Key>> KEYS = Map.ofEntries(
            Map.entry(
                    TournamentSpec.getDescriptor(),
                    List.of(
                            optional("name"),
                            required("players"),
                            required("format"),
                            required("size", LEFT_TO_CALLER),
                            optional("rules"),
                            optional("openings", LEFT_TO_CALLER),
                            optional("clock", "time_control"),
                            optional("network_allowance_ms"),
                            optional("max_moves"),
                            optional("move_limit_rule"),
                            optional("adjudicator"),
                            optional("adjudication"),
                            optional("concurrency"),
                            optional("seed"),
                            optional("engines", LEFT_TO_CALLER))),
            Map.entry(
                    ArenaPlayer.getDescriptor(),
                    List.of(
                            optional("name"),
                            required("player"),
                            optional("rating"),
                            optional("clock", "time_control"))),
            Map.entry(
                    TournamentFormat.getDescriptor(),
                    List.of(
                            optional("round_robin"),
                            optional("gauntlet"),
                            optional("swiss"),
                            optional("sprt"),
                            optional("ladder"))),
            Map.entry(RoundRobin.getDescriptor(), List.of(required("pairs", "pair_count"))),
            Map.entry(Gauntlet.getDescriptor(), List.of(required("challenger"), required("pairs", "pair_count"))),
            Map.entry(Swiss.getDescriptor(), List.of(required("meetings", "meeting_count"))),
            Map.entry(
                    Sprt.getDescriptor(),
                    List.of(required("elo0"), required("elo1"), optional("alpha"), optional("beta"))),
            Map.entry(
                    LadderFormat.getDescriptor(),
                    List.of(
                            optional("games_each"),
                            optional("games_per_hour"),
                            optional("max_players"),
                            optional("players_per_principal"))),
            Map.entry(
                    Rules.getDescriptor(),
                    List.of(
                            readOnly("preset"),
                            optional("komi"),
                            optional("ko"),
                            optional("suicide"),
                            optional("scoring"),
                            optional("tax"),
                            optional("passes_to_end"),
                            optional("handicap_bonus"),
                            optional("dead_stones"),
                            optional("repetition_end"),
                            optional("friendly_pass_ok"))),
            Map.entry(RandomOpeningMoves.getDescriptor(), List.of(required("random", "move_count"))),
            Map.entry(
                    RecordOpenings.getDescriptor(),
                    List.of(required("records", "sgf"), required("moves", "move_count"))),
            Map.entry(
                    BookOpenings.getDescriptor(),
                    List.of(
                            required("book", "file"),
                            required("sha256"),
                            required("lines"),
                            required("moves", "move_count"))),
            Map.entry(Adjudication.getDescriptor(), List.of(optional("resign"), optional("draw"), optional("settled"))),
            Map.entry(
                    ResignRule.getDescriptor(),
                    List.of(
                            required("below"),
                            required("moves", "move_count"),
                            optional("from_move"),
                            optional("both_agree"))),
            Map.entry(
                    DrawRule.getDescriptor(),
                    List.of(required("margin"), required("moves", "move_count"), optional("from_move"))));

    /** The fields that a plain value sets instead of a mapping, by message. */
    private static final Map<String, String> TEXT_FIELDS = Map.of("ArenaPlayer", "player", "Rules", "preset");

    private static final long MAX_UINT32 = 0xFFFF_FFFFL;
    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

    private SettingsCodec() {}

    /**
     * A key of settings.
     *
     * @param name the key
     * @param field the field that it sets, by name
     * @param isRequired whether settings must have it
     * @param isWritten whether JSON has it
     */
    private record Key(String name, String field, boolean isRequired, boolean isWritten) {
        private @Nullable FieldDescriptor in(Descriptor type) {
            return type.findFieldByName(field);
        }
    }

    private static Key required(String name) {
        return required(name, name);
    }

    private static Key required(String name, String field) {
        return new Key(name, field, /* isRequired= */ true, /* isWritten= */ true);
    }

    private static Key optional(String name) {
        return optional(name, name);
    }

    private static Key optional(String name, String field) {
        return new Key(name, field, /* isRequired= */ false, /* isWritten= */ true);
    }

    /** Returns an optional key that JSON does not have: other keys say the same. */
    private static Key readOnly(String name) {
        return new Key(name, name, /* isRequired= */ false, /* isWritten= */ false);
    }

    private static List<Key> keys(Descriptor type) {
        List<Key> keys = KEYS.get(type);
        if (keys == null) {
            throw new IllegalStateException(type.getName() + " has no keys");
        }
        return keys;
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
                names, keys.stream().filter(Key::isRequired).map(Key::name).toList());
        if (!type.getRealOneofs().isEmpty() && value.fields().size() != 1) {
            throw value.error("one of " + names);
        }
        for (Key key : keys) {
            FieldDescriptor field = key.in(type);
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
            FieldDescriptor field = key.in(message.getDescriptorForType());
            if (field == null) {
                node.putNull(key.name);
            } else if (key.isWritten && isPresent(message, field)) {
                node.set(key.name, json(message.getField(field), field));
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
