package dev.tengen.hostile;

import com.google.protobuf.ByteString;
import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.Descriptors.EnumValueDescriptor;
import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.Descriptors.OneofDescriptor;
import com.google.protobuf.DynamicMessage;
import com.google.protobuf.Message;
import dev.tengen.proto.v1.EncodingSpec;
import dev.tengen.proto.v1.GetServerInfoResponse;
import dev.tengen.proto.v1.OverlaySpec;
import dev.tengen.proto.v1.RulesPreset;
import dev.tengen.proto.v1.TaskFamily;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Generates requests of any type from its descriptor. Most are valid: a table says, by the name of a field, which
 * values make sense. The others are broken: a few fields are replaced, or all fields are random, or the bytes are
 * changed.
 */
final class RequestGenerator {
    /** The slots that have a spec of their own, at most. */
    private static final int MAX_SPEC_COUNT = 40;

    private static final int MANY_MOVES = 4_000;

    /** Message fields that are not always set: one request in so many has the field. */
    private static final Map<String, Integer> RARITIES =
            Map.of("rules", 4, "setup", 12, "opponent", 6, "task_options", 50, "journal", 20, "shared_memory", 3);

    private final Random random;
    private final KnownValues known;
    private final MessageMutator mutator;
    private final BooleanSupplier hasRequestIds;
    private final Map<String, Supplier<@Nullable Object>> sources = new HashMap<>();

    private final List<String> encodings;
    private final List<String> presets;
    private final List<String> overlays;
    private final List<String> tasks;

    /** The session and the board of the request that is being generated. */
    private String session = "";

    private int width;
    private int height;
    private boolean isOpening;

    /**
     * Creates a generator.
     *
     * @param known the values of earlier answers
     * @param hasRequestIds whether calls that open sessions may carry request ids, so that the server remembers their
     *     answers
     */
    RequestGenerator(Random random, KnownValues known, BooleanSupplier hasRequestIds) {
        this.random = random;
        this.known = known;
        this.hasRequestIds = hasRequestIds;
        mutator = new MessageMutator(random);
        GetServerInfoResponse info = known.info();
        encodings = new ArrayList<>(
                info.getEncodingsList().stream().map(EncodingSpec::getName).toList());
        encodings.add("alphazero:history=4");
        presets = info.getPresetsList().stream().map(RulesPreset::getName).toList();
        overlays = info.getOverlaysList().stream().map(OverlaySpec::getName).toList();
        tasks = info.getTasksList().stream().map(TaskFamily::getName).toList();
        addEnvironmentSources();
        addPositionSources();
        addSearchSources();
        addArenaSources();
    }

    private void addEnvironmentSources() {
        sources.put("session_id", () -> session);
        sources.put("request_id", this::requestId);
        sources.put("seed", () -> sometimes(2, random::nextLong));
        sources.put("seeds", () -> sometimes(8, random::nextLong));
        sources.put("idle_timeout_ms", () -> sometimes(2, () -> 5_000L + random.nextInt(15_000)));
        sources.put("width", () -> width);
        sources.put("height", () -> height);
        sources.put("max_moves", () -> sometimes(3, () -> random.nextInt(4) == 0 ? -1 : 1 + random.nextInt(500)));
        sources.put("max_illegal_actions", () -> sometimes(10, () -> 1 + random.nextInt(50)));
        sources.put("illegal_action_penalty", () -> sometimes(10, random::nextDouble));
        sources.put("task", () -> sometimes(25, () -> any(tasks)));
        sources.put("player", this::player);
        sources.put("preset", () -> any(presets));
        sources.put("hash", () -> null);
        sources.put("katago_json", () -> null);
        sources.put("expected_move_number", () -> sometimes(20, () -> random.nextInt(4)));
        sources.put("expected_episode", () -> sometimes(20, () -> (long) random.nextInt(3)));
        sources.put("action", this::action);
        sources.put("move_count", () -> 1 + random.nextInt(3));
        sources.put("page_size", () -> sometimes(2, () -> 1 + random.nextInt(40)));
        sources.put(
                "page_token",
                () -> sometimes(
                        4,
                        () -> known.any(KnownValues.Kind.PAGE_TOKEN, String.class, random)
                                .orElse("")));
        sources.put(
                "snapshot",
                () -> known.any(KnownValues.Kind.SNAPSHOT, ByteString.class, random)
                        .orElse(ByteString.EMPTY));
        sources.put("move_number", () -> sometimes(5, () -> random.nextInt(5)));
        sources.put("lane_count", () -> random.nextInt(40) == 0 ? 1 + random.nextInt(20_000) : 1 + random.nextInt(24));
        sources.put("area", () -> null);
        sources.put("area_count", () -> 1 + random.nextInt(3));
        sources.put("row_count", () -> 1);
        sources.put("path", () -> null);
        sources.put("area_byte_count", () -> null);
        sources.put("max_node_count", () -> 1 + random.nextInt(random.nextInt(20) == 0 ? 1_000_000 : 2_000));
        sources.put("max_time_ms", () -> 1L + random.nextInt(30));
    }

