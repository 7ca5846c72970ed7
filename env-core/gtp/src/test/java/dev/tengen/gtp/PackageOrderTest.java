package dev.tengen.gtp;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.importer.ImportOption.DoNotIncludeTests;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTag;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

/** The driver depends on the format; neither the format nor the core depends on the driver. */
@AnalyzeClasses(packages = "dev.tengen", importOptions = DoNotIncludeTests.class)
@ArchTag("full")
class PackageOrderTest {
    @ArchTest
    static final ArchRule driver_useOfIt_isInTheDriverAlone = noClasses()
            .that()
            .resideOutsideOfPackage("dev.tengen.gtp.driver..")
            .should()
            .dependOnClassesThat()
            .resideInAPackage("dev.tengen.gtp.driver..");

    @ArchTest
    static final ArchRule format_useOfIt_isNotInTheCore = noClasses()
            .that()
            .resideOutsideOfPackage("dev.tengen.gtp..")
            .should()
            .dependOnClassesThat()
            .resideInAPackage("dev.tengen.gtp..");
}
