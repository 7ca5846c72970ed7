package dev.tengen.planes.catalog;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tengen.base.SplitMix64;
import dev.tengen.board.Color;
import dev.tengen.board.Grid;
import dev.tengen.game.Game;
import dev.tengen.game.Legality;
import dev.tengen.game.Rules;
import dev.tengen.game.Score;
import dev.tengen.game.Scoring;
import dev.tengen.planes.Encoding;
import dev.tengen.testing.Grids;
import dev.tengen.testing.TestSize;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Compares KataGo's planes and globals with {@link SlowKataGo} along random games under the rules of every preset and
 * under other rules, with undo, resumption, resignation, agreement and set-up stones.
 *
 * <p>One encoder follows all games of a size, so that it meets steps of one, two and more moves, undo, and new games.
 */
@Tag("reference")
class KataGoAgreementTest {
    private static final List<String> SIZES =
            TestSize.exact(List.of("1x2", "3x3", "7x5"), List.of("1x2", "3x3", "4x5", "7x5", "9x9"));
    private static final int GAMES = TestSize.isFull() ? 4 : 1;
    private static final int BANNED = 6;
    private static final int LADDER = 14;
    private static final int AREA = 18;

    /** The cases that the games must reach, where the rules allow them. */
    private enum Met {
        COMPARED,
        SUICIDE,
        BAN,
        BANNED_SUICIDE,
        LONE_SUICIDE,
        LADDER,
        LADDER_MOVE,
        LADDERS_DIFFER,
        DEAD_STONE,
        ASSUMED_SUICIDE,
        SEKI_POINT,
        HIDDEN,
        OVER,
        RESUMED,
        RESIGNED,
        AGREEING
    }

    /** The counts are those of {@link Met}, in its order. */
    @ParameterizedTest(name = "seed 1, {0}")
    @CsvSource(delimiter = '|', textBlock = """
            tromp-taylor          | 611 25 44 21 420 497 235 72 100 0 0 0 75 74 11 0
            chinese               | 649 0 12 0 0 513 250 76 107 11 0 123 72 69 12 0
            chinese-superko       | 641 0 25 0 0 516 250 83 137 17 0 117 75 71 11 0
            cgos                  | 641 0 25 0 0 516 250 83 137 17 0 0 75 71 11 0
            japanese              | 649 0 12 0 0 513 250 76 0 0 0 0 72 69 12 0
            korean                | 649 0 12 0 0 513 250 76 0 0 0 0 72 69 12 0
            aga                   | 641 0 25 0 0 516 250 83 137 17 0 117 75 71 11 0
            bga                   | 641 0 25 0 0 516 250 83 137 17 0 117 75 71 11 0
            french                | 641 0 25 0 0 516 250 83 137 17 0 117 75 71 11 0
            new-zealand           | 616 26 37 18 0 503 235 72 107 0 0 113 77 76 11 0
            goe                   | 611 25 44 21 420 497 235 72 100 0 0 113 75 74 11 0
            stone-scoring         | 649 0 12 0 0 513 250 76 43 11 1389 123 72 69 12 0
            ancient-territory     | 649 0 12 0 0 513 250 76 0 0 0 0 72 69 12 0
            blog-2011             | 667 0 21 0 0 544 270 87 0 0 0 0 47 47 11 94
            goban-japanese        | 649 0 12 0 0 513 250 76 0 0 0 0 72 69 12 0
            goban-chinese         | 641 0 25 0 0 516 250 83 137 17 0 0 75 71 11 0
            openspiel             | 635 0 15 0 0 515 249 79 140 17 0 0 78 69 10 0
            pgx                   | 635 0 15 0 0 515 249 79 140 17 0 0 78 69 10 0
            pettingzoo-v5         | 649 0 12 0 0 513 250 76 107 11 0 0 72 69 12 0
            natural               | 571 67 13 0 202 443 219 60 73 0 0 0 71 66 12 0
            situational           | 571 65 28 9 214 446 215 61 75 0 0 0 72 67 13 0
            simple                | 585 107 7 0 16 467 236 51 133 0 0 0 67 49 8 0
            no-ko                 | 667 0 0 0 0 531 267 86 131 12 0 0 82 69 11 0
            seki-tax              | 611 25 44 21 420 497 235 72 75 0 1014 0 75 74 11 0
            three-friendly-passes | 576 15 33 9 377 444 235 69 148 0 0 63 46 48 14 0
            """)
    void encode_randomGames_agreesWithSlowKataGo(String rulesName, String counts) {
        Map<Met, Integer> met = new EnumMap<>(Met.class);

        for (String size : SIZES) {
            play(rulesName, Grids.of(size), GAMES, met);
        }

        if (TestSize.isFull()) {
            assertThat(text(met)).isEqualTo(counts);
        }
    }

