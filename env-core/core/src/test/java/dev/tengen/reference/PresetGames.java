package dev.tengen.reference;

import dev.tengen.board.Color;
import dev.tengen.board.Grid;
import dev.tengen.board.Zobrist;
import dev.tengen.game.FixedHandicap;
import dev.tengen.game.Rules;
import dev.tengen.game.RulesPreset;
import dev.tengen.game.Tax;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Seeded random games by the rules of one preset, each played side by side to its end or to a limit.
 *
 * <p>Only the reference and the seed decide what is played, so the counts do not depend on the core.
 */
final class PresetGames {
    private static final List<Grid> SMALL_SIZES = List.of(
            Grid.of(2, 2),
            Grid.of(3, 3),
            Grid.of(4, 4),
            Grid.of(5, 4),
            Grid.of(5, 5),
            Grid.of(3, 3),
            Grid.of(4, 3),
            Grid.of(6, 6));
    private static final int MOVES_PER_POINT = 6;
    private static final int MAX_MOVE_COUNT = 400;
    private static final int HANDICAP_PERCENT = 25;
    private static final int CHAIN_IS_DEAD_PERCENT = 25;
    private static final int SAME_PROPOSAL_PERCENT = 40;

    /** What the games come across, where the preset knows it. */
    enum Met {
        GAME,
        POSITION,
        UNDONE_MOVE,
        KO_BAN,
        SUPERKO_BAN,
        SUICIDE,
        CAPTURE,
        REPETITION_END,
        PASSES_END,
        SEKI_REGION,
        OTHER_REGION,
        PRISONER,
        BONUS,
        DEAD_PROPOSED,
        DISAGREEMENT
    }

    private final RulesPreset preset;
    private final Random random;
    private final MoveChooser chooser;
    private final Mix mix;
    private final Map<Integer, HashLedger> statesOfKeyBits = new TreeMap<>();
    private final Map<Met, Integer> counts = new EnumMap<>(Met.class);
    private Set<Integer> lastProposal = Set.of();

    /** Prepares games by a preset with so much else than moves mixed in. */
    PresetGames(RulesPreset preset, Mix mix, long seed) {
        this.preset = preset;
        this.mix = mix;
        random = new Random(seed);
        chooser = new MoveChooser(random);
    }

    /** Plays so many games on small boards and returns how often each thing was met. */
    Map<Met, Integer> play(int gameCount) {
        for (int game = 0; game < gameCount; game++) {
            Grid grid = SMALL_SIZES.get(game % SMALL_SIZES.size());
            playGame(grid, MOVES_PER_POINT * grid.pointCount());
        }
        return counts;
    }

    /** Plays games on boards of these sizes, many short and a few long, and returns how often each thing was met. */
    Map<Met, Integer> play(List<Share> shares) {
        for (Share share : shares) {
            int longest = Math.min(MAX_MOVE_COUNT, MOVES_PER_POINT * share.grid.pointCount());
            for (int game = 0; game < share.gameCount; game++) {
                playGame(share.grid, 1 + random.nextInt(1 + random.nextInt(longest)));
            }
        }
        return counts;
    }

    private void count(Met met, boolean isMet) {
        count(met, isMet ? 1 : 0);
    }

    private void count(Met met, int count) {
        if (count > 0) {
            counts.merge(met, count, Integer::sum);
        }
    }

    private void playGame(Grid grid, int maxMoveCount) {
        int keyBits =
                mix.keyBits.size() == 1 ? mix.keyBits.get(0) : mix.keyBits.get(random.nextInt(mix.keyBits.size()));
        HashLedger positions = newLedger(keyBits);
        HashLedger states = statesOfKeyBits.computeIfAbsent(keyBits, PresetGames::newLedger);
        SideBySide game = start(grid, Zobrist.of(grid, keyBits));
        ReferenceGame reference = game.reference();
        for (int left = maxMoveCount; left > 0 && !reference.isOver(); left--) {
            look(game, positions, states);
            step(game);
            if (reference.isOver() && !reference.isEndedByRepetition() && isDrawn(mix.resumePercent)) {
                look(game, positions, states);
                game.resume();
            }
        }
        look(game, positions, states);
        count(Met.GAME, true);
        count(Met.REPETITION_END, reference.isEndedByRepetition());
        count(Met.PASSES_END, reference.isOver() && !reference.isEndedByRepetition());
        if (mix.isRewound) {
            rewind(game, positions, states);
        }
    }

    /* Back to the start in leaps. */
    private void rewind(SideBySide game, HashLedger positions, HashLedger states) {
        game.comparePast();
        while (game.reference().moveNumber() > 0) {
            undo(game, 1 + random.nextInt(game.reference().moveNumber()));
            game.compare(positions, states);
            count(Met.POSITION, true);
        }
    }

    private static HashLedger newLedger(int keyBits) {
        return new HashLedger(keyBits < Long.SIZE);
    }

    /* Draws nothing for what never happens, so that games without it stay what they are. */
    private boolean isDrawn(int percent) {
        return percent > 0 && random.nextInt(100) < percent;
    }

