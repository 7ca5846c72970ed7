package dev.tengen.server;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.Architectures.layeredArchitecture;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.core.importer.ImportOption.DoNotIncludeTests;
import com.tngtech.archunit.core.importer.Location;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import dev.tengen.server.PackageOrderTest.WithoutGenerated;

/** Packages depend one way; the classes of the core, which stand on the class path too, know nothing of the wire. */
@AnalyzeClasses(
        packages = "dev.tengen",
        importOptions = {DoNotIncludeTests.class, WithoutGenerated.class})
class PackageOrderTest {
    @ArchTest
    static final ArchRule order_convertSessionServiceServer_isOneWay = layeredArchitecture()
            .consideringOnlyDependenciesInAnyPackage("dev.tengen.server..")
            .layer("error")
            .definedBy("dev.tengen.server.error")
            .layer("convert")
            .definedBy("dev.tengen.server.convert")
            .layer("session")
            .definedBy("dev.tengen.server.session")
            .layer("stream")
            .definedBy("dev.tengen.server.stream")
            .layer("tree")
            .definedBy("dev.tengen.server.tree")
            .layer("batch")
            .definedBy("dev.tengen.server.batch")
            .layer("analysis")
            .definedBy("dev.tengen.server.analysis")
            .layer("service")
            .definedBy("dev.tengen.server.service")
            .layer("metrics")
            .definedBy("dev.tengen.server.metrics")
            .layer("http")
            .definedBy("dev.tengen.server.http")
            .layer("server")
            .definedBy("dev.tengen.server")
            .whereLayer("error")
            .mayNotAccessAnyLayer()
            .whereLayer("convert")
            .mayOnlyAccessLayers("error")
            .whereLayer("session")
            .mayOnlyAccessLayers("convert", "error")
            .whereLayer("stream")
            .mayOnlyAccessLayers("convert", "error")
            .whereLayer("batch")
            .mayOnlyAccessLayers("stream", "convert", "error")
            .whereLayer("tree")
            .mayOnlyAccessLayers("session", "stream", "convert", "error")
            .whereLayer("analysis")
            .mayOnlyAccessLayers("session", "convert", "error")
            .whereLayer("service")
            .mayOnlyAccessLayers("session", "batch", "tree", "analysis", "stream", "convert", "error")
            .whereLayer("metrics")
            .mayOnlyAccessLayers("session", "batch", "tree", "analysis")
            .whereLayer("http")
            .mayNotAccessAnyLayer()
            .whereLayer("server")
            .mayOnlyAccessLayers(
                    "service", "session", "batch", "tree", "analysis", "stream", "convert", "error", "metrics", "http");

    @ArchTest
    static final ArchRule order_everyClassOfTheServer_hasAPlace = classes()
            .that()
            .resideInAPackage("dev.tengen.server..")
            .should()
            .resideInAnyPackage(
                    "dev.tengen.server",
                    "dev.tengen.server.http",
                    "dev.tengen.server.metrics",
                    "dev.tengen.server.service",
                    "dev.tengen.server.session",
                    "dev.tengen.server.batch",
                    "dev.tengen.server.tree",
                    "dev.tengen.server.analysis",
                    "dev.tengen.server.stream",
                    "dev.tengen.server.convert",
                    "dev.tengen.server.error");

    @ArchTest
    static final ArchRule generatedClasses_useOfThem_isInTheServerAlone = noClasses()
            .that()
            .resideOutsideOfPackage("dev.tengen.server..")
            .should()
            .dependOnClassesThat()
            .resideInAPackage("dev.tengen.proto..");

    @ArchTest
    static final ArchRule grpc_useOfIt_isNotBelowServices = noClasses()
            .that()
            .resideInAnyPackage(
                    "dev.tengen.server.session",
                    "dev.tengen.server.batch",
                    "dev.tengen.server.tree",
                    "dev.tengen.server.analysis",
                    "dev.tengen.server.stream")
            .should()
            .dependOnClassesThat()
            .resideInAPackage("io.grpc..");

    static final class WithoutGenerated implements ImportOption {
        @Override
        public boolean includes(Location location) {
            return !location.contains("/dev/tengen/proto/");
        }
    }
}
