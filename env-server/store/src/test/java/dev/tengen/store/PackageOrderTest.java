package dev.tengen.store;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;

import com.tngtech.archunit.core.importer.ImportOption.DoNotIncludeTests;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTag;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

/** The store knows databases, and nothing of what is stored. */
@AnalyzeClasses(packages = "dev.tengen.store", importOptions = DoNotIncludeTests.class)
@ArchTag("full")
class PackageOrderTest {
    @ArchTest
    static final ArchRule libraries_areForDatabases = classes()
            .should()
            .onlyDependOnClassesThat()
            .resideInAnyPackage(
                    "dev.tengen.store",
                    "dev.tengen.base",
                    "dev.tengen.board",
                    "java..",
                    "javax.sql",
                    "com.zaxxer.hikari",
                    "org.flywaydb..",
                    "org.jdbi..",
                    "org.postgresql.ds",
                    "org.sqlite");
}
