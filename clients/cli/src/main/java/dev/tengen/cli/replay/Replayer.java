package dev.tengen.cli.replay;

import dev.tengen.client.TengenClient;
import dev.tengen.client.TengenSession;
import dev.tengen.client.env.Score;
import dev.tengen.client.env.SessionSpec;
import dev.tengen.client.error.TengenException;
import dev.tengen.game.Rules;
import dev.tengen.sgf.GameRecord;
import dev.tengen.sgf.ParsedRecord;
import dev.tengen.sgf.RecordRules;
import dev.tengen.sgf.SgfException;
import dev.tengen.sgf.SgfMode;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Replays game records at a server. */
public final class Replayer {
    private static final String ILLEGAL = "RECORD_ILLEGAL";

    /** The length up to which a record is sent as it is. It fits into a request of the default length. */
    private static final int MAX_SENT_BYTES = 1 << 19;

    private final TengenClient client;
    private final Optional<String> preset;

    /**
     * Creates a replayer.
     *
     * @param preset the rules; empty for those of each record
     */
    public Replayer(TengenClient client, Optional<String> preset) {
        this.client = client;
        this.preset = preset;
    }

    /**
     * Replays a record and scores its last position. Of a record that is too long for a request, the server gets only
     * the main line.
     *
     * @throws SgfException if the record cannot be read
     */
    public Result replay(byte[] sgf, SgfMode mode) throws SgfException {
        ParsedRecord parsed = ParsedRecord.parse(sgf, mode);
        GameRecord record = parsed.record();
        String rules = preset.orElseGet(
                () -> RecordRules.of(record, Rules.TROMP_TAYLOR).name());
        SessionSpec.Builder spec = SessionSpec.recordBuilder();
        preset.ifPresent(spec::rules);
        boolean isLong = sgf.length > MAX_SENT_BYTES;
        byte[] sent = isLong ? record.toSgf().getBytes(StandardCharsets.UTF_8) : sgf;
        try (TengenSession session = client.importRecord(sent, spec.build())) {
            List<String> warnings = isLong ? warnings(parsed, session.warnings()) : session.warnings();
            return new Result(record, rules, warnings, Optional.of(session.score()), Optional.empty());
        } catch (TengenException e) {
            if (!e.reason().equals(ILLEGAL)) {
                throw e;
            }
            return new Result(record, rules, List.of(), Optional.empty(), Optional.of(illegalMove(e.metadata())));
        }
    }

    /** Returns the warnings about the text of a record, which the server has not seen, and those about its moves. */
    private static List<String> warnings(ParsedRecord parsed, List<String> ofServer) {
        List<String> warnings = new ArrayList<>();
        parsed.warnings().forEach(warning -> warnings.add(warning.toString()));
        ofServer.stream()
                .filter(warning -> !warnings.contains(warning) && !warning.startsWith("line "))
                .forEach(warnings::add);
        return warnings;
    }

    private static IllegalMove illegalMove(Map<String, String> details) {
        String repeated = details.get("repeats_move");
        return new IllegalMove(
                Integer.parseInt(details.getOrDefault("move_number", "0")),
                details.getOrDefault("illegal_reason", ""),
                repeated == null ? null : Integer.valueOf(repeated));
    }

    /**
     * The result of replaying a record.
     *
     * @param record the record
     * @param rules the name of the rules
     * @param warnings problems in the record, and how they were fixed
     * @param score the score of the last position; empty if a move was illegal
     * @param illegalMove the first illegal move, if there is one
     */
    public record Result(
            GameRecord record,
            String rules,
            List<String> warnings,
            Optional<Score> score,
            Optional<IllegalMove> illegalMove) {
        /** Creates a result with a copy of the list. */
        public Result {
            warnings = List.copyOf(warnings);
        }

        /** Returns whether all moves are legal. */
        public boolean isLegal() {
            return illegalMove.isEmpty();
        }

        /** Returns whether the recorded result equals the score; empty if the record has no score. */
        public Optional<Boolean> agrees() {
            return score.flatMap(computed ->
                    record.result().flatMap(RecordedResult::margin).map(margin -> margin == computed.margin()));
        }
    }

    /**
     * A move that the server rejected.
     *
     * @param illegalMove its number in the record, from 1
     * @param reason why it is illegal
     * @param repeatsMove for a repetition, the number in the record of the move after which the position occurred
     *     before, 0 for the start; null for other reasons
     */
    public record IllegalMove(
            int illegalMove, String reason, @Nullable Integer repeatsMove) {}
}
