package dev.tengen.cli.input;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.StringReader;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class LineReaderTest {
    private static BufferedReader reader(String text) {
        return new BufferedReader(new StringReader(text));
    }

    private static List<String> lines(String text) throws IOException {
        LineReader reader = new LineReader(reader(text));
        List<String> lines = new ArrayList<>();
        for (String line = reader.next(); line != null; line = reader.next()) {
            lines.add(line);
        }
        return lines;
    }

    @Test
    void next_randomTexts_splitsAsBufferedReaderDoes() throws IOException {
        Random random = new Random(11);
        int lineCount = 0;
        for (int round = 0; round < 2000; round++) {
            StringBuilder text = new StringBuilder();
            int length = random.nextInt(12);
            for (int i = 0; i < length; i++) {
                text.append("ab\n\r".charAt(random.nextInt(4)));
            }
            List<String> lines = lines(text.toString());
            lineCount += lines.size();

            assertThat(lines).isEqualTo(reader(text.toString()).lines().toList());
        }
        assertThat(lineCount).isGreaterThan(5000);
    }

    @Test
    void next_lineOverTheLimit_isSkipped() throws IOException {
        String longest = "x".repeat(LineReader.MAX_LENGTH);
        LineReader reader = new LineReader(reader(longest + "\n" + longest + "y\r\nnext\n" + longest + "y"));

        assertThat(reader.next()).isEqualTo(longest);
        assertThatThrownBy(reader::next)
                .isInstanceOf(LineTooLongException.class)
                .hasMessage("the line is longer than 65536 characters");
        assertThat(reader.next()).isEqualTo("next");
        assertThatThrownBy(reader::next).isInstanceOf(LineTooLongException.class);
        assertThat(reader.next()).isNull();
    }
}
