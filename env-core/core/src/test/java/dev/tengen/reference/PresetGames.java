package dev.tengen.reference;

import dev.tengen.board.Color;
import dev.tengen.board.Grid;
import dev.tengen.board.Zobrist;
import dev.tengen.game.FixedHandicap;
import dev.tengen.game.Legality;
import dev.tengen.game.Rules;
import dev.tengen.game.RulesPreset;
import dev.tengen.game.Tax;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;

/** Seeded random games by the rules of one preset on small boards, each played side by side to its end. */
final class PresetGames {
    private static final List<String> SIZES = List.of("2x2", "3x3", "4x4", "5x4", "5x5", "3x3", "4x3", "6x6");
    private static final int MOVES_PER_POINT = 6;
    private static final int HANDICAP_PERCENT = 25;
    private static final int CHAIN_IS_DEAD_PERCENT = 25;
    private static final int UNDO_PERCENT = 3;
    private static final int SAME_PROPOSAL_PERCENT = 40;

    /** What the games have to come across, where the preset knows it. */
    enum Met {
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
    private final HashLedger states = new HashLedger(false);
    private final Map<Met, Integer> counts = new EnumMap<>(Met.class);
    private Set<Integer> lastProposal = Set.of();

    PresetGames(RulesPreset preset, long seed) {
        this.preset = preset;
        random = new Random(seed);
        chooser = new MoveChooser(random);
    }

    /** Plays so many games and returns how often each thing was met. */
    Map<Met, Integer> play(int gameCount) {
        for (int game = 0; game < gameCount; game++) {
            String[] size = SIZES.get(game % SIZES.size()).split("x");
            playGame(Grid.of(Integer.parseInt(size[0]), Integer.parseInt(size[1])));
        }
        return counts;
    }

    private void count(Met met, boolean isMet) {
        if (isMet) {
            counts.merge(met, 1, Integer::sum);
        }
    }

    private void playGame(Grid grid) {
        HashLedger positions = new HashLedger(false);
        SideBySide game = start(grid);
        ReferenceGame reference = game.reference();
        for (int left = MOVES_PER_POINT * grid.pointCount(); left > 0 && !reference.isOver(); left--) {
            look(game, positions);
            step(game);
        }
        look(game, positions);
        count(Met.REPETITION_END, reference.isEndedByRepetition());
        count(Met.PASSES_END, reference.isOver() && !reference.isEndedByRepetition());
    }

    private SideBySide start(Grid grid) {
        Rules rules = preset.rules(grid);
        String empty = ((".".repeat(grid.width())) + "\n").repeat(grid.height());
        boolean isHandicap = random.nextInt(100) < HANDICAP_PERCENT && grid.pointCount() > FixedHandicap.MIN_COUNT + 2;
        if (!isHandicap) {
            return new SideBySide(rules, grid, empty, Color.BLACK, Zobrist.of(grid));
        }
        // Free placement: the first points of the board, but not next to each other.
        String drawing = "X.X" + empty.replace("\n", "").substring(3);
        return new SideBySide(
                rules,
                grid,
                drawing.replaceAll("(.{" + grid.width() + "})", "$1\n"),
                Color.WHITE,
                FixedHandicap.MIN_COUNT,
                Zobrist.of(grid));
    }

    private void look(SideBySide game, HashLedger positions) {
        game.compare(positions, states);
        game.compareScoreWithout(randomChains(game.reference()));
        ReferenceGame reference = game.reference();
        for (int point = 0; point < reference.pass(); point++) {
            ReferenceGame.Ruling ruling = reference.ruling(point);
            boolean isBanned = ruling.legality() == Legality.REPETITION;
            boolean isKo = isBanned && ruling.repeatedMoveNumber() == reference.moveNumber() - 1;
            count(Met.KO_BAN, isKo);
            count(Met.SUPERKO_BAN, isBanned && !isKo);
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
        if (reference.isInAgreement()) {
            agree(game);
        } else if (reference.moveNumber() > 0 && random.nextInt(100) < UNDO_PERCENT) {
            game.undo(1 + random.nextInt(Math.min(3, reference.moveNumber())));
        } else {
            int move = chooser.legalMove(reference);
            ReferenceGame.Ruling ruling = reference.ruling(move);
            count(Met.CAPTURE, ruling.capturedCount() > 0);
            count(Met.SUICIDE, ruling.suicideCount() > 0);
            game.play(move);
        }
    }

    private void agree(SideBySide game) {
        boolean isSame = random.nextInt(100) < SAME_PROPOSAL_PERCENT;
        Set<Integer> dead = isSame ? lastProposal : randomChains(game.reference());
        if (isSame && dead.stream().anyMatch(point -> game.reference().colorAt(point) == Color.EMPTY)) {
            dead = Set.of();
        }
        lastProposal = wholeChains(game.reference(), dead);
        count(Met.DEAD_PROPOSED, !lastProposal.isEmpty());
        game.propose(lastProposal);
        count(Met.DISAGREEMENT, game.reference().passCount() == 0);
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
}
