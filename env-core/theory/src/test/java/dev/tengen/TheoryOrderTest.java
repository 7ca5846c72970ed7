package dev.tengen;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.core.importer.Location;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTag;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import dev.tengen.env.PlantedTheoryUse;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * The core does not depend on the theory, and a package of the theory depends only on the core and on packages before
 * it in one order. The core reaches the theory through service interfaces alone.
 */
@AnalyzeClasses(
        packages = "dev.tengen",
        importOptions = {ImportOption.DoNotIncludeTests.class, TheoryOrderTest.DoNotIncludeTestJars.class})
@ArchTag("full")
@Tag("full")
class TheoryOrderTest {
    private static final List<String> CORE =
            List.of("base", "text", "file", "board", "game", "sgf", "analysis", "planes", "player", "env", "search");

    private static final List<String> THEORY = List.of(
            "budget", "cgt", "race", "race.layout", "race.search", "race.count", "race.planes", "solve", "task");

    @ArchTest
    static final ArchRule every_class_isInThisModuleOrTheCore =
            classes().should().resideInAnyPackage(packages(THEORY)).orShould().resideInAnyPackage(subpackages(CORE));

    @ArchTest
    static final ArchRule core_neverDependsOnTheory = noClasses()
            .that()
            .resideInAnyPackage(subpackages(CORE))
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage(packages(THEORY));

    @ArchTest
    static final ArchRule every_class_dependsOnTheCoreAndTheJdkAlone =
            classes().should().onlyDependOnClassesThat().resideInAnyPackage("java..", "dev.tengen..");

    @ArchTest
    static void every_package_dependsOnPackagesBeforeItAlone(JavaClasses theory) {
        for (int index = 0; index + 1 < THEORY.size(); index++) {
            noClasses()
                    .that()
                    .resideInAPackage("dev.tengen." + THEORY.get(index))
                    .should()
                    .dependOnClassesThat()
                    .resideInAnyPackage(packages(THEORY.subList(index + 1, THEORY.size())))
                    .check(theory);
        }
    }

    /** The rule must fail on a violation: {@link PlantedTheoryUse} is one. */
    @Test
    void core_plantedUseOfTheory_isAViolation() {
        JavaClasses planted = new ClassFileImporter().importClasses(PlantedTheoryUse.class);

        assertThatThrownBy(() -> core_neverDependsOnTheory.check(planted))
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("PlantedTheoryUse");
    }

    /** Leaves out the tests of the core, which are in a jar once it is packed. */
    static final class DoNotIncludeTestJars implements ImportOption {
        @Override
        public boolean includes(Location location) {
            return !location.contains("-tests.jar");
        }
    }

    private static String[] packages(List<String> names) {
        return names.stream().map(name -> "dev.tengen." + name).toArray(String[]::new);
    }

    private static String[] subpackages(List<String> names) {
        return names.stream().map(name -> "dev.tengen." + name + "..").toArray(String[]::new);
    }
}
