package dev.tengen.arena;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.Architectures.layeredArchitecture;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption.DoNotIncludeTests;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTag;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import dev.tengen.arena.planted.PlantedViolation;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Packages depend one way, statistics and the store know no games in progress, and generated messages stay in three
 * packages.
 */
@AnalyzeClasses(packages = "dev.tengen.arena", importOptions = DoNotIncludeTests.class)
@ArchTag("full")
@Tag("full")
class PackageOrderTest {
    private static final String BASE = "dev.tengen.arena";

    @ArchTest
    static final ArchRule order_ratingToService_isOneWay = layeredArchitecture()
            .consideringOnlyDependenciesInAnyPackage(BASE + "..")
            .ensureAllClassesAreContainedInArchitecture()
            .layer("rating")
            .definedBy(BASE + ".rating")
            .layer("clock")
            .definedBy(BASE + ".clock")
            .layer("opening")
            .definedBy(BASE + ".opening")
            .layer("pairing")
            .definedBy(BASE + ".pairing")
            .layer("store")
            .definedBy(BASE + ".store")
            .layer("game")
            .definedBy(BASE + ".game")
            .layer("tournament")
            .definedBy(BASE + ".tournament")
            .layer("settings")
            .definedBy(BASE + ".settings")
            .layer("json")
            .definedBy(BASE + ".json")
            .layer("report")
            .definedBy(BASE + ".report")
            .layer("host")
            .definedBy(BASE + ".host")
            .layer("convert")
            .definedBy(BASE + ".convert")
            .layer("service")
            .definedBy(BASE + ".service")
            .whereLayer("rating")
            .mayNotAccessAnyLayer()
            .whereLayer("clock")
            .mayNotAccessAnyLayer()
            .whereLayer("opening")
            .mayNotAccessAnyLayer()
            .whereLayer("pairing")
            .mayOnlyAccessLayers("rating")
            .whereLayer("store")
            .mayOnlyAccessLayers("rating", "pairing")
            .whereLayer("game")
            .mayOnlyAccessLayers("rating", "clock", "opening")
            .whereLayer("tournament")
            .mayOnlyAccessLayers("rating", "opening", "pairing", "store", "game")
            .whereLayer("settings")
            .mayOnlyAccessLayers("rating", "clock", "opening", "pairing", "store", "game", "tournament", "json")
            .whereLayer("json")
            .mayOnlyAccessLayers("rating", "pairing", "store")
            .whereLayer("report")
            .mayOnlyAccessLayers("rating", "pairing", "store", "game", "settings", "json")
            .whereLayer("host")
            .mayOnlyAccessLayers("rating", "opening", "pairing", "store", "game", "tournament", "settings")
            .whereLayer("convert")
            .mayOnlyAccessLayers("rating", "clock", "pairing", "store", "game", "tournament", "settings", "host")
            .whereLayer("service")
            .mayOnlyAccessLayers("game", "host", "convert");

    @ArchTest
    static final ArchRule statistics_libraries_areHipparchusAlone = classes()
            .that()
            .resideInAnyPackage(BASE + ".rating", BASE + ".pairing", BASE + ".clock")
            .should()
            .onlyDependOnClassesThat()
            .resideInAnyPackage(
                    BASE + "..", "dev.tengen.base", "dev.tengen.board", "java..", "org.hipparchus..", "org.jspecify..");

    @ArchTest
    static final ArchRule opening_libraries_areTheCore = classes()
            .that()
            .resideInAPackage(BASE + ".opening")
            .should()
            .onlyDependOnClassesThat()
            .resideInAnyPackage(
                    BASE + ".opening",
                    "dev.tengen.base",
                    "dev.tengen.board",
                    "dev.tengen.game",
                    "dev.tengen.sgf",
                    "dev.tengen.planes",
                    "java..");

    @ArchTest
    static final ArchRule store_libraries_areForDatabases = classes()
            .that()
            .resideInAPackage(BASE + ".store")
            .should()
            .onlyDependOnClassesThat()
            .resideInAnyPackage(
                    BASE + "..",
                    "dev.tengen.base",
                    "dev.tengen.board",
                    "dev.tengen.store",
                    "java..",
                    "com.google.common.primitives",
                    "org.jdbi..");

    @ArchTest
    static final ArchRule messages_useOfThem_isInThreePackagesOnly = noClasses()
            .that()
            .resideOutsideOfPackages(BASE + ".settings", BASE + ".convert", BASE + ".service")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage("dev.tengen.proto..", "com.google.protobuf..", "com.google.rpc..", "io.grpc..");

    @ArchTest
    static final ArchRule server_useOfIt_isInFewPackages = noClasses()
            .that()
            .resideOutsideOfPackages(
                    BASE + ".settings", BASE + ".host", BASE + ".convert", BASE + ".service", BASE + ".report")
            .should()
            .dependOnClassesThat()
            .resideInAPackage("dev.tengen.server..");

    /** The rule must fail on a violation: {@link PlantedViolation} is one. */
    @Test
    void messages_plantedUseOutsideThesePackages_isAViolation() {
        JavaClasses planted = new ClassFileImporter().importClasses(PlantedViolation.class);

        assertThatThrownBy(() -> messages_useOfThem_isInThreePackagesOnly.check(planted))
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("PlantedViolation")
                .hasMessageContaining("AgentTurn");
    }
}
