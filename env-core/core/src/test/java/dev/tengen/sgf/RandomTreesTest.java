package dev.tengen.sgf;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tengen.board.Color;
import dev.tengen.board.Grid;
import dev.tengen.board.PointSet;
import dev.tengen.game.Game;
import dev.tengen.game.Rules;
import dev.tengen.game.Setup;
import dev.tengen.sgf.LineRecords.Segment;
import dev.tengen.testing.TestSize;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Parses and writes random trees, and games truncated at random, and compares them with the simplest code. */
@Tag("reference")
class RandomTreesTest {
    @Test
    void parse_randomTreesOddlyWritten_seed1_areTheTrees() throws SgfException {
        Random random = new Random(1);
        RandomTree.Counts counts = new RandomTree.Counts();
        for (int i = 0; i < TestSize.of(2_000); i++) {
            List<RandomTree> trees = new ArrayList<>();
            StringBuilder text = new StringBuilder("start ");
            int gameCount = 1 + random.nextInt(3);
            for (int j = 0; j < gameCount; j++) {
                RandomTree tree = RandomTree.of(random, 4);
                trees.add(tree);
                tree.write(text.append('('), random, counts);
                text.append(") between ");
            }

            SgfCollection collection = SgfCollection.parse(text.toString());
            SgfCollection again = SgfCollection.parse(collection.toSgf().getBytes(StandardCharsets.UTF_8));

            assertThat(again).isEqualTo(collection);
            assertThat(again.toSgf()).isEqualTo(collection.toSgf());
            assertThat(collection.games()).hasSameSizeAs(trees);
            for (int j = 0; j < gameCount; j++) {
                RandomTree tree = trees.get(j);
                assertThat(RandomTree.of(collection.games().get(j).root(), tree))
                        .isEqualTo(tree);
                assertThat(RandomTree.of(again.games().get(j).root(), tree)).isEqualTo(tree);
            }
        }

        assertThat(counts.softBreak).isGreaterThan(TestSize.least(5_000));
        assertThat(counts.needlessEscape).isGreaterThan(TestSize.least(5_000));
        assertThat(counts.neededEscape).isGreaterThan(TestSize.least(5_000));
        assertThat(counts.repeatedProperty).isGreaterThan(TestSize.least(5_000));
        assertThat(counts.lowercase).isGreaterThan(TestSize.least(5_000));
        assertThat(counts.composed).isGreaterThan(TestSize.least(5_000));
        assertThat(counts.variation).isGreaterThan(TestSize.least(5_000));
    }

    @Test
    void build_randomTrees_seed2_equalTheOddlyWritten() throws SgfException {
        Random random = new Random(2);
        RandomTree.Counts counts = new RandomTree.Counts();
        for (int i = 0; i < TestSize.of(2_000); i++) {
            RandomTree tree = RandomTree.of(random, 4);
            SgfBuilder builder = SgfGame.builder(Grid.square(9));
            builder.node();
            tree.build(builder);
            StringBuilder text = new StringBuilder("(;GM[1]FF[4]SZ[9]");
            tree.write(text, random, counts);

            SgfGame built = builder.build();

            assertThat(SgfCollection.parse(text + ")").games()).containsExactly(built);
            assertThat(SgfCollection.parse(built.toSgf()).games()).containsExactly(built);
        }

        assertThat(counts.variation).isGreaterThan(TestSize.least(3_000));
    }

    /** Removes a stone after some moves of a real game: the rest is the position of the rules without that stone. */
    @Test
    void segments_generatedGamesCut_seed3_beginWithThePositionOfTheRules() throws SgfException {
        Random random = new Random(3);
        int captureCount = 0;
        for (Path file : GameFiles.generated()) {
            GameRecord record = GameRecord.parse(GameFiles.read(file));
            Game game = new Game(record.setup(), Rules.TROMP_TAYLOR);
            SgfBuilder builder = SgfGame.builder(record.grid());
            int half = record.moves().size() / 2;
            int moveCount = half + random.nextInt(half);
            for (RecordedMove move : record.moves().subList(0, moveCount)) {
                game.play(move.move());
                captureCount += game.removedCount();
                builder.node().move(move.color(), move.move());
            }
            PointSet removed = new PointSet(record.grid());
            for (int point = 0; point < record.grid().pointCount() && removed.isEmpty(); point++) {
                if (game.colorAt(point) != Color.EMPTY) {
                    removed.add(point);
                }
            }
            List<Segment> segments = builder.node()
                    .points("AE", removed)
                    .build()
                    .mainLine()
                    .records()
                    .segments();

            assertThat(segments).hasSize(2);
            assertThat(segments.get(1).record().setup()).isEqualTo(setup(game, removed));
            assertThat(segments.get(1).earlierMoveCount()).isEqualTo(moveCount);
        }

        assertThat(captureCount).isGreaterThan(100);
    }

    private static Setup setup(Game game, PointSet removed) {
        PointSet black = new PointSet(game.grid());
        PointSet white = new PointSet(game.grid());
        for (int point = 0; point < game.grid().pointCount(); point++) {
            if (!removed.contains(point) && game.colorAt(point) != Color.EMPTY) {
                (game.colorAt(point) == Color.BLACK ? black : white).add(point);
            }
        }
        return Setup.of(game.grid(), black, white, game.playerToMove());
    }
}
