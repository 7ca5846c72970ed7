package dev.tengen.planes.catalog;

import dev.tengen.base.InvalidValueException;
import dev.tengen.base.MemoryModel;
import dev.tengen.base.Names;
import dev.tengen.board.Grid;
import dev.tengen.planes.Encoding;
import dev.tengen.planes.EncodingFamily;
import dev.tengen.planes.EncodingProvider;
import dev.tengen.planes.EncodingSpec;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * The registry of encodings by name.
 *
 * <p>Published encodings are listed. Encodings of a family, which differ in a number in their names, are found by name
 * but not listed. Spellings of names are those of {@link Names}. Other modules add families as
 * {@link EncodingProvider}s: "tactical:races=1" comes with the module {@code tengen-theory}.
 */
public final class Encodings {
    private static final EncodingFamily ALPHA_ZERO =
            new EncodingFamily("alphazero", "history", 1, 32, "number of boards, including the present one");
    private static final EncodingFamily KATA_GO = new EncodingFamily(
            "katago-v7",
            "pass_alive_under_suicide",
            0,
            1,
            "1 to look for pass-alive areas as if suicide of two stones or more were legal, regardless of the rules");

    /** The module of each family that is not in this one, by the prefix of its names, for error messages. */
    private static final Map<String, String> MODULES = Map.of("tactical:", "tengen-theory");

    private static final List<EncodingFamily> FAMILIES = new ArrayList<>();

    /** All encodings by their folded names. */
    private static final Map<String, Entry> BY_NAME = new LinkedHashMap<>();

    private static final List<EncodingSpec> LISTED;

    static {
        add(
                AlphaZero.SPEC_17,
                grid -> AlphaZero.create(AlphaZero.SPEC_17, grid),
                MemoryModel.HISTORY_ENCODING::encodingBytes);
        add(HistoryEncodings.MINIGO_17, HistoryEncodings::minigo17, MemoryModel.HISTORY_ENCODING::encodingBytes);
        add(HistoryEncodings.PGX_17, HistoryEncodings::pgx17, MemoryModel.HISTORY_ENCODING::encodingBytes);
        add(
                HistoryEncodings.PETTING_ZOO_V5,
                HistoryEncodings::pettingZooV5,
                MemoryModel.HISTORY_ENCODING::encodingBytes);
        add(HistoryEncodings.LEELA_ZERO_18, HistoryEncodings::leelaZero18, MemoryModel.HISTORY_ENCODING::encodingBytes);
        add(GymGo6.SPEC, GymGo6::new, MemoryModel.GYM_GO_6::encodingBytes);
        add(OpenSpiel4.SPEC, grid -> new OpenSpiel4(), MemoryModel.OPEN_SPIEL_4::encodingBytes);
        add(AlphaGo48.SPEC, AlphaGo48::new, MemoryModel.ALPHA_GO_48::encodingBytes);
        add(Entry.ofKataGo(KataGoV7.SPEC, 0));
        add(Tactical.SPEC, Tactical::new, MemoryModel.TACTICAL::encodingBytes);
        LISTED = BY_NAME.values().stream().map(Entry::spec).toList();
        addFamily(
                ALPHA_ZERO,
                AlphaZero::spec,
                (spec, number) -> new Entry(
                        spec, grid -> AlphaZero.create(spec, grid), MemoryModel.HISTORY_ENCODING::encodingBytes));
        addFamily(KATA_GO, KataGoSpec::of, Entry::ofKataGo);
        ServiceLoader.load(EncodingProvider.class, Encodings.class.getClassLoader())
                .forEach(provider -> addFamily(
                        provider.family(),
                        provider::spec,
                        (spec, number) -> new Entry(
                                spec,
                                grid -> provider.create(spec, number, grid),
                                (pointCount, firstMove, moveCount) ->
                                        provider.memoryBytes(number, pointCount, firstMove, moveCount))));
    }

    private Encodings() {}

