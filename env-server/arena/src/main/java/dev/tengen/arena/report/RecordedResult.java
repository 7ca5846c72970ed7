package dev.tengen.arena.report;

import dev.tengen.arena.store.StoredResult;
import dev.tengen.sgf.GameRecord;
import dev.tengen.sgf.SgfException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The results of stored games, read from their records. */
public final class RecordedResult {
    private static final Logger LOG = LoggerFactory.getLogger(RecordedResult.class);

    private RecordedResult() {}

    /** Returns {@code result} as game records write it, such as "B+3.5"; without a margin if its record has none. */
    public static String text(StoredResult result) {
        return result.text(recorded(result));
    }

    private static String recorded(StoredResult result) {
        try {
            return GameRecord.parse(result.sgf()).result().orElse("");
        } catch (SgfException e) {
            LOG.debug("Game {} has no readable record", result.game(), e);
            return "";
        }
    }
}
