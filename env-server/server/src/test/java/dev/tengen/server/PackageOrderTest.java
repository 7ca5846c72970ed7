package dev.tengen.server;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.Architectures.layeredArchitecture;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.core.importer.ImportOption.DoNotIncludeTests;
import com.tngtech.archunit.core.importer.Location;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTag;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import dev.tengen.server.PackageOrderTest.WithoutGenerated;
import dev.tengen.server.planted.PlantedViolation;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Packages depend one way, and generated messages stay in two of them. */
@AnalyzeClasses(
        packages = "dev.tengen",
        importOptions = {DoNotIncludeTests.class, WithoutGenerated.class})
@ArchTag("full")
@Tag("full")
class PackageOrderTest {
    private static final String BASE = "dev.tengen.server";
    private static final String[] CORE_TYPED = {
        BASE + ".identity",
        BASE + ".execution",
        BASE + ".quota",
        BASE + ".info",
        BASE + ".session",
        BASE + ".batch",
        BASE + ".tree",
        BASE + ".search",
        BASE + ".analysis"
    };

    @ArchTest
    static final ArchRule order_errorToServer_isOneWay = layeredArchitecture()
            .consideringOnlyDependenciesInAnyPackage(BASE + "..")
            .layer("error")
            .definedBy(BASE + ".error")
            .layer("identity")
            .definedBy(BASE + ".identity")
            .layer("tls")
            .definedBy(BASE + ".tls")
            .layer("info")
            .definedBy(BASE + ".info")
            .layer("execution")
            .definedBy(BASE + ".execution")
            .layer("quota")
            .definedBy(BASE + ".quota")
            .layer("session")
            .definedBy(BASE + ".session")
            .layer("tree")
            .definedBy(BASE + ".tree")
            .layer("batch")
            .definedBy(BASE + ".batch")
            .layer("search")
            .definedBy(BASE + ".search")
            .layer("analysis")
            .definedBy(BASE + ".analysis")
            .layer("convert")
            .definedBy(BASE + ".convert")
            .layer("service")
            .definedBy(BASE + ".service")
            .layer("metrics")
            .definedBy(BASE + ".metrics")
            .layer("http")
            .definedBy(BASE + ".http")
            .layer("log")
            .definedBy(BASE + ".log")
            .layer("tracing")
            .definedBy(BASE + ".tracing")
            .layer("server")
            .definedBy(BASE)
            .layer("embedded")
            .definedBy(BASE + ".embedded")
            .whereLayer("error")
            .mayNotAccessAnyLayer()
            .whereLayer("identity")
            .mayOnlyAccessLayers("error")
            .whereLayer("tls")
            .mayOnlyAccessLayers("identity")
            .whereLayer("info")
            .mayNotAccessAnyLayer()
            .whereLayer("execution")
            .mayOnlyAccessLayers("error", "identity")
            .whereLayer("quota")
            .mayOnlyAccessLayers("error", "identity", "execution")
            .whereLayer("session")
            .mayOnlyAccessLayers("error", "identity", "execution", "quota")
            .whereLayer("batch")
            .mayOnlyAccessLayers("error", "identity", "execution", "quota")
            .whereLayer("tree")
            .mayOnlyAccessLayers("error", "identity", "execution", "quota")
            .whereLayer("search")
            .mayOnlyAccessLayers("error", "identity", "execution", "quota", "batch", "tree")
            .whereLayer("analysis")
            .mayOnlyAccessLayers("error", "identity", "execution")
            .whereLayer("convert")
            .mayOnlyAccessLayers(
                    "error", "identity", "info", "execution", "session", "batch", "tree", "search", "analysis")
            .whereLayer("service")
            .mayOnlyAccessLayers(
                    "error",
                    "identity",
                    "info",
                    "execution",
                    "quota",
                    "session",
                    "batch",
                    "tree",
                    "search",
                    "analysis",
                    "convert",
                    "log")
            .whereLayer("metrics")
            .mayOnlyAccessLayers("identity", "execution", "quota", "session", "batch", "tree", "analysis")
            .whereLayer("http")
            .mayOnlyAccessLayers("error", "identity", "execution", "log")
            .whereLayer("log")
            .mayNotAccessAnyLayer()
            .whereLayer("tracing")
            .mayNotAccessAnyLayer()
            .whereLayer("server")
            .mayOnlyAccessLayers(
                    "error",
                    "identity",
                    "info",
                    "execution",
                    "quota",
                    "session",
                    "batch",
                    "tree",
                    "search",
                    "analysis",
                    "convert",
                    "service",
                    "metrics",
                    "http",
                    "tls",
                    "log",
                    "tracing")
            .whereLayer("embedded")
            .mayOnlyAccessLayers("execution", "session", "batch", "search", "convert", "service", "server");

    @ArchTest
    static final ArchRule order_everyClassOfTheServer_isInALayer = classes()
            .that()
            .resideInAPackage(BASE + "..")
            .should()
            .resideInAnyPackage(
                    BASE,
                    BASE + ".error",
                    BASE + ".identity",
                    BASE + ".tls",
                    BASE + ".info",
                    BASE + ".execution",
                    BASE + ".quota",
                    BASE + ".session",
                    BASE + ".batch",
                    BASE + ".tree",
                    BASE + ".search",
                    BASE + ".analysis",
                    BASE + ".convert",
                    BASE + ".service",
                    BASE + ".metrics",
                    BASE + ".http",
                    BASE + ".log",
                    BASE + ".tracing",
                    BASE + ".embedded");

    @ArchTest
    static final ArchRule messages_useOfThem_isInConvertAndServiceOnly = noClasses()
            .that()
            .resideOutsideOfPackages(BASE + ".convert", BASE + ".service")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage("dev.tengen.proto..", "com.google.protobuf..", "com.google.rpc..");

    @ArchTest
    static final ArchRule grpc_useOfIt_isNotInCoreTypedPackages = noClasses()
            .that()
            .resideInAnyPackage(CORE_TYPED)
            .should()
            .dependOnClassesThat()
            .resideInAPackage("io.grpc..");

    /** The rule must fail on a violation: {@link PlantedViolation} is one. */
    @Test
    void messages_plantedUseOutsideConvertAndService_isAViolation() {
        JavaClasses planted = new ClassFileImporter().importClasses(PlantedViolation.class);

        assertThatThrownBy(() -> messages_useOfThem_isInConvertAndServiceOnly.check(planted))
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("PlantedViolation")
                .hasMessageContaining("StepRequest");
    }

    static final class WithoutGenerated implements ImportOption {
        @Override
        public boolean includes(Location location) {
            return !location.contains("/dev/tengen/proto/");
        }
    }
}