    private void addPositionSources() {
        sources.put("dead_points", () -> random.nextInt(width * height));
        sources.put("black_points", () -> random.nextInt((width * height + 1) / 2) * 2 % (width * height));
        sources.put("white_points", () -> Math.min(width * height - 1, random.nextInt(width * height) | 1));
        sources.put("handicap", () -> null);
        sources.put("rows", this::row);
        sources.put("actions", () -> random.nextInt(width * height));
        sources.put("regret_actions", () -> null);
        sources.put("black_essential", () -> null);
        sources.put("white_essential", () -> null);
        sources.put("sgf", this::record);
    }

    private void addSearchSources() {
        sources.put("slot_count", () -> random.nextInt(40) == 0 ? 1 + random.nextInt(20_000) : 1 + random.nextInt(12));
        sources.put("SaveSlots.slot_count", () -> sometimes(2, () -> 1));
        sources.put("first_slot", () -> random.nextInt(3));
        sources.put("slot_states", () -> null);
        sources.put("group_count", () -> sometimes(2, () -> 1 + random.nextInt(4)));
        sources.put("group", () -> random.nextInt(3));
        sources.put("OpenSelfPlay.max_game_count", () -> sometimes(4, () -> 1 + random.nextInt(20)));
        sources.put("simulation_count", () -> random.nextInt(30) == 0 ? 1_000_000 : 1 + random.nextInt(40));
        sources.put("fast_simulation_count", () -> sometimes(3, () -> 1 + random.nextInt(10)));
        sources.put("full_share", () -> sometimes(3, random::nextDouble));
        sources.put("resign_threshold", () -> sometimes(3, () -> 2 * random.nextDouble() - 1));
        sources.put("no_resign_share", () -> sometimes(5, random::nextDouble));
        // A temperature of priors below 0.1 is refused.
        sources.put("early", () -> 0.1 + 2 * random.nextDouble());
        sources.put("late", () -> 0.1 + 2 * random.nextDouble());
        sources.put("leaves_per_round", () -> random.nextInt(40) == 0 ? 1 + random.nextInt(1_024) : random.nextInt(6));
        sources.put("early", () -> random.nextDouble());
    }

    private void addArenaSources() {
        sources.put(
                "name",
                () -> known.any(KnownValues.Kind.TOURNAMENT, String.class, random)
                        .orElse("unknown"));
        sources.put("TournamentSpec.name", () -> "tournament " + random.nextInt(1_000_000));
        sources.put("ArenaPlayer.name", () -> "player " + random.nextInt(40));
        sources.put("JoinArena.name", () -> "player " + random.nextInt(40));
        sources.put("ArenaPlayer.player", () -> random.nextInt(4) == 0 ? "agent" : "eye-safe-random");
        sources.put("TournamentSpec.width", () -> 2 + random.nextInt(4));
        sources.put("TournamentSpec.height", () -> 2 + random.nextInt(4));
        sources.put("TournamentSpec.max_moves", () -> 0);
        sources.put("RandomOpeningMoves.move_count", () -> random.nextInt(3));
        sources.put("rating", () -> null);
        sources.put("challenger", () -> "player " + random.nextInt(40));
        sources.put("pair_count", () -> 1 + random.nextInt(2));
        sources.put("meeting_count", () -> 1);
        sources.put("elo0", () -> 0.0);
        sources.put("elo1", () -> 200.0);
        sources.put("time_control", () -> any(List.of("", "none", "1s/move", "1s+100ms")));
        sources.put("concurrency", () -> random.nextInt(3));
        sources.put(
                "game_id",
                () -> known.any(KnownValues.Kind.ARENA_GAME, String.class, random)
                        .orElse("unknown"));
        sources.put(
                "resume_key",
                () -> sometimes(
                        3,
                        () -> known.any(KnownValues.Kind.RESUME_KEY, ByteString.class, random)
                                .orElse(ByteString.EMPTY)));
        sources.put("max_game_count", () -> random.nextInt(5));
        sources.put("service", () -> any(List.of("", "tengen.v1.EnvironmentService", "grpc.health.v1.Health")));
        sources.put("list_services", () -> "*");
        sources.put("file_by_filename", () -> "tengen/v1/spec.proto");
        sources.put("file_containing_symbol", () -> "tengen.v1.BatchService");
    }

