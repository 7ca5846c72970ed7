package dev.tengen.arena.settings;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tengen.arena.store.StoredTournament;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

class SettingsDifferenceTest {
    private static List<String> of(String old, String now) {
        return SettingsDifference.of(stored(old), stored(now));
    }

    private static StoredTournament stored(String settings) {
        return new StoredTournament("cup", settings.replace('\'', '"'), 1, List.of(), Instant.EPOCH);
    }

    @Test
    void of_players_namesThoseAddedAndRemoved() {
        assertThat(of(
                        "{'players': [{'name': 'ada', 'player': 'greedy'}, {'name': 'ben', 'player': 'random'}]}",
                        "{'players': [{'name': 'new', 'player': 'agent'}, {'name': 'ben', 'player': 'random'}]}"))
                .containsExactly("player ada was removed", "player new was added");
    }

    @Test
    void of_players_showsWhatChangedInOne() {
        assertThat(of(
                        "{'players': [{'name': 'ada', 'player': 'greedy'}, {'name': 'ben', 'player': 'random'}]}",
                        "{'players': [{'name': 'ada', 'player': 'greedy'},"
                                + " {'name': 'ben', 'player': 'agent', 'rating': 9.5}]}"))
                .containsExactly(
                        "player ben: player was \"random\", is \"agent\"", "player ben: rating was not there, is 9.5");
    }

    @Test
    void of_playersInAnotherOrder_showsTheOrder() {
        assertThat(of(
                        "{'players': [{'name': 'ada'}, {'name': 'ben'}]}",
                        "{'players': [{'name': 'ben'}, {'name': 'ada'}]}"))
                .containsExactly("the order of the players was [ada, ben], is [ben, ada]");
    }

    @Test
    void of_lists_showsTheFirstElementThatDiffers() {
        assertThat(of("{'lines': ['C3', 'D4', 'E5']}", "{'lines': ['C3', 'D5', 'E6']}"))
                .containsExactly("lines[1] was \"D4\", is \"D5\"");
        assertThat(of("{'lines': ['C3']}", "{'lines': ['C3', 'D4', 'E5']}"))
                .containsExactly("lines[1] was not there, is \"D4\"");
        assertThat(of("{'lines': ['C3', 'D4']}", "{'lines': ['C3']}"))
                .containsExactly("lines[1] was \"D4\", is not there");
    }

    @Test
    void of_longTexts_areCutAroundTheFirstDifference() {
        String start = "a".repeat(100);
        String end = "z".repeat(100);

        assertThat(of("{'sgf': '" + start + "1" + end + "'}", "{'sgf': '" + start + "2" + end + "'}"))
                .containsExactly("sgf was ..." + "a".repeat(30) + "1" + "z".repeat(29) + "..., is ..." + "a".repeat(30)
                        + "2" + "z".repeat(29) + "...");
    }
}
