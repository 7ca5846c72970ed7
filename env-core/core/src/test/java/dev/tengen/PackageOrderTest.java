package dev.tengen;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTag;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import dev.tengen.board.PlantedGameUse;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A package of the core depends only on packages before it in one order, and the core only on the JDK. */
@AnalyzeClasses(packages = "dev.tengen", importOptions = ImportOption.DoNotIncludeTests.class)
@ArchTag("full")
@Tag("full")
class PackageOrderTest {
    private static final List<String> ORDER = List.of(
            "base",
            "text",
            "file",
            "board",
            "game",
            "sgf",
            "analysis",
            "planes",
            "planes.bits",
            "planes.catalog",
            "player",
            "env",
            "search");

    @ArchTest
    static final ArchRule every_class_isInAPackageOfTheOrder =
            classes().should().resideInAnyPackage(packages(ORDER));

    @ArchTest
    static final ArchRule every_class_dependsOnTheCoreAndTheJdkAlone =
            classes().should().onlyDependOnClassesThat().resideInAnyPackage("java..", "dev.tengen..");

    @ArchTest
    static final ArchRule packages_together_haveNoCycle =
            slices().matching("dev.tengen.(*)..").should().beFreeOfCycles();

    @ArchTest
    static void every_package_dependsOnPackagesBeforeItAlone(JavaClasses core) {
        for (int index = 0; index + 1 < ORDER.size(); index++) {
            List<String> later = ORDER.subList(index + 1, ORDER.size());
            noClasses()
                    .that()
                    .resideInAPackage(packages(ORDER.subList(index, index + 1))[0])
                    .should()
                    .dependOnClassesThat()
                    .resideInAnyPackage(packages(later))
                    .allowEmptyShould(true)
                    .check(core);
        }
    }

    /** The rule must fail on a violation: {@link PlantedGameUse} is one. */
    @Test
    void board_plantedUseOfTheGame_isAViolation() {
        JavaClasses planted = new ClassFileImporter().importClasses(PlantedGameUse.class);

        assertThatThrownBy(() -> every_package_dependsOnPackagesBeforeItAlone(planted))
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("PlantedGameUse");
    }

    private static String[] packages(List<String> names) {
        return names.stream().map(name -> "dev.tengen." + name).toArray(String[]::new);
    }
}