    /** Returns the bytes of a request of {@code method}. */
    byte[] request(ServerMethod method) {
        choosePosition(method);
        return shaken(valid(method.request()));
    }

    /** Returns the bytes of {@code message}, or of a message made from it that is broken, which few are. */
    byte[] shaken(Message message) {
        int chance = random.nextInt(100);
        if (chance < 70) {
            return message.toByteArray();
        }
        if (chance < 85) {
            return withoutRequestId(mutator.mutated(message)).toByteArray();
        }
        if (chance < 93 || mustNotHaveRequestId()) {
            return withoutRequestId(mutator.random(message.getDescriptorForType()))
                    .toByteArray();
        }
        return mutator.mutated(message.toByteArray());
    }

    private boolean mustNotHaveRequestId() {
        return isOpening && !hasRequestIds.getAsBoolean();
    }

    private Message withoutRequestId(Message message) {
        FieldDescriptor requestId = message.getDescriptorForType().findFieldByName("request_id");
        return requestId != null && mustNotHaveRequestId()
                ? message.toBuilder().clearField(requestId).build()
                : message;
    }

    /** Chooses the session and the board of the next requests, which are for {@code method}. */
    void choosePosition(ServerMethod method) {
        isOpening = method.isOpening();
        boolean isSmall = random.nextInt(10) > 0;
        width = isSmall ? 2 + random.nextInt(8) : 1 + random.nextInt(25);
        height = random.nextInt(4) == 0 ? 1 + random.nextInt(isSmall ? 9 : 25) : width;
        session = "gone";
        if (method.name().equals("CloseSession")) {
            String surplus = known.takeSurplusSession();
            if (surplus != null) {
                session = surplus;
                return;
            }
        }
        Optional<KnownValues.Session> open = random.nextInt(50) == 0 ? Optional.empty() : known.session(random);
        open.ifPresent(chosen -> {
            session = chosen.id();
            if (!isOpening) {
                width = chosen.width();
                height = chosen.height();
            }
        });
        if (method.name().equals("CloseSession")) {
            known.removeSession(session);
        }
    }

    /** Returns a message of {@code type} that makes sense on the board of the current request. */
    Message valid(Descriptor type) {
        DynamicMessage.Builder builder = DynamicMessage.newBuilder(type);
        for (OneofDescriptor choice : type.getRealOneofs()) {
            List<FieldDescriptor> fields = choice.getFields();
            set(builder, fields.get(random.nextInt(fields.size())), true);
        }
        for (FieldDescriptor field : type.getFields()) {
            if (field.getRealContainingOneof() == null && !field.isMapField()) {
                set(builder, field, false);
            }
        }
        if (type.getName().equals("OpenSelfPlay") && random.nextInt(3) == 0) {
            addSpecs(builder);
        }
        return builder.build();
    }

    /** Adds a spec for each further slot, if there are not too many: like the first, with other rules and stones. */
    private void addSpecs(DynamicMessage.Builder open) {
        Descriptor type = open.getDescriptorForType();
        FieldDescriptor specs = type.findFieldByName("specs");
        int slotCount = (Integer) open.getField(type.findFieldByName("slot_count"));
        Message first = (Message) open.getRepeatedField(specs, 0);
        for (int slot = 1; slot < Math.min(slotCount, MAX_SPEC_COUNT); slot++) {
            Message.Builder spec = first.toBuilder();
            for (String name : List.of("rules", "setup")) {
                FieldDescriptor field = specs.getMessageType().findFieldByName(name);
                spec.setField(field, valid(field.getMessageType()));
            }
            open.addRepeatedField(specs, spec.build());
        }
    }

    private void set(DynamicMessage.Builder builder, FieldDescriptor field, boolean isRequired) {
        if (field.isRepeated()) {
            for (Object value : values(field)) {
                builder.addRepeatedField(field, value);
            }
            return;
        }
        Object value = value(field, isRequired);
        if (value != null) {
            builder.setField(field, value);
        }
    }

    private List<Object> values(FieldDescriptor field) {
        return switch (field.getName()) {
            case "encodings" -> new ArrayList<>(MessageMutator.some(encodings, random.nextInt(8) / 3, random));
            case "overlays" -> new ArrayList<>(MessageMutator.some(overlays, random.nextInt(6) / 3, random));
            case "rows" -> repeated(field, 2 + random.nextInt(3));
            case "specs", "roots" -> repeated(field, 1);
            case "players" -> repeated(field, 2 + random.nextInt(2));
            case "dead_points", "black_points", "white_points" ->
                repeated(field, random.nextInt(3)).stream().distinct().toList();
            default -> repeated(field, random.nextInt(3));
        };
    }