    private SideBySide start(Grid grid, Zobrist zobrist) {
        Rules rules = preset.rules(grid);
        boolean isHandicap = random.nextInt(100) < HANDICAP_PERCENT && grid.pointCount() > FixedHandicap.MIN_COUNT + 2;
        if (isHandicap) {
            // Free placement: the first points of the board, but not next to each other.
            String drawing = Drawings.rows(grid, "X.X" + ".".repeat(grid.pointCount() - 3));
            return new SideBySide(rules, grid, drawing, Color.WHITE, FixedHandicap.MIN_COUNT, zobrist);
        }
        if (isDrawn(mix.setUpPercent)) {
            int firstPlayer = random.nextBoolean() ? Color.WHITE : Color.BLACK;
            return new SideBySide(rules, grid, Drawings.thrown(grid, random), firstPlayer, zobrist);
        }
        return new SideBySide(rules, grid, Drawings.empty(grid), Color.BLACK, zobrist);
    }

    private void look(SideBySide game, HashLedger positions, HashLedger states) {
        game.compare(positions, states);
        game.compareScoreWithout(randomChains(game.reference()));
        ReferenceGame reference = game.reference();
        count(Met.POSITION, true);
        for (int point = 0; point < reference.pass(); point++) {
            ReferenceGame.Ruling ruling = reference.ruling(point);
            count(Met.KO_BAN, AgreementCounts.isKoBan(reference, ruling));
            count(Met.SUPERKO_BAN, AgreementCounts.isSuperkoBan(reference, ruling));
        }
        ReferenceScorer score = reference.score(Set.of());
        for (int color : new int[] {Color.BLACK, Color.WHITE}) {
            int tax = score.tax(color);
            boolean isTaxed = preset.rules(Grid.square(1)).tax() != Tax.NONE;
            count(Met.SEKI_REGION, isTaxed && score.sekiRegionCount() > 0 && tax > 0);
            count(Met.OTHER_REGION, isTaxed && score.otherRegionCount() > 0);
            count(Met.PRISONER, score.prisoners(color) > 0);
        }
        count(Met.BONUS, score.handicapBonus() > 0);
    }

    private void step(SideBySide game) {
        ReferenceGame reference = game.reference();
        if (isDrawn(mix.anyNumberPercent)) {
            play(game, chooser.anyNumber(reference));
        } else if (reference.isInAgreement()) {
            agree(game);
        } else if (reference.moveNumber() > 0 && random.nextInt(100) < mix.undoPercent) {
            undo(game, 1 + random.nextInt(Math.min(mix.maxUndoCount, reference.moveNumber())));
        } else {
            play(game, chooser.legalMove(reference));
        }
    }

    private void undo(SideBySide game, int count) {
        game.undo(count);
        count(Met.UNDONE_MOVE, count);
    }

    private void play(SideBySide game, int move) {
        ReferenceGame.Ruling ruling = game.reference().ruling(move);
        if (ruling.legality().isLegal()) {
            count(Met.CAPTURE, ruling.capturedCount() > 0);
            count(Met.SUICIDE, ruling.suicideCount() > 0);
        }
        game.play(move);
    }

    private void agree(SideBySide game) {
        boolean isSame = random.nextInt(100) < SAME_PROPOSAL_PERCENT;
        Set<Integer> dead = isSame ? lastProposal : randomChains(game.reference());
        if (isSame && !dead.stream().allMatch(point -> isStone(game.reference(), point))) {
            dead = Set.of(); // The proposal is older than the stones, or even than the game.
        }
        lastProposal = wholeChains(game.reference(), dead);
        count(Met.DEAD_PROPOSED, !lastProposal.isEmpty());
        game.propose(lastProposal);
        count(Met.DISAGREEMENT, game.reference().passCount() == 0);
    }

    private static boolean isStone(ReferenceGame game, int point) {
        return point < game.pass() && game.colorAt(point) != Color.EMPTY;
    }

    private Set<Integer> randomChains(ReferenceGame game) {
        Set<Integer> dead = new TreeSet<>();
        for (int point = 0; point < game.pass(); point++) {
            if (game.colorAt(point) != Color.EMPTY && random.nextInt(100) < CHAIN_IS_DEAD_PERCENT) {
                dead.add(point);
            }
        }
        return wholeChains(game, dead);
    }

    private static Set<Integer> wholeChains(ReferenceGame game, Set<Integer> stones) {
        Set<Integer> whole = new TreeSet<>();
        for (int stone : stones) {
            whole.addAll(game.board().connected(game.coloring(), stone));
        }
        return whole;
    }

    /** So many games on boards of one size. */
    record Share(Grid grid, int gameCount) {}

    /**
     * What games have besides legal moves.
     *
     * @param setUpPercent how many games without handicap start from stones thrown at random
     * @param anyNumberPercent how many steps try any number as a move
     * @param undoPercent how many of the other steps undo moves
     * @param maxUndoCount how many moves such a step undoes at most
     * @param resumePercent how many games that passes end are resumed
     * @param isRewound whether each game is undone to its start in the end
     * @param keyBits the bits of the keys of hashes, one of which is drawn for each game
     */
    record Mix(
            int setUpPercent,
            int anyNumberPercent,
            int undoPercent,
            int maxUndoCount,
            int resumePercent,
            boolean isRewound,
            List<Integer> keyBits) {
        /** Hardly more than moves. */
        static final Mix PLAIN = new Mix(0, 0, 3, 3, 0, false, List.of(64));

        /** Everything; a fifth of the games have keys so short that hashes collide. */
        static final Mix VARIED = new Mix(50, 5, 5, 8, 30, true, List.of(64, 64, 64, 64, 64, 64, 64, 64, 8, 2));
    }
}
