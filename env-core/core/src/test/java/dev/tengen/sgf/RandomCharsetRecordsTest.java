package dev.tengen.sgf;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.tengen.base.SplitMix64;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Reads random records with names in eight charsets, with and without CA. In many of the names, the last byte of a
 * character is that of a backslash or of a closing bracket.
 */
class RandomCharsetRecordsTest {
    /** A charset: its label in CA, its name in Java, and names that are written in it. */
    private record Writing(String label, String charset, List<String> names) {}

    private static Writing writing(String label, String charset, String names) {
        return new Writing(label, charset, List.of(names.split(" ")));
    }

    private static final List<Writing> WRITINGS = List.of(
            writing("UTF-8", "UTF-8", "王小明 山田太郎 김철수 Müller Иванов Žižka François 張さん 陈 高橋ソラ José"),
            writing(
                    "GB2312",
                    "GB18030",
                    "王小明 李建国 欧阳修文 诸葛亮 司马光 慕容雪 任盈盈 岳灵珊 段誉 乔峰 郭靖 黄蓉 杨过 周伯通 张誠 謝谦 陈铮 刘錦江 袁承志"
                            + " 胡斐 石破天 宋江 吴用 鲁智深 武松 贾宝玉 王熙凤"),
            writing(
                    "Big5",
                    "x-windows-950",
                    "王小明 李建國 許功蓋 林成功 歐陽修文 諸葛亮 司馬光 慕容雪 韋小寶 岳靈珊 喬峰 黃蓉 張無忌 許文強 俞蓮舟 閱讀 功夫" + " 賈寶玉 薛寶釵 周穀 蘇豹 林沘 孫因 陳珠 財神"),
            writing(
                    "Shift_JIS",
                    "windows-31j",
                    "山田太郎 鈴木一郎 表三郎 能見篤 十河信二 予備員 申公豹 構口 圭一 ソラ ゾロ 佐藤花子 小林旭 渡辺徹 三船敏 夏目漱石"
                            + " 川端康成 宮沢賢治 石川啄木 評判 貼紙 噂話 江口 脳外科 望月"),
            writing(
                    "EUC-JP",
                    "EUC-JP",
                    "山田太郎 鈴木一郎 表三郎 能見篤 佐藤花子 小林旭 渡辺徹 加藤茂 高木ブー 志村けん 三船敏 夏目漱石 川端康成 谷崎潤 宮沢賢治" + " 石川啄木 樋口一葉 ソラ"),
            writing(
                    "EUC-KR",
                    "x-windows-949",
                    "김철수 이영희 박지성 홍길동 심청 이몽룡 임꺽정 장보고 강감찬 을지문덕 이순신 안중근 유관순 윤동주 황진이 정약용 최영 남궁민" + " 선우재 한석봉 허준 장영실"),
            writing(
                    "ISO-8859-1",
                    "windows-1252",
                    "Müller García François Søren Öberg Groß Ümit Zoë Niño Bjørn André Núñez"),
            writing(
                    "windows-1251",
                    "windows-1251",
                    "Иванов Сидоров Алексей Юрий Жуков Щербаков Ольга Яна Кузнецов Эльдар"));

    private int rightCount;
    private int readCount;

    private void read(int count, long seed) throws SgfException {
        assumeTrue(Charset.isSupported("x-windows-949"), "this Java has no module jdk.charsets");
        SplitMix64 random = new SplitMix64(seed);
        for (int number = 0; number < count; number++) {
            Writing writing = WRITINGS.get(number % WRITINGS.size());
            read(writing, number / WRITINGS.size() % 2 == 0, random);
        }
    }

    private void read(Writing writing, boolean hasCharset, SplitMix64 random) throws SgfException {
        int size = 5 + random.nextInt(15);
        int moveCount = random.nextInt(size * size / 3);
        String black = writing.names.get(random.nextInt(writing.names.size()));
        String white = writing.names.get(random.nextInt(writing.names.size()));
        StringBuilder sgf = new StringBuilder("(;GM[1]FF[4]");
        String property = hasCharset ? "CA[" + writing.label + "]" : "";
        boolean isLate = random.nextInt(2) == 0;
        sgf.append(isLate ? "" : property).append("PB[" + black + "]PW[" + white + "]KM[6.5]SZ[" + size + "]");
        sgf.append(isLate ? property : "");
        for (int move = 0; move < moveCount; move++) {
            char column = (char) ('a' + random.nextInt(size));
            char row = (char) ('a' + random.nextInt(size));
            sgf.append(move % 2 == 0 ? ";B[" : ";W[").append(column).append(row).append(']');
        }
        String text = sgf.append(')').toString();
        byte[] bytes = text.getBytes(Charset.forName(writing.charset));
        assertThat(new String(bytes, Charset.forName(writing.charset))).isEqualTo(text);

        ParsedRecord parsed = ParsedRecord.parse(bytes);

        assertThat(parsed.record().grid()).as(text).hasToString(size + "x" + size);
        assertThat(parsed.record().moves()).as(text).hasSize(moveCount);
        boolean isGuess = !hasCharset;
        assertThat(parsed.warnings().stream()
                        .anyMatch(warning -> warning.problem().endsWith("which was detected")))
                .as(text)
                .isEqualTo(isGuess);
        readCount++;
        boolean isRight = parsed.record().blackPlayer().orElse("").equals(black)
                && parsed.record().whitePlayer().orElse("").equals(white);
        rightCount += isRight ? 1 : 0;
        assertThat(isRight || isGuess).as(text).isTrue();
    }

    @Test
    void parse_twoHundredRecordsInEightCharsets_seed1_areReadRight() throws SgfException {
        read(200, 1);

        assertThat(readCount).isEqualTo(200);
        assertThat(rightCount).isGreaterThanOrEqualTo(190);
    }

    @Test
    @Tag("long")
    void parse_twoThousandRecordsInEightCharsets_seed2_areReadRight() throws SgfException {
        read(2_000, 2);

        assertThat(readCount).isEqualTo(2_000);
        assertThat(rightCount).isGreaterThanOrEqualTo(1_900);
    }

    @Test
    void parse_byteOrderMarkOfUtf16_isReadRight() throws SgfException {
        byte[] bytes = "\ufeff(;GM[1]SZ[9]KM[7]PB[\u7532];B[ee])".getBytes(StandardCharsets.UTF_16LE);

        assertThat(ParsedRecord.parse(bytes).record().blackPlayer()).contains("\u7532");
        assertThat(ParsedRecord.parse(bytes).warnings()).isEmpty();
    }
}
