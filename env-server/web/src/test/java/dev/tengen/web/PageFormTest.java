package dev.tengen.web;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.openqa.selenium.Keys;

/** The form that starts a game, the legend of overlays, and the sound, in a browser. */
@Tag("full")
class PageFormTest extends BrowserTest {
    private void goToForm() {
        go("/play");
        browser.await(page -> page.count("[name=handicap] option") == 9);
    }

    private Object komi() {
        return browser.run("return document.querySelector('[name=komi]').value");
    }

    private List<String> opponents() {
        return Stream.concat(
                        browser.elements("input[name=opponent]").stream().map(choice -> choice.getAttribute("value")),
                        browser.elements("[name=player] option").stream().map(choice -> choice.getAttribute("value")))
                .toList();
    }

    private String opponent() {
        return (String) browser.run("return new FormData(document.querySelector('.play-form')).get('opponent')");
    }

    @Test
    void choices_ofTheBoardAndTheRules_areThoseThatWork() {
        goToForm();
        assertThat(opponents()).contains("greedy", "monte-carlo").doesNotContain("oracle");
        assertThat(komi()).isEqualTo("7.5");

        choose("rules", "japanese");
        browser.await(page -> komi().equals("6.5"));
        choose("handicap", "4");
        assertThat(komi()).isEqualTo("0.5");
        choose("size", "3");
        browser.await(page -> !page.element("[name=handicap]").isDisplayed());
        assertThat(opponents())
                .contains("eye-safe-random", "monte-carlo:playouts=2000")
                .doesNotContain("oracle");
        choose("rules", "tromp-taylor");
        browser.await(page -> opponents().contains("oracle"));
        choose("opponent", "oracle");
        choose("rules", "japanese");
        browser.await(page -> !opponents().contains("oracle"));
        assertThat(opponent()).isEqualTo("greedy");
    }

    @Test
    void strengths_beforeTheFirstGame_areAllThatIsAskedForBesidesColorAndBoard() {
        goToForm();

        assertThat(browser.texts(".tiles.opponent strong"))
                .containsExactly("Beginner", "Novice", "Casual", "Intermediate", "Strong", "Strongest");
        assertThat(opponent()).isEqualTo("greedy");
        assertThat(browser.element("[name=rules]").isDisplayed()).isFalse();
        browser.run("document.querySelector('input[name=opponent]:checked').focus()");
        browser.press(Keys.ARROW_UP, Keys.TAB, Keys.ARROW_RIGHT);
        assertThat(opponent()).isEqualTo("eye-safe-random");
        assertThat(browser.run("return new FormData(document.querySelector('.play-form')).get('color')"))
                .isEqualTo("random");
    }

    @Test
    void game_withHandicapAndWithoutUndo_isAsChosen() {
        goToForm();
        choose("opponent", "greedy");
        choose("handicap", "3");
        browser.click("[name=undo]");
        submitForm();

        browser.await(page -> page.count(".board-place .stone.black") == 3 && page.count(".stone.white") == 1);
        browser.awaitText(".facts", "komi 0.5");
        browser.click("[data-point][aria-label$=', empty']");
        browser.awaitText(".move", "3 of 3: White");
        assertThat(browser.element(".actions .undo").isDisplayed()).isFalse();

        // The form remembers the choices.
        goToForm();
        browser.await(page -> komi().equals("0.5"));
        assertThat(browser.element("[name=undo]").isDisplayed()).isTrue();
        assertThat(browser.element("[name=undo]").isSelected()).isFalse();
        assertThat(browser.run("return document.querySelector('[name=handicap]').value"))
                .isEqualTo("3");
    }

    @Test
    void sound_atFirst_isOff() {
        go("/session/" + server.session(5));
        String button = ".panel .quiet[aria-pressed]";
        browser.await(page -> page.count(button) == 1);
        assertThat(browser.text(button)).isEqualTo("Sound");
        assertThat(browser.element(button).getAttribute("aria-pressed")).isEqualTo("false");

        browser.click(button);
        assertThat(browser.element(button).getAttribute("aria-pressed")).isEqualTo("true");
        browser.driver().navigate().refresh();
        browser.await(page -> page.count(button) == 1);
        assertThat(browser.element(button).getAttribute("aria-pressed")).isEqualTo("true");
    }

    @Test
    void legend_ofEachOverlay_isReadableOnTheBoardInBothThemes() {
        go("/session/" + server.session(9));
        browser.await(page -> page.count(".tengen-replay") == 1);
        assertThat(browser.element(".legend").isDisplayed()).isFalse();
        for (String scheme : List.of("light", "dark")) {
            browser.preferScheme(scheme);
            for (String kind : List.of("legal", "races", "analysis", "plane")) {
                choose("show", kind);
                browser.await(page -> page.element(".legend").isDisplayed());

                assertThat(signs()).as(scheme + " " + kind).isNotEmpty().allSatisfy(ContrastPair::requireReadable);
            }
        }
        browser.preferScheme("light");
    }

    /** Returns the colors of the signs, each with the color of the board under it. */
    @SuppressWarnings("unchecked")
    private Stream<ContrastPair> signs() {
        List<List<String>> colors = (List<List<String>>) browser.run("""
                return [...document.querySelectorAll(".legend .sign")].map((sign) => {
                  const style = getComputedStyle(sign.lastChild);
                  const wood = getComputedStyle(sign.firstChild).fill;
                  return [style.stroke === "none" || sign.lastChild.matches(".dot") ? style.fill : style.stroke, wood];
                });""");
        return colors.stream().map(pair -> new ContrastPair(pair.get(0), pair.get(1)));
    }

    /** Two colors of a style, such as "rgb(1, 2, 3)". */
    private record ContrastPair(String color, String background) {
        private static final double LEAST = 3;

        void requireReadable() {
            double one = luminance(color);
            double other = luminance(background);

            assertThat((Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05))
                    .as("contrast of %s to %s", color, background)
                    .isGreaterThan(LEAST);
        }

        private static double luminance(String color) {
            double[] parts = Stream.of(color.replaceAll("[^0-9. ]", " ").trim().split(" +"))
                    .mapToDouble(Double::parseDouble)
                    .map(value -> value / 255)
                    .map(value -> value <= 0.04045 ? value / 12.92 : Math.pow((value + 0.055) / 1.055, 2.4))
                    .toArray();
            return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2];
        }
    }
}
