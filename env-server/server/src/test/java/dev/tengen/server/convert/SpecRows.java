package dev.tengen.server.convert;

import static dev.tengen.server.testing.Calls.create;
import static dev.tengen.server.testing.Calls.square;

import dev.tengen.env.Tasks;
import dev.tengen.game.RulesPreset;
import dev.tengen.planes.catalog.Encodings;
import dev.tengen.player.Players;
import dev.tengen.proto.v1.CreateSessionRequest;
import dev.tengen.proto.v1.EnvironmentSpec;
import dev.tengen.proto.v1.KoRule;
import dev.tengen.proto.v1.Opponent;
import dev.tengen.proto.v1.Rules;
import dev.tengen.proto.v1.Setup;
import dev.tengen.proto.v1.Symmetry;
import dev.tengen.server.convert.ErrorRow.Call;
import dev.tengen.server.error.Reason;
import dev.tengen.server.testing.Drawing;
import java.util.Collections;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Errors of CreateSession: a bad value in the spec, or too many sessions. */
final class SpecRows {
    private static final String SIZES = "[1, 25]";
    private static final String KOMI = "a multiple of 0.5 within [-1000, 1000]";
    private static final String PENALTIES = "[0, 1000000]";
    private static final String MAX_MOVES = "[-1, 1000000]";
    private static final String ENUM = "a number of the enum";

    private SpecRows() {}

    static Stream<ErrorRow> all() {
        return Stream.of(sizes(), rules(), setups(), payments(), names(), enums(), symmetries(), places())
                .flatMap(List::stream);
    }

    private static ErrorRow row(
            String condition, UnaryOperator<EnvironmentSpec.Builder> change, ExpectedError expected) {
        return ErrorRow.of(
                "CreateSession",
                condition,
                (stage, session) -> create(change.apply(square(9))).build(),
                expected);
    }

    private static List<ErrorRow> sizes() {
        return List.of(
                row("width 0", spec -> spec.setWidth(0), ExpectedError.invalid("width", 0, SIZES)),
                row("width 26", spec -> spec.setWidth(26), ExpectedError.invalid("width", 26, SIZES)),
                row("width 2^32 - 1", spec -> spec.setWidth(-1), ExpectedError.invalid("width", 4294967295L, SIZES)),
                row("height 0", spec -> spec.setHeight(0), ExpectedError.invalid("height", 0, SIZES)),
                row("height 26", spec -> spec.setHeight(26), ExpectedError.invalid("height", 26, SIZES)),
                row("height 2^31", spec -> spec.setHeight(1 << 31), ExpectedError.invalid("height", 1L << 31, SIZES)));
    }

    private static List<ErrorRow> rules() {
        return List.of(
                komi(Double.NaN),
                komi(Double.POSITIVE_INFINITY),
                komi(Double.NEGATIVE_INFINITY),
                komi(7.25),
                komi(1000.5),
                komi(-1000.5),
                komi(1e300),
                row(
                        "repetition end under superko",
                        spec -> spec.setRules(
                                Rules.newBuilder().setPreset("pgx").setKo(KoRule.KO_RULE_SITUATIONAL)),
                        ExpectedError.invalid("repetition_end", "LOSS", "NONE where ko is SITUATIONAL")),
                passesToEnd(1),
                passesToEnd(4),
                passesToEnd(4_294_967_295L),
                maxMoves(-2),
                maxMoves(1_000_001),
                maxMoves(Integer.MIN_VALUE),
                maxMoves(Integer.MAX_VALUE),
                maxIllegalActions(-2),
                maxIllegalActions(1_000_001));
    }

    private static ErrorRow komi(double komi) {
        return row(
                "komi " + komi,
                spec -> spec.setRules(Rules.newBuilder().setKomi(komi)),
                ExpectedError.invalid("komi", komi, KOMI));
    }

    private static ErrorRow passesToEnd(long passes) {
        return row(
                "passes_to_end " + passes,
                spec -> spec.setRules(Rules.newBuilder().setPassesToEnd((int) passes)),
                ExpectedError.invalid("passes_to_end", passes, "[2, 3]"));
    }

