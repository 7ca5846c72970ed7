package dev.tengen.reference;

import dev.tengen.board.Color;
import dev.tengen.board.Grid;
import dev.tengen.board.Zobrist;
import dev.tengen.game.Ko;
import dev.tengen.game.Rules;
import dev.tengen.game.Suicide;
import java.util.List;
import java.util.Random;

/**
 * Seeded random games on boards of many sizes under one ko and one suicide rule, each played side by side.
 *
 * <p>Only the reference and the seed decide what is played, so the counts do not depend on the core.
 */
final class RandomGames {
    private static final List<Share> SHARES = List.of(
            new Share(1, 1, 1),
            new Share(1, 2, 4),
            new Share(1, 7, 9),
            new Share(2, 2, 8),
            new Share(3, 1, 4),
            new Share(2, 3, 10),
            new Share(3, 3, 13),
            new Share(4, 4, 12),
            new Share(5, 5, 11),
            new Share(7, 4, 9),
            new Share(9, 9, 9),
            new Share(13, 13, 4),
            new Share(19, 19, 6));
    private static final double[] KOMIS = {0, 0.5, 7.5, -3};

    private static final int UNDO_PERCENT = 4;
    private static final int MAX_UNDO_COUNT = 6;
    private static final int ANY_NUMBER_PERCENT = 8;
    private static final int FORBIDDEN_PERCENT = 1;
    private static final int UNCHECKED_PERCENT = 10;
    private static final int SWITCH_PERCENT = 2;
    private static final int RESIGN_PERCENT = 2;
    private static final int RESUME_PERCENT = 60;

    private final Ko ko;
    private final Suicide suicide;
    private final int keyBits;
    private final Random random;
    private final MoveChooser chooser;
    private final AgreementCounts counts = new AgreementCounts();
    private final HashLedger states;

    /** Prepares games whose hashes are made of keys of so many bits; with fewer than 64 they may collide. */
    RandomGames(Ko ko, Suicide suicide, long seed, int keyBits) {
        this.ko = ko;
        this.suicide = suicide;
        this.keyBits = keyBits;
        random = new Random(seed);
        chooser = new MoveChooser(random);
        states = newLedger();
    }

    /** Plays until so many positions have been compared, and returns what came up. */
    AgreementCounts play(int positionCount) {
        for (Share share : SHARES) {
            HashLedger positions = newLedger();
            int leftCount = positionCount * share.percent / 100;
            while (leftCount > 0) {
                leftCount -= playGame(Grid.of(share.width, share.height), positions, leftCount);
            }
        }
        return counts;
    }

    /** Returns how often a state came up that had come up before. */
    int statesMetAgainCount() {
        return states.metAgainCount();
    }

    private HashLedger newLedger() {
        return new HashLedger(keyBits < Long.SIZE);
    }

    private int playGame(Grid grid, HashLedger positions, int maxPositionCount) {
        SideBySide game = start(grid);
        int longest = 20 + random.nextInt(5 * grid.pointCount());
        int limit = Math.min(maxPositionCount, 1 + random.nextInt(longest)); // Many are short, a few long.
        int count = 0;
        boolean goesOn = true;
        while (goesOn && count < limit) {
            game.compare(positions, states);
            counts.countPosition(game.reference());
            count++;
            goesOn = game.reference().isOver() ? stepPastEnd(game) : step(game);
        }
        game.comparePast();
        return count;
    }

    private SideBySide start(Grid grid) {
        Rules rules = new Rules(ko, suicide, 2 + random.nextInt(2), KOMIS[random.nextInt(KOMIS.length)]);
        boolean isSetUp = random.nextBoolean();
        String drawing = isSetUp ? Drawings.thrown(grid, random) : Drawings.empty(grid);
        int firstPlayer = isSetUp && random.nextBoolean() ? Color.WHITE : Color.BLACK;
        return new SideBySide(rules, grid, drawing, firstPlayer, Zobrist.of(grid, keyBits));
    }

    /* Returns whether the game continues. */
    private boolean step(SideBySide game) {
        ReferenceGame reference = game.reference();
        int roll = random.nextInt(100);
        if ((roll -= UNDO_PERCENT) < 0) {
            game.undo(Math.min(reference.moveNumber(), 1 + random.nextInt(MAX_UNDO_COUNT)));
        } else if ((roll -= ANY_NUMBER_PERCENT) < 0) {
            play(game, chooser.anyNumber(reference));
        } else if ((roll -= RESIGN_PERCENT) < 0) {
            game.resignAndTakeBack(1 + random.nextInt(2), states);
        } else if ((roll -= FORBIDDEN_PERCENT) < 0) {
            game.playUnchecked(chooser.emptyPoint(reference));
        } else {
            int move = chooser.legalMove(reference);
            switchSometimes(game, move);
            counts.countPlay(reference.ruling(move));
            if ((roll -= UNCHECKED_PERCENT) < 0) {
                game.playUnchecked(move);
            } else {
                game.play(move);
            }
        }
        return true;
    }

    private void play(SideBySide game, int move) {
        if (game.reference().ruling(move).legality().isLegal()) {
            counts.countPlay(game.reference().ruling(move));
        }
        game.play(move);
    }

    private void switchSometimes(SideBySide game, int move) {
        int roll = random.nextInt(100);
        if ((roll -= SWITCH_PERCENT) < 0) {
            game.switchToCopy(move);
        } else if ((roll -= SWITCH_PERCENT) < 0) {
            game.switchToReplay();
        }
    }

    /* A move after the end must change nothing; then players resume, or undo moves, or stop. */
    private boolean stepPastEnd(SideBySide game) {
        game.play(chooser.anyNumber(game.reference()));
        int roll = random.nextInt(100);
        if ((roll -= RESUME_PERCENT) < 0) {
            game.resume();
        } else if ((roll -= UNDO_PERCENT) < 0) {
            game.undo(Math.min(game.reference().moveNumber(), 1 + random.nextInt(MAX_UNDO_COUNT)));
        } else {
            return false;
        }
        return true;
    }

    private record Share(int width, int height, int percent) {}
}
