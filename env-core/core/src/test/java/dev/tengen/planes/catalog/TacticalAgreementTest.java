package dev.tengen.planes.catalog;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tengen.base.SplitMix64;
import dev.tengen.board.Grid;
import dev.tengen.game.Game;
import dev.tengen.planes.Encoding;
import dev.tengen.testing.Grids;
import dev.tengen.testing.TestSize;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Compares {@code tactical} with {@link SlowTactical} along random games under several rules. */
@Tag("reference")
class TacticalAgreementTest {
    private static final List<String> SIZES =
            TestSize.exact(List.of("1x2", "3x3", "7x5"), List.of("1x2", "3x3", "4x5", "7x5", "9x9"));
    private static final int GAMES = TestSize.isFull() ? 4 : 1;

    /**
     * The numbers of positions compared, of finished games and in agreement, then for each plane the number of
     * positions with a one.
     */
    @ParameterizedTest(name = "seed 1, {0}")
    @CsvSource(delimiter = '|', textBlock = """
            tromp-taylor | 575 58 0 514 538 575 248 373 311 341 287 389 321 359 340 426 393 383 171 69 44 26 257 83 77 52 69 320 351 244 254 181 57 65 495
            chinese      | 648 57 0 595 616 648 302 398 379 375 324 403 398 388 440 515 464 456 214 65 39 47 379 100 60 94 0 383 402 277 293 8 36 38 567
            new-zealand  | 599 59 0 537 562 599 278 371 326 356 307 396 334 380 350 449 410 392 183 76 42 35 279 71 72 57 69 326 353 247 254 19 57 71 518
            natural      | 552 55 0 480 493 552 202 310 310 322 218 319 324 339 304 385 365 372 154 46 7 23 263 88 39 38 149 280 306 219 221 80 86 76 475
            situational  | 597 62 0 522 547 597 255 341 356 357 268 351 379 373 338 419 397 406 172 59 15 24 288 90 56 42 171 316 355 234 241 109 55 58 508
            simple       | 632 49 0 560 578 632 267 399 357 334 282 393 386 351 387 462 434 418 215 64 11 44 331 109 35 69 236 331 344 253 268 20 69 64 577
            no-ko        | 647 52 0 599 622 647 304 404 380 375 327 409 400 388 456 516 465 456 228 65 39 49 392 100 60 100 0 379 400 277 293 0 39 43 582
            blog-2011    | 640 53 74 595 617 640 236 359 418 385 240 364 430 400 334 427 418 419 146 54 16 15 285 66 19 43 0 301 328 198 215 10 85 81 492
            """)
    void encode_randomGames_agreesWithSlowTactical(String rulesName, String counts) {
        Map<String, Integer> met = new TreeMap<>();

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
            tromp-taylor | 19x19 | 89 5 0 87 88 89 3 23 77 87 3 21 80 88 63 84 84 84 3 0 0 0 63 0 0 0 0 16 19 18 16 31 0 0 84
            chinese      | 25x4  | 102 5 0 100 101 102 40 78 99 93 40 78 99 98 79 96 97 97 38 5 5 14 79 23 3 10 0 72 71 54 62 0 0 0 97
            """)
    void encode_randomGamesOnLargerBoards_agreesWithSlowTactical(String rulesName, String size, String counts) {
        Map<String, Integer> met = new TreeMap<>();

        play(rulesName, Grids.of(size), 2, met);

        if (TestSize.isFull()) {
            assertThat(text(met)).isEqualTo(counts);
        }
    }

    private static void play(String rulesName, Grid grid, int gameCount, Map<String, Integer> met) {
        Encoding encoding = Encodings.named("tactical", grid).orElseThrow();
        RuleWalk walk = new RuleWalk(grid, RuleWalk.rules(rulesName, grid), new SplitMix64(1));
        walk.play(gameCount, game -> {
            SlowTactical slow = new SlowTactical(game);
            return () -> compare(encoding, game, slow, met);
        });
    }

    private static void compare(Encoding encoding, Game game, SlowTactical slow, Map<String, Integer> met) {
        List<String> planes = DrawnPlanes.of(encoding, game);
        assertThat(planes).as("%s, move %s", game.grid(), game.moveNumber()).isEqualTo(slow.planes());
        met.merge("compared", 1, Integer::sum);
        met.merge("over", game.isOver() ? 1 : 0, Integer::sum);
        met.merge("agreeing", game.isInAgreement() ? 1 : 0, Integer::sum);
        for (int plane = 0; plane < planes.size(); plane++) {
            String name = Tactical.SPEC.planes().get(plane).name();
            met.merge(name, planes.get(plane).contains("1") ? 1 : 0, Integer::sum);
        }
    }

    private static String text(Map<String, Integer> met) {
        List<String> names = new ArrayList<>(List.of("compared", "over", "agreeing"));
        Tactical.SPEC.planes().forEach(plane -> names.add(plane.name()));
        return names.stream().map(name -> String.valueOf(met.get(name))).collect(Collectors.joining(" "));
    }
}
