package dev.tengen.client;

import static com.tngtech.archunit.library.Architectures.layeredArchitecture;

import com.tngtech.archunit.core.importer.ImportOption.DoNotIncludeTests;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTag;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

/** The packages of the client depend one way. */
@AnalyzeClasses(packages = "dev.tengen.client", importOptions = DoNotIncludeTests.class)
@ArchTag("full")
class PackageOrderTest {
    private static final String BASE = "dev.tengen.client";

    @ArchTest
    static final ArchRule order_envToClient_isOneWay = layeredArchitecture()
            .consideringOnlyDependenciesInAnyPackage(BASE + "..")
            .layer("env")
            .definedBy(BASE + ".env")
            .layer("error")
            .definedBy(BASE + ".error")
            .layer("internal")
            .definedBy(BASE + ".internal")
            .layer("analysis")
            .definedBy(BASE + ".analysis")
            .layer("batch")
            .definedBy(BASE + ".batch")
            .layer("tree")
            .definedBy(BASE + ".tree")
            .layer("search")
            .definedBy(BASE + ".search")
            .layer("arena")
            .definedBy(BASE + ".arena")
            .layer("client")
            .definedBy(BASE)
            .whereLayer("env")
            .mayNotAccessAnyLayer()
            .whereLayer("error")
            .mayOnlyAccessLayers("env")
            .whereLayer("internal")
            .mayOnlyAccessLayers("env", "error")
            .whereLayer("analysis")
            .mayOnlyAccessLayers("env", "error", "internal")
            .whereLayer("batch")
            .mayOnlyAccessLayers("env", "error", "internal")
            .whereLayer("tree")
            .mayOnlyAccessLayers("env", "error", "internal", "batch")
            .whereLayer("search")
            .mayOnlyAccessLayers("env", "error", "internal", "batch", "tree")
            .whereLayer("arena")
            .mayOnlyAccessLayers("env", "error", "internal")
            .whereLayer("client")
            .mayNotBeAccessedByAnyLayer();
}