    private static ErrorRow maxMoves(int maxMoves) {
        return row(
                "max_moves " + maxMoves,
                spec -> spec.setMaxMoves(maxMoves),
                ExpectedError.invalid("max_moves", maxMoves, MAX_MOVES));
    }

    private static ErrorRow maxIllegalActions(int maxIllegalActions) {
        return row(
                "max_illegal_actions " + maxIllegalActions,
                spec -> spec.setMaxIllegalActions(maxIllegalActions),
                ExpectedError.invalid("max_illegal_actions", maxIllegalActions, MAX_MOVES));
    }

    private static List<ErrorRow> setups() {
        return List.of(
                setup(
                        "black stone outside",
                        Setup.newBuilder().addBlackPoints(81),
                        ExpectedError.invalid("black_points", 81, "[0, 80]")),
                setup(
                        "white stone at 2^32 - 1",
                        Setup.newBuilder().addWhitePoints(-1),
                        ExpectedError.invalid("white_points", 4294967295L, "[0, 80]")),
                handicap(1),
                handicap(82),
                setup(
                        "handicap 2^32 - 1",
                        Setup.newBuilder().setHandicap(-1),
                        ExpectedError.invalid("handicap", 4294967295L, "[0, 81]")),
                setup(
                        "point given twice",
                        Setup.newBuilder().addWhitePoints(5).addWhitePoints(5),
                        ExpectedError.invalid("white_points", "with point 5 twice", "a list of different points")),
                setup(
                        "point of both colors",
                        Setup.newBuilder().addBlackPoints(5).addWhitePoints(5),
                        ExpectedError.invalid("setup", "[F9]", "at most one stone on a point")),
                setup(
                        "every point of both colors",
                        Setup.newBuilder().addAllBlackPoints(points()).addAllWhitePoints(points()),
                        ExpectedError.invalid(
                                "setup",
                                "[A9, B9, C9, D9, E9, F9, G9, H9, J9, A8, B8, C8, D8, E8, F8, G8,...",
                                "at most one stone on a point")),
                row(
                        "chain without a liberty",
                        spec -> Drawing.of("""
                                X X O .
                                O O . .
                                """).spec(),
                        ExpectedError.invalid("setup", "A2", "chains that have a liberty")));
    }

    private static ErrorRow handicap(int count) {
        return setup(
                "handicap " + count,
                Setup.newBuilder().setHandicap(count),
                ExpectedError.invalid("handicap", count, "0 or within [2, 81]"));
    }

    private static ErrorRow setup(String condition, Setup.Builder setup, ExpectedError expected) {
        return row("set-up with " + condition, spec -> spec.setSetup(setup), expected);
    }

    private static List<Integer> points() {
        return IntStream.range(0, 81).boxed().toList();
    }

    private static List<ErrorRow> payments() {
        return List.of(penalty(-1), penalty(Double.NaN), penalty(Double.POSITIVE_INFINITY), penalty(1_000_001));
    }

    private static ErrorRow penalty(double penalty) {
        return row(
                "penalty " + penalty,
                spec -> spec.setIllegalActionPenalty(penalty),
                ExpectedError.invalid("illegal_action_penalty", penalty, PENALTIES));
    }

    private static List<ErrorRow> names() {
        return List.of(
                preset("chess", "\"chess\""),
                preset("a".repeat(100_000), "\"" + "a".repeat(63) + "..."),
                encoding("planes", "\"planes\""),
                encoding("", "\"\""),
                encodingTwice(),
                encoding("\u7881".repeat(100_000), "\"" + "\u7881".repeat(63) + "..."),
                row(
                        "17 encodings",
                        spec -> spec.addAllEncodings(Collections.nCopies(17, "alphazero-17")),
                        ExpectedError.invalid("encodings", "17 names", "at most 16")),
                task("chess"),
                task("race-class0x"),
                player("alphago", "\"alphago\""),
                player("", "\"\""),
                player("a".repeat(100_000), "\"" + "a".repeat(63) + "..."));
    }

    private static ErrorRow preset(String name, String shown) {
        return row(
                "preset " + shown,
                spec -> spec.setRules(Rules.newBuilder().setPreset(name)),
                ExpectedError.unknown(Reason.UNKNOWN_PRESET, "preset", shown, RulesPreset.names()));
    }