    @Tag("full")
    @ParameterizedTest(name = "seed 1, {0}, {1}")
    @CsvSource(delimiter = '|', textBlock = """
            japanese      | 19x19 | 96 0 0 0 0 60 28 0 0 0 0 0 8 8 1 0
            stone-scoring | 13x13 | 69 0 0 0 0 39 23 1 0 0 6 9 8 9 3 0
            tromp-taylor  | 25x4  | 109 2 0 0 15 100 91 9 0 0 0 0 7 6 1 0
            chinese       | 8x16  | 116 0 0 0 0 89 60 8 0 0 0 8 6 5 1 0
            """)
    void encode_randomGamesOnLargerBoards_agreesWithSlowKataGo(String rulesName, String size, String counts) {
        Map<Met, Integer> met = new EnumMap<>(Met.class);

        play(rulesName, Grids.of(size), 2, met);

        if (TestSize.isFull()) {
            assertThat(text(met)).isEqualTo(counts);
        }
    }

    private static void play(String rulesName, Grid grid, int gameCount, Map<Met, Integer> met) {
        SplitMix64 random = new SplitMix64(1);
        Rules rules = RuleWalk.rules(rulesName, grid);
        RuleWalk walk = new RuleWalk(grid, rules, random);
        Comparison comparison = new Comparison(grid, rules, random, met);
        walk.play(gameCount, game -> {
            List<SlowKataGo> slow = List.of(new SlowKataGo(game, false), new SlowKataGo(game, true));
            return () -> comparison.compare(game, slow);
        });
        met.merge(Met.SUICIDE, walk.suicideCount(), Integer::sum);
        met.merge(Met.RESUMED, walk.resumptionCount(), Integer::sum);
        met.merge(Met.RESIGNED, walk.resignationCount(), Integer::sum);
    }

    private static String text(Map<Met, Integer> met) {
        return Stream.of(Met.values())
                .map(what -> String.valueOf(met.getOrDefault(what, 0)))
                .collect(Collectors.joining(" "));
    }

    /** Compares positions on one grid, and counts the cases reached. */
    private static final class Comparison {
        private final Grid grid;
        private final Rules rules;
        private final SplitMix64 random;
        private final Map<Met, Integer> counts;
        private final List<Encoding> encodings = new ArrayList<>();

        Comparison(Grid grid, Rules rules, SplitMix64 random, Map<Met, Integer> counts) {
            this.grid = grid;
            this.rules = rules;
            this.random = random;
            this.counts = counts;
            for (int number = 0; number <= 1; number++) {
                encodings.add(Encodings.named("katago-v7:pass_alive_under_suicide=" + number, grid)
                        .orElseThrow());
            }
        }

        private void count(Met met, boolean isMet) {
            if (isMet) {
                counts.merge(met, 1, Integer::sum);
            }
        }

        void compare(Game game, List<SlowKataGo> slow) {
            List<List<String>> planes = encodings.stream()
                    .map(encoding -> DrawnPlanes.of(encoding, game))
                    .toList();
            int option = random.nextInt(2);
            assertThat(planes.get(option))
                    .as("%s, move %s, option %s", grid, game.moveNumber(), option)
                    .isEqualTo(slow.get(option).planes());
            float[] globals = new float[1 + KataGoGlobals.COUNT];
            encodings.get(option).encodeGlobals(game, globals, 1);
            assertThat(Arrays.copyOfRange(globals, 1, globals.length))
                    .as("globals, %s, move %s", grid, game.moveNumber())
                    .isEqualTo(slow.get(option).globals());
            count(game, planes.get(0));
            count(Met.ASSUMED_SUICIDE, !planes.get(0).equals(planes.get(1)));
        }

        private void count(Game game, List<String> shown) {
            count(Met.COMPARED, true);
            count(Met.BAN, shown.get(BANNED).contains("1"));
            count(Met.LADDER, shown.get(LADDER).contains("1"));
            count(
                    Met.LADDERS_DIFFER,
                    shown.subList(LADDER, LADDER + 3).stream().distinct().count() == 3);
            count(Met.LADDER_MOVE, shown.get(LADDER + 3).contains("1"));
            count(Met.OVER, game.isOver());
            count(Met.AGREEING, game.isInAgreement());
            boolean isOnePassLeft = game.passCount() == rules.passesToEnd() - 1;
            count(Met.HIDDEN, rules.friendlyPassOk() && isOnePassLeft && !game.isOver());
            countPoints(game, shown);
        }

        private void countPoints(Game game, List<String> shown) {
            Score score = game.score();
            int own = game.playerToMove();
            for (int point = 0; point < grid.pointCount(); point++) {
                boolean isBanned = isOne(shown, BANNED, point);
                boolean isOwn = isOne(shown, AREA, point);
                boolean isAnyArea = isOwn || isOne(shown, AREA + 1, point);
                int color = game.colorAt(point);
                count(Met.BANNED_SUICIDE, isBanned && game.board().isSuicide(point, own));
                count(Met.LONE_SUICIDE, !isBanned && game.legality(point) == Legality.REPETITION);
                count(
                        Met.DEAD_STONE,
                        isAnyArea && color != Color.EMPTY && color != (isOwn ? own : Color.opponent(own)));
                count(
                        Met.SEKI_POINT,
                        rules.scoring() == Scoring.AREA && !isAnyArea && score.owner(point) != Color.EMPTY);
            }
        }

        private boolean isOne(List<String> planes, int plane, int point) {
            return planes.get(plane).replace("/", "").charAt(point) == '1';
        }
    }
}
