package dev.tengen.cli;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.importer.ImportOption.DoNotIncludeTests;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTag;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

/** The packages of the command line depend one way. */
@AnalyzeClasses(packages = "dev.tengen.cli", importOptions = DoNotIncludeTests.class)
@ArchTag("full")
class PackageOrderTest {
    @ArchTest
    static final ArchRule packages_allOfThem_haveNoCycle =
            slices().matching("dev.tengen.cli.(*)..").should().beFreeOfCycles();

    @ArchTest
    static final ArchRule root_useOfIt_isNotInCommands = noClasses()
            .that()
            .resideInAPackage("dev.tengen.cli.*..")
            .should()
            .dependOnClassesThat()
            .resideInAPackage("dev.tengen.cli");
}
