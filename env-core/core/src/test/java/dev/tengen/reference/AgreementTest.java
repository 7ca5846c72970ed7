package dev.tengen.reference;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tengen.game.Ko;
import dev.tengen.game.Suicide;
import dev.tengen.testing.TestSize;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Plays seeded random games by the core and by the slow reference, which must agree on every answer after every move.
 *
 * <p>The last column of the tables pins what the games came across, in the order of {@link AgreementCounts#toString()}:
 * positions compared, ko bans, superko bans that are no ko, suicides of two or more stones, banned plays that clear
 * nothing, positions in which nothing but the start forbids a play. A 0 is for what the rules of its line cannot bring
 * about. The reference alone decides what is played, so a change of the core cannot change a count.
 */
@Tag("reference")
class AgreementTest {
    private static final int FULL_KEY_BITS = 64;
    private static final int CUT_KEY_BITS = 8;

    private static final int POSITION_COUNT = 13_400;
    private static final String COUNTS = """
            POSITIONAL          | FORBIDDEN   |  1 | 13400 314 566 0 240 112
            POSITIONAL          | MULTI_STONE |  2 | 13400 274 815 399 234 267
            POSITIONAL          | ANY         |  3 | 13400 291 791 387 247 228
            SITUATIONAL         | FORBIDDEN   |  4 | 13400 322 412 0 88 42
            SITUATIONAL         | MULTI_STONE |  5 | 13400 306 585 367 106 178
            SITUATIONAL         | ANY         |  6 | 13400 253 607 284 130 165
            NATURAL_SITUATIONAL | FORBIDDEN   |  7 | 13400 351 366 0 77 0
            NATURAL_SITUATIONAL | MULTI_STONE |  8 | 13400 259 563 485 228 0
            NATURAL_SITUATIONAL | ANY         |  9 | 13400 300 531 368 206 0
            SIMPLE              | FORBIDDEN   | 10 | 13400 383 0 0 0 10
            SIMPLE              | MULTI_STONE | 11 | 13400 376 0 490 0 5
            SIMPLE              | ANY         | 12 | 13400 313 0 366 0 10
            NONE                | FORBIDDEN   | 13 | 13400 0 0 0 0 0
            NONE                | MULTI_STONE | 14 | 13400 0 0 389 0 0
            NONE                | ANY         | 15 | 13400 0 0 290 0 0
            """;

    private static final int LONG_POSITION_COUNT = 334_000;
    private static final String LONG_COUNTS = """
            POSITIONAL          | FORBIDDEN   |  1 | 334000 7868 14228 0 6014 2284
            POSITIONAL          | MULTI_STONE |  2 | 334000 7112 19586 10129 6497 5750
            POSITIONAL          | ANY         |  3 | 334000 7317 19713 10131 6537 5781
            SITUATIONAL         | FORBIDDEN   |  4 | 334000 7699 10366 0 2315 1122
            SITUATIONAL         | MULTI_STONE |  5 | 334000 7779 14803 10566 2808 4457
            SITUATIONAL         | ANY         |  6 | 334000 6781 15086 7657 3050 4345
            NATURAL_SITUATIONAL | FORBIDDEN   |  7 | 334000 7672 9874 0 2002 0
            NATURAL_SITUATIONAL | MULTI_STONE |  8 | 334000 7492 13136 12000 4930 0
            NATURAL_SITUATIONAL | ANY         |  9 | 334000 7077 13235 9093 4891 0
            SIMPLE              | FORBIDDEN   | 10 | 334000 9684 0 0 0 325
            SIMPLE              | MULTI_STONE | 11 | 334000 8518 0 12424 0 255
            SIMPLE              | ANY         | 12 | 334000 8014 0 9530 0 250
            NONE                | FORBIDDEN   | 13 | 334000 0 0 0 0 0
            NONE                | MULTI_STONE | 14 | 334000 0 0 10040 0 0
            NONE                | ANY         | 15 | 334000 0 0 7483 0 0
            """;

    @ParameterizedTest(name = "{0}, suicide {1}, seed {2}")
    @CsvSource(textBlock = COUNTS, delimiter = '|')
    void everyAnswer_randomGames_agreesWithReference(Ko ko, Suicide suicide, long seed, String counts) {
        RandomGames games = new RandomGames(ko, suicide, seed, FULL_KEY_BITS);

        String met = games.play(TestSize.of(POSITION_COUNT)).toString();

        if (TestSize.isFull()) {
            assertEquals(counts, met);
        }
        assertTrue(games.statesMetAgainCount() > 0, "no state came up twice");
    }

    @ParameterizedTest(name = "{0}, suicide {1}, seed {2}")
    @CsvSource(textBlock = COUNTS, delimiter = '|')
    @Tag("full")
    void everyAnswer_hashesThatCollide_agreesWithReference(Ko ko, Suicide suicide, long seed, String counts) {
        RandomGames games = new RandomGames(ko, suicide, seed, CUT_KEY_BITS);

        String met = games.play(TestSize.of(POSITION_COUNT)).toString();

        if (TestSize.isFull()) {
            assertEquals(counts, met);
        }
    }

    @Tag("long")
    @ParameterizedTest(name = "{0}, suicide {1}, seed {2}")
    @CsvSource(textBlock = LONG_COUNTS, delimiter = '|')
    void everyAnswer_manyRandomGames_agreesWithReference(Ko ko, Suicide suicide, long seed, String counts) {
        RandomGames games = new RandomGames(ko, suicide, seed, FULL_KEY_BITS);

        assertEquals(counts, games.play(LONG_POSITION_COUNT).toString());
        assertTrue(games.statesMetAgainCount() > 0, "no state came up twice");
    }
}
