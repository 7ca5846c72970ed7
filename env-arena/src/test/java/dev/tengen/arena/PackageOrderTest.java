package dev.tengen.arena;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.importer.ImportOption.DoNotIncludeTests;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

/**
 * Statistics know results and numbers, pairings and the store know results, and none knows how games come about. Clocks and
 * openings know no games of the arena, and these no tournament.
 */
@AnalyzeClasses(packages = "dev.tengen.arena", importOptions = DoNotIncludeTests.class)
class PackageOrderTest {
    @ArchTest
    static final ArchRule rating_dependencies_areNumbersAlone = classes()
            .that()
            .resideInAPackage("dev.tengen.arena.rating")
            .should()
            .onlyDependOnClassesThat()
            .resideInAnyPackage(
                    "dev.tengen.arena.rating", "dev.tengen.board", "java..", "org.hipparchus..", "org.jspecify..");

    @ArchTest
    static final ArchRule pairing_dependencies_areResultsAlone = classes()
            .that()
            .resideInAPackage("dev.tengen.arena.pairing")
            .should()
            .onlyDependOnClassesThat()
            .resideInAnyPackage("dev.tengen.arena.pairing", "dev.tengen.arena.rating", "dev.tengen.board", "java..");

    @ArchTest
    static final ArchRule clock_dependencies_areNumbersAlone = classes()
            .that()
            .resideInAPackage("dev.tengen.arena.clock")
            .should()
            .onlyDependOnClassesThat()
            .resideInAnyPackage("dev.tengen.arena.clock", "dev.tengen.board", "java..");

    @ArchTest
    static final ArchRule opening_dependencies_areTheCoreAlone = classes()
            .that()
            .resideInAPackage("dev.tengen.arena.opening")
            .should()
            .onlyDependOnClassesThat()
            .resideInAnyPackage(
                    "dev.tengen.arena.opening",
                    "dev.tengen.board",
                    "dev.tengen.game",
                    "dev.tengen.sgf",
                    "dev.tengen.planes",
                    "java..");

    @ArchTest
    static final ArchRule game_useOfPairingsAndTournaments_isNotThere = noClasses()
            .that()
            .resideInAPackage("dev.tengen.arena.game")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage("dev.tengen.arena.pairing", "dev.tengen.arena.tournament");

    @ArchTest
    static final ArchRule store_dependencies_areResultsPairsAndLibraries = classes()
            .that()
            .resideInAPackage("dev.tengen.arena.store")
            .should()
            .onlyDependOnClassesThat()
            .resideInAnyPackage(
                    "dev.tengen.arena.store",
                    "dev.tengen.arena.pairing",
                    "dev.tengen.arena.rating",
                    "dev.tengen.board",
                    "java..",
                    "javax.sql",
                    "org.jdbi..",
                    "com.zaxxer.hikari",
                    "org.flywaydb..",
                    "org.sqlite",
                    "org.postgresql.ds");

    @ArchTest
    static final ArchRule generatedClasses_useOfThem_isInConvertersAndServicesAlone = noClasses()
            .that()
            .resideOutsideOfPackages("dev.tengen.arena.convert", "dev.tengen.arena.service")
            .and()
            .resideInAPackage("dev.tengen.arena..")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage("dev.tengen.proto..", "io.grpc..");

    @ArchTest
    static final ArchRule host_useOfHowItIsReached_isNotThere = noClasses()
            .that()
            .resideInAPackage("dev.tengen.arena.host")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage("dev.tengen.arena.convert", "dev.tengen.arena.service");

    @ArchTest
    static final ArchRule settings_useOfServersAndReports_isNotThere = noClasses()
            .that()
            .resideInAPackage("dev.tengen.arena.settings")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage(
                    "dev.tengen.server..",
                    "dev.tengen.proto..",
                    "dev.tengen.arena.convert",
                    "dev.tengen.arena.host",
                    "dev.tengen.arena.report",
                    "dev.tengen.arena.service");
}
