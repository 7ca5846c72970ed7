package dev.tengen.gateway.game;

import dev.tengen.board.Grid;
import dev.tengen.env.Environment;
import dev.tengen.game.Game;
import dev.tengen.game.Legality;
import dev.tengen.gateway.game.GameObservation.Refusal;
import dev.tengen.server.session.EpisodeSgf;
import dev.tengen.server.session.ExpectedState;
import dev.tengen.server.session.RequestKey;
import dev.tengen.server.session.Session;
import dev.tengen.sgf.GameRecord;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * An episode in a session, with moves and observations as text. It counts illegal moves through the session, so a
 * forked or restored session knows them, too. Thread-safe.
 */
final class LanguageGame {
    /** An action that no board has, for a text that names no move. It counts as an illegal move. */
    private static final int UNREADABLE = Integer.MIN_VALUE;

    private static final String RESIGN = "resign";

    private final String sessionId;
    private final GameOptions options;
    private final AtomicInteger stepCount = new AtomicInteger();

    LanguageGame(String sessionId, GameOptions options) {
        this.sessionId = sessionId;
        this.options = options;
    }

    String sessionId() {
        return sessionId;
    }

    GameOptions options() {
        return options;
    }

    /**
     * Plays {@code move} and the reply of the opponent. An illegal move changes nothing but their count; the one at the
     * limit ends the episode.
     *
     * @throws dev.tengen.server.error.CallException if the episode is over, or the key was used for another request
     */
    GameStep step(Session session, String move, RequestKey key, ExpectedState expected) {
        int action = action(session.spec().grid(), move);
        Tried tried = session.step(key, action, expected, answer -> tried(answer.environment(), move));
        stepCount.incrementAndGet();
        if (!tried.isForfeit()) {
            return tried.step();
        }
        ExpectedState unchanged =
                new ExpectedState(OptionalLong.of(tried.episode()), OptionalInt.of(tried.moveNumber()));
        return session.step(
                forfeit(key),
                Environment.RESIGN,
                unchanged,
                answer -> GameStep.ofStep(answer.environment(), options, tried.refusal()));
    }

    /** The state after a move was tried. */
    private record Tried(GameStep step, Optional<Refusal> refusal, boolean isForfeit, long episode, int moveNumber) {}

    private Tried tried(Environment environment, String move) {
        Legality legality = environment.lastLegality();
        Optional<Refusal> refusal =
                legality.isLegal() ? Optional.empty() : Optional.of(refusal(environment.game(), move, legality));
        boolean isForfeit = refusal.isPresent()
                && !environment.isOver()
                && options.illegalLimit().outcome() == IllegalLimit.Outcome.FORFEIT
                && environment.illegalActionCount() >= options.illegalLimit().count();
        return new Tried(
                GameStep.ofStep(environment, options, refusal),
                refusal,
                isForfeit,
                environment.episode(),
                environment.game().moveNumber());
    }

    private Refusal refusal(Game game, String move, Legality legality) {
        return new Refusal(
                legality.name().toLowerCase(Locale.ROOT),
                IllegalMoveText.of(game, move, legality, options.view().notation()));
    }

    /** Returns the key of the resignation that follows the request with {@code key}, so that a retry finds it, too. */
    private static RequestKey forfeit(RequestKey key) {
        return key.isNone()
                ? key
                : RequestKey.of(key.id() + "/" + key.idDigest().high(), "forfeit", new byte[0]);
    }

    private int action(Grid grid, String move) {
        if (move.strip().equalsIgnoreCase(RESIGN)) {
            return Environment.RESIGN;
        }
        return options.view().notation().move(grid, move).orElse(UNREADABLE);
    }

    /** Returns why {@code move} would be illegal now, in a sentence; empty if it is legal. */
    Optional<String> refusal(Environment environment, String move) {
        Legality legality = environment.legality(action(environment.spec().grid(), move));
        return legality.isLegal()
                ? Optional.empty()
                : Optional.of(refusal(environment.game(), move, legality).sentence());
    }

    /**
     * Returns how many moves to take back so that the last move of the client goes: with the reply of the opponent, if
     * it replied.
     */
    static int undoCount(Environment environment) {
        Game game = environment.game();
        boolean hasReply = environment.spec().opponent().isPresent()
                && game.moveNumber() > 1
                && game.mover(game.moveNumber())
                        == environment.spec().opponent().get().color();
        return hasReply ? 2 : 1;
    }

    /** Returns the present observation. */
    GameObservation observation(Environment environment) {
        return GameObservation.of(environment, options, Optional.empty());
    }

    /** Returns the state of {@code session}; {@code gatewayId} is the id that clients know. */
    GameStep.State state(Session session, String gatewayId) {
        Seen seen = session.read(environment -> new Seen(
                EpisodeSgf.record(environment, session.preset()), environment.stateHash(), observation(environment)));
        return new GameStep.State(
                options.episodeId().orElse(null),
                stepCount.get(),
                gatewayId,
                session.id(),
                String.format("%016x", seen.stateHash()),
                seen.record().toSgf(),
                seen.observation());
    }

    /** What the state is made of. */
    private record Seen(GameRecord record, long stateHash, GameObservation observation) {}
}
