package dev.tengen.web;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption.DoNotIncludeTests;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTag;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import dev.tengen.web.planted.PlantedViolation;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The page uses core types only, and nothing below it uses the page. */
@AnalyzeClasses(packages = "dev.tengen", importOptions = DoNotIncludeTests.class)
@ArchTag("full")
@Tag("full")
class PackageOrderTest {
    @ArchTest
    static final ArchRule messages_useOfThem_isNotInThePage = noClasses()
            .that()
            .resideInAPackage("dev.tengen.web..")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage(
                    "dev.tengen.proto..",
                    "com.google.protobuf..",
                    "com.google.rpc..",
                    "dev.tengen.arena.convert",
                    "dev.tengen.arena.service",
                    "dev.tengen.server.convert",
                    "dev.tengen.server.service");

    @ArchTest
    static final ArchRule grpc_useOfIt_isNotInThePage = noClasses()
            .that()
            .resideInAPackage("dev.tengen.web..")
            .should()
            .dependOnClassesThat()
            .resideInAPackage("io.grpc..");

    @ArchTest
    static final ArchRule page_useOfIt_isNotBelowIt = noClasses()
            .that()
            .resideOutsideOfPackage("dev.tengen.web..")
            .should()
            .dependOnClassesThat()
            .resideInAPackage("dev.tengen.web..");

    /** The rule must fail on a violation: {@link PlantedViolation} is one. */
    @Test
    void messages_plantedUseInThePage_isAViolation() {
        JavaClasses planted = new ClassFileImporter().importClasses(PlantedViolation.class);

        assertThatThrownBy(() -> messages_useOfThem_isNotInThePage.check(planted))
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("PlantedViolation")
                .hasMessageContaining("StepRequest");
    }
}
