package dev.tengen.arena.rating;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.tengen.board.Color;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class StandingsTest {
    private static final List<GameResult> RESULTS = Results.all(
            Results.pair("1", "strong", "middle", 1, 1),
            Results.pair("2", "strong", "middle", 1, 0.5),
            Results.pair("1", "middle", "weak", 1, 1),
            Results.pair("1", "strong", "weak", 0, 1),
            Results.pair("2", "strong", "weak", 1, 1));

    @Test
    void rows_ofAllPlayers_areInOrderOfStrength() {
        Standings standings = Standings.of(RESULTS, RatingOptions.DEFAULT);

        assertThat(standings.rows())
                .extracting(row -> row.rating().player())
                .containsExactly("strong", "middle", "weak");
        assertThat(standings.rows()).extracting(Standings.Row::rank).containsExactly(1, 2, 3);
        assertThat(standings.rows().get(0).games()).isEqualTo(new Tally(6, 1, 1));
        assertThat(standings.rows().get(1).games()).isEqualTo(new Tally(2, 3, 1));
        assertThat(standings.rows().get(2).games()).isEqualTo(new Tally(1, 5, 0));
        assertThat(standings.rows().get(0).superiorityToNext())
                .isEqualTo(standings.superiority().get(0).get(1))
                .isBetween(0.6, 0.95);
        assertThat(standings.rows().get(2).superiorityToNext()).isNull();
    }

    @Test
    void crosstable_ofBothColors_countsEachGameTwice() {
        Crosstable crosstable = Standings.of(RESULTS, RatingOptions.DEFAULT).crosstable();

        assertThat(crosstable.players()).containsExactly("strong", "middle", "weak");
        assertThat(crosstable.cells().get(0).get(1).asBlack()).isEqualTo(new Tally(2, 0, 0));
        assertThat(crosstable.cells().get(0).get(1).asWhite()).isEqualTo(new Tally(1, 0, 1));
        assertThat(crosstable.cells().get(2).get(0).asWhite()).isEqualTo(new Tally(1, 1, 0));
        assertThat(crosstable.cells().get(1).get(1).total().games()).isZero();
        assertThat(crosstable.total(0).points()).isEqualTo(6.5);
    }

    @Test
    void of_gamesPlayedTwice_listsThem() {
        GameResult game = new GameResult("a", "b", Color.BLACK, "", 5);

        assertThat(Standings.of(List.of(game, game), RatingOptions.DEFAULT).duplicates())
                .containsExactly(new DuplicateGame("a", "b", 5, List.of(0, 1)));
    }

    @Test
    void of_anchorWithoutGames_isInTheTable() {
        Standings standings = Standings.of(RESULTS, RatingOptions.DEFAULT.withAnchors(Map.of("absent", 3_000.0)));

        assertThat(standings.isAnchored()).isTrue();
        assertThat(standings.rows()).hasSize(4);
        assertThat(standings.rows())
                .filteredOn(row -> row.rating().isAnchor())
                .singleElement()
                .satisfies(row -> assertThat(row.games()).isEqualTo(Tally.NONE));
    }

    @Test
    void of_noGames_isEmpty() {
        assertThat(Standings.of(List.of(), RatingOptions.DEFAULT).rows()).isEmpty();
    }

    @Test
    void json_ofATable_isReadBackEqual() throws JsonProcessingException {
        Standings standings = Standings.of(RESULTS, RatingOptions.DEFAULT);
        ObjectMapper mapper = new ObjectMapper();

        String json = mapper.writeValueAsString(standings);
        JsonNode first = mapper.readTree(json).get("rows").get(0);

        assertThat(mapper.readValue(json, Standings.class)).isEqualTo(standings);
        assertThat(first.get("rating").get("player").textValue()).isEqualTo("strong");
        assertThat(first.get("rating").get("interval").get("lower").isDouble()).isTrue();
        assertThat(first.get("games").get("wins").intValue()).isEqualTo(6);
        assertThat(json).doesNotContain("NaN", "Infinity");
    }
}
