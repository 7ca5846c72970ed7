package dev.tengen.journal;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;

import com.tngtech.archunit.core.importer.ImportOption.DoNotIncludeTests;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTag;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

/** The journal knows sessions and snapshots, and no calls. */
@AnalyzeClasses(packages = "dev.tengen.journal", importOptions = DoNotIncludeTests.class)
@ArchTag("full")
class PackageOrderTest {
    @ArchTest
    static final ArchRule server_useOfIt_isOfSessionsAndSnapshots = classes()
            .should()
            .onlyDependOnClassesThat()
            .resideInAnyPackage(
                    "dev.tengen.journal",
                    "dev.tengen.store",
                    "dev.tengen.base",
                    "dev.tengen.board",
                    "dev.tengen.env",
                    "dev.tengen.game",
                    "dev.tengen.player",
                    "dev.tengen.proto..",
                    "dev.tengen.server.batch",
                    "dev.tengen.server.convert",
                    "dev.tengen.server.error",
                    "dev.tengen.server.identity",
                    "dev.tengen.server.session",
                    "java..",
                    "javax.sql",
                    "com.google..",
                    "io.micrometer..",
                    "org.jdbi..",
                    "org.jspecify..",
                    "org.slf4j..");
}