    private static void addFamily(
            EncodingFamily family,
            BiFunction<String, Integer, EncodingSpec> specs,
            BiFunction<EncodingSpec, Integer, Entry> entries) {
        FAMILIES.add(family);
        for (int number = family.min(); number <= family.max(); number++) {
            EncodingSpec spec = specs.apply(family.encodingName(number), number);
            add(entries.apply(spec, number));
        }
    }

    private static void add(EncodingSpec spec, Function<Grid, Encoding> constructor, MemorySize size) {
        add(new Entry(spec, constructor, size));
    }

    private static void add(Entry entry) {
        BY_NAME.put(Names.fold(entry.spec().name()), entry);
    }

    /** Returns the specs of the listed encodings, the default first. */
    public static List<EncodingSpec> specs() {
        return LISTED;
    }

    /** Returns the names of the listed encodings, the default first. */
    public static List<String> names() {
        return LISTED.stream().map(EncodingSpec::name).toList();
    }

    /** Returns the families of encodings. */
    public static List<EncodingFamily> families() {
        return List.copyOf(FAMILIES);
    }

    /**
     * Returns the spec of the encoding {@code name}, listed or of a family. Its own name has the usual spelling.
     *
     * @param field the name of the field for the error message
     * @throws InvalidValueException if there is no such encoding, or its module is not on the class path
     */
    public static EncodingSpec spec(String field, String name) {
        Entry entry = BY_NAME.get(Names.fold(name));
        if (entry == null) {
            throw unknown(field, name);
        }
        return entry.spec();
    }

    private static InvalidValueException unknown(String field, String name) {
        String folded = Names.fold(name);
        boolean isFamily = FAMILIES.stream().anyMatch(family -> folded.startsWith(Names.fold(family.name() + ":")));
        return MODULES.entrySet().stream()
                .filter(entry -> folded.startsWith(entry.getKey()) && !isFamily)
                .findFirst()
                .map(entry -> InvalidValueException.needsModule(field, "\"" + name + "\"", entry.getValue()))
                .orElseGet(() -> InvalidValueException.notOneOf(field, name, choices()));
    }

    /** Returns the valid names for error messages: the listed names, then the range of each family. */
    public static List<String> choices() {
        return Stream.concat(names().stream(), families().stream().map(EncodingFamily::range))
                .toList();
    }

    /** Creates the encoding {@code name} for games on {@code grid}, if there is one. */
    public static Optional<Encoding> named(String name, Grid grid) {
        return Optional.ofNullable(BY_NAME.get(Names.fold(name)))
                .map(entry -> entry.constructor().apply(grid));
    }

    /**
     * Returns whether the encoding {@code name} keeps what it has found about earlier positions of a game, so that it
     * is slower if games take turns.
     */
    public static boolean isForOneGame(String name) {
        return entry(name).isForOneGame();
    }

    /**
     * Returns the size in memory of the encoding {@code name} in a game of {@code moveCount} moves on
     * {@code pointCount} points, of which it has seen the positions from {@code firstMove} on, in bytes.
     *
     * @throws InvalidValueException if there is no such encoding, or its module is not on the class path
     */
    public static long memoryBytes(String name, int pointCount, int firstMove, int moveCount) {
        return entry(name).size().bytes(pointCount, firstMove, moveCount);
    }

    private static Entry entry(String name) {
        Entry entry = BY_NAME.get(Names.fold(name));
        if (entry == null) {
            throw unknown("encoding", name);
        }
        return entry;
    }

    /** The size in memory of an encoding. */
    private interface MemorySize {
        long bytes(int pointCount, int firstMove, int moveCount);
    }

    private record Entry(
            EncodingSpec spec, Function<Grid, Encoding> constructor, MemorySize size, boolean isForOneGame) {
        Entry(EncodingSpec spec, Function<Grid, Encoding> constructor, MemorySize size) {
            this(spec, constructor, size, false);
        }

        /** Returns the entry of an encoding that reads ladders, and keeps those of the last boards. */
        static Entry ofKataGo(EncodingSpec spec, int passAliveUnderSuicide) {
            return new Entry(
                    spec,
                    grid -> new KataGoV7(spec, passAliveUnderSuicide, grid),
                    MemoryModel.KATA_GO_V7::encodingBytes,
                    true);
        }
    }
}