    private static ErrorRow encoding(String name, String shown) {
        return row(
                "encoding " + shown,
                spec -> spec.addEncodings(name),
                ExpectedError.unknown(Reason.UNKNOWN_ENCODING, "encodings", shown, Encodings.choices()));
    }

    private static ErrorRow encodingTwice() {
        return row(
                "encoding twice",
                spec -> spec.addEncodings("gymgo-6")
                        .addEncodings("alphazero-17")
                        .addEncodings("gymgo-6"),
                ExpectedError.invalid("encodings", "with \"gymgo-6\" twice", "a list of different encodings"));
    }

    private static ErrorRow task(String name) {
        return row(
                "task " + name,
                spec -> spec.setTask(name),
                ExpectedError.unknown(Reason.UNKNOWN_TASK, "task", "\"" + name + "\"", Tasks.choices()));
    }

    private static ErrorRow player(String name, String shown) {
        return row(
                "opponent " + shown,
                spec -> spec.setOpponent(Opponent.newBuilder().setPlayer(name)),
                ExpectedError.unknown(Reason.UNKNOWN_PLAYER, "opponent.player", shown, Players.choices()));
    }

    private static List<ErrorRow> enums() {
        return List.of(
                number("ko", spec -> spec.setRules(Rules.newBuilder().setKoValue(99))),
                number("suicide", spec -> spec.setRules(Rules.newBuilder().setSuicideValue(99))),
                number("scoring", spec -> spec.setRules(Rules.newBuilder().setScoringValue(99))),
                number("tax", spec -> spec.setRules(Rules.newBuilder().setTaxValue(99))),
                number(
                        "handicap_bonus",
                        spec -> spec.setRules(Rules.newBuilder().setHandicapBonusValue(99))),
                number("dead_stones", spec -> spec.setRules(Rules.newBuilder().setDeadStonesValue(99))),
                number(
                        "repetition_end",
                        spec -> spec.setRules(Rules.newBuilder().setRepetitionEndValue(99))),
                number("reward_mode", spec -> spec.setRewardModeValue(99)),
                number("illegal_action_policy", spec -> spec.setIllegalActionPolicyValue(99)),
                number("observation_format", spec -> spec.setObservationFormatValue(99)),
                number("observation_layout", spec -> spec.setObservationLayoutValue(99)),
                number("symmetry", spec -> spec.setSymmetryValue(99)),
                number(
                        "player_to_move",
                        spec -> spec.setSetup(Setup.newBuilder().setPlayerToMoveValue(99))),
                number(
                        "opponent.color",
                        spec -> spec.setOpponent(
                                Opponent.newBuilder().setPlayer("random").setColorValue(99))));
    }

    private static ErrorRow number(String field, UnaryOperator<EnvironmentSpec.Builder> change) {
        return row("unknown number of " + field, change, ExpectedError.invalid(field, 99, ENUM));
    }

    private static List<ErrorRow> symmetries() {
        return Stream.of(
                        Symmetry.SYMMETRY_ROTATE_90,
                        Symmetry.SYMMETRY_ROTATE_270,
                        Symmetry.SYMMETRY_TRANSPOSE,
                        Symmetry.SYMMETRY_ANTI_TRANSPOSE)
                .map(symmetry -> row(
                        symmetry + " on 9x7",
                        spec -> spec.setHeight(7).setSymmetry(symmetry),
                        ExpectedError.invalid(
                                "symmetry",
                                symmetry.name().substring("SYMMETRY_".length()),
                                "one of [IDENTITY, ROTATE_180, FLIP_ROWS, FLIP_COLUMNS, DRAWN] on a board of 9x7")))
                .toList();
    }

    private static List<ErrorRow> places() {
        return List.of(
                ErrorRow.of(
                        "CreateSession",
                        "no spec",
                        (stage, session) -> CreateSessionRequest.getDefaultInstance(),
                        ExpectedError.invalid("spec", "missing", "a spec")),
                new ErrorRow(
                        "CreateSession",
                        "server full",
                        stage -> new Call(
                                stage.full(),
                                stage.onlySession(),
                                create(square(9)).build().toByteArray()),
                        ExpectedError.of(Reason.TOO_MANY_SESSIONS).withRetryAfter(1)));
    }
}
