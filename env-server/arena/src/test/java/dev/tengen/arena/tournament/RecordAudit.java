package dev.tengen.arena.tournament;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tengen.arena.game.Verdict;
import dev.tengen.arena.opening.Opening;
import dev.tengen.arena.rating.GameResult;
import dev.tengen.arena.rating.RatingOptions;
import dev.tengen.arena.rating.Standings;
import dev.tengen.arena.store.ArenaStore;
import dev.tengen.arena.store.StoredGame;
import dev.tengen.arena.store.StoredResult;
import dev.tengen.arena.store.TournamentState;
import dev.tengen.arena.store.Winner;
import dev.tengen.game.Game;
import dev.tengen.sgf.GameRecord;
import dev.tengen.sgf.RecordReplay;
import dev.tengen.sgf.SgfCollection;
import dev.tengen.sgf.SgfException;
import dev.tengen.sgf.SgfNode;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/** Recomputes all results of a finished tournament from the game records. */
public final class RecordAudit {
    /** Few resamples are enough: the intervals may be rough, but must be equal. */
    private static final RatingOptions OPTIONS = RatingOptions.DEFAULT.withResampleCount(100);

    private final ArenaStore store;
    private final String name;
    private final TournamentConfig spec;

    /** Creates the audit of the tournament {@code name}, which was played by {@code spec}. */
    public RecordAudit(ArenaStore store, String name, TournamentConfig spec) {
        this.store = store;
        this.name = name;
        this.spec = spec;
    }

    /** Fails unless each result and the standings follow from the records. */
    public void check() {
        assertThat(store.tournaments().get(name).state()).isEqualTo(TournamentState.ENDED);
        List<GameResult> replayed = new ArrayList<>();
        for (StoredGame game : store.games().list(name)) {
            StoredResult result = store.results().find(game.id()).orElseThrow();
            Winner winner = replay(game, result);
            assertThat(result.winner()).as(game.toString()).isEqualTo(winner);
            if (winner != Winner.VOID) {
                replayed.add(new GameResult(
                        game.game().black(),
                        game.game().white(),
                        winner.color(),
                        game.game().pair(),
                        result.movesHash()));
            }
        }
        assertThat(store.games().list(name))
                .hasSize(2 * store.games().pairs(name).size());
        assertThat(Standings.of(store.results().counted(name), OPTIONS)).isEqualTo(Standings.of(replayed, OPTIONS));
    }

    /** Replays the record, and returns the winner by the rules. */
    private Winner replay(StoredGame stored, StoredResult result) {
        try {
            GameRecord record = GameRecord.parse(result.sgf());
            RecordReplay replay = RecordReplay.of(record, spec.game().rules());
            assertThat(replay.refusal()).isEmpty();
            assertThat(replay.warnings()).isEmpty();
            assertThat(record.blackPlayer()).contains(stored.game().black());
            assertThat(record.whitePlayer()).contains(stored.game().white());
            SgfNode root = SgfCollection.parse(result.sgf()).games().get(0).root();
            assertThat(root.text("GN")).contains(stored.id().toString());
            assertThat(root.text("EV")).contains(stored.id().tournament());
            assertThat(root.text("DT"))
                    .contains(LocalDate.ofInstant(result.endedAt(), ZoneOffset.UTC)
                            .toString());
            assertThat(root.text("GC").orElseThrow())
                    .contains("Pair: " + stored.game().pair())
                    .contains("Moves hash: " + String.format("%016x", result.movesHash()));
            Opening opening = spec.openings().get(stored.game().opening());
            Game game = replay.game();
            assertThat(IntStream.rangeClosed(1, opening.moves().size()).mapToObj(game::move))
                    .isEqualTo(opening.moves());
            return winner(game, Verdict.valueOf(result.verdict()));
        } catch (SgfException e) {
            throw new AssertionError(result.sgf(), e);
        }
    }

    private Winner winner(Game game, Verdict verdict) {
        if (verdict == Verdict.MOVE_LIMIT) {
            assertThat(game.moveNumber()).isEqualTo(spec.game().moveLimit());
            assertThat(game.isOver()).isFalse();
            return Winner.VOID;
        }
        assertThat(verdict).isEqualTo(Verdict.PASSES);
        return Winner.of(game.outcome().orElseThrow().winner());
    }
}
