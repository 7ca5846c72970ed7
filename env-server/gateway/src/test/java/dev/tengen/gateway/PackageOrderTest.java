package dev.tengen.gateway;

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
import dev.tengen.gateway.planted.PlantedViolation;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The gateway uses core types only, its packages have an order, and nothing below it uses it. */
@AnalyzeClasses(packages = "dev.tengen", importOptions = DoNotIncludeTests.class)
@ArchTag("full")
@Tag("full")
class PackageOrderTest {
    @ArchTest
    static final ArchRule messages_useOfThem_isNotInTheGateway = noClasses()
            .that()
            .resideInAPackage("dev.tengen.gateway..")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage(
                    "dev.tengen.proto..",
                    "com.google.protobuf..",
                    "com.google.rpc..",
                    "io.grpc..",
                    "dev.tengen.server.convert",
                    "dev.tengen.server.service",
                    "dev.tengen.web..",
                    "dev.tengen.arena..");

    @ArchTest
    static final ArchRule packages_order_isGameThenToolsThenProtocols = layeredArchitecture()
            .consideringOnlyDependenciesInAnyPackage("dev.tengen.gateway..")
            .layer("game")
            .definedBy("dev.tengen.gateway.game")
            .layer("tool")
            .definedBy("dev.tengen.gateway.tool")
            .layer("http")
            .definedBy("dev.tengen.gateway.http")
            .layer("openenv")
            .definedBy("dev.tengen.gateway.openenv")
            .layer("mcp")
            .definedBy("dev.tengen.gateway.mcp")
            .layer("module")
            .definedBy("dev.tengen.gateway")
            .whereLayer("module")
            .mayNotBeAccessedByAnyLayer()
            .whereLayer("openenv")
            .mayOnlyBeAccessedByLayers("module")
            .whereLayer("mcp")
            .mayOnlyBeAccessedByLayers("module")
            .whereLayer("http")
            .mayOnlyBeAccessedByLayers("openenv", "mcp", "module")
            .whereLayer("tool")
            .mayOnlyBeAccessedByLayers("openenv", "mcp", "module");

    @ArchTest
    static final ArchRule gateway_useOfIt_isNotBelowIt = noClasses()
            .that()
            .resideOutsideOfPackage("dev.tengen.gateway..")
            .should()
            .dependOnClassesThat()
            .resideInAPackage("dev.tengen.gateway..");

    /** The rule must fail on a violation: {@link PlantedViolation} is one. */
    @Test
    void messages_plantedUseInTheGateway_isAViolation() {
        JavaClasses planted = new ClassFileImporter().importClasses(PlantedViolation.class);

        assertThatThrownBy(() -> messages_useOfThem_isNotInTheGateway.check(planted))
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("PlantedViolation")
                .hasMessageContaining("StepRequest");
    }
}
