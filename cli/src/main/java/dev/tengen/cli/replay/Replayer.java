package dev.tengen.cli.replay;

import dev.tengen.client.env.Score;
import dev.tengen.client.env.SessionSpec;
import dev.tengen.client.TengenClient;
import dev.tengen.client.error.TengenException;
import dev.tengen.client.TengenSession;
import dev.tengen.game.Rules;
import dev.tengen.sgf.GameRecord;
import dev.tengen.sgf.RecordRules;
import dev.tengen.sgf.SgfException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/** Plays recorded games at a server, which referees. */
final class Replayer {
    private static final String ILLEGAL = "RECORD_ILLEGAL";

    private final TengenClient client;
    private final Optional<String> preset;

    /** Makes a replayer by the rules of {@code preset}, or by those that each record names. */
    Replayer(TengenClient client, Optional<String> preset) {
        this.client = client;
        this.preset = preset;
    }

    Replay replay(byte[] sgf) throws SgfException {
        GameRecord record = GameRecord.parse(sgf);
        String rules = preset.orElseGet(
                () -> RecordRules.of(record, Rules.TROMP_TAYLOR).name());
        SessionSpec.Builder spec = SessionSpec.recordBuilder();
        preset.ifPresent(spec::rules);
        try (TengenSession session = client.importRecord(sgf, spec.build())) {
            return new Replay(record, rules, session.warnings(), Optional.of(session.score()), Optional.empty());
        } catch (TengenException e) {
            if (!e.reason().equals(ILLEGAL)) {
                throw e;
            }
            return new Replay(record, rules, List.of(), Optional.empty(), Optional.of(illegalMove(e.metadata())));
        }
    }

    private static IllegalMove illegalMove(Map<String, String> details) {
        String repeated = details.get("repeats_move");
        return new IllegalMove(
                Integer.parseInt(details.getOrDefault("move_number", "0")),
                details.getOrDefault("illegal_reason", ""),
                repeated == null ? OptionalInt.empty() : OptionalInt.of(Integer.parseInt(repeated)));
    }

    /**
     * What came of a record.
     *
     * @param record the record
     * @param rules the name of the rules it was played by
     * @param warnings what is odd in it, and what was put right
     * @param score the score of its last position; nothing if a move was illegal
     * @param illegalMove its first illegal move, if there is one
     */
    record Replay(
            GameRecord record,
            String rules,
            List<String> warnings,
            Optional<Score> score,
            Optional<IllegalMove> illegalMove) {
        /** Keeps a copy of the list. */
        Replay {
            warnings = List.copyOf(warnings);
        }

        boolean isLegal() {
            return illegalMove.isEmpty();
        }

        /** Returns whether the recorded result is our score; nothing where the record names no score. */
        Optional<Boolean> agrees() {
            return score.flatMap(
                    ours -> record.result().flatMap(RecordedResult::margin).map(margin -> margin == ours.margin()));
        }
    }

    /**
     * A move that the server refused.
     *
     * @param number its number in the record, from 1
     * @param reason why
     * @param repeatsMove for a repetition, the number in the record of the move after which the position stood before; 0 is
     *     the start
     */
    record IllegalMove(int number, String reason, OptionalInt repeatsMove) {}
}