    private List<Object> repeated(FieldDescriptor field, int count) {
        List<Object> values = new ArrayList<>();
        for (int index = 0; index < count; index++) {
            Object value = value(field, true);
            if (value != null) {
                values.add(value);
            }
        }
        return values;
    }

    private @Nullable Object value(FieldDescriptor field, boolean isRequired) {
        Supplier<@Nullable Object> source =
                sources.get(field.getContainingType().getName() + "." + field.getName());
        source = source == null ? sources.get(field.getName()) : source;
        if (source != null) {
            return converted(source.get(), field);
        }
        return switch (field.getJavaType()) {
            case ENUM -> isRequired || random.nextInt(5) == 0 ? anyOf(field) : null;
            case BOOLEAN -> random.nextInt(5) == 0;
            case MESSAGE ->
                isRequired || random.nextInt(RARITIES.getOrDefault(field.getName(), 1)) == 0
                        ? valid(field.getMessageType())
                        : null;
            default -> null;
        };
    }

    private static @Nullable Object converted(@Nullable Object value, FieldDescriptor field) {
        if (value == null) {
            return null;
        }
        return switch (field.getJavaType()) {
            case LONG -> ((Number) value).longValue();
            case INT -> ((Number) value).intValue();
            case BYTE_STRING -> bytes(value);
            default -> value;
        };
    }

    /** Returns a text, or a row with one number. */
    private static ByteString bytes(Object value) {
        if (value instanceof String text) {
            return ByteString.copyFromUtf8(text);
        }
        if (value instanceof Number number) {
            int size = value instanceof Long ? Long.BYTES : Integer.BYTES;
            ByteBuffer row = ByteBuffer.allocate(Long.BYTES).order(ByteOrder.LITTLE_ENDIAN);
            return ByteString.copyFrom(row.putLong(0, number.longValue()).array(), 0, size);
        }
        return (ByteString) value;
    }

    private EnumValueDescriptor anyOf(FieldDescriptor field) {
        return any(field.getEnumType().getValues());
    }

    private <T> T any(List<T> values) {
        return values.get(random.nextInt(values.size()));
    }

    private @Nullable Object sometimes(int oneIn, Supplier<@Nullable Object> source) {
        return random.nextInt(oneIn) == 0 ? source.get() : null;
    }

    private @Nullable Object requestId() {
        if (mustNotHaveRequestId() || random.nextInt(3) > 0) {
            return null;
        }
        if (random.nextInt(5) == 0) {
            return known.any(KnownValues.Kind.REQUEST_ID, String.class, random).orElse("first");
        }
        String fresh = Long.toHexString(random.nextLong());
        known.add(KnownValues.Kind.REQUEST_ID, fresh, random);
        return fresh;
    }

    private Object player() {
        int chance = random.nextInt(100);
        if (chance < 50) {
            return "eye-safe-random";
        }
        if (chance < 75) {
            return "random";
        }
        if (chance < 90) {
            return "greedy";
        }
        if (chance < 98) {
            return "monte-carlo:playouts=" + (1 + random.nextInt(5));
        }
        return chance < 99 ? "oracle" : "monte-carlo:playouts=1000000";
    }

    private Object action() {
        int chance = random.nextInt(100);
        if (chance < 4) {
            return width * height;
        }
        return chance < 5 ? -2 : random.nextInt(width * height);
    }

    private Object row() {
        StringBuilder row = new StringBuilder();
        for (int column = 0; column < Math.min(width, 4); column++) {
            row.append("..XO".charAt(random.nextInt(4)));
        }
        return row.toString();
    }

    private Object record() {
        if (random.nextInt(3) > 0) {
            return known.any(KnownValues.Kind.SGF, String.class, random).orElse("(;GM[1]SZ[3])");
        }
        int size = 2 + random.nextInt(18);
        StringBuilder sgf = new StringBuilder("(;GM[1]FF[4]KM[7.5]SZ[" + size + "]");
        int moves = random.nextInt(200) == 0 ? MANY_MOVES : random.nextInt(12);
        for (int move = 0; move < moves; move++) {
            sgf.append(move % 2 == 0 ? ";B[" : ";W[");
            if (moves < MANY_MOVES) {
                sgf.append((char) ('a' + random.nextInt(size))).append((char) ('a' + random.nextInt(size)));
            }
            sgf.append(']');
        }
        return sgf.append(')').toString();
    }

    /** Returns the session of the last request. */
    String session() {
        return session;
    }

    /** Returns whether something with this chance in a hundred happens. */
    boolean happens(int percent) {
        return random.nextInt(100) < percent;
    }
}
