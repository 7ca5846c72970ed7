package dev.tengen.server.error;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ErrorTextTest {
    @ParameterizedTest
    @CsvSource({
        "abcdefghij, abcdefghij",
        "abcdefghijk, abcdefg...",
        "ééaaaa, é...",
        "a%%%b, a%%...",
        "👾, ...",
        "aaaaaaa👾, aaaaaaa..."
    })
    void shortened_toTenCharacters_keepsTheStart(String text, String expected) {
        assertThat(ErrorText.shortened(text, 10)).isEqualTo(expected);
    }

    @Test
    void shortened_randomTexts_fitAndAreCutOnlyIfTheyMustBe() {
        Random random = new Random(3);
        int cut = 0;
        for (int time = 0; time < 2_000; time++) {
            StringBuilder text = new StringBuilder();
            int[] alphabet = {'a', ' ', '%', 'é', '碁', 0x1F47E, '\n'};
            for (int length = random.nextInt(60); length > 0; length--) {
                text.appendCodePoint(alphabet[random.nextInt(random.nextBoolean() ? 2 : alphabet.length)]);
            }

            String shortened = ErrorText.shortened(text.toString(), 50);

            assertThat(encoded(shortened)).hasSizeLessThanOrEqualTo(50);
            if (encoded(text.toString()).length() <= 50) {
                assertThat(shortened).isEqualTo(text.toString());
            } else {
                cut++;
                String start = shortened.substring(0, shortened.length() - 3);
                assertThat(text.toString()).startsWith(start);
                int next = text.codePointAt(start.length());
                assertThat(encoded(start + Character.toString(next)).length()).isGreaterThan(50 - 3);
            }
        }
        assertThat(cut).isBetween(400, 1_600);
    }

    /** Returns {@code text} in the encoding of the header, which is that of URLs for the characters used here. */
    private static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }
}
